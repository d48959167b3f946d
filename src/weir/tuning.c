/* The parameters of a water, clamped to their ranges, and liquids as presets of them. */
#include <math.h>

#include "weir/grid/water.h"
#include "weir/roof.h"

WeirTuning weir_tuning_default(void) {
  return (WeirTuning){.gravity = 9.81f,
                      .density = 1000.0f,
                      .friction = 0.05f,
                      .roughness = 0.02f,
                      .cross_section = 1.0f,
                      .sponge_width = 4.0f,
                      .wave_speed = 4.0f,
                      .stencil = 9,
                      .damping = 0.1f,
                      .block_damping = 4.0f,
                      .retention = 1e-3f,
                      .splash = 1.0f,
                      .depth_fade = 1.0f,
                      .substeps_max = 16};
}

WeirTuning weir_tuning_ideal(void) {
  WeirTuning ideal = weir_tuning_default();
  ideal.friction = ideal.roughness = ideal.retention = ideal.damping = 0.0f;
  return ideal;
}

static float tuning_range(float value, float low, float high, float otherwise) {
  return isfinite(value) ? clamp_float(value, low, high) : otherwise;
}

WeirTuning tuning_checked(const WeirTuning *t) {
  const WeirTuning usual = weir_tuning_default();
  WeirTuning c = *t;
  c.gravity = tuning_range(t->gravity, 0.01f, 100.0f, usual.gravity);
  c.density = tuning_range(t->density, 1.0f, 20000.0f, usual.density);
  c.friction = tuning_range(t->friction, 0.0f, 100.0f, usual.friction);
  c.roughness = tuning_range(t->roughness, 0.0f, 1.0f, usual.roughness);
  c.wave_speed = tuning_range(t->wave_speed, 0.0f, 1000.0f, usual.wave_speed);
  c.manning = tuning_range(t->manning, 0.0f, 1.0f, usual.manning);
  c.viscosity = tuning_range(t->viscosity, 0.0f, 100.0f, usual.viscosity);
  c.cross_section = tuning_range(t->cross_section, 0.001f, 1.0f, usual.cross_section);
  c.sponge_width = tuning_range(t->sponge_width, 0.0f, 1000.0f, usual.sponge_width);
  c.land_fixed = t->land_fixed != 0;
  c.stencil = t->stencil == 5 ? 5 : 9;
  c.damping = tuning_range(t->damping, 0.0f, 100.0f, usual.damping);
  c.drag = tuning_range(t->drag, 0.0f, 100.0f, usual.drag);
  c.slope_max = tuning_range(t->slope_max, 0.0f, 100.0f, usual.slope_max);
  c.block_damping = tuning_range(t->block_damping, 0.0f, 1000.0f, usual.block_damping);
  c.rain = tuning_range(t->rain, 0.0f, 1e-2f, usual.rain);
  c.evaporation = tuning_range(t->evaporation, 0.0f, 1e-2f, usual.evaporation);
  c.retention = tuning_range(t->retention, 0.0f, 0.1f, usual.retention);
  c.infiltration = tuning_range(t->infiltration, 0.0f, 1e-2f, usual.infiltration);
  c.splash = tuning_range(t->splash, 0.0f, 4.0f, usual.splash);
  c.depth_fade = tuning_range(t->depth_fade, 0.05f, 10.0f, usual.depth_fade);
  c.substeps_max = t->substeps_max < 1 ? 1 : t->substeps_max > 64 ? 64 : t->substeps_max;
  return c;
}

void weir_water_set_tuning(WeirWater *w, const WeirTuning *tuning) {
  const float before = w->tuning.wave_speed;
  w->tuning = tuning_checked(tuning);
  if (w->solver != WEIR_MEMBRANE || w->tuning.wave_speed >= before) return;
  /* With a lower wave speed and the same vertical velocity a wave would rise higher; its height is kept instead. */
  const float share = w->tuning.wave_speed / before;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) w->membrane.vertical_velocity.cells[water_index(w, i, k)] *= share;
}

WeirTuning weir_water_tuning(const WeirWater *w) {
  return w->tuning;
}

/* Liquids. Densities and viscosities are of the order of the real ones (tables of physical constants; basalt lava 100 Pa s), except that
 * slime and lava are thickened until they run slowly at the depth of a game's streams.
 * name, density, viscosity, cross_section, wave_speed, damping, drag, color, clarity, turbidity, glow */
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
