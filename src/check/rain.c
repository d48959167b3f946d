/* Rain on a slope: the kinematic wave. */
#include <math.h>
#include <stdio.h>

#include "check/cases.h"
#include "check/tank.h"

enum { CELLS = 200, ACROSS = 16, GAUGE = 150 };
static const double rain = 0.1 / 3600, manning = 0.03;

/* A slope: the data of a tank's functions, a value of the case. */
typedef struct Hill {
  double cell, slope; /* m; fall per length */
} Hill;

static double hill_bed(const void *data, double x, double z) {
  const Hill *h = data;
  (void)z;
  return h->slope * (CELLS * h->cell - x);
}

/* Discharge at the gauge, from its depth by Manning's law, as a mean over 20 s (rain falls in drops some seconds apart), divided by
 * the rain above the gauge. The surface is flatter than the bed by the slope of the kinematic depth, dh/dx = 3/5*h/x: 6 % of the
 * gentlest slope. */
static double hill_discharge(CheckReport *report, const Hill *hill, double tick, double *volume) {
  Tank tank = tank_ideal(CELLS, ACROSS, hill->cell);
  tank.bed = hill_bed;
  tank.data = hill;
  tank.tuning.manning = (float)manning;
  tank.tuning.rain = (float)rain;
  tank.tuning.substeps_max = 64;
  tank.boundary[WEIR_EAST].kind = WEIR_OPEN;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return NAN;
  const double law = sqrt(hill->slope) / manning, length = CELLS * hill->cell, x = (GAUGE + 0.5) * hill->cell;
  const double steady = pow(length / (law * pow(rain, 2.0 / 3)), 0.6);
  for (double t = 0; t < 1.3 * steady; t += tick) weir_water_step(water, (float)tick);
  double sum = 0;
  int count = 0;
  for (double t = 0; t < 20; t += tick, count++) {
    weir_water_step(water, (float)tick);
    const double h = tank_depth(weir_water_depth(water), GAUGE, ACROSS / 2);
    sum += sqrt(hill->slope - 0.6 * h / x) / manning * pow(h, 5.0 / 3);
  }
  WeirStats stats;
  weir_water_stats(water, &stats);
  *volume = fmax(*volume, stats.volume_error);
  weir_water_destroy(water);
  return sum / count / (rain * x);
}

/* 1 % in shallow water; pipes state. Volume: 1e-5, over up to 150 000 steps in which depths change by nearly the same amount. */
void rain_slopes(CheckReport *report) {
  static const Hill hills[] = {{2, 0.001}, {1, 0.01}, {1, 0.1}};
  static const double ticks[] = {0.02, 0.2, 1};
  double volume = 0;
  for (int n = 0; n < 3; n++) {
    double worst = 1;
    for (int m = 0; m < 3; m++) {
      const double got = hill_discharge(report, &hills[n], ticks[m], &volume);
      if (!(fabs(got - 1) <= fabs(worst - 1))) worst = got;
    }
    char quantity[56];
    snprintf(quantity, sizeof quantity, "slope %g: discharge, steps 0.02 to 1 s", hills[n].slope);
    check_row(report, quantity, "1", 1, worst, report->solver == WEIR_SWE ? 0.01 : INFINITY);
  }
  check_row(report, "volume off the budget, worst", "1", 0, volume, 1e-5);
}
