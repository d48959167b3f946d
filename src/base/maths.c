/* Elementary functions of IEEE 754's exact operations alone; see the header.
 *
 * Each has the same three parts: the argument is reduced to a short range around a point whose value is known to more than
 * double precision, a Taylor series gives the rest, and what the roundings of the reduction left is added at first order.
 * Ideas: Cody and Waite, "Software Manual for the Elementary Functions" (1980) for constants in parts; K. C. Ng's fdlibm
 * (1993) for writing log as f - (f^2/2 - s(f^2/2 + R)) and for cbrt's guess from the exponent's third; Dekker (1971) and
 * Knuth (TAOCP 2, 4.2.2) for the exact error of a product and of a sum. The series' coefficients are their plain formulas;
 * parts of constants were computed to 400 bits. */
#include "base/maths.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* 16 is of half precision alone (ISO/IEC TS 18661-3): processors that have it, gcc without -std=c17. */
_Static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 16,
               "operations must round to their type (gcc: -fexcess-precision=fast; x86 of 32 bits: -mfpmath=sse)");

#define LN2_HIGH 0x1.62e42fee00000p-1 /* 32 bits: a product with a whole number below 2^21 is exact */
#define LN2_LOW 0x1.a39ef35793c76p-33
#define PER_LN2 0x1.71547652b82fep+0
#define QUARTER_1 0x1.921fb54400000p+0 /* pi/2 in 33 + 33 + 33 + 53 bits */
#define QUARTER_2 0x1.0b4611a600000p-34
#define QUARTER_3 0x1.3198a2e000000p-69
#define QUARTER_4 0x1.b839a252049c1p-104
#define PER_QUARTER 0x1.45f306dc9c883p-1
#define FULL_CIRCLE 0x1.921fb54442d18p+2
#define REDUCE_MAX 1e6 /* rad: quarters are fewer than 2^20 then, and their products with 33 bits exact */

static uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static double of_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* 2^n, n from -1022 to 1023. */
static double power_of_two(int n) {
  return of_bits((uint64_t)(n + 1023) << 52);
}

/* The nearest whole number, for |x| well below 2^31. */
static int nearest(double x) {
  return (int)(x + (x < 0 ? -0.5 : 0.5));
}

/* x = m * 2^exponent with m from 1 to 2; x positive and finite. Denormals are scaled up first. */
static double split(double x, int *exponent) {
  int below = 0;
  if (x < 0x1p-1022) x *= 0x1p54, below = 54;
  const uint64_t bits = bits_of(x);
  *exponent = (int)(bits >> 52) - 1023 - below;
  return of_bits((bits & 0x000fffffffffffffull) | 0x3ff0000000000000ull);
}

/* a + b = sum + error, exactly (Knuth). */
static double sum_exact(double a, double b, double *error) {
  const double sum = a + b, of_b = sum - a;
  *error = (a - (sum - of_b)) + (b - of_b);
  return sum;
}

#define LENGTH(series) ((int)(sizeof(series) / sizeof *(series)))

/* The series whose coefficients these are, that of the highest power first. */
static inline double horner(const double *series, int length, double x) {
  double sum = series[0];
  for (int n = 1; n < length; n++) sum = sum * x + series[n];
  return sum;
}

/* --- exp ----------------------------------------------------------------------------------------------------------------- */

/* x = k*ln 2 + r, |r| <= ln(2)/2; e^x = 2^k e^r. The series' first term left out is r^14/14! < 5e-18. */
double maths_exp(double x) {
  if (x != x) return x;
  if (x > 709.8) return (double)INFINITY;
  if (x < -745.2) return 0;
  const int k = nearest(x * PER_LN2);
  const double high = x - (double)k * LN2_HIGH, low = (double)k * LN2_LOW, r = high - low, lost = (high - r) - low;
  static const double series[] = {1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320,
                                  1.0 / 5040,       1.0 / 720,       1.0 / 120,      1.0 / 24,      1.0 / 6,      0.5};
  const double value = 1 + (r + (r * r * horner(series, LENGTH(series), r) + lost * (1 + r)));
  const int half = k / 2; /* in two steps: 2^k alone may overflow or be denormal where the result is neither */
  return value * power_of_two(half) * power_of_two(k - half);
}

