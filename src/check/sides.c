/* Open sides under crests, troughs and wave trains of any length, and a sea driven by calls, by a series or by its own tide. */
#include <math.h>
#include <stdio.h>

#include "check/cases.h"
#include "check/tank.h"

/* --- outgoing waves ----------------------------------------------------------------------------------------------------- */

/* A hump (or `waves` waves in a row) that runs east over still water: 1 m deep, 1 cm high, as a simple wave of
 * shallow water. The data of a tank's functions, on the stack of its check. */
typedef struct Swell {
  double from, length, height; /* m */
  int waves;                   /* 0: one hump */
  bool pipe;
} Swell;

static double swell_surface(const void *data, double x, double z) {
  const Swell *s = data;
  const double share = (x - s->from) / s->length;
  (void)z;
  if (share <= 0 || share >= 1) return 1;
  return 1 + s->height * (s->waves ? sin(2 * PI * s->waves * share) : pow(sin(PI * share), 2));
}

static double swell_velocity(const void *data, double x, double z) {
  const Swell *s = data;
  const double c = sqrt(GRAVITY), change = 2 * (sqrt(GRAVITY * swell_surface(data, x, z)) - c);
  return s->pipe ? change / (1 + 0.25 * change / c) : change;
}

static WeirWater *swell_tank(CheckReport *report, const Swell *swell, int nx, double cell, WeirEdge east) {
  Tank tank = tank_ideal(nx, 16, cell);
  tank.surface = swell_surface;
  tank.velocity_x = swell_velocity;
  tank.data = swell;
  tank.boundary[WEIR_EAST].kind = east;
  return tank_create(&tank, report);
}

/* Reflected over incident height when the end of the swell has just left, compared with a tank twice as long. */
static double swell_reflected(CheckReport *report, double seconds, int waves, double height) {
  const double c = sqrt(GRAVITY), length = c * seconds * (waves ? waves : 1);
  const double cell = fmin(fmax(c * seconds / 64, 0.0625), 0.5), margin = 16 * cell;
  const int nx = (int)ceil((length + 2 * margin) / cell);
  const Swell swell = {margin, length, height, waves, report->solver == WEIR_PIPE};
  WeirWater *a = swell_tank(report, &swell, nx, cell, WEIR_OPEN), *b = swell_tank(report, &swell, 2 * nx, cell, WEIR_REFLECT);
  double reflected = NAN, incident = 1;
  if (a && b) {
    const double until = 1.02 * (nx * cell - margin) / c;
    tank_run(a, until, tank_tick(cell, c));
    tank_run(b, until, tank_tick(cell, c));
    const WeirView x = weir_water_depth(a), y = weir_water_depth(b);
    reflected = incident = 0;
    for (int i = 0; i < nx; i++) reflected = fmax(reflected, fabs(tank_depth(x, i, 8) - tank_depth(y, i, 8)));
    for (int i = 0; i < 2 * nx; i++) incident = fmax(incident, fabs(tank_depth(y, i, 8) - 1));
  }
  weir_water_destroy(a);
  weir_water_destroy(b);
  return reflected / incident;
}

/* 2 %, for any length and either sign: what first-order absorption leaves of waves of 25 cells and more. The row has the worst. */
void sides_swell(CheckReport *report) {
  for (int train = 0; train < 2; train++)
    for (int sign = -1; sign <= 1; sign += 2) {
      double worst = 0;
      for (double seconds = 0.5; seconds <= (train ? 16 : 64); seconds *= 2)
        worst = fmax(worst, swell_reflected(report, seconds, train ? 8 : 0, 0.01 * sign));
      char quantity[56];
      snprintf(quantity, sizeof quantity, "%s, %s: returned", train ? "8 waves, 0.5 to 16 s" : "hump, 0.5 to 64 s",
               sign < 0 ? "trough" : "crest");
      check_row(report, quantity, "1", 0, worst, 0.02);
    }
}

/* --- a driven sea ------------------------------------------------------------------------------------------------------- */

enum { SEA_CELLS = 240, SEA_POINTS = 1300 };
static const double sea_height = 0.01, sea_period = 4, sea_until = 60;

typedef enum Drive { BY_CALLS, BY_SERIES, BY_TIDE, DRIVES } Drive;

static double sea_surface(const void *data, double x, double z) {
  (void)data;
  (void)x;
  (void)z;
  return 1;
}

static double sea_level(double t) {
  return 1 + sea_height * sin(2 * PI * t / sea_period);
}

/* Height of the wave 20 m from the sea, over the sea's, from the fifth part of it. */
static double sea_wave(CheckReport *report, Drive drive, double tick) {
  Tank tank = tank_ideal(SEA_CELLS, 16, 0.25);
  tank.surface = sea_surface;
  tank.boundary[WEIR_EAST].kind = WEIR_OPEN;
  WeirWater *water = tank_create(&tank, report);
  static double times[SEA_POINTS];
  static float levels[SEA_POINTS];
  WeirBoundary sea = {.kind = WEIR_LEVEL, .level = 1};
  if (drive == BY_TIDE) sea.tide_height = (float)sea_height, sea.tide_period = (float)sea_period;
  for (int n = 0; n < SEA_POINTS; n++) times[n] = 0.05 * n, levels[n] = (float)sea_level(times[n]);
  if (!water || !weir_water_set_boundary(water, WEIR_WEST, &sea, NULL)) return NAN;
  if (drive == BY_SERIES && !weir_water_set_series(water, WEIR_WEST, times, levels, SEA_POINTS, NULL)) return NAN;
  double s = 0, c = 0;
  int count = 0;
  for (double t = 0; t < sea_until; t += tick) {
    const WeirBoundary now = {.kind = WEIR_LEVEL, .level = (float)sea_level(t)};
    if (drive == BY_CALLS) weir_water_set_boundary(water, WEIR_WEST, &now, NULL);
    weir_water_step(water, (float)tick);
    if (t < 40) continue;
    const double h = (double)weir_water_surface_at(water, 20, 2) - 1;
    s += h * sin(2 * PI * t / sea_period), c += h * cos(2 * PI * t / sea_period), count++;
  }
  weir_water_destroy(water);
  return 2 * hypot(s, c) / count / sea_height;
}

/* 0.5 %: the three ways of driving differ by a delay of one step alone. */
void sides_drive(CheckReport *report) {
  const double ticks[] = {0.005, 0.02, 0.05};
  double low = INFINITY, high = 0;
  for (int drive = 0; drive < DRIVES; drive++)
    for (int n = 0; n < 3; n++) {
      const double got = sea_wave(report, (Drive)drive, ticks[n]);
      low = fmin(low, got), high = fmax(high, got);
    }
  check_row(report, "calls, series, tide, 5 to 50 ms: apart", "1", 1, high / low, 0.005);
  check_row(report, "the wave that comes in, over the sea's", "1", 1, low, 0.02);
}
