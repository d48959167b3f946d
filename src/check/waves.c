/* Low waves, for which every solver approximates the wave equation. */
#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "check/cases.h"
#include "check/exact.h"
#include "check/measure.h"
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
static double mode_surface(const void *data, double x, double z) {
  const Mode *mode = data;
  return mode->mean_depth + mode->height * mode_shape(mode, x, z);
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

/* The scheme obeys the dispersion relation to rounding. 1e-4: a wave of 1e-3 of the depth changes its own speed by up to half of
 * that within a swing, of which a tenth remains over a period. */
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
    const double expected = exact_leapfrog_period(c * tick, tick, mode.x, BOX_X, mode.z, BOX_Z);
    WeirWater *water = tank_create(&tank, report);
    if (!water) return;
    char quantity[40];
    snprintf(quantity, sizeof quantity, "period of mode (%d,%d)", mode.x, mode.z);
    check_row(report, quantity, "s", expected, mode_period(water, &mode, tick, expected), 1e-4);
    weir_water_destroy(water);
  }
}

/* --- the round pulse ------------------------------------------------------------------------------------------------- */

/* Widths w are metres. The pulse runs 3 m; the nearest wall is 7 m off, and its own foot 4 m. */
static const double pond_side = 14, pulse_height = 1e-3, pulse_way = 3;

static double pulse_surface(const void *data, double x, double z) {
  (void)data;
  const double r2 = (x - pond_side / 2) * (x - pond_side / 2) + (z - pond_side / 2) * (z - pond_side / 2);
  return 1 + pulse_height * exp(-r2);
}

enum { PULSE_SAMPLES = 2001 };

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
    exact_round_pulse(pulse_way, spacing, exact, PULSE_SAMPLES);
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
  check_row(report, quantity, "1", 0, errors[GRIDS - 1], 0.01)->order = order_of_convergence(cells, errors, GRIDS);
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

static double hump_surface(const void *data, double x, double z) {
  (void)z;
  const Hump *hump = data;
  return hump->mean_depth + hump->height * exp(-x * x / (hump->width * hump->width));
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
    char quantity[40];
    snprintf(quantity, sizeof quantity, "speed on %.1f m of water", hump.mean_depth);
    check_row(report, quantity, "m/s", c, speed, 0.01);
    weir_water_destroy(water);
  }
}

/* --- Green's law ----------------------------------------------------------------------------------------------------- */

/* A shelf of 1 m, a slope twelve widths of the pulse long, a shelf of 0.25 m. */
static const double shelf_ends = 16, slope_ends = 64, green_length = 90, green_rise = 0.75;

/* The bed rises as half a cosine, without corners that would reflect the pulse. */
static double green_bed(const void *data, double x, double z) {
  (void)data;
  (void)z;
  const double s = fmin(fmax((x - shelf_ends) / (slope_ends - shelf_ends), 0), 1);
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
  for (double at = step / 2; at < x; at += step) seconds += step / sqrt(GRAVITY * (1 - green_bed(NULL, at, 0)));
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
  check_row(report, "crest on 0.25 m over crest on 1 m", "1", pow(1 - green_rise, -0.25), after / before, 0.05);
  weir_water_destroy(water);
}

/* --- symmetry -------------------------------------------------------------------------------------------------------- */

enum { SQUARE = 128 };

/* Places are multiples of 1/8 m, so that squared distances on both sides of the middle are equal to the bit. */
static double drop_surface(const void *data, double x, double z) {
  (void)data;
  const double r2 = (x - 16) * (x - 16) + (z - 16) * (z - 16);
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
  check_row(report, "asymmetry after 200 steps", "m", 0, worst, 1e-6);
  weir_water_destroy(water);
}
