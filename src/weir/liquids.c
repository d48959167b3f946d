/* Liquids as presets. Densities and viscosities are of the order of the real ones (tables of physical constants; basalt
 * lava 100 Pa s), except that slime and lava are thickened until they run slowly at the depth of a game's streams. */
#include <stddef.h>

#include "weir/weir.h"

/* name, density, viscosity, cross_section, wave_speed, damping, drag, color, clarity, turbidity, glow */
static const WeirLiquid liquids[] = {
    {"water", 1000, 0, 1, 1, 0.1f, 0, {0.02f, 0.10f, 0.12f}, 6, 0.3f, 0},
    {"muddy water", 1150, 2e-4f, 0.9f, 0.95f, 0.25f, 0.1f, {0.16f, 0.10f, 0.045f}, 0.5f, 0.9f, 0},
    {"oil", 900, 3e-3f, 0.8f, 0.8f, 0.6f, 0.4f, {0.030f, 0.022f, 0.008f}, 0.3f, 0.15f, 0},
    {"slime", 1100, 0.15f, 0.4f, 0.35f, 2, 2.5f, {0.06f, 0.30f, 0.02f}, 0.35f, 0.8f, 0.05f},
    {"lava", 2700, 1.0f, 0.25f, 0.2f, 4, 5, {0.55f, 0.06f, 0.004f}, 0.05f, 1, 1},
    {"mercury", 13534, 1e-7f, 1, 1.1f, 0.05f, 0, {0.42f, 0.43f, 0.45f}, 0.01f, 1, 0},
};

int weir_liquid_count(void) {
  return (int)(sizeof liquids / sizeof liquids[0]);
}

const WeirLiquid *weir_liquid(int index) {
  return index >= 0 && index < weir_liquid_count() ? &liquids[index] : NULL;
}

void weir_tuning_set_liquid(WeirTuning *tuning, const WeirLiquid *liquid) {
  const WeirTuning usual = weir_tuning_default();
  tuning->density = liquid->density;
  tuning->viscosity = liquid->viscosity;
  tuning->cross_section = liquid->cross_section;
  tuning->wave_speed = usual.wave_speed * liquid->wave_speed;
  tuning->damping = liquid->damping;
  tuning->drag = liquid->drag;
}
