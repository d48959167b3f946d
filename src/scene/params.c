#include "scene/params.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/maths.h"
#include "base/words.h"
#include "weir/weir.h"

#define AT(field) (uint32_t) offsetof(Params, field)

enum {
  FLOW = 1 << WEIR_PIPE | 1 << WEIR_SWE,
  MEMBRANE = 1 << WEIR_MEMBRANE,
  DISPLACING = MEMBRANE | PARAM_DISPLACING /* where bodies displace water instead of blocking its way */
};

/* Shares of each side of the picture, from the second value of `resolution` on. The steps are those of app/quality.c. */
static const float shares[] = {0, 0.4f, 0.5f, 0.6f, 0.7f, 0.85f, 1};

enum { RESOLUTIONS = sizeof shares / sizeof *shares };

/* name, unit, help, group, low, high, default, key step, scaled, whole, key, place, words, title, solvers, labels. Two lines
 * a row. Digits are the tools'; the left hand's letters, Q to R, A to F and Z to C, fly and act; F5, F9 and
 * F10 are for saving, loading and recording. */
/* clang-format off */
static const ParamInfo table[] = {
    {"gravity", "m/s2", "pulls water and bodies down",
     PARAM_WATER, 0.1f, 50, 9.81f, 1.1f, true, false, 'j', AT(gravity), {0}, "gravity", 0, {0}},
    {"density", "kg/m3", "of the liquid: denser lifts crates higher",
     PARAM_WATER, 100, 15000, 1000, 1.05f, true, false, 'k', AT(density), {0}, "density of the liquid", 0, {0}},
    {"friction", "1/s", "pipe, swe: how fast flow dies down",
     PARAM_WATER, 0, 10, 0.05f, 0.05f, false, false, PARAM_ALT + 'f', AT(friction), {0}, "friction", FLOW, {0}},
    {"roughness", "", "pipe, swe: drag of the bed; thin water creeps",
     PARAM_WATER, 0, 1, 0.02f, 0.01f, false, false, '`', AT(roughness), {0}, "bed roughness", FLOW, {0}},
    {"manning", "s/m^1/3", "drag of the bed by Manning's n, beside roughness and friction",
     PARAM_WATER, 0, 1, 0, 0.005f, false, false, PARAM_ALT + 'm', AT(manning), {0}, "Manning's n", FLOW, {0}},
    {"viscosity", "m2/s", "thick liquids creep",
     PARAM_WATER, 0, 100, 0, 1.3f, true, false, PARAM_ALT + 'v', AT(viscosity), {0}, "viscosity", FLOW, {0}},
    {"cross_section", "", "below 1 flow is sluggish",
     PARAM_WATER, 0.001f, 1, 1, 1.2f, true, false, PARAM_ALT + 'c', AT(cross_section), {0}, "pipe cross-section", FLOW, {0}},
    {"sponge_width", "m", "of sides that soak up waves",
     PARAM_WATER, 0, 1000, 4, 1.1f, true, false, PARAM_ALT + 's', AT(sponge_width), {0}, "width of sponge sides", 0, {0}},
    {"wave_speed", "m/s", "membrane: speed of every wave",
     PARAM_WATER, 0, 50, 4, 1.1f, true, false, PARAM_ALT + 'u', AT(wave_speed), {0}, "wave speed", MEMBRANE, {0}},
    {"land_fixed", "", "membrane: land holds the surface (1) or mirrors it (0)",
     PARAM_WATER, 0, 1, 0, 1, false, true, PARAM_ALT + 'l', AT(land_fixed), {0}, "land holds surface", MEMBRANE, {0}},
    {"stencil", "points", "membrane: 5 or 9 neighbours; 9 makes round rings",
     PARAM_WATER, 5, 9, 9, 4, false, true, 'n', AT(stencil), {0}, "neighbours", MEMBRANE, {"5 points", "9 points"}},
    {"damping", "1/s", "membrane: how fast waves die down",
     PARAM_WATER, 0, 20, 0.1f, 0.05f, false, false, PARAM_ALT + 'a', AT(damping), {0}, "wave damping", MEMBRANE, {0}},
    {"drag", "1/s", "membrane: a drag force on the surface",
     PARAM_WATER, 0, 20, 0, 0.1f, false, false, PARAM_ALT + 'z', AT(drag), {0}, "surface drag", MEMBRANE, {0}},
    {"slope_max", "", "membrane: steepest wave; 0 lifts the limit",
     PARAM_WATER, 0, 10, 0, 0.1f, false, false, 'y', AT(slope_max), {0}, "steepest wave", MEMBRANE, {0}},
    {"block_damping", "1/s", "membrane: damping under crates",
     PARAM_WATER, 0, 100, 4, 1, false, false, 'u', AT(block_damping), {0}, "damping by bodies", MEMBRANE, {0}},
    {"rain", "mm/h", "on every cell",
     PARAM_WATER, 0, 20000, 0, 250, false, false, 'i', AT(rain), {0}, "rain", 0, {0}},
    {"evaporation", "mm/h", "from every wet cell",
     PARAM_WATER, 0, 20000, 0, 250, false, false, ';', AT(evaporation), {0}, "evaporation", 0, {0}},
    {"retention", "mm", "pipe, swe: thinner films cling to the ground",
     PARAM_WATER, 0, 100, 1, 0.25f, false, false, PARAM_ALT + 'r', AT(retention), {0}, "clinging film", FLOW, {0}},
    {"infiltration", "mm/h", "what the ground drinks of such films",
     PARAM_WATER, 0, 2000, 0, 20, false, false, PARAM_ALT + 'i', AT(infiltration), {0}, "infiltration", FLOW, {0}},
    {"splash", "", "how much a crate's speed throws up",
     PARAM_WATER, 0, 4, 1, 0.1f, false, false, PARAM_ALT + 't', AT(splash), {0}, "splash of bodies", DISPLACING, {0}},
    {"spray", "", "how much water flies where it breaks and where bodies strike it",
     PARAM_WATER, 0, 1, 0, 0.1f, false, false, PARAM_ALT + 'w', AT(spray), {0}, "spray", 0, {0}},
    {"coupling", "", "pipe, swe: bodies block (subgrid, layers), or water goes through them",
     PARAM_WATER, 0, 2, 1, 1, false, true, PARAM_ALT + 'b', AT(coupling), {"displace", "subgrid", "layers"}, "bodies and water", FLOW, {0}},
    {"depth_fade", "sizes", "how deep a body still stirs the surface",
     PARAM_WATER, 0.05f, 10, 1, 1.1f, true, false, '\'', AT(depth_fade), {0}, "reach of deep bodies", DISPLACING, {0}},
    {"substeps_max", "", "most substeps a tick; past them water runs slow",
     PARAM_WATER, 1, 64, 16, 1, false, true, '\\', AT(substeps_max), {0}, "substeps at most", 0, {0}},
    {"springs", "x", "flow of all springs and drains of the scene",
     PARAM_WATER, 0, 20, 1, 0.1f, false, false, 't', AT(springs), {0}, "springs and drains", 0, {0}},
    {"crate_size", "m", "width of the next crate",
     PARAM_BODIES, 0.05f, 50, 1.2f, 1.1f, true, false, ']', AT(crate_size), {0}, "crate size", 0, {0}},
    {"log_length", "m", "of the next log",
     PARAM_BODIES, 0.1f, 50, 5, 1.1f, true, false, PARAM_ALT + 'g', AT(log_length), {0}, "log length", 0, {0}},
    {"log_width", "m", "thickness of the next log",
     PARAM_BODIES, 0.05f, 10, 0.6f, 1.1f, true, false, PARAM_ALT + 'h', AT(log_width), {0}, "log thickness", 0, {0}},
    {"car_length", "m", "of the next car",
     PARAM_BODIES, 0.5f, 30, 4.2f, 1.1f, true, false, PARAM_ALT + 'x', AT(car_length), {0}, "car length", 0, {0}},
    {"car_power", "kW", "of the engine",
     PARAM_BODIES, 1, 5000, 120, 1.2f, true, false, PARAM_ALT + 'p', AT(car_power), {0}, "car power", 0, {0}},
    {"wood_density", "kg/m3", "of the next wooden crate or log",
     PARAM_BODIES, 20, 5000, 600, 1.05f, true, false, '[', AT(wood_density), {0}, "density of wood", 0, {0}},
    {"metal_density", "kg/m3", "of the next metal crate",
     PARAM_BODIES, 20, 20000, 2700, 1.05f, true, false, PARAM_ALT + 'e', AT(metal_density), {0}, "density of metal", 0, {0}},
    {"stone_density", "kg/m3", "of the next block of stone",
     PARAM_BODIES, 20, 20000, 2400, 1.05f, true, false, PARAM_ALT + 'k', AT(stone_density), {0}, "density of stone", 0, {0}},
    {"car_density", "kg/m3", "of the next car without its wheels: it floats below that of water",
     PARAM_BODIES, 20, 5000, 550, 1.05f, true, false, PARAM_ALT + 'd', AT(car_density), {0}, "density of a car", 0, {0}},
    {"body_drag", "1/s", "drag of water on bodies, in proportion to speed",
     PARAM_BODIES, 0, 20, 2, 0.1f, false, false, 4, AT(body_drag), {0}, "drag on bodies", 0, {0}},
    {"body_drag_square", "1/m", "drag of water on bodies, by speed squared",
     PARAM_BODIES, 0, 20, 0.5f, 0.1f, false, false, PARAM_ALT + 'q', AT(body_drag_square), {0}, "drag, squared", 0, {0}},
    {"bounce", "", "of bodies on the ground and each other",
     PARAM_BODIES, 0, 0.9f, 0.1f, 0.05f, false, false, 8, AT(bounce), {0}, "bounce", 0, {0}},
    {"tool_radius", "m", "reach of push, and of all tools that paint",
     PARAM_TOOLS, 0.05f, 100, 1.5f, 1.1f, true, false, '=', AT(tool_radius), {0}, "tool radius", 0, {0}},
    {"tool_strength", "m", "how deep a push goes",
     PARAM_TOOLS, 0.01f, 20, 0.3f, 1.1f, true, false, '-', AT(tool_strength), {0}, "push depth", 0, {0}},
    {"pour_rate", "m3/s", "of pour and drain",
     PARAM_TOOLS, 0.01f, 10000, 10, 1.2f, true, false, ',', AT(pour_rate), {0}, "pour rate", 0, {0}},
    {"dye_rate", "g/s", "of dye; a gram colours a square metre deeply",
     PARAM_TOOLS, 0.1f, 100000, 60, 1.2f, true, false, PARAM_ALT + 'y', AT(dye_rate), {0}, "dye rate", 0, {0}},
    {"heap_rate", "m/s", "by which heaping raises and digging lowers the ground at the middle of the brush",
     PARAM_TOOLS, 0.01f, 20, 0.8f, 1.2f, true, false, PARAM_ALT + 'j', AT(heap_rate), {0}, "heap and dig rate", 0, {0}},
    {"pointer_wake", "x", "how much the pointer stirs the water that it moves over; 0: not at all",
     PARAM_TOOLS, 0, 4, 1, 0.25f, false, false, PARAM_ALT + 'o', AT(pointer_wake), {0}, "pointer wake", 0, {0}},
    {"drop_height", "m", "of new bodies above what they fall on",
     PARAM_TOOLS, 0, 100, 3, 1.1f, true, false, '/', AT(drop_height), {0}, "drop height", 0, {0}},
    {"tick", "s", "one step of the world",
     PARAM_TIME, 0.002f, 0.05f, 0.02f, 1.1f, true, false, 6, AT(tick), {0}, "time step", 0, {0}},
    {"time_scale", "x", "simulated seconds a second",
     PARAM_TIME, 0.05f, 8, 1, 1.1f, true, false, 7, AT(time_scale), {0}, "speed of time", 0, {0}},
    {"quality", "", "of the picture: 0 low, 1 medium, 2 high",
     PARAM_LOOKS, 0, 2, 1, 1, false, true, PARAM_ALT + '1', AT(quality), {0}, "picture quality", 0, {"low", "medium", "high"}},
    {"exposure", "x", "brightness of the picture",
     PARAM_LOOKS, 0.1f, 8, 1, 1.1f, true, false, PARAM_ALT + '2', AT(exposure), {0}, "brightness", 0, {0}},
    {"sun_azimuth", "deg", "where the sun stands, clockwise from north",
     PARAM_LOOKS, 0, 360, 300, 5, false, false, PARAM_ALT + '3', AT(sun_azimuth), {0}, "sun's direction", 0, {0}},
    {"sun_height", "deg", "above the horizon",
     PARAM_LOOKS, 2, 90, 38, 2, false, false, PARAM_ALT + '4', AT(sun_height), {0}, "sun's height", 0, {0}},
    {"clarity", "m", "how far one sees through the water",
     PARAM_LOOKS, 0.01f, 100, 6, 1.1f, true, false, PARAM_ALT + '5', AT(clarity), {0}, "sight under water", 0, {0}},
    {"turbidity", "", "how much light the water scatters back",
     PARAM_LOOKS, 0, 1, 0.3f, 0.05f, false, false, PARAM_ALT + '6', AT(turbidity), {0}, "turbidity", 0, {0}},
    {"volume", "", "of all sounds; Shift+M mutes",
     PARAM_SOUND, 0, 1, 0.6f, 0.1f, false, false, PARAM_ALT + '7', AT(volume), {0}, "loudness", 0, {0}},
    /* New ones come last: logs of inputs name parameters by their place in this table. */
    {"resolution", "%", "of the 3-D picture, of each side; auto follows the time that frames take",
     PARAM_LOOKS, 0, RESOLUTIONS - 1, 0, 1, false, true, PARAM_ALT + '8', AT(resolution), {"auto", "40", "50", "60", "70", "85", "100"},
     "picture resolution", 0, {"as frames take time", "40 %", "50 %", "60 %", "70 %", "85 %", "100 %"}},
    {"dispersion", "", "pipe, swe: short waves run slower than long ones (1): rings come in trains",
     PARAM_WATER, 0, 1, 0, 1, false, true, PARAM_ALT + '9', AT(dispersion), {0}, "waves disperse", 1 << WEIR_PIPE | 1 << WEIR_SWE, {"off", "on"}},
    {"wind", "m/s", "pipe, swe: makes waves and lets them grow, where they disperse",
     PARAM_WATER, 0, 30, 0, 2, false, false, PARAM_ALT + '0', AT(wind), {0}, "wind", FLOW, {0}},
    {"wind_direction", "deg", "pipe, swe: towards which the wind blows, clockwise from north",
     PARAM_WATER, 0, 360, 90, 15, false, false, PARAM_ALT + 'n', AT(wind_direction), {0}, "wind's direction", FLOW, {0}},
    {"leaves", "", "leaves in the picture, which drift on the water",
     PARAM_LOOKS, 0, 4000, 0, 100, false, true, PARAM_ALT + ',', AT(leaves), {0}, "leaves on the water", 0, {0}},
};
/* clang-format on */

