#ifndef WORLD_PARAMS_H
#define WORLD_PARAMS_H

/* The one table of tunables. Keys, panel, --set, --list-params, scene files, the help and the README's table are all
 * made from it: add a line in params.c and a field here, and it is everywhere. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

typedef struct Params {
  /* water */
  float gravity, density, friction, roughness, manning, viscosity, cross_section, sponge_width, wave_speed, land_fixed, stencil, damping,
      drag, slope_max, block_damping, rain, evaporation, retention, infiltration, splash, coupling, depth_fade, substeps_max, springs;
  /* bodies */
  float crate_size, log_length, log_width, car_length, car_power, wood_density, metal_density, stone_density, car_density, body_drag,
      body_drag_square, bounce;
  /* tools */
  float tool_radius, tool_strength, pour_rate, drop_height;
  /* time */
  float tick, time_scale;
  /* looks */
  float quality, exposure, sun_azimuth, sun_height, clarity, turbidity;
} Params;

enum { PARAM_ALT = 128 };

typedef enum ParamGroup { PARAM_WATER, PARAM_BODIES, PARAM_TOOLS, PARAM_TIME, PARAM_LOOKS, PARAM_GROUP_COUNT } ParamGroup;

typedef struct ParamInfo {
  const char *name, *unit, *help;
  ParamGroup group;
  float low, high, init; /* inclusive range and default */
  float step;            /* of a key press: a factor where `scaled`, else a summand */
  bool scaled, whole;    /* steps multiply; only whole numbers */
  unsigned char key;    /* the key raises it, Shift+key lowers it: ASCII, 1 to 12 for F1 to F12, PARAM_ALT + ASCII with Alt held; 0: none */
  uint32_t offset;      /* of its float in Params */
  const char *words[4]; /* names of its values from `low` on, up to NULL; without any they are numbers */
} ParamInfo;

/* The table and its length; the order is that of --list-params, help and panel. */
const ParamInfo *params_table(int *count);
const char *params_group_name(ParamGroup group);

Params params_default(void);

/* "j", "F3", "Alt+n" or "none". */
const char *params_key_name(const ParamInfo *info);

/* The table's entry, or NULL. */
const ParamInfo *params_find(const char *name);
float params_get(const Params *params, const ParamInfo *info);

/* Sets a value from a number: brought into range and, where `whole`, rounded. Not a number: left as it is. */
void params_put(Params *params, const ParamInfo *info, float value);

/* A value as people read it: its word, or the number with its unit. Returns text. */
const char *params_text(const ParamInfo *info, float value, char *text, size_t size);

/* Sets from text as --set and scene files do. False, with a line that names the word and what is allowed, when the name
 * is unknown, the text is no number, or the value is out of range. */
bool params_set(Params *params, const char *name, const char *text, Error *error);

struct WeirLiquid;

/* What a liquid says about motion and looks; everything that `own` has is taken from there where it is not NULL. */
void params_set_liquid(Params *params, const struct WeirLiquid *liquid, const Params *own);

/* One key press up (direction 1) or down (-1). */
void params_nudge(Params *params, const ParamInfo *info, int direction);

#endif
