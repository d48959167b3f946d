/* Wind over water: a wave that runs with it grows, and one against it shrinks. */
#include "check/tank.h"

enum { WIND_CELLS = 96, WIND_ROWS = 16, WIND_TICKS = 64 /* a period */, WIND_PERIODS = 12 };
static const double wind_cell = 0.25, wind_height = 0.005, wind_speed = 20; /* m, m: half of it from crest to trough, m/s */

/* A wave towards the east along a tank whose west and east are joined: the data of its functions, on the stack of its check. */
typedef struct WindWave {
  double number, depth, omega; /* 1/m, m, rad/s */
} WindWave;

static double wind_surface(const TankPlace *at) {
  const WindWave *const wave = at->data;
  return wave->depth + wind_height * cos(wave->number * at->x);
}

/* The mean over the depth. */
static double wind_velocity(const TankPlace *at) {
  const WindWave *const wave = at->data;
  return wind_height * wave->omega / (wave->number * wave->depth) * cos(wave->number * at->x);
}

static double wind_wave_height(const WeirWater *water, const WindWave *wave) {
  const WeirView depth = weir_water_depth(water);
  double c = 0, s = 0;
  for (int k = 0; k < WIND_ROWS; k++)
    for (int i = 0; i < WIND_CELLS; i++) {
      const double x = (i + 0.5) * wind_cell, eta = tank_depth(depth, i, k) - wave->depth;
      c += eta * cos(wave->number * x), s += eta * sin(wave->number * x);
    }
  return 2 * hypot(c, s) / (WIND_CELLS * WIND_ROWS);
}

/* Returns the mean logarithm of the wave's height over a period, in which a small wave that runs back cancels to first order. */
static double wind_log_height(WeirWater *water, const WindWave *wave) {
  double sum = 0;
  for (int n = 0; n < WIND_TICKS; n++) {
    sum += log(wind_wave_height(water, wave));
    weir_water_step(water, (float)(2 * PI / wave->omega / WIND_TICKS));
  }
  return sum / WIND_TICKS;
}

/* Returns the rate at which the wave grows, 1/s; NaN: no water. */
static double wind_rate(CheckReport *report, const WindWave *wave, double wind) {
  Tank tank = tank_ideal(WIND_CELLS, WIND_ROWS, wind_cell);
  tank.boundary[WEIR_WEST].kind = tank.boundary[WEIR_EAST].kind = WEIR_PERIODIC;
  tank.surface = wind_surface;
  tank.velocity_x = wind_velocity;
  tank.level = wave->depth;
  tank.data = wave;
  tank.disperses = true;
  WeirWater *const water = tank_create(&tank, report);
  if (!water) return (double)NAN;
  weir_water_set_wind(water, (float)wind, 0, NULL);
  const double period = 2 * PI / wave->omega, before = wind_log_height(water, wave);
  for (int n = 0; n < WIND_PERIODS * WIND_TICKS; n++) weir_water_step(water, (float)(period / WIND_TICKS));
  const double after = wind_log_height(water, wave);
  weir_water_destroy(water);
  return (after - before) / ((WIND_PERIODS + 1) * period);
}

/* Waves of 16, 24 and 32 cells, kd = 3, under 20 m/s with them and against them, beside the same without wind. The rate of waves/wind.c, s/2*
 * (rho_air/rho)*V^2*k*omega/g, with the sine of k*dx for it as slopes are taken over two cells; V is against the wave of 12 cells. Within 3 %:
 * its speed is 1.5 % less than Airy's, which is 0.5 % of V^2, and pipes damp the shortest by 1.5 % of the rate by themselves. */
void wind_growth(CheckReport *report) {
  static const int lengths[3] = {16, 24, 32};
  for (int n = 0; n < 3; n++) {
    const double k = 2 * PI / (lengths[n] * wind_cell), depth = 3 / k, short_k = 2 * PI / (12 * wind_cell);
    const WindWave wave = {k, depth, sqrt(GRAVITY * k * tanh(3))};
    const double past = wind_speed - sqrt(GRAVITY / short_k * tanh(short_k * depth));
    const double rate = 0.5 * 0.3 * 1.225e-3 * past * past * sin(k * wind_cell) / wind_cell * wave.omega / GRAVITY;
    const double still = wind_rate(report, &wave, 0);
    check_row(report, "1/s", 0, still, (double)INFINITY, "%d cells, no wind: growth", lengths[n]);
    check_row(report, "1/s", rate, wind_rate(report, &wave, wind_speed) - still, 0.03, "%d cells, with it: growth beyond that", lengths[n]);
    check_row(report, "1/s", -rate, wind_rate(report, &wave, -wind_speed) - still, 0.03, "%d cells, against it: growth beyond that",
              lengths[n]);
  }
}
