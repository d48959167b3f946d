/* Waves that come in from a sea through a side: of one period, and of a wind. */
#include "check/tank.h"

enum { LINE_CELLS = 500, LINE_FROM = 80, LINE_TICKS = 80, LINE_PERIODS = 8 };
static const double line_cell = 0.5, line_depth = 8, line_height = 0.01; /* m */

/* Returns the height of the waves inside, the root mean square over one wave (what the far side returns cancels to first order), of what
 * was asked; `kd` as Airy has it. */
static double line_height_inside(CheckReport *report, double kd) {
  const double k = kd / line_depth, period = 2 * PI / sqrt(GRAVITY * k * tanh(kd));
  double c[LINE_CELLS] = {0}, s[LINE_CELLS] = {0}, sum = 0;
  Tank tank = tank_ideal(LINE_CELLS, 1, line_cell);
  tank.level = line_depth;
  tank.disperses = true;
  tank.boundary[WEIR_WEST] =
      (WeirBoundary){.kind = WEIR_WAVE, .level = (float)line_depth, .tide_height = (float)line_height, .tide_period = (float)period};
  tank.boundary[WEIR_EAST].kind = WEIR_OPEN;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return NAN;
  const double group = PI / (period * k) * (1 + 2 * kd / sinh(2 * kd)), before = ceil(2 * LINE_CELLS * line_cell / group / period);
  tank_run(water, before * period, period / LINE_TICKS);
  for (int n = 0; n < LINE_PERIODS * LINE_TICKS; n++) {
    weir_water_step(water, (float)(period / LINE_TICKS));
    const WeirView depth = weir_water_depth(water);
    const double cosine = cos(2 * PI * n / LINE_TICKS), sine = sin(2 * PI * n / LINE_TICKS);
    for (int i = 0; i < LINE_CELLS; i++) {
      const double h = tank_depth(depth, i, 0) - line_depth;
      c[i] += h * cosine, s[i] += h * sine;
    }
  }
  weir_water_destroy(water);
  const int count = (int)(2 * PI / k / line_cell);
  for (int i = LINE_FROM; i < LINE_FROM + count; i++) sum += c[i] * c[i] + s[i] * s[i];
  return 2 * sqrt(sum / count) / (LINE_PERIODS * LINE_TICKS) / line_height;
}

/* The filter fades in over 32 cells from the side. 4 %: what those cells and the far side return (open-edge with dispersion: 2 to 5 %), and the
 * waves' own loss over the tank. Sent as high as asked, waves of kd 4 come in 1.98 times as high. */
void sea_side(CheckReport *report) {
  static const double numbers[] = {0.5, 1, 2, 4};
  for (int n = 0; n < 4; n++)
    check_row(report, "1", 1, line_height_inside(report, numbers[n]), 0.04, "kd %g: height inside over what was asked", numbers[n]);
}

/* --- a sea that wind makes ---------------------------------------------------------------------------------------------------- */

enum { BASIN_X = 220, BASIN_FROM = 60, BASIN_TO = 140, BASIN_STRIDE = 8, TICKS_A_PEAK = 40, PEAKS = 90 };
static const double basin_cell = 0.5, shortest = 9; /* m; cells, of the waves that are sent */

/* A sea and the water it runs in. A plain value. */
typedef struct Wind {
  double depth, height, period, direction, spread; /* m, m, s, degrees */
  bool disperses;
  int nz; /* cells along the side, whose ends are joined: enough that a whole number of waves from end to end fits their directions */
} Wind;

/* Sums over samples of a sea. A zeroed value to begin with. */
typedef struct Measured {
  double squares, rates, along, across; /* m^2; of how fast the surface rises, m^2/s^2; of height times velocity, m^2/s */
  int count;
} Measured;

