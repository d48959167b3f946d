/* Steady flow with friction in which the depth is given and the bed follows from it (MacDonald 1996; SWASHES 3.2.1): 1000 m, 200
 * cells. */
#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "check/cases.h"
#include "check/tank.h"

enum { CELLS = 200, ACROSS = 16, FINE = 200 /* parts of a cell for the bed's integral */ };
static const double length = 1000;

typedef enum Regime { SLOW, FAST, SLOW_TO_FAST, FAST_TO_SLOW, REGIMES } Regime;

/* A channel: the data of a tank's functions, on the stack of its check. */
typedef struct Channel {
  Regime regime;
  double q, manning; /* m^2/s; s/m^(1/3) */
  double bed[CELLS];
} Channel;

static double critical(void) {
  return cbrt(4 / GRAVITY);
}

static double depth_at(Regime regime, double x) {
  const double s = x / length - 0.5;
  switch (regime) {
    case SLOW: return critical() * (1 + 0.5 * exp(-16 * s * s));
    case FAST: return critical() * (1 - 0.2 * exp(-36 * s * s));
    case SLOW_TO_FAST: return critical() * (x <= 500 ? 1 - tanh(3 * s) / 3 : 1 - tanh(6 * s) / 6);
    default: break;
  }
  if (x <= 500) return critical() * (0.9 - exp(-x / 250) / 6);
  static const double a[3] = {-0.348427, 0.552264, -0.55558};
  double sum = 1 + 0.8 * exp(x / length - 1);
  for (int k = 0; k < 3; k++) sum += a[k] * exp(-20 * (k + 1) * s);
  return critical() * sum;
}

/* dz/dx = -(1 - q^2/(g*h^3))*dh/dx - n^2*q^2/h^(10/3); x is never within a step e of the jump, which lies on a cell's face. */
static double bed_slope(const Channel *c, double x) {
  const double e = 1e-4, h = depth_at(c->regime, x), dh = (depth_at(c->regime, x + e) - depth_at(c->regime, x - e)) / (2 * e);
  return -(1 - c->q * c->q / (GRAVITY * h * h * h)) * dh - c->manning * c->manning * c->q * c->q / pow(h, 10.0 / 3);
}

static void bed_integrate(Channel *c) {
  const double cell = length / CELLS, part = cell / FINE;
  double z = 0;
  for (int i = CELLS - 1; i >= 0; i--)
    for (int n = FINE - 1; n >= 0; n--) {
      const double step = part * bed_slope(c, i * cell + (n + 0.5) * part);
      z -= step;
      if (n == FINE / 2) c->bed[i] = z;
    }
}

static double channel_bed(const void *data, double x, double z) {
  (void)z;
  return ((const Channel *)data)->bed[(int)(x / (length / CELLS))];
}

/* Initial surface: a tenth more than the exact depth, so that the final state is the scheme's own. */
static double channel_surface(const void *data, double x, double z) {
  return channel_bed(data, x, z) + 1.1 * depth_at(((const Channel *)data)->regime, x);
}

static double channel_velocity(const void *data, double x, double z) {
  const Channel *c = data;
  (void)z;
  return c->q / depth_at(c->regime, x);
}

/* A fast inflow gets its exact speed; a slow outflow its exact level, half a cell beyond the last cell. */
static WeirWater *channel_create(CheckReport *report, const Channel *c) {
  const double cell = length / CELLS;
  const bool fast_in = c->regime == FAST || c->regime == FAST_TO_SLOW, fast_out = c->regime == FAST || c->regime == SLOW_TO_FAST;
  Tank tank = tank_ideal(CELLS, ACROSS, cell);
  tank.bed = channel_bed;
  tank.surface = channel_surface;
  tank.velocity_x = channel_velocity;
  tank.data = c;
  tank.tuning.manning = (float)c->manning;
  tank.boundary[WEIR_WEST] = (WeirBoundary){.kind = WEIR_INFLOW, .discharge = (float)(c->q * ACROSS * cell)};
  if (fast_in) tank.boundary[WEIR_WEST].speed = (float)(c->q / depth_at(c->regime, 0));
  const double end = length - 1e-3, slope = bed_slope(c, end);
  const double beyond = c->bed[CELLS - 1] + slope * cell + depth_at(c->regime, length + 0.5 * cell);
  tank.boundary[WEIR_EAST] = fast_out ? (WeirBoundary){.kind = WEIR_OPEN} : (WeirBoundary){.kind = WEIR_LEVEL, .level = (float)beyond};
  return tank_create(&tank, report);
}

static double channel_error(const WeirWater *water, Regime regime) {
  const WeirView depth = weir_water_depth(water);
  double off = 0, all = 0;
  for (int i = 0; i < CELLS; i++) {
    const double h = depth_at(regime, (i + 0.5) * length / CELLS);
    off += fabs(tank_depth(depth, i, ACROSS / 2) - h), all += h;
  }
  return off / all;
}

/* m: place of the jump, the mean of the faces near the middle, weighted by the rise of the depth across each. */
static double channel_jump(const WeirWater *water) {
  const WeirView depth = weir_water_depth(water);
  double sum = 0, weight = 0;
  for (int i = CELLS / 2 - 6; i < CELLS / 2 + 6; i++) {
    const double rise = fmax(0, tank_depth(depth, i + 1, ACROSS / 2) - tank_depth(depth, i, ACROSS / 2));
    sum += rise * (i + 1) * length / CELLS, weight += rise;
  }
  return sum / weight;
}

/* 0.5 % of the depth in shallow water, which carries momentum; pipes, which do not, only state. Place of the jump: one cell. Volume:
 * 1e-5, over 9000 steps of a flow that becomes steady. */
void macdonald_channels(CheckReport *report) {
  static const char *const names[REGIMES] = {"slow", "fast", "slow to fast", "fast to slow"};
  static const double q[REGIMES] = {2, 2.5, 2, 2}, manning[REGIMES] = {0.033, 0.04, 0.0218, 0.0218};
  for (int n = 0; n < REGIMES; n++) {
    Channel channel = {.regime = (Regime)n, .q = q[n], .manning = manning[n]};
    bed_integrate(&channel);
    WeirWater *water = channel_create(report, &channel);
    if (!water) return;
    tank_run(water, 4000, tank_tick(length / CELLS, 6));
    char quantity[56];
    const bool swe = report->solver == WEIR_SWE;
    snprintf(quantity, sizeof quantity, "%s: L1 of depth over mean depth", names[n]);
    check_row(report, quantity, "1", 0, channel_error(water, (Regime)n), swe ? 0.005 : INFINITY);
    if (n == FAST_TO_SLOW) check_row(report, "jump: place", "m", 500, channel_jump(water), swe ? 5.0 / 500 : INFINITY);
    WeirStats stats;
    weir_water_stats(water, &stats);
    snprintf(quantity, sizeof quantity, "%s: volume off the budget", names[n]);
    check_row(report, quantity, "1", 0, stats.volume_error, 1e-5);
    weir_water_destroy(water);
  }
}
