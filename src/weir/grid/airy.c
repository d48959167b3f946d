#include "weir/grid/airy.h"

#include <math.h>

#include "base/maths.h"

static double tangent(double x) {
  const double e = maths_exp(-2.0 * x);
  return (1.0 - e) / (1.0 + e);
}

/* Newton's method for x*tanh(x) = a from Eckart's x = a/sqrt(tanh(a)) (1952), which is within 5 %: three steps leave no more than rounding. */
Airy airy_wave(double omega, double depth, double gravity) {
  const double a = omega * omega * depth / gravity;
  if (a < 1e-9) return airy_long_wave(omega, depth, gravity);
  double x = a / sqrt(tangent(a));
  for (int n = 0; n < 3; n++) {
    const double t = tangent(x);
    x -= (x * t - a) / (t + x * (1.0 - t * t));
  }
  const double t = tangent(x);
  return (Airy){x / depth, 0.5 * omega / (x / depth) * (1.0 + x * (1.0 - t * t) / t)};
}

Airy airy_long_wave(double omega, double depth, double gravity) {
  const double speed = sqrt(gravity * depth);
  return (Airy){omega / speed, speed};
}
