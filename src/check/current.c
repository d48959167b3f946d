/* Growth and decay of waves: on a current, and of small height. */
#include <math.h>

#include "check/cases.h"
#include "check/tank.h"

/* --- on a current ---------------------------------------------------------------------------------------------------------- */

/* A wave train: the data of a tank's functions, on the stack of its check. */
typedef struct Train {
  double length, height, current; /* m, m, m/s */
} Train;

static double train_surface(const void *data, double x, double z) {
  const Train *t = data;
  (void)z;
  return 1 + t->height * cos(2 * PI * x / t->length);
}

static double train_velocity(const void *data, double x, double z) {
  const Train *t = data;
  return t->current + sqrt(GRAVITY) * (train_surface(data, x, z) - 1);
}

/* Height of the mode of `length` along the tank's middle row. */
static double train_height(const WeirWater *water, double length) {
  const WeirView depth = weir_water_depth(water);
  const double cell = (double)weir_water_cell(water);
  double c = 0, s = 0;
  for (int i = 0; i < depth.nx; i++) {
    const double phase = 2 * PI * (i + 0.5) * cell / length, h = tank_depth(depth, i, depth.nz / 2);
    c += h * cos(phase), s += h * sin(phase);
  }
  return 2 * hypot(c, s) / depth.nx;
}

/* A wave of 16 cells that runs with a current of 1 and 2 m/s, in steps of 20 ms. When the pressure used the surface from before
 * advection, it grew by k^2*U*c*dt/2 a second, 1.4 and 2.1 times in 10 s. It may lose height (the row says how much) but not gain
 * any: 1 % is allowed for what the train sheds at the start. */
void current_waves(CheckReport *report) {
  for (int n = 1; n <= 2; n++) {
    const Train train = {4, 0.002, n};
    Tank tank = tank_ideal(64, 16, 0.25);
    tank.surface = train_surface;
    tank.velocity_x = train_velocity;
    tank.data = &train;
    tank.boundary[WEIR_WEST].kind = tank.boundary[WEIR_EAST].kind = WEIR_PERIODIC;
    WeirWater *water = tank_create(&tank, report);
    if (!water) return;
    tank_run(water, 1, 0.02);
    const double before = train_height(water, train.length);
    tank_run(water, 10, 0.02);
    CheckRow *row = check_row(report, n == 1 ? "with 1 m/s: height after 10 s" : "with 2 m/s: height after 10 s", "1", 1,
                              train_height(water, train.length) / before, INFINITY);
    row->error = fmax(0, row->got - 1);
    row->limit = 0.01;
    check_judge(row, row->got <= 1.01);
    weir_water_destroy(water);
  }
}

/* --- small ------------------------------------------------------------------------------------------------------------------ */

static double small_surface(const void *data, double x, double z) {
  (void)z;
  return 1 + 1e-4 * cos(PI * x / *(const double *)data);
}

static double small_left(CheckReport *report, double length, double cell) {
  const double period = 2 * length / sqrt(GRAVITY), tick = period / 200;
  Tank tank = tank_ideal((int)(length / cell), 16, cell);
  tank.surface = small_surface;
  tank.data = &length;
  tank.tuning.wave_speed = (float)sqrt(GRAVITY);
  WeirWater *water = tank_create(&tank, report);
  if (!water) return NAN;
  double height = 0;
  for (int n = 0; n < 43 * 200; n++) {
    weir_water_step(water, (float)tick);
    if (n < 42 * 200) continue;
    const WeirView depth = weir_water_depth(water);
    double c = 0; /* of the standing wave of which the tank holds a half */
    for (int i = 0; i < depth.nx; i++) c += (tank_depth(depth, i, depth.nz / 2) - 1) * cos(PI * (i + 0.5) / depth.nx);
    height = fmax(height, 2 * fabs(c) / depth.nx);
  }
  weir_water_destroy(water);
  return height / 1e-4;
}

/* Checks how much is left of a wave of 0.1 mm on 1 m of water after 43 periods, 128 or 512 cells long: its greatest height in the last
 * period. Its height is 1700 last places of a depth; a step changes a depth by about 24 (short) or 6 (long). The short one may lose a
 * twentieth, the long one a quarter in shallow water, to the smoothing and dead bands that let water come to rest (flow/tuned.h). Pipes
 * only state the long one. */
void current_small(CheckReport *report) {
  static const double most[WEIR_SOLVER_COUNT][2] = {{0.01, 0.01}, {0.05, INFINITY}, {0.05, 0.25}};
  const double *const limit = most[report->solver];
  check_row(report, "0.1 mm on 1 m, 128 cells: left, 43 periods", "1", 1, small_left(report, 16, 0.25), limit[0]);
  check_row(report, "0.1 mm on 1 m, 512 cells: left, 43 periods", "1", 1, small_left(report, 64, 0.25), limit[1]);
}
