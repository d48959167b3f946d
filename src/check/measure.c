#include "check/measure.h"

#include <math.h>

void crossings_add(Crossings *c, double time, double value) {
  if (c->samples++ > 0 && (c->value > 0) != (value > 0)) {
    c->last = c->time + (time - c->time) * c->value / (c->value - value);
    if (c->count++ == 0) c->first = c->last;
  }
  c->time = time;
  c->value = value;
}

double crossings_period(const Crossings *c) {
  return c->count > 1 ? 2 * (c->last - c->first) / (c->count - 1) : NAN;
}

double order_of_convergence(const double *cells, const double *errors, int count) {
  double x = 0, y = 0, xx = 0, xy = 0;
  for (int n = 0; n < count; n++) {
    const double a = log(cells[n]), b = log(errors[n]);
    x += a;
    y += b;
    xx += a * a;
    xy += a * b;
  }
  return (count * xy - x * y) / (count * xx - x * x);
}

bool errors_fall(const double *errors, int count) {
  for (int n = 1; n < count; n++)
    if (!(errors[n] < errors[n - 1])) return false;
  return true;
}

double crest_of(const double *values, int count, double *place) {
  int most = 1;
  for (int n = 1; n < count - 1; n++)
    if (values[n] > values[most]) most = n;
  const double a = values[most - 1], b = values[most], c = values[most + 1], bend = a - 2 * b + c;
  const double shift = bend < 0 ? 0.5 * (a - c) / bend : 0;
  if (place) *place = most + shift;
  return b - 0.25 * (a - c) * shift;
}
