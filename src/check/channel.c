/* Uniform flow on a slope (Manning). */
#include <math.h>

#include "base/memory.h"
#include "check/cases.h"
#include "check/exact.h"
#include "check/tank.h"

enum { CELLS = 300, ACROSS = 16 };
static const double cell = 2, slope = 0.005, roughness_n = 0.03, depth_wanted = 0.5;

static double channel_bed(const void *data, double x, double z) {
  (void)data;
  (void)z;
  return slope * (CELLS * cell - x);
}

/* Initial surface: at rest, with 0.7 of the final depth. */
static double channel_surface(const void *data, double x, double z) {
  return channel_bed(data, x, z) + 0.7 * depth_wanted;
}

/* Mean depth and speed over the middle fifth: the ends' influence reaches h/slope = 100 m into the channel of 600 m. */
static void channel_middle(const WeirWater *water, double *depth, double *speed) {
  float *const v = memory_create(2 * CELLS * ACROSS, sizeof *v);
  *depth = *speed = NAN;
  if (!v) return;
  weir_water_velocity(water, v, v + CELLS * ACROSS);
  const WeirView d = weir_water_depth(water);
  const int from = 2 * CELLS / 5, to = 3 * CELLS / 5;
  *depth = *speed = 0;
  for (int i = from; i < to; i++) {
    *depth += tank_depth(d, i, ACROSS / 2) / (to - from);
    *speed += (double)v[ACROSS / 2 * CELLS + i] / (to - from);
  }
  memory_free(v);
}

/* 2 %: uniform flow has no gradients to get wrong; what remains is the ends' influence and single precision. */
void channel_manning(CheckReport *report) {
  const double q = pow(depth_wanted, 5.0 / 3) * sqrt(slope) / roughness_n;
  Tank tank = tank_ideal(CELLS, ACROSS, cell);
  tank.bed = channel_bed;
  tank.surface = channel_surface;
  tank.tuning.manning = (float)roughness_n;
  tank.boundary[WEIR_WEST] = (WeirBoundary){.kind = WEIR_INFLOW, .discharge = (float)(q * ACROSS * cell)};
  tank.boundary[WEIR_EAST] = (WeirBoundary){.kind = WEIR_OPEN};
  WeirWater *water = tank_create(&tank, report);
  if (!water) return;
  tank_run(water, 1500, tank_tick(cell, 4));
  double depth, speed;
  channel_middle(water, &depth, &speed);
  const double h = exact_manning_depth(q, slope, roughness_n);
  check_row(report, "depth, slope 0.005, n = 0.03", "m", h, depth, 0.02);
  check_row(report, "speed", "m/s", q / h, speed, 0.02);
  weir_water_destroy(water);
}
