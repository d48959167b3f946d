/* Waves: low ones, for which every solver approximates the wave equation, on a current and on a beach too. */
#define _DEFAULT_SOURCE 1 /* j0 */
#include "base/memory.h"
#include "check/tank.h"

/* --- standing waves -------------------------------------------------------------------------------------------------- */

/* Waves of at least 64 cells: the pipes' damping of ripples takes 5e-6 of such a wave a step, and more of shorter waves. */
enum { BOX_X = 96, BOX_Z = 64, BOX_CROSSINGS = 17 };

/* A standing wave: the data of a tank's functions, on the stack of its check. */
typedef struct Mode {
  int x, z;                  /* half waves along each axis */
  double mean_depth, height; /* m */
} Mode;

static double mode_shape(const Mode *mode, double x, double z) {
  return cos(mode->x * PI * x / BOX_X) * cos(mode->z * PI * z / BOX_Z);
}

/* Cells of 1 m, so that places in the box are places in cells. */
static double mode_surface(const TankPlace *at) {
  const Mode *mode = at->data;
  return mode->mean_depth + mode->height * mode_shape(mode, at->x, at->z);
}

/* s: measured over whole half periods, so that the phase at the start does not matter. */
static double mode_period(WeirWater *water, const Mode *mode, double tick, double expected) {
  Crossings c = {0};
  const int steps_most = (int)(BOX_CROSSINGS * expected / tick);
  for (int n = 0; n < steps_most && c.count < BOX_CROSSINGS; n++) {
    const WeirView depth = weir_water_depth(water);
    double sum = 0;
    for (int k = 0; k < BOX_Z; k++)
      for (int i = 0; i < BOX_X; i++) sum += (tank_depth(depth, i, k) - mode->mean_depth) * mode_shape(mode, i + 0.5, k + 0.5);
    crossings_add(&c, n * tick, sum);
    weir_water_step(water, (float)tick);
  }
  return crossings_period(&c);
}

/* The scheme, leapfrog in time and three-point differences in space, obeys its dispersion relation to rounding, sin(w*dt/2) =
 * (c*dt/dx)*sqrt(sin^2(kx*dx/2) + sin^2(kz*dx/2)), k = mode*pi/(cells*dx). 1e-4: a wave of 1e-3 of the depth changes its own
 * speed by up to half of that within a swing, of which a tenth remains over a period. */
void waves_standing(CheckReport *report) {
  static const int modes[3][2] = {{1, 0}, {2, 1}, {3, 2}};
  for (int n = 0; n < 3; n++) {
    const Mode mode = {modes[n][0], modes[n][1], 1.0, 1e-3};
    Tank tank = tank_ideal(BOX_X, BOX_Z, 1.0);
    tank.surface = mode_surface;
    tank.data = &mode;
    tank.tuning.stencil = 5;
    tank.tuning.wave_speed = (float)sqrt(GRAVITY * mode.mean_depth);
    const double c = sqrt(GRAVITY * mode.mean_depth), tick = (double)(float)tank_tick(1.0, c);
    const double sx = sin(mode.x * PI / (2.0 * BOX_X)), sz = sin(mode.z * PI / (2.0 * BOX_Z));
    const double expected = PI * tick / asin(c * tick * sqrt(sx * sx + sz * sz));
    WeirWater *water = tank_create(&tank, report);
    if (!water) return;
    check_row(report, "s", expected, mode_period(water, &mode, tick, expected), 1e-4, "period of mode (%d,%d)", mode.x, mode.z);
    weir_water_destroy(water);
  }
}

/* --- the round pulse ------------------------------------------------------------------------------------------------- */

/* Widths w are metres. The pulse runs 3 m; the nearest wall is 7 m off, and its own foot 4 m. */
static const double pond_side = 14, pulse_height = 1e-3, pulse_way = 3;

static double pulse_surface(const TankPlace *at) {
  const double r2 = (at->x - pond_side / 2) * (at->x - pond_side / 2) + (at->z - pond_side / 2) * (at->z - pond_side / 2);
  return 1 + pulse_height * exp(-r2);
}

enum { PULSE_SAMPLES = 2001 };

