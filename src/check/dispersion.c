/* Waves that disperse, in water that is deep for them: omega^2 = g*k*tanh(k*d) (Airy 1845), standing, in rings and on a current; and that the
 * filter that makes them so leaves still water and volume alone. Steps are the program's own, 20 ms. */
#define _DEFAULT_SOURCE 1 /* j0 */
#include "base/memory.h"
#include "base/rng.h"
#include "check/tank.h"

static const double tick = 0.02;

static double airy_omega(double k, double d) {
  return sqrt(GRAVITY * k * tanh(k * d));
}

/* --- standing waves -------------------------------------------------------------------------------------------------- */

enum { MODES = 6, MODE_PERIODS = 10, MODE_ROWS = 8 };
static const double mode_cell = 0.5;

/* One wave from wall to wall: the data of a tank's functions, on the stack of its check. */
typedef struct Mode {
  double k, depth, height; /* 1/m, m, m */
} Mode;

static double mode_surface(const TankPlace *at) {
  const Mode *m = at->data;
  return m->depth + m->height * cos(m->k * at->x);
}

/* Returns the height of the mode, over that at the start. */
static double mode_height(const WeirWater *water, const Mode *mode) {
  const WeirView depth = weir_water_depth(water);
  double sum = 0;
  for (int i = 0; i < depth.nx; i++) sum += (tank_depth(depth, i, MODE_ROWS / 2) - mode->depth) * cos(mode->k * (i + 0.5) * mode_cell);
  return 2 * sum / depth.nx / mode->height;
}

/* The period and heights that a mode was seen to have. On the stack. */
typedef struct ModeRun {
  double period;         /* s */
  double last, greatest; /* height over that at the start: the greatest of the tenth period, of all */
} ModeRun;

static bool mode_run(CheckReport *report, const Mode *mode, int cells, ModeRun *run) {
  Tank tank = tank_ideal(cells, MODE_ROWS, mode_cell);
  tank.surface = mode_surface;
  tank.data = mode;
  tank.disperses = true;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return false;
  const double period = 2 * PI / airy_omega(mode->k, mode->depth);
  Crossings c = {0};
  *run = (ModeRun){0};
  for (double t = 0; t < (MODE_PERIODS + 0.6) * period; t += tick) {
    const double height = mode_height(water, mode);
    crossings_add(&c, t, height);
    run->greatest = fmax(run->greatest, fabs(height));
    if (t > (MODE_PERIODS - 0.5) * period) run->last = fmax(run->last, fabs(height));
    weir_water_step(water, (float)tick);
  }
  run->period = crossings_period(&c);
  weir_water_destroy(water);
  return true;
}

/* Waves of 2e-3 of the depth: lower ones feel the last places of a depth (a tenth of them, on 20 m of water, does not move at all), higher
 * ones their own height. Periods within 1 % at 16 cells a wave, of which the grid takes up to 0.6 % and the poles 0.6 % (2 of them) or
 * 0.4 %; 0.5 % at 32 cells. A height may fall by 1 % in ten periods, and not rise: 0.1 % is rounding. */
void disperse_modes(CheckReport *report) {
  static const double kds[MODES] = {0.2, 0.5, 1, 2, 4, 8};
  for (int cells = 16; cells <= 32; cells *= 2) {
    double least = INFINITY, greatest = 0;
    for (int n = 0; n < MODES; n++) {
      const double k = 2 * PI / (cells * mode_cell), depth = kds[n] / k;
      const Mode mode = {k, depth, 2e-3 * depth};
      ModeRun run;
      if (!mode_run(report, &mode, cells, &run)) return;
      check_row(report, "s", 2 * PI / airy_omega(k, depth), run.period, cells == 16 ? 0.01 : 0.005, "%d cells, kd %.1f: period", cells,
                kds[n]);
      least = fmin(least, run.last), greatest = fmax(greatest, run.greatest);
    }
    check_row(report, "1", 1, least, 0.01, "%d cells: least height after ten periods", cells);
    check_row(report, "1", 1, greatest, 0.001, "%d cells: greatest height of all", cells);
  }
}

/* --- a ring ---------------------------------------------------------------------------------------------------------- */

enum { RING_SAMPLES = 1601, RING_WAVES = 400 };
static const double ring_depth = 2, ring_width = 1, ring_side = 30, ring_until = 5; /* m, m, m, s */
static const double ring_spacing = 0.027;                                           /* m, of the samples: as far as the corner */

