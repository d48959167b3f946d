/* A solitary wave that runs up a beach without breaking (Synolakis 1987). */
#include <math.h>

#include "check/cases.h"
#include "check/tank.h"

enum { ACROSS = 16, CELLS_A_DEPTH = 20 };
static const double cot = 19.85, height = 0.0185, toe = 30;

/* m: initial place of the crest, at which the wave has a twentieth of its height at the toe. */
static double place(void) {
  return toe - acosh(sqrt(20)) / sqrt(0.75 * height);
}

static double beach_bed(const void *data, double x, double z) {
  (void)data;
  (void)z;
  return x < toe ? -1 : -1 + (x - toe) / cot;
}

static double beach_surface(const void *data, double x, double z) {
  if (beach_bed(data, x, z) > 0) return -2;
  const double s = 1 / cosh(sqrt(0.75 * height) * (x - place()));
  return height * s * s;
}

static double beach_velocity(const void *data, double x, double z) {
  const double bed = beach_bed(data, x, z);
  return bed < 0 ? 2 * (sqrt(GRAVITY * (beach_surface(data, x, z) - bed)) - sqrt(-GRAVITY * bed)) : 0;
}

/* m: surface of the highest cell whose depth is more than a hundredth of the wave. */
static double beach_reach(const WeirWater *water) {
  const WeirView depth = weir_water_depth(water), bed = weir_water_terrain(water);
  for (int i = depth.nx - 1; i > 0; i--)
    if (tank_depth(depth, i, ACROSS / 2) > 0.01 * height) return tank_depth(depth, i, ACROSS / 2) + tank_depth(bed, i, ACROSS / 2);
  return 0;
}

/* 3 % of 2.831*sqrt(cot)*(H/d)^(5/4), itself an asymptotic form: the front's own cell rises by 2.9 % of it. Pipes state. */
void runup_solitary(CheckReport *report) {
  const double cell = 1.0 / CELLS_A_DEPTH, c = sqrt(GRAVITY);
  Tank tank = tank_ideal((int)((toe + 1.35 * cot) / cell), ACROSS, cell);
  tank.bed = beach_bed;
  tank.surface = beach_surface;
  tank.velocity_x = beach_velocity;
  tank.boundary[WEIR_WEST].kind = WEIR_OPEN;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return;
  const double until = (toe - place() + 2.5 * cot) / c + 10, tick = tank_tick(cell, 1.3 * c);
  double reach = 0;
  for (double t = 0; t < until; t += tick) {
    weir_water_step(water, (float)tick);
    reach = fmax(reach, beach_reach(water));
  }
  check_row(report, "run-up, H/d = 0.0185, 20 cells a depth", "m", 2.831 * sqrt(cot) * pow(height, 1.25), reach,
            report->solver == WEIR_SWE ? 0.03 : INFINITY);
  WeirStats stats;
  weir_water_stats(water, &stats);
  check_row(report, "volume off the budget", "1", 0, stats.volume_error, 1e-5);
  weir_water_destroy(water);
}