/* --- log ----------------------------------------------------------------------------------------------------------------- */

/* x = m*2^e with m = 1 + f from sqrt(1/2) to sqrt(2), s = f/(2 + f): log(1 + f) = 2 atanh s = f - (f^2/2 - s(f^2/2 + R)),
 * R = 2/3 s^2 + 2/5 s^4 + ... The first term left out is 2/25 s^24 < 4e-20. */
double maths_log(double x) {
  if (x != x || x == (double)INFINITY) return x;
  if (x == 0) return -(double)INFINITY;
  if (x < 0) return (double)NAN;
  int e = 0;
  double m = split(x, &e);
  if (m > 1.4142135623730951) m *= 0.5, e++;
  const double f = m - 1, s = f / (2 + f), t = s * s, half = 0.5 * f * f;
  double series = 2.0 / 23;
  for (int n = 21; n >= 3; n -= 2) series = series * t + 2.0 / n;
  const double r = series * t;
  return (double)e * LN2_HIGH - ((half - (s * (half + r) + (double)e * LN2_LOW)) - f);
}

/* --- sin, cos -------------------------------------------------------------------------------------------------------------- */

/* On |r| <= pi/4 with `low` its tail. The first terms left out are r^19/19! < 1e-19 and r^18/18! < 3e-18. */
static double sine_of(double r, double low) {
  const double t = r * r;
  static const double series[] = {1.0 / 355687428096000, -1.0 / 1307674368000, 1.0 / 6227020800, -1.0 / 39916800,
                                  1.0 / 362880,          -1.0 / 5040,          1.0 / 120,        -1.0 / 6};
  return r + (r * t * horner(series, LENGTH(series), t) + low * (1 - 0.5 * t));
}

static double cosine_of(double r, double low) {
  const double t = r * r, half = 0.5 * t, rest = 1 - half;
  static const double series[] = {1.0 / 20922789888000, -1.0 / 87178291200, 1.0 / 479001600, -1.0 / 3628800,
                                  1.0 / 40320,          -1.0 / 720,         1.0 / 24};
  return rest + (((1 - rest) - half) + (t * t * horner(series, LENGTH(series), t) - r * low));
}

/* x = quarter*pi/2 + r + low; returns r and the quarter's last two bits. */
static double reduce(double x, double *low, unsigned *quarter) {
  if (fabs(x) > REDUCE_MAX) x = fmod(x, FULL_CIRCLE);
  const int n = nearest(x * PER_QUARTER);
  double lost_2, lost_3;
  const double first = x - (double)n * QUARTER_1, second = sum_exact(first, -((double)n * QUARTER_2), &lost_2);
  const double third = sum_exact(second, -((double)n * QUARTER_3), &lost_3);
  const double rest = (lost_2 + lost_3) - (double)n * QUARTER_4;
  const double r = sum_exact(third, rest, low);
  *quarter = (unsigned)n & 3u;
  return r;
}

double maths_sin(double x) {
  if (x == 0 || x - x != 0) return x == 0 ? x : (double)NAN;
  double low;
  unsigned quarter;
  const double r = reduce(x, &low, &quarter), value = quarter & 1u ? cosine_of(r, low) : sine_of(r, low);
  return quarter & 2u ? -value : value;
}

double maths_cos(double x) {
  if (x - x != 0) return (double)NAN;
  double low;
  unsigned quarter;
  const double r = reduce(x, &low, &quarter), value = quarter & 1u ? sine_of(r, low) : cosine_of(r, low);
  return quarter == 1 || quarter == 2 ? -value : value;
}

/* --- atan2 ------------------------------------------------------------------------------------------------------------------ */