/* A quarter of the pond: two walls stand for its other three. The data is the height. */
static double ring_surface(const TankPlace *at) {
  return ring_depth + *(const double *)at->data * exp(-(at->x * at->x + at->z * at->z) / (2 * ring_width * ring_width));
}

/* Fills u at r = n*ring_spacing with the surface that a Gaussian exp(-r^2/(2*s^2)) at rest becomes in linear waves (Hankel's integral):
 * u(r, t) = integral of s^2*exp(-k^2*s^2/2)*J0(k*r)*cos(omega(k)*t)*k dk. Trapezoidal rule as for the pulse of waves.c, up to k = 8 (e^-32);
 * its steps of 0.02/m are short enough for r and t. */
static void ring_exact(double t, double *u) {
  const double dk = 8.0 / RING_WAVES, square = ring_width * ring_width;
  for (int n = 0; n < RING_SAMPLES; n++) u[n] = square * dk * dk / 12;
  for (int m = 1; m < RING_WAVES; m++) {
    const double k = m * dk, weight = square * exp(-0.5 * k * k * square) * cos(airy_omega(k, ring_depth) * t) * k * dk;
    for (int n = 0; n < RING_SAMPLES; n++) u[n] += weight * j0(k * n * ring_spacing);
  }
}

/* Returns ||depth - exact|| / ||exact - still||, both over the whole pond. */
static double ring_distance(const WeirWater *water, const double *exact, double height) {
  const WeirView depth = weir_water_depth(water);
  const double cell = (double)weir_water_cell(water);
  double off = 0, all = 0;
  for (int k = 0; k < depth.nz; k++)
    for (int i = 0; i < depth.nx; i++) {
      const double at = cell * hypot(i + 0.5, k + 0.5) / ring_spacing;
      const int n = (int)at;
      const double u = height * (exact[n] + (at - n) * (exact[n + 1] - exact[n]));
      const double d = tank_depth(depth, i, k) - ring_depth - u;
      off += d * d, all += u * u;
    }
  return sqrt(off / all);
}

/* Velocities are half a substep behind the heights, which are those of half a substep later. */
static double ring_error(CheckReport *report, double cell, double height, bool disperses) {
  const int cells = (int)(ring_side / cell);
  Tank tank = tank_ideal(cells, cells, cell);
  tank.surface = ring_surface;
  tank.data = &height;
  tank.disperses = disperses;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return NAN;
  static double exact[RING_SAMPLES];
  tank_run(water, ring_until, tick);
  ring_exact(ring_until * (1 + 0.5 / (double)tank_stats(water).substeps), exact);
  const double error = ring_distance(water, exact, height);
  weir_water_destroy(water);
  return error;
}

/* On 2 m of water the library takes two poles for cells of 0.26 m and three for cells of 0.25 m. The poles' own waves are 0.05 of these off
 * (two) or 0.04 (three), the grid's make a hundredth more, and of rings of 0.1 mm, a splash of 1 cm, the dead bands take a part. What hydrostatic water
 * gives is stated. */
void disperse_ring(CheckReport *report) {
  check_row(report, "1", 0, ring_error(report, 0.26, 0.04, true), 0.08, "4 cm, two poles: relative L2 error after 5 s");
  check_row(report, "1", 0, ring_error(report, 0.25, 0.04, true), 0.06, "4 cm, three poles: relative L2 error after 5 s");
  check_row(report, "1", 0, ring_error(report, 0.26, 0.01, true), 0.08, "1 cm, two poles: relative L2 error after 5 s");
  check_row(report, "1", 0, ring_error(report, 0.25, 0.01, true), 0.06, "1 cm, three poles: relative L2 error after 5 s");
  check_row(report, "1", 0, ring_error(report, 0.25, 0.01, false), INFINITY, "1 cm, hydrostatic: relative L2 error after 5 s");
}

/* --- on a current ---------------------------------------------------------------------------------------------------------- */

/* A train of waves on a current: the data of a tank's functions, on the stack of its check. Their speed is that over the water. */
typedef struct Train {
  double k, depth, height, current, speed; /* 1/m, m, m, m/s, m/s */
} Train;

static double train_surface(const TankPlace *at) {
  const Train *t = at->data;
  return t->depth + t->height * cos(t->k * at->x);
}

/* The mean over the depth, from continuity: eta*speed = u*depth in a wave that keeps its form. */
static double train_velocity(const TankPlace *at) {
  const Train *t = at->data;
  const double rise = train_surface(at) - t->depth;
  return t->current + t->speed * rise / (t->depth + rise);
}