enum { TABLE_COUNT = sizeof table / sizeof table[0] };

const ParamInfo *params_table(int *count) {
  *count = TABLE_COUNT;
  return table;
}

const char *params_group_name(ParamGroup group) {
  static const char *const names[PARAM_GROUP_COUNT] = {"water", "bodies", "tools", "time", "looks", "sound"};
  return names[group];
}

const char *params_key_name(const ParamInfo *info) {
  static char names[256][8]; /* every call writes the same bytes */
  char *const name = names[info->key];
  if (info->key == 0) return "none";
  snprintf(name, sizeof names[0], info->key <= 12 ? "F%d" : info->key < PARAM_ALT ? "%c" : "Alt+%c", info->key % PARAM_ALT);
  return name;
}

static float *field_of(Params *params, const ParamInfo *info) {
  return (float *)(void *)((char *)params + info->offset);
}

const char *params_unused(const Params *params, const ParamInfo *info, int solver) {
  const bool displaces = (info->solvers & PARAM_DISPLACING) && params->coupling == 0;
  if (info->solvers == 0 || displaces || (info->solvers >> solver & 1)) return NULL;
  if (info->solvers & PARAM_DISPLACING) return "only for the membrane, or where bodies displace water";
  return info->solvers == MEMBRANE ? "only for the membrane" : "only for pipe and swe";
}