static void basin_sample(const WeirWater *water, const Wind *wind, Measured *m) {
  for (int k = 4; k < wind->nz; k += BASIN_STRIDE)
    for (int i = BASIN_FROM; i < BASIN_TO; i += BASIN_STRIDE) {
      const WeirSample at = weir_water_sample(water, (float)((i + 0.5) * basin_cell), (float)((k + 0.5) * basin_cell));
      const double h = (double)at.surface - wind->depth, rise = (double)at.velocity[1];
      m->squares += h * h, m->rates += rise * rise;
      m->across += h * (double)at.velocity[0], m->along += h * (double)at.velocity[2];
      m->count++;
    }
}

/* Returns moment n of JONSWAP's spectrum over its moment 0, by the peak's frequency, from 0.6 to `end` times it. */
static double spectrum_moment(int n, double end) {
  double sum = 0, all = 0;
  for (double f = 0.6; f < end; f += 1e-3) {
    const double off = (f - 1) / (f < 1 ? 0.07 : 0.09), s = pow(f, -5) * exp(-1.25 * pow(f, -4)) * pow(3.3, exp(-0.5 * off * off));
    sum += s * pow(f, n), all += s;
  }
  return sum / all;
}

static void basin_rows(CheckReport *report, const Wind *wind, const char *name) {
  Tank tank = tank_ideal(BASIN_X, wind->nz, basin_cell);
  tank.level = wind->depth;
  tank.disperses = wind->disperses;
  tank.boundary[WEIR_WEST] = (WeirBoundary){.kind = WEIR_SEA,
                                            .level = (float)wind->depth,
                                            .tide_height = (float)wind->height,
                                            .tide_period = (float)wind->period,
                                            .discharge = (float)wind->direction,
                                            .speed = (float)wind->spread};
  tank.boundary[WEIR_EAST].kind = WEIR_SPONGE;
  tank.tuning.sponge_width = 40;
  tank.boundary[WEIR_NORTH].kind = tank.boundary[WEIR_SOUTH].kind = WEIR_PERIODIC;
  WeirWater *water = tank_create(&tank, report);
  if (!water) return;
  Measured m = {0};
  tank_run(water, 40 * wind->period, wind->period / TICKS_A_PEAK);
  for (int n = 0; n < PEAKS * TICKS_A_PEAK; n++) {
    weir_water_step(water, (float)(wind->period / TICKS_A_PEAK));
    if (n % 5 == 0) basin_sample(water, wind, &m);
  }
  const double height = 4 * sqrt(m.squares / m.count), period = 2 * PI * sqrt(m.squares / m.rates);
  check_row(report, "1", 1, height / wind->height, 0.05, "%s: significant height over what was asked", name);
  const double k = 2 * PI / (shortest * basin_cell), end = sqrt(GRAVITY * k * (wind->disperses ? tanh(k * wind->depth) : k * wind->depth));
  check_row(report, "1", 1, period * sqrt(spectrum_moment(2, fmin(3, end * wind->period / (2 * PI)))) / wind->period, 0.05,
            "%s: mean period over JONSWAP's", name);
  check_row(report, "deg", wind->direction, atan2(m.along, m.across) * 180 / PI, 4 / fmax(fabs(wind->direction), 1),
            "%s: direction of the energy", name);
  check_row(report, "1", 0, tank_stats(water).volume_error, 1e-6, "%s: volume off the budget", name);
  weir_water_destroy(water);
}

/* Waves so low that they stay as they were sent. 5 % of height and period: forty waves are sampled over ninety periods and a length or two, and the
 * sponge returns some 2 %. 4 degrees: of fifteen, by forty directions in pairs, is left what their heights differ by. */
void sea_wind(CheckReport *report) {
  if (report->solver == WEIR_SWE) {
    basin_rows(report, &(Wind){4, 0.1, 3.2, 0, 0, true, 8}, "disperses, 0 degrees");
    basin_rows(report, &(Wind){4, 0.1, 3.2, 30, 15, true, 128}, "disperses, 30 by 15 degrees");
  }
  basin_rows(report, &(Wind){2, 0.01, 6, 0, 0, false, 8}, "long waves, 0 degrees");
  basin_rows(report, &(Wind){2, 0.01, 6, -20, 10, false, 128}, "long waves, -20 by 10 degrees");
}
