/* Steady flow over the bump of SWASHES: 25 m, 10 cm cells. */
#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "check/cases.h"
#include "check/exact.h"
#include "check/tank.h"

enum { CELLS = 250, ACROSS = 16 };
static const double cell = 0.1;

/* A regime of flow over the bump, with its outer conditions; an entry of `bumps`. */
typedef struct BumpCase {
  const char *name;
  ExactRegime regime;
  double q, level; /* m^2/s; m: initial surface and, except with the open outflow, the level held at the outflow */
} BumpCase;

static const BumpCase bumps[] = {
    {"slow", BUMP_SUBCRITICAL, 4.42, 2.0}, {"fast", BUMP_TRANSCRITICAL, 1.53, 0.66}, {"jump", BUMP_SHOCK, 0.18, 0.33}};

static double bump_bed(const void *data, double x, double z) {
  (void)data;
  (void)z;
  return exact_bump_bed(x);
}

static double bump_surface(const void *data, double x, double z) {
  (void)x;
  (void)z;
  return ((const BumpCase *)data)->level;
}

static double bump_velocity(const void *data, double x, double z) {
  (void)z;
  const BumpCase *b = data;
  return b->q / (b->level - exact_bump_bed(x));
}

static double bump_tick(const BumpCase *b) {
  return tank_tick(cell, sqrt(GRAVITY * b->level) + b->q / (b->level - 0.2));
}

/* Runs until the flow is steady. Between a side of given discharge and one of given level water sloshes for long; a drag, removed
 * later, shortens that. With an open side the waves leave by themselves and a drag would only raise the water: where the outflow
 * is slower than its waves, an open side has no level to draw it down to. */
static void bump_settle(WeirWater *water, const BumpCase *b) {
  const bool open = b->regime == BUMP_TRANSCRITICAL;
  WeirTuning tuning = weir_water_tuning(water);
  tuning.friction = open ? 0.0f : 0.1f;
  weir_water_set_tuning(water, &tuning);
  tank_run(water, 20, bump_tick(b));
  tuning.friction = 0.0f;
  weir_water_set_tuning(water, &tuning);
  tank_run(water, open ? 40 : 140, bump_tick(b));
}

static double bump_depth_error(const WeirWater *water, const ExactBump *exact) {
  const WeirView depth = weir_water_depth(water);
  double off = 0, all = 0;
  for (int i = 0; i < CELLS; i++) {
    const double h = exact_bump_depth(exact, (i + 0.5) * cell);
    off += fabs(tank_depth(depth, i, ACROSS / 2) - h);
    all += h;
  }
  return off / all;
}

/* Largest |speed*depth/q - 1| at the cell centres, except within 5 cells of the jump. */
static double bump_flow_error(const WeirWater *water, const ExactBump *exact) {
  float *const v = memory_create(2 * CELLS * ACROSS, sizeof *v);
  if (!v) return NAN;
  weir_water_velocity(water, v, v + CELLS * ACROSS);
  const WeirView depth = weir_water_depth(water);
  double worst = 0;
  for (int i = 0; i < CELLS; i++) {
    if (exact->regime == BUMP_SHOCK && fabs((i + 0.5) * cell - exact->shock) < 5 * cell) continue;
    const double q = (double)v[ACROSS / 2 * CELLS + i] * tank_depth(depth, i, ACROSS / 2);
    worst = fmax(worst, fabs(q / exact->q - 1));
  }
  memory_free(v);
  return worst;
}

/* m: place of the steepest rise of the depth east of the crest. */
static double bump_jump(const WeirWater *water) {
  const WeirView depth = weir_water_depth(water);
  int most = (int)(10 / cell);
  for (int i = most; i < CELLS - 1; i++) {
    const double rise = tank_depth(depth, i + 1, ACROSS / 2) - tank_depth(depth, i, ACROSS / 2);
    if (rise > tank_depth(depth, most + 1, ACROSS / 2) - tank_depth(depth, most, ACROSS / 2)) most = i;
  }
  return (most + 1) * cell;
}

/* 3 % of the depth and 2 % of the flow: the cells are 10 cm, the bump 4 m long, and schemes smear it to first order. A
 * jump takes about two cells, so its place is within two cells (the row's error is relative to the place). */
static void bump_rows(CheckReport *report, const BumpCase *b) {
  const ExactBump exact = exact_bump(b->regime, b->q, b->level);
  Tank tank = tank_ideal(CELLS, ACROSS, cell);
  tank.bed = bump_bed;
  tank.surface = bump_surface;
  tank.velocity_x = bump_velocity;
  tank.data = b;
  tank.boundary[WEIR_WEST] = (WeirBoundary){.kind = WEIR_INFLOW, .discharge = (float)(b->q * ACROSS * cell)};
  tank.boundary[WEIR_EAST] =
      b->regime == BUMP_TRANSCRITICAL ? (WeirBoundary){.kind = WEIR_OPEN} : (WeirBoundary){.kind = WEIR_LEVEL, .level = (float)b->level};
  WeirWater *water = tank_create(&tank, report);
  if (!water) return;
  bump_settle(water, b);
  char quantity[56];
  snprintf(quantity, sizeof quantity, "%s: L1 of depth over mean depth", b->name);
  check_row(report, quantity, "1", 0, bump_depth_error(water, &exact), 0.03);
  snprintf(quantity, sizeof quantity, "%s: speed*depth along x, off at most", b->name);
  check_row(report, quantity, "1", 0, bump_flow_error(water, &exact), 0.02);
  if (b->regime == BUMP_SHOCK) check_row(report, "jump: place", "m", exact.shock, bump_jump(water), 2 * cell / exact.shock);
  snprintf(quantity, sizeof quantity, "%s: outflow by the ledger", b->name);
  const double seconds = 10;
  WeirStats before, after;
  weir_water_stats(water, &before);
  tank_run(water, seconds, bump_tick(b));
  weir_water_stats(water, &after);
  const double outflow = (after.volume_removed - before.volume_removed) / (seconds * ACROSS * cell);
  check_row(report, quantity, "m2/s", b->q, outflow, 0.02);
  weir_water_destroy(water);
}

void bumps_steady(CheckReport *report) {
  for (int n = 0; n < (int)(sizeof bumps / sizeof *bumps); n++) bump_rows(report, &bumps[n]);
}