Params params_default(void) {
  Params params = {0};
  for (int n = 0; n < TABLE_COUNT; n++) *field_of(&params, &table[n]) = table[n].init;
  return params;
}

const ParamInfo *params_find(const char *name) {
  for (int n = 0; n < TABLE_COUNT; n++)
    if (strcmp(table[n].name, name) == 0) return &table[n];
  return NULL;
}

float params_get(const Params *params, const ParamInfo *info) {
  return *(const float *)(const void *)((const char *)params + info->offset);
}

void params_put(Params *params, const ParamInfo *info, float value) {
  if (!isfinite(value)) return;
  if (info->whole) value = info->low + info->step * roundf((value - info->low) / info->step);
  *field_of(params, info) = maths_clampf(value, info->low, info->high);
}

bool params_set(Params *params, const char *name, const char *text, Error *error) {
  const ParamInfo *info = params_find(name);
  if (!info) return error_set(error, "%s: no such parameter; weir --list-params shows them all", name);
  for (int n = 0; info->words[n]; n++)
    if (strcmp(text, info->words[n]) == 0) {
      *field_of(params, info) = info->low + (float)n;
      return true;
    }
  if (info->words[0]) {
    char all[96] = "";
    for (int n = 0; info->words[n]; n++) snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", n > 0 ? ", " : "", info->words[n]);
    return error_set(error, "%s: '%s' is not known; allowed: %s", name, text, all);
  }
  float value = 0;
  const char *rest = text;
  if (!scan_number(&rest, &value) || *rest != '\0')
    return error_set(error, "%s: '%s' is not a number; allowed: %g to %g %s", name, text, (double)info->low, (double)info->high,
                     info->unit);
  const float rounded = info->low + info->step * roundf((value - info->low) / info->step);
  if (value < info->low || value > info->high || (info->whole && rounded != value))
    return error_set(error, "%s: '%s' is out of range; allowed: %g to %g %s%s", name, text, (double)info->low, (double)info->high,
                     info->unit, info->whole ? " in whole steps" : "");
  *field_of(params, info) = value;
  return true;
}

