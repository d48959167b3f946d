#include "panel/presets.h"

static const Preset table[] = {
    {"storm",
     "heavy rain from a dark sky; streams swell within a minute",
     {{"rain", 6000}, {"evaporation", 0}, {"exposure", 1.05f}, {"sun_height", 12}, {"turbidity", 0.6f}, {"clarity", 1.5f}}},
    {"drought", "springs fail and the sun drinks what is left", {{"rain", 0}, {"springs", 0}, {"evaporation", 4000}, {"exposure", 1.3f}}},
    {"honey",
     "thick, heavy and clear: it creeps and heaps up",
     {{"viscosity", 0.05f}, {"density", 1420}, {"clarity", 0.3f}, {"turbidity", 0.1f}}},
    {"moon gravity", "a sixth of the Earth's: slow, high waves", {{"gravity", 1.62f}}},
    {"Jupiter", "two and a half times the Earth's gravity: quick, low waves", {{"gravity", 24.8f}}},
    {"night", "the sun just above the horizon, and little of it", {{"sun_height", 2}, {"exposure", 0.3f}}},
    {"evening", "long shadows from the west", {{"sun_height", 8}, {"sun_azimuth", 285}, {"exposure", 1}}},
    {"clear lake", "water that one sees the ground through", {{"clarity", 30}, {"turbidity", 0.05f}}},
    {"calm",
     "no rain, and waves die down fast",
     {{"rain", 0}, {"friction", 0.5f}, {"damping", 1.5f}, {"pointer_wake", 0}, {"splash", 0.5f}}},
    {"slow motion", "a fifth of the usual speed", {{"time_scale", 0.2f}}},
};

const Preset *presets_table(int *count) {
  *count = (int)(sizeof table / sizeof table[0]);
  return table;
}

void presets_apply(const Preset *preset, Params *params) {
  for (int n = 0; n < PRESET_VALUES && preset->values[n].param; n++) {
    const ParamInfo *const info = params_find(preset->values[n].param);
    if (info) params_put(params, info, preset->values[n].value);
  }
}
