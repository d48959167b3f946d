/* What comes in from a sea: the waves of one period that a side sends. */
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
