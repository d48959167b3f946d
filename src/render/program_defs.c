/* The table of all programs, by PassProgram. */
#include "render/air.h"
#include "render/bodies.h"
#include "render/land/around.h"
#include "render/land/terrain.h"
#include "render/program.h"
#include "render/props/props.h"
#include "render/screen.h"
#include "render/water.h"

/* A program without variants. */
#define SINGLE(name) (&(const ProgramDef){name, NULL, {""}})

const ProgramDef *const program_defs[PROGRAM_COUNT] = {
    &surface_programs,       SINGLE("shadow"),     &terrain_programs,       &bodies_programs,
    &sky_programs,           &water_programs,      &water_crust_programs,   &water_under_programs,
    &water_side_programs,    &water_over_programs, &water_colours_programs, SINGLE("cursor"),
    &post_programs,          SINGLE("rain"),       &enlarge_programs,       SINGLE("sky_map"),
    SINGLE("ground_colour"), SINGLE("around"),     SINGLE("around_shape"),  &props_programs,
    SINGLE("spray"),         SINGLE("pyramid"),    SINGLE("contact"),       &(const ProgramDef){"post", "temporal", {""}}};
