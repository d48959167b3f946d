#ifndef PANEL_PRESETS_H
#define PANEL_PRESETS_H

/* Sets of parameters that go together, each under a name; what they do not name stays as it is. */

#include "scene/params.h"

enum { PRESET_VALUES = 6 };

/* A parameter by its name, and the value it gets. */
typedef struct PresetValue {
  const char *param;
  float value;
} PresetValue;

/* One set: an entry of a constant table. */
typedef struct Preset {
  const char *name, *help;
  PresetValue values[PRESET_VALUES]; /* as many as have a name */
} Preset;

const Preset *presets_table(int *count);
void presets_apply(const Preset *preset, Params *params);

#endif