const char *params_text(const ParamInfo *info, float value, char *text, size_t size) {
  if (info->words[0])
    snprintf(text, size, "%s", info->words[(int)(value - info->low)]);
  else
    snprintf(text, size, "%.4g%s%s", (double)value, *info->unit ? " " : "", info->unit);
  return text;
}

void params_keep_own(Params *params, const Params *own) {
  params->quality = own->quality;
  params->resolution = own->resolution;
  params->volume = own->volume;
}

float params_picture_share(const Params *params) {
  const int index = (int)params->resolution;
  return index > 0 && index < RESOLUTIONS ? shares[index] : 0;
}

void params_set_liquid(Params *params, const WeirLiquid *liquid, const Params *own) {
  const float wave_speed = weir_tuning_default().wave_speed * liquid->wave_speed;
  params->density = own ? own->density : liquid->density;
  params->viscosity = own ? own->viscosity : liquid->viscosity;
  params->cross_section = own ? own->cross_section : liquid->cross_section;
  params->wave_speed = own ? own->wave_speed : wave_speed;
  params->damping = own ? own->damping : liquid->damping;
  params->drag = own ? own->drag : liquid->drag;
  params->clarity = own ? own->clarity : liquid->clarity;
  params->turbidity = own ? own->turbidity : liquid->turbidity;
}

void params_nudge(Params *params, const ParamInfo *info, int direction) {
  const float value = params_get(params, info);
  if (info->scaled) {
    /* No factor leads up from 0: start at a hundredth of the range. */
    const float from = value > 0 ? value : 0.01f * info->high;
    params_put(params, info, direction > 0 ? from * info->step : value / info->step);
    return;
  }
  /* Snapped to whole steps from the low end, so that up and down again restores the value. */
  const float steps = roundf((value - info->low) / info->step) + (float)direction;
  params_put(params, info, info->low + info->step * steps);
}
