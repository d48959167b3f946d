/* Flow faster than its waves comes in at a stated speed and meets a wall that turns it: an oblique jump. */
#include <math.h>

#include "check/cases.h"
#include "check/tank.h"

enum { LONG = 400, WIDE = 300 };
static const double cell = 0.1, speed = 8.57, corner = 10, turn = 8.95 * PI / 180, seconds = 14;

static bool in_wall(double x, double z) {
  return x > corner && z < (x - corner) * tan(turn);
}

static double wall_bed(const void *data, double x, double z) {
  (void)data;
  return in_wall(x, z) ? 6 : 0;
}

static double flow_surface(const void *data, double x, double z) {
  (void)data;
  return in_wall(x, z) ? 0 : 1;
}

static double flow_velocity(const void *data, double x, double z) {
  (void)data;
  return in_wall(x, z) ? 0 : speed;
}

/* m: where the depth falls through 1.25 m on the way from the wall in column i. */
static double front_at(WeirView depth, int i) {
  for (int k = WIDE - 1; k > 0; k--) {
    const double outer = tank_depth(depth, i, k), inner = tank_depth(depth, i, k - 1);
    if (outer < 1.25 && inner >= 1.25) return (k + 0.5) * cell - cell * (1.25 - outer) / (inner - outer);
  }
  return NAN;
}

/* Angle of the front by a straight line through its places from 20 to 34 m, and the mean depth between 0.35 and 0.7 of the way from the wall. */
static void front_measure(const WeirWater *water, double *degrees, double *behind) {
  const WeirView depth = weir_water_depth(water);
  double n = 0, sx = 0, sz = 0, sxx = 0, sxz = 0, sum = 0, cells = 0;
  for (int i = (int)(20 / cell); i < (int)(34 / cell); i++) {
    const double x = (i + 0.5) * cell, z = front_at(depth, i), wall = (x - corner) * tan(turn);
    n++, sx += x, sz += z, sxx += x * x, sxz += x * z;
    for (int k = (int)((wall + 0.35 * (z - wall)) / cell); k < (int)((wall + 0.7 * (z - wall)) / cell); k++)
      sum += tank_depth(depth, i, k), cells++;
  }
  *degrees = atan((sxz - sx * sz / n) / (sxx - sx * sx / n)) * 180 / PI;
  *behind = sum / cells;
}

/* Froude number 2.74, turned by 8.95 degrees: the jump stands at 30.0 degrees and is 1.5 times as deep behind (Hager and others 1994). Half a
 * degree and 2 %: the wall is a staircase of the grid's cells, 80 of them between it and the front. */
void oblique_jump(CheckReport *report) {
  Tank tank = tank_ideal(LONG, WIDE, cell);
  tank.bed = wall_bed;
  tank.surface = flow_surface;
  tank.velocity_x = flow_velocity;
  tank.boundary[WEIR_WEST] = (WeirBoundary){.kind = WEIR_INFLOW, .discharge = (float)(speed * WIDE * cell), .speed = (float)speed};
  tank.boundary[WEIR_EAST].kind = WEIR_OPEN;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return;
  tank_run(water, seconds, tank_tick(cell, 13));
  double degrees, behind;
  front_measure(water, &degrees, &behind);
  const bool swe = report->solver == WEIR_SWE;
  check_row(report, "wall by staircase: angle of the jump", "deg", 30, degrees, swe ? 0.5 / 30 : INFINITY);
  check_row(report, "depth behind it", "m", 1.5, behind, swe ? 0.02 : INFINITY);
  check_row(report, "depth of what comes in at 8.57 m/s", "m", 1, tank_depth(weir_water_depth(water), 50, 200), swe ? 0.02 : INFINITY);
  weir_water_destroy(water);
}