/* atan(n/8) in two parts. */
static const double eighths[9][2] = {{0, 0},
                                     {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
                                     {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                     {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
                                     {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                     {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
                                     {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                     {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
                                     {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};

/* The angle of (more, less), 0 <= less <= more, 0 to pi/4, as the result and its tail: with c = n/8 next to less/more it is
 * atan c + atan u, u = (less - c*more)/(more + c*less), |u| <= 1/15. c*more is exact in two parts, since c has 4 bits. */
static double first_octant(double less, double more, double *low) {
  const int n = nearest(8 * (less / more));
  const double c = 0.125 * n, more_high = of_bits(bits_of(more) & 0xfffffffff8000000ull), more_low = more - more_high;
  double lost;
  const double above = (less - c * more_high) - c * more_low, below = more + c * less;
  const double u = above / below, t = u * u;
  static const double series[] = {-1.0 / 15, 1.0 / 13, -1.0 / 11, 1.0 / 9, -1.0 / 7, 1.0 / 5, -1.0 / 3};
  const double high = sum_exact(eighths[n][0], u, &lost);
  *low = lost + (eighths[n][1] + u * t * horner(series, LENGTH(series), t));
  return high;
}

double maths_atan2(double y, double x) {
  if (x != x || y != y) return (double)NAN;
  double wide = fabs(x), high = fabs(y), low = 0, angle;
  if (wide - wide != 0 || high - high != 0) wide = wide - wide != 0, high = high - high != 0; /* infinities: as 1 beside 0 */
  const int steep = high > wide;
  const double most = steep ? high : wide;
  if (most == 0) {
    angle = 0;
  } else { /* both near 1 or below, so that nothing on the way overflows; what vanishes beside the other is below any ulp */
    int exponent = 0;
    split(most, &exponent);
    const double scale = exponent > 0 ? 0.5 : 1, other = power_of_two(exponent > 0 ? 1 - exponent : exponent < -1000 ? 1000 : -exponent);
    wide = wide * scale * other, high = high * scale * other;
    angle = first_octant(steep ? wide : high, steep ? high : wide, &low);
  }
  double lost;
  if (steep) {
    angle = sum_exact(2 * eighths[8][0], -angle, &lost);
    low = lost + (2 * eighths[8][1] - low);
  }
  if (signbit(x)) {
    angle = sum_exact(4 * eighths[8][0], -angle, &lost);
    low = lost + (4 * eighths[8][1] - low);
  }
  return copysign(angle + low, y);
}

/* --- pow, cbrt, hypot -------------------------------------------------------------------------------------------------------- */

/* In double: an error of |y log x|*2^-53 is far below a float's last place. */
float maths_powf(float x, float y) {
  if (y == 0 || x == 1) return 1;
  return (float)maths_exp((double)y * maths_log((double)x));
}

/* |x| = m*8^third, m from 1 to 8; the cube root of m to 2e-14. A quadratic comes to 4 %; each of Halley's two steps has
 * the error cubed. */
static double root_of(double x, double *m, int *third) {
  int exponent = 0;
  const double mantissa = split(fabs(x), &exponent);
  *third = (exponent + 1200) / 3 - 400;
  *m = mantissa * (double)(1 << (exponent - 3 * *third));
  double y = 0.8 + *m * (0.23 - *m * 0.01);
  for (int step = 0; step < 2; step++) {
    const double cube = y * y * y;
    y = y * (cube + 2 * *m) / (2 * cube + *m);
  }
  return y;
}

/* The last step starts from 24 bits, whose square is exact, and loses no more than the roundings of a sum. */
double maths_cbrt(double x) {
  if (x == 0 || x - x != 0) return x;
  double m;
  int third;
  double y = root_of(x, &m, &third);
  y = of_bits(bits_of(y) & 0xffffffffe0000000ull);
  const double wanted = m / (y * y);
  y += y * ((wanted - y) / (2 * y + wanted));
  return copysign(y * power_of_two(third), x);
}

float maths_cbrtf(float x) {
  if (x == 0 || x - x != 0) return x;
  double m;
  int third;
  const double y = root_of((double)x, &m, &third);
  return (float)copysign(y * power_of_two(third), (double)x);
}

double maths_hypot(double x, double y) {
  const double a = fabs(x), b = fabs(y), most = maths_max(a, b);
  if (a == (double)INFINITY || b == (double)INFINITY) return (double)INFINITY;
  if (x != x || y != y) return (double)NAN;
  if (most == 0) return 0;
  const double scale = most > 0x1p500 ? 0x1p-600 : most < 0x1p-450 ? 0x1p600 : 1;
  const double along = a * scale, across = b * scale;
  return sqrt(along * along + across * across) / scale;
}
