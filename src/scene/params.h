#ifndef SCENE_PARAMS_H
#define SCENE_PARAMS_H

/* The one table of parameters. Keys, panel, --set, --list-params, scene files, the help and the table in docs/scenes.md are all
 * made from it: a new parameter is a line in params.c and a field here. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* The values of all parameters: a plain value, copied with its scene or world. Units and ranges: the table in params.c. */
typedef struct Params {
  /* water */
  float gravity, density, friction, roughness, manning, viscosity, cross_section, sponge_width, wave_speed, land_fixed, stencil, damping,
      drag, slope_max, block_damping, rain, evaporation, retention, infiltration, splash, spray, coupling, depth_fade, substeps_max,
      springs;
  /* bodies */
  float crate_size, log_length, log_width, car_length, car_power, wood_density, metal_density, stone_density, car_density, body_drag,
      body_drag_square, bounce;
  /* tools */
  float tool_radius, tool_strength, pour_rate, dye_rate, heap_rate, pointer_wake, drop_height;
  /* time */
  float tick, time_scale;
  /* looks */
  float quality, exposure, sun_azimuth, sun_height, clarity, turbidity, resolution;
  /* sound */
  float volume;
  /* water, of later */
  float dispersion, wind, wind_direction;
  /* looks, of later */
  float leaves;
} Params;

enum { PARAM_ALT = 128 }; /* added to a key's ASCII code: with Alt held */

enum { PARAM_DISPLACING = 1 << 8 }; /* in ParamInfo.solvers: to pipe and swe as well while coupling is "displace" */

typedef enum ParamGroup { PARAM_WATER, PARAM_BODIES, PARAM_TOOLS, PARAM_TIME, PARAM_LOOKS, PARAM_SOUND, PARAM_GROUP_COUNT } ParamGroup;

/* One parameter's description: an entry of the constant table. */
typedef struct ParamInfo {
  const char *name, *unit, *help;
  ParamGroup group;
  float low, high, init; /* inclusive range and default */
  float step;            /* of one key press: a factor where `scaled`, else an addend */
  bool scaled, whole;    /* scaled: steps multiply; whole: whole numbers only */
  unsigned char key;    /* the key raises it, Shift+key lowers it: ASCII, 1 to 12 for F1 to F12, PARAM_ALT + ASCII with Alt held; 0: none */
  uint32_t offset;      /* bytes, of its float in Params */
  const char *words[8]; /* names of its values from `low` on, ended by NULL; empty for numbers */
  const char *title;    /* what people say; the name is for files and options */
  unsigned solvers;     /* bits 1 << WeirSolver of those that it matters to, with PARAM_DISPLACING; 0: to all */
  const char *labels[8]; /* what people read for its values, one for each step from `low` on; empty: the words, or numbers */
} ParamInfo;

/* The table and its length; the order is that of --list-params, help and panel. */
const ParamInfo *params_table(int *count);
const char *params_group_name(ParamGroup group);
/* Why changing it would change nothing now, as in "only for the membrane"; NULL: it matters. solver: a WeirSolver. */
const char *params_unused(const Params *params, const ParamInfo *info, int solver);
Params params_default(void);
/* The key as text: "j", "F3", "Alt+n" or "none". */
const char *params_key_name(const ParamInfo *info);
/* The table's entry, or NULL. */
const ParamInfo *params_find(const char *name);
float params_get(const Params *params, const ParamInfo *info);
/* Sets a value from a number, clamped to the range and, where `whole`, rounded. NaN changes nothing. */
void params_put(Params *params, const ParamInfo *info, float value);
/* Formats a value for people: its word, or the number with its unit. Returns text. */
const char *params_text(const ParamInfo *info, float value, char *text, size_t size);
/* Sets a value from text, as --set and scene files do. False, with a line that names the word and what is allowed, when the
 * name is unknown, the text is not a number, or the value is out of range. */
bool params_set(Params *params, const char *name, const char *text, Error *error);
/* Copies what is the machine's and the person's and not a world's: the picture's quality and resolution, the volume. */
void params_keep_own(Params *params, const Params *own);
/* Returns the share of each side of the picture that the resolution names; 0: it follows the time that frames take. */
float params_picture_share(const Params *params);

struct WeirLiquid;

/* Sets the parameters for motion and looks from a liquid; where `own` is not NULL, those that it has are copied from there. */
void params_set_liquid(Params *params, const struct WeirLiquid *liquid, const Params *own);
/* One key press up (direction 1) or down (-1). */
void params_nudge(Params *params, const ParamInfo *info, int direction);

#endif