/* Fills u at r = n*spacing with the solution of the wave equation for a round pulse exp(-r^2/w^2) at rest, distances in units of w,
 * s = c*t/w: u(r, s) = integral of exp(-k^2/4)/2 * J0(k*r)*cos(k*s)*k dk. Trapezoidal rule up to k = 12, where the integrand has vanished
 * (e^-36), with the Euler-Maclaurin correction dk^2/12*f'(0) for its slope of 1/2 at k = 0: right to 1e-9. */
static void pulse_exact(double s, double spacing, double *u) {
  enum { STEPS = 1200 };
  const double dk = 12.0 / STEPS;
  for (int n = 0; n < PULSE_SAMPLES; n++) u[n] = dk * dk / 24;
  for (int m = 1; m < STEPS; m++) {
    const double k = m * dk, weight = 0.5 * exp(-0.25 * k * k) * cos(k * s) * k * dk;
    for (int n = 0; n < PULSE_SAMPLES; n++) u[n] += weight * j0(k * n * spacing);
  }
}

/* ||depth - exact|| / ||exact - still||, both over the whole pond. */
static double pulse_distance(const WeirWater *water, const double *exact, double spacing) {
  const WeirView depth = weir_water_depth(water);
  const double cell = pond_side / depth.nx;
  double off = 0, all = 0;
  for (int k = 0; k < depth.nz; k++)
    for (int i = 0; i < depth.nx; i++) {
      const double x = (i + 0.5) * cell - pond_side / 2, z = (k + 0.5) * cell - pond_side / 2;
      const double at = sqrt(x * x + z * z) / spacing;
      const int n = (int)at;
      const double u = pulse_height * (exact[n] + (at - n) * (exact[n + 1] - exact[n]));
      const double d = tank_depth(depth, i, k) - 1 - u;
      off += d * d;
      all += u * u;
    }
  return sqrt(off / all);
}

/* Velocities are half a step behind the heights: water that starts at rest was at rest half a step ago, and the heights after n
 * steps are those of time n + 1/2. */
static double pulse_error(CheckReport *report, int cells, int stencil) {
  Tank tank = tank_ideal(cells, cells, pond_side / cells);
  const double c = sqrt(GRAVITY), spacing = 10.0 / (PULSE_SAMPLES - 1);
  tank.surface = pulse_surface;
  tank.tuning.stencil = stencil;
  tank.tuning.wave_speed = (float)c;
  WeirWater *water = tank_create(&tank, report);
  double *exact = memory_create(PULSE_SAMPLES, sizeof *exact), error = NAN;
  const int steps = (int)ceil(pulse_way / c / tank_tick(tank.cell, c));
  const double tick = pulse_way / c / (steps + 0.5);
  if (water && exact) {
    pulse_exact(pulse_way, spacing, exact);
    for (int n = 0; n < steps; n++) weir_water_step(water, (float)tick);
    error = pulse_distance(water, exact, spacing);
  }
  memory_free(exact);
  weir_water_destroy(water);
  return error;
}

static void pulse_row(CheckReport *report, const char *quantity, int stencil) {
  enum { GRIDS = 3 };
  double cells[GRIDS], errors[GRIDS];
  for (int n = 0; n < GRIDS; n++) {
    const int side = 64 << n;
    cells[n] = pond_side / side;
    errors[n] = pulse_error(report, side, stencil);
  }
  check_row(report, "1", 0, errors[GRIDS - 1], 0.01, "%s", quantity)->order = order_of_convergence(cells, errors, GRIDS);
}

/* 1 % at 18 cells a width: the differences are of second order, (k*dx)^2/24 of the way for k = 2/w is 0.1 % of it. */
void waves_pulse(CheckReport *report) {
  if (report->solver == WEIR_MEMBRANE) {
    pulse_row(report, "relative L2 error, 256 cells, 5 points", 5);
    pulse_row(report, "relative L2 error, 256 cells, 9 points", 9);
  } else {
    pulse_row(report, "relative L2 error, 256 cells", 9);
  }
}

/* --- running waves --------------------------------------------------------------------------------------------------- */

/* A half hump against the west wall, which becomes a single pulse to the east of half its height: the data of a tank's functions,
 * on the stack of its check. */