/* The train's height over that at the start, and how far it has come, rad. */
typedef struct TrainState {
  double height, phase;
} TrainState;

static TrainState train_state(const WeirWater *water, const Train *t) {
  const WeirView depth = weir_water_depth(water);
  const double cell = (double)weir_water_cell(water);
  double c = 0, s = 0;
  for (int i = 0; i < depth.nx; i++) {
    const double phase = t->k * (i + 0.5) * cell, h = tank_depth(depth, i, depth.nz / 2);
    c += h * cos(phase), s += h * sin(phase);
  }
  return (TrainState){2 * hypot(c, s) / depth.nx / t->height, atan2(s, c)};
}

/* Runs a second for what the train sheds at the start, then ten. The phase is followed from step to step. */
static void train_rows(CheckReport *report, const Train *train, int cells, double most) {
  Tank tank = tank_ideal(4 * cells, 16, 2 * PI / train->k / cells);
  tank.surface = train_surface;
  tank.velocity_x = train_velocity;
  tank.data = train;
  tank.disperses = true;
  tank.boundary[WEIR_WEST].kind = tank.boundary[WEIR_EAST].kind = WEIR_PERIODIC;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return;
  const double seconds = 10;
  tank_run(water, 1, tick);
  const TrainState first = train_state(water, train);
  TrainState now = first;
  double phase = 0;
  for (int n = 0; n < (int)(seconds / tick); n++) {
    weir_water_step(water, (float)tick);
    const TrainState next = train_state(water, train);
    phase += remainder(next.phase - now.phase, 2 * PI);
    now = next;
  }
  weir_water_destroy(water);
  check_row(report, "m/s", train->current + train->speed, phase / train->k / seconds, 0.015, "%+.0f m/s, %d cells: speed", train->current,
            cells);
  const double growth = log(now.height / first.height) / seconds;
  CheckRow *const row = check_row(report, "1/s", 0, growth, INFINITY, "%+.0f m/s, %d cells: growth", train->current, cells);
  row->error = fmax(0, growth);
  row->limit = most;
  if (isfinite(most)) check_judge(row, growth <= most);
}

/* A current with noise on its surface: the data of a tank's functions, on the stack of its check. */
typedef struct NoisyCurrent {
  Rng rng;
  double current; /* m/s */
} NoisyCurrent;

static double noisy_surface(const TankPlace *at) {
  NoisyCurrent *const n = (NoisyCurrent *)(uintptr_t)at->data;
  return 2 + (double)rng_range(&n->rng, -5e-4f, 5e-4f);
}

static double noisy_velocity(const TankPlace *at) {
  return ((const NoisyCurrent *)at->data)->current;
}

/* Returns the root mean square of the surface's height. */
static double surface_rms(const WeirWater *water) {
  const WeirView depth = weir_water_depth(water);
  double sum = 0, squares = 0;
  for (int k = 0; k < depth.nz; k++)
    for (int i = 0; i < depth.nx; i++) {
      const double d = tank_depth(depth, i, k) - 2;
      sum += d, squares += d * d;
    }
  const double count = (double)depth.nx * depth.nz, mean = sum / count;
  return sqrt(squares / count - mean * mean);
}

/* Returns what 20 s make of noise of 0.5 mm on a current, round and round, 2 m deep. */
static double noise_growth(CheckReport *report, double current) {
  NoisyCurrent noise = {{7}, current};
  Tank tank = tank_ideal(128, 32, 0.25);
  tank.surface = noisy_surface;
  tank.velocity_x = noisy_velocity;
  tank.data = &noise;
  tank.disperses = true;
  for (int n = 0; n < WEIR_SIDE_COUNT; n++) tank.boundary[n].kind = WEIR_PERIODIC;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return NAN;
  const double before = surface_rms(water);
  tank_run(water, 20, tick);
  const double after = surface_rms(water);
  weir_water_destroy(water);
  return after / before;
}

/* Waves of kd = pi with a current of 1 m/s and against one: the current carries them, and they may lose height to the scheme but not gain it.
 * 1.5 %: the grid's 0.6 % and the poles' 0.4 % of 2.494 m/s, of the 1.494 m/s over the ground. Noise may not
 * grow: where the head that the current carries is not filtered it becomes 24 times as much in 20 s. */
