#include "results/chart_scale.h"

#include <math.h>
#include <stdint.h>

static const double left_out = 0.002; /* share of the values that may lie above the scale's top */
static const double steps_wanted = 6;

double chart_round(double most) {
  const double power = pow(10, floor(log10(most) + 1e-9)), times = most / power * (1 + 1e-9);
  return power * (times >= 5 ? 5 : times >= 2 ? 2 : 1);
}

int chart_digits(double step) {
  const double digits = -floor(log10(step) + 1e-9);
  return digits > 0 ? (int)digits : 0;
}

/* Returns the value below which all but left_out of the values lie, to a thousandth of their range. */
static double find_top(const float *values, size_t count, const ChartScale *scale) {
  enum { BINS = 1024 };
  size_t bins[BINS] = {0}, above = 0;
  const double range = scale->greatest - scale->least;
  if (!(range > 0)) return scale->greatest;
  for (size_t n = 0; n < count; n++)
    if (isfinite(values[n])) bins[(int)fmin(((double)values[n] - scale->least) / range * BINS, BINS - 1)]++;
  for (int n = BINS - 1; n >= 0; n--)
    if ((above += bins[n]) > (size_t)(left_out * (double)scale->count)) return scale->least + range * (n + 1) / BINS;
  return scale->greatest;
}

ChartScale chart_scale_make(const float *values, size_t count, bool from_zero) {
  ChartScale scale = {.least = INFINITY, .greatest = -INFINITY};
  for (size_t n = 0; n < count; n++) {
    if (!isfinite(values[n])) continue;
    scale.least = fmin(scale.least, (double)values[n]);
    scale.greatest = fmax(scale.greatest, (double)values[n]);
    scale.count++;
  }
  if (scale.count == 0) scale.least = scale.greatest = 0;
  const double from = from_zero ? 0 : scale.least, top = scale.count ? find_top(values, count, &scale) : 0;
  scale.step = top > from ? chart_round(2 * (top - from) / steps_wanted) : 1;
  if (top > from && (top - from) / scale.step < steps_wanted / 2) scale.step = chart_round(scale.step / 2 * 1.01);
  scale.low = scale.step * floor(from / scale.step + 1e-9);
  scale.high = scale.step * fmax(ceil(top / scale.step - 1e-3), scale.low / scale.step + 1);
  scale.digits = chart_digits(scale.step);
  return scale;
}
