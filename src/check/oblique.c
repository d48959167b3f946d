/* Supercritical flow that enters at a given speed and is turned by a wall: an oblique jump. */
#include "check/tank.h"

enum { LONG = 400, WIDE = 300 };
static const double cell = 0.1, speed = 8.57, corner = 10, turn = 8.95 * PI / 180;

static bool in_wall(double x, double z) {
  return x > corner && z < (x - corner) * tan(turn);
}

static double wall_bed(const TankPlace *at) {
  return in_wall(at->x, at->z) ? 6 : 0;
}

static double flow_surface(const TankPlace *at) {
  return in_wall(at->x, at->z) ? 0 : 1;
}

static double flow_velocity(const TankPlace *at) {
  return in_wall(at->x, at->z) ? 0 : speed;
}

/* m: z at which the depth, going out from the wall in column i, falls through 1.25 m. */
static double front_at(WeirView depth, int i) {
  for (int k = WIDE - 1; k > 0; k--) {
    const double outer = tank_depth(depth, i, k), inner = tank_depth(depth, i, k - 1);
    if (outer < 1.25 && inner >= 1.25) return (k + 0.5) * cell - cell * (1.25 - outer) / (inner - outer);
  }
  return NAN;
}

/* Angle of the front by a straight line through its places from 20 to 34 m, and the mean depth between 0.35 and 0.7 of the way from
 * the wall to it. */
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

/* A box whose long side is the wall's line: it begins at the corner, partly beyond the north side, extends through the open east
 * side, and reaches from the ground to far above the water. */
static WeirBody wall_body(void) {
  const double along = 25, thick = 0.5, tall = 3, c = cos(turn), s = sin(turn);
  const float rotation[9] = {(float)c, 0, (float)-s, 0, 1, 0, (float)s, 0, (float)c}; /* its x axis along the line */
  WeirBody body = weir_body_default();
  const double half[3] = {along, tall, thick}, at[3] = {corner + along * c + thick * s, tall, along * s - thick * c};
  for (int n = 0; n < 3; n++) body.half[n] = (float)half[n], body.position[n] = (float)at[n];
  for (int n = 0; n < 9; n++) body.rotation[n] = rotation[n];
  body.mass = 1e9f;
  body.id = 1;
  return body;
}

/* NULL, with a row that fails, when the water cannot be made. */
static WeirWater *flow_create(CheckReport *report, TankField *bed) {
  Tank tank = tank_ideal(LONG, WIDE, cell);
  tank.bed = bed;
  tank.surface = flow_surface;
  tank.velocity_x = flow_velocity;
  tank.boundary[WEIR_WEST] = (WeirBoundary){.kind = WEIR_INFLOW, .discharge = (float)(speed * WIDE * cell), .speed = (float)speed};
  tank.boundary[WEIR_EAST].kind = WEIR_OPEN;
  return tank_create(&tank, report);
}

/* Froude number 2.74, turned by 8.95 degrees: the jump stands at 30.0 degrees and the depth behind it is 1.5 times that before it
 * (Hager and others 1994). Half a degree and 2 %: the wall is a staircase of cells, or a body that covers cells in part, with 80
 * cells between it and the front. */
static void jump_rows(CheckReport *report, const WeirWater *water, const char *angle, const char *depth) {
  double degrees, behind;
  front_measure(water, &degrees, &behind);
  check_row(report, "deg", 30, degrees, check_swe_limit(report, 0.5 / 30), "%s", angle);
  check_row(report, "m", 1.5, behind, check_swe_limit(report, 0.02), "%s", depth);
}

static void jump_by_ground(CheckReport *report) {
  WeirWater *water = flow_create(report, wall_bed);
  if (!water) return;
  tank_run(water, 14, tank_tick(cell, 13));
  jump_rows(report, water, "wall by staircase: angle of the jump", "depth behind it");
  check_row(report, "m", 1, tank_depth(weir_water_depth(water), 50, 200), check_swe_limit(report, 0.02),
            "depth of what comes in at 8.57 m/s");
  weir_water_destroy(water);
}

/* A shorter run, for a body costs time: the front is steady after 6 s. */
static void jump_by_body(CheckReport *report) {
  WeirWater *water = flow_create(report, NULL);
  if (!water) return;
  const WeirBody body = wall_body();
  const double time = 8;
  const int steps = (int)ceil(time / tank_tick(cell, 13));
  weir_water_displace(water, &body, 1, 0);
  for (int n = 0; n < steps; n++) {
    weir_water_displace(water, &body, 1, (float)(time / steps));
    weir_water_step(water, (float)(time / steps));
  }
  jump_rows(report, water, "wall by a turned body: angle of the jump", "depth behind it");
  weir_water_destroy(water);
}

void oblique_jump(CheckReport *report) {
  jump_by_ground(report);
  jump_by_body(report);
}