typedef struct Hump {
  double mean_depth, height, width; /* m */
} Hump;

static double hump_surface(const TankPlace *at) {
  const Hump *hump = at->data;
  return hump->mean_depth + hump->height * exp(-at->x * at->x / (hump->width * hump->width));
}

/* m: centre of the pulse's energy. */
static double pulse_middle(const WeirWater *water, double still, double cell) {
  const WeirView depth = weir_water_depth(water);
  double sum = 0, moment = 0;
  for (int i = 0; i < depth.nx; i++) {
    const double u = tank_depth(depth, i, 8) - still;
    sum += u * u;
    moment += u * u * (i + 0.5) * cell;
  }
  return moment / sum;
}

/* 1 %: the pulse's height, 5e-4 of the depth, speeds it up by less than 0.1 %; the rest is the scheme's. */
void waves_travelling(CheckReport *report) {
  static const double depths[2] = {0.5, 4.0};
  const double cell = 0.125, length = 64, width = 2;
  for (int n = 0; n < 2; n++) {
    const Hump hump = {depths[n], 1e-3 * depths[n], width};
    const double c = sqrt(GRAVITY * hump.mean_depth), tick = tank_tick(cell, c), way = 0.5 * length;
    Tank tank = tank_ideal((int)(length / cell), 16, cell);
    tank.surface = hump_surface;
    tank.data = &hump;
    WeirWater *water = tank_create(&tank, report);
    if (!water) return;
    tank_run(water, 0.25 * length / c, tick);
    const double from = pulse_middle(water, hump.mean_depth, cell);
    tank_run(water, way / c, tick);
    const double speed = (pulse_middle(water, hump.mean_depth, cell) - from) / (way / c);
    check_row(report, "m/s", c, speed, 0.01, "speed on %.1f m of water", hump.mean_depth);
    weir_water_destroy(water);
  }
}

/* --- Green's law ----------------------------------------------------------------------------------------------------- */

/* A shelf of 1 m, a slope twelve widths of the pulse long, a shelf of 0.25 m. */
static const double shelf_ends = 16, slope_ends = 64, green_length = 90, green_rise = 0.75;

/* The bed rises as half a cosine, without corners that would reflect the pulse. */
static double green_bed(const TankPlace *at) {
  const double s = fmin(fmax((at->x - shelf_ends) / (slope_ends - shelf_ends), 0), 1);
  return green_rise * 0.5 * (1 - cos(PI * s));
}

static double green_crest(const WeirWater *water, double still) {
  enum { CELLS_MAX = 1024 };
  static double surface[CELLS_MAX];
  const WeirView depth = weir_water_depth(water), bed = weir_water_terrain(water);
  for (int i = 0; i < depth.nx && i < CELLS_MAX; i++) surface[i] = tank_depth(depth, i, 8) + tank_depth(bed, i, 8);
  return crest_of(surface, depth.nx, NULL) - still;
}

/* s: travel time from x = 0 to x, the integral of dx/sqrt(g*d). */
static double green_arrival(double x) {
  double seconds = 0;
  const double step = 0.05;
  for (double at = step / 2; at < x; at += step) seconds += step / sqrt(GRAVITY * (1 - green_bed(&(TankPlace){.x = at})));
  return seconds;
}

/* 5 %: the slope is finite (its reflection goes with (width/slope)^2, under 1 %), and the grid cuts crests. */
void waves_green(CheckReport *report) {
  const Hump hump = {1, 1e-3, 4};
  const double cell = 0.125, tick = tank_tick(cell, sqrt(GRAVITY)), first = 13, second = 76;
  Tank tank = tank_ideal((int)(green_length / cell), 16, cell);
  tank.bed = green_bed;
  tank.surface = hump_surface;
  tank.data = &hump;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return;
  tank_run(water, green_arrival(first), tick);
  const double before = green_crest(water, hump.mean_depth);
  tank_run(water, green_arrival(second) - green_arrival(first), tick);
  const double after = green_crest(water, hump.mean_depth);
  check_row(report, "1", pow(1 - green_rise, -0.25), after / before, 0.05, "crest on 0.25 m over crest on 1 m");
  weir_water_destroy(water);
}

