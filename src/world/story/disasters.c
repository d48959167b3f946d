/* Disasters: a cloudburst, a wave from the sea (or down the river), an earthquake that tilts the ground. Each runs its course by the
 * world's own time, and leaves parameters and boundaries as they were. */
#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "world/story/story.h"

#define CLOUDBURST_SECONDS 20.0  /* s */
#define CLOUDBURST_RAIN 12000.0f /* mm/h: 67 mm in all, what a mountain stream gathers into a flood */
#define WAVE_SECONDS 10.0        /* s, from the sea at rest to the sea at rest */
#define WAVE_HEIGHT 1.5f         /* m, where the command states none */
#define WAVE_FLOOD 3.0f          /* times the discharge of a side with inflow, at the wave's top */
#define QUAKE_SECONDS 7.0        /* s */
#define QUAKE_PERIOD 2.2f        /* s */
#define QUAKE_ACCELERATION 0.13f /* of gravity, to the side: the ground tilts by 7 degrees */
#define QUAKE_DIRECTION 0.7f     /* rad: of its direction from east to south */
#define ALL_OF_IT 40.0f          /* of the extent: radius of a brush whose weight is 1 to a thousandth over the whole grid */

/* 0 at the start and end of what lasts from `since` on, 1 in between. */
static float envelope(double now, double since, double lasts) {
  const double share = (now - since) / lasts;
  if (!(share > 0) || !(share < 1)) return 0;
  const double edge = maths_min(maths_min(share, 1 - share) * 5, 1);
  return (float)(edge * edge * (3 - 2 * edge));
}

float disaster_rain(const World *world) {
  const Disasters *d = &world->disasters;
  return d->cloudburst ? CLOUDBURST_RAIN * envelope(world->time, d->cloudburst_at, CLOUDBURST_SECONDS) : 0;
}

/* --- a wave from the sea ------------------------------------------------------------------------------------------------- */

enum { WAVE_POINTS = 25 };

bool world_side_has_sea(WeirEdge kind) {
  return kind == WEIR_LEVEL || kind == WEIR_WAVE || kind == WEIR_INFLOW;
}

bool disasters_create(World *world) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    if (!world_side_has_sea(weir_water_boundary(world->water, (WeirSide)side).kind)) continue;
    if (!weir_water_set_series(world->water, (WeirSide)side, NULL, NULL, 0, NULL)) return false;
  }
  return true;
}

/* Drives one side by the wave: its level, or its discharge, rises as sin^2 and falls again. */
static bool wave_side(World *world, WeirSide side, float height) {
  const WeirBoundary b = weir_water_boundary(world->water, side);
  double times[WAVE_POINTS];
  float values[WAVE_POINTS];
  for (int n = 0; n < WAVE_POINTS; n++) {
    const float share = (float)n / (WAVE_POINTS - 1), s = maths_sinf(3.14159265f * share), rise = s * s;
    times[n] = world->time + WAVE_SECONDS * (double)share;
    values[n] = height * rise;
    if (b.kind == WEIR_LEVEL) values[n] += b.level;
    if (b.kind == WEIR_INFLOW) values[n] = b.discharge * (1 + (WAVE_FLOOD - 1) * rise);
  }
  return world_side_has_sea(b.kind) && weir_water_set_series(world->water, side, times, values, WAVE_POINTS, NULL);
}

/* The side is again as its scene has it: with a series it would keep the bed beyond it as high as the wave was. */
static void wave_end(World *world) {
  Disasters *const d = &world->disasters;
  if (!d->wave_sides || world->time - d->wave_at <= WAVE_SECONDS) return;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (d->wave_sides >> side & 1) weir_water_set_series(world->water, (WeirSide)side, NULL, NULL, 0, NULL);
  d->wave_sides = 0;
}

/* --- an earthquake ------------------------------------------------------------------------------------------------------- */

void disaster_step(World *world, float dt) {
  Disasters *d = &world->disasters;
  memset(d->acceleration, 0, sizeof d->acceleration);
  wave_end(world);
  if (!d->quake) return;
  const float strength = envelope(world->time, d->quake_at, QUAKE_SECONDS), since = (float)(world->time - d->quake_at);
  const float pull = QUAKE_ACCELERATION * world->params.gravity * strength * maths_sinf(6.2831853f * since / QUAKE_PERIOD);
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  d->quake = (double)since < QUAKE_SECONDS;
  d->acceleration[0] = pull * maths_cosf(QUAKE_DIRECTION), d->acceleration[1] = pull * maths_sinf(QUAKE_DIRECTION);
  if (weir_water_solver(world->water) != WEIR_MEMBRANE) {
    weir_water_impulse(world->water, 0.5f * wide, 0.5f * deep, ALL_OF_IT * maths_maxf(wide, deep), d->acceleration[0] * dt,
                       d->acceleration[1] * dt);
    return;
  }
  /* The membrane knows no velocities: its surface is tilted instead, down on one side and up on the other. */
  const float radius = 0.5f * maths_maxf(wide, deep), by = 0.1f * pull * dt;
  weir_water_disturb(world->water, 0.25f * wide, 0.5f * deep, radius, by);
  weir_water_disturb(world->water, 0.75f * wide, 0.5f * deep, radius, -by);
}

/* --- all of them --------------------------------------------------------------------------------------------------------- */

void disaster_begin(World *world, const Command *command) {
  Disasters *d = &world->disasters;
  if (command->kind == COMMAND_CLOUDBURST) d->cloudburst = true, d->cloudburst_at = world->time;
  if (command->kind == COMMAND_QUAKE) d->quake = true, d->quake_at = world->time;
  if (command->kind != COMMAND_SEA_WAVE || d->wave_sides) return; /* a second wave would begin with a step of the sea's level */
  d->wave_at = world->time;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (wave_side(world, (WeirSide)side, command->height > 0 ? maths_minf(command->height, 20) : WAVE_HEIGHT)) d->wave_sides |= 1u << side;
}