void disperse_current(CheckReport *report) {
  const double k = 2 * PI / 4, depth = 2, speed = airy_omega(k, depth) / k;
  for (int cells = 16; cells <= 32; cells *= 2)
    for (int sign = 1; sign >= -1; sign -= 2) train_rows(report, &(Train){k, depth, 0.01, sign, speed}, cells, 0.005);
  check_row(report, "1", 0, noise_growth(report, 0), 1, "noise of 0.5 mm: left after 20 s, no current");
  check_row(report, "1", 0, noise_growth(report, 1), 1, "noise of 0.5 mm: left after 20 s, 1 m/s");
}

/* --- still water, and volume ------------------------------------------------------------------------------------------------ */

enum { LAKE_X = 40, LAKE_Z = 32, WALL = 22, REST_STEPS = 1000, POUR_STEPS = 10000, POURS = 40 };
static const double lake_cell = 0.5;

/* Two lakes: the data of a tank's functions, on the stack of its check. */
typedef struct Lakes {
  const float *bed; /* m, LAKE_X x LAKE_Z */
  double level[2];  /* m, west and east of the wall */
} Lakes;

static int lake_column(const TankPlace *at) {
  return (int)(at->x / lake_cell);
}

static double lakes_bed(const TankPlace *at) {
  const Lakes *lakes = at->data;
  return (double)lakes->bed[(int)(at->z / lake_cell) * LAKE_X + lake_column(at)];
}

static double lakes_surface(const TankPlace *at) {
  return ((const Lakes *)at->data)->level[lake_column(at) > WALL];
}

/* A bed that jumps from cell to cell, with islands, and a wall of one cell across it. */
static void lakes_make_bed(float *bed) {
  Rng rng = {2026};
  for (int n = 0; n < LAKE_X * LAKE_Z; n++) {
    const double x = n % LAKE_X, z = n / LAKE_X;
    bed[n] = (float)(-1.2 + 1.6 * sin(0.25 * x) * sin(0.13 * z + 1)) + rng_range(&rng, -0.3f, 0.3f);
    if (n % LAKE_X == WALL) bed[n] = 1;
  }
}

static WeirWater *lakes_create(CheckReport *report, const Lakes *lakes) {
  Tank tank = tank_ideal(LAKE_X, LAKE_Z, lake_cell);
  tank.bed = lakes_bed;
  tank.surface = lakes_surface;
  tank.data = lakes;
  tank.disperses = true;
  return tank_create(&tank, report);
}

/* Nothing moves, to the bit: the filter's heads are made of differences of the surface's, which are 0. Volume as for any water: sums of
 * floats round. */
static void lakes_rows(CheckReport *report, const Lakes *lakes) {
  WeirWater *water = lakes_create(report, lakes);
  if (!water) return;
  double fastest = 0, moved = 0;
  static float start[LAKE_X * LAKE_Z];
  WeirView depth = weir_water_depth(water);
  for (int n = 0; n < LAKE_X * LAKE_Z; n++) start[n] = (float)tank_depth(depth, n % LAKE_X, n / LAKE_X);
  for (int n = 0; n < REST_STEPS; n++) {
    weir_water_step(water, (float)tick);
    fastest = fmax(fastest, (double)tank_stats(water).speed_max);
  }
  depth = weir_water_depth(water);
  for (int n = 0; n < LAKE_X * LAKE_Z; n++) moved = fmax(moved, fabs(tank_depth(depth, n % LAKE_X, n / LAKE_X) - (double)start[n]));
  check_row(report, "m/s", 0, fastest, 0, "two lakes and a wall: fastest in 1000 steps");
  check_row(report, "m", 0, moved, 0, "two lakes and a wall: depth changed by");
  Rng rng = {12};
  for (int n = 0; n < POUR_STEPS; n++) {
    if (n % (POUR_STEPS / POURS) == 0)
      weir_water_add(water, rng_range(&rng, 2, 18), rng_range(&rng, 2, 14), 1.5f, n / (POUR_STEPS / POURS) % 2 ? -0.4 : 0.5);
    weir_water_step(water, (float)tick);
  }
  check_row(report, "1", 0, tank_stats(water).volume_error, 1e-6, "40 pours, 10 000 steps: volume off the budget");
  weir_water_destroy(water);
}

void disperse_rest(CheckReport *report) {
  float *const bed = memory_create(LAKE_X * LAKE_Z, sizeof *bed);
  if (!bed) return;
  lakes_make_bed(bed);
  lakes_rows(report, &(Lakes){bed, {0, -0.5}});
  memory_free(bed);
}