/* --- symmetry -------------------------------------------------------------------------------------------------------- */

enum { SQUARE = 128 };

/* Places are multiples of 1/8 m, so that squared distances on both sides of the middle are equal to the bit. */
static double drop_surface(const TankPlace *at) {
  const double r2 = (at->x - 16) * (at->x - 16) + (at->z - 16) * (at->z - 16);
  return 1 + 0.5 * exp(-r2 / 4);
}

/* 1e-6 m: eight last places of a float at 1.5 m. No order of sums in a scheme needs to break a mirror. */
void waves_symmetry(CheckReport *report) {
  Tank tank = tank_ideal(SQUARE, SQUARE, 0.25);
  tank.surface = drop_surface;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return;
  for (int n = 0; n < 200; n++) weir_water_step(water, 0.02f);
  const WeirView d = weir_water_depth(water);
  double worst = 0;
  for (int k = 0; k < SQUARE; k++)
    for (int i = 0; i < SQUARE; i++) {
      const double here = tank_depth(d, i, k);
      worst = fmax(worst, fabs(here - tank_depth(d, SQUARE - 1 - i, k)));
      worst = fmax(worst, fabs(here - tank_depth(d, i, SQUARE - 1 - k)));
      worst = fmax(worst, fabs(here - tank_depth(d, k, i)));
    }
  check_row(report, "m", 0, worst, 1e-6, "asymmetry after 200 steps");
  weir_water_destroy(water);
}

/* --- on a current ---------------------------------------------------------------------------------------------------------- */

/* A wave train: the data of a tank's functions, on the stack of its check. */
typedef struct Train {
  double length, height, current; /* m, m, m/s */
} Train;

static double train_surface(const TankPlace *at) {
  const Train *t = at->data;
  return 1 + t->height * cos(2 * PI * at->x / t->length);
}

static double train_velocity(const TankPlace *at) {
  const Train *t = at->data;
  return t->current + sqrt(GRAVITY) * (train_surface(at) - 1);
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
    CheckRow *row = check_row(report, "1", 1, train_height(water, train.length) / before, INFINITY, "with %d m/s: height after 10 s", n);
    row->error = fmax(0, row->got - 1);
    row->limit = 0.01;
    check_judge(row, row->got <= 1.01);
    weir_water_destroy(water);
  }
}

/* --- small ------------------------------------------------------------------------------------------------------------------ */

static double small_surface(const TankPlace *at) {
  return 1 + 1e-4 * cos(PI * at->x / *(const double *)at->data);
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
  check_row(report, "1", 1, small_left(report, 16, 0.25), limit[0], "0.1 mm on 1 m, 128 cells: left, 43 periods");
  check_row(report, "1", 1, small_left(report, 64, 0.25), limit[1], "0.1 mm on 1 m, 512 cells: left, 43 periods");
}

/* --- run-up ---------------------------------------------------------------------------------------------------------- */

enum { ACROSS = 16, CELLS_A_DEPTH = 20 };
static const double cot = 19.85, height = 0.0185, toe = 30;

/* m: initial place of the crest, at which the wave has a twentieth of its height at the toe. */
static double place(void) {
  return toe - acosh(sqrt(20)) / sqrt(0.75 * height);
}

static double beach_bed(const TankPlace *at) {
  return at->x < toe ? -1 : -1 + (at->x - toe) / cot;
}

static double beach_surface(const TankPlace *at) {
  if (beach_bed(at) > 0) return -2;
  const double s = 1 / cosh(sqrt(0.75 * height) * (at->x - place()));
  return height * s * s;
}

static double beach_velocity(const TankPlace *at) {
  const double bed = beach_bed(at);
  return bed < 0 ? 2 * (sqrt(GRAVITY * (beach_surface(at) - bed)) - sqrt(-GRAVITY * bed)) : 0;
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
  check_row(report, "m", 2.831 * sqrt(cot) * pow(height, 1.25), reach, check_swe_limit(report, 0.03),
            "run-up, H/d = 0.0185, 20 cells a depth");
  check_row(report, "1", 0, tank_stats(water).volume_error, 1e-5, "volume off the budget");
  weir_water_destroy(water);
}
