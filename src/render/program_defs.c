/* The table of all programs, by PassProgram. */
#include "render/air.h"
#include "render/bodies.h"
#include "render/land/around.h"
#include "render/land/moving.h"
#include "render/land/terrain.h"
#include "render/plan/plan.h"
#include "render/program.h"
#include "render/props/props.h"
#include "render/screen.h"
#include "render/water.h"

/* A program without variants. */
#define SINGLE(name) (&(const ProgramDef){name, NULL, {""}})

const ProgramDef *const program_defs[PROGRAM_COUNT] = {
    [PROGRAM_SURFACE] = &surface_programs,
    [PROGRAM_SHADOW] = SINGLE("shadow"),
    [PROGRAM_TERRAIN] = &terrain_programs,
    [PROGRAM_BODIES] = &bodies_programs,
    [PROGRAM_SKY] = &sky_programs,
    [PROGRAM_WATER] = &water_programs,
    [PROGRAM_WATER_CRUST] = &water_crust_programs,
    [PROGRAM_WATER_UNDER] = &water_under_programs,
    [PROGRAM_WATER_SIDE] = &water_side_programs,
    [PROGRAM_WATER_OVER] = &water_over_programs,
    [PROGRAM_WATER_COLOURS] = &water_colours_programs,
    [PROGRAM_CURSOR] = SINGLE("cursor"),
    [PROGRAM_POST] = &post_programs,
    [PROGRAM_RAIN] = SINGLE("rain"),
    [PROGRAM_ENLARGE] = &enlarge_programs,
    [PROGRAM_SKY_MAP] = SINGLE("sky_map"),
    [PROGRAM_GROUND_COLOUR] = SINGLE("ground_colour"),
    [PROGRAM_AROUND] = SINGLE("around"),
    [PROGRAM_AROUND_SHAPE] = SINGLE("around_shape"),
    [PROGRAM_PROPS] = &props_programs,
    [PROGRAM_SPRAY] = SINGLE("spray"),
    [PROGRAM_PYRAMID] = SINGLE("pyramid"),
    [PROGRAM_CONTACT] = SINGLE("contact"),
    [PROGRAM_LANDING] = SINGLE("landing"),
    [PROGRAM_LEAVES] = SINGLE("leaves"),
    [PROGRAM_PLAN] = &plan_programs,
    [PROGRAM_PLAN_BODIES] = SINGLE("plan_bodies"),
    [PROGRAM_MOVING] = &moving_programs,
    [PROGRAM_TEMPORAL] = &(const ProgramDef){"post", "temporal", {"#define RAINY 0\n", "#define RAINY 1\n"}},
};
