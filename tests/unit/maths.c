/* The elementary functions of base/maths.h: how far off they are, against the C library's long double; and their
 * special values. That they give the same bits on every machine is tests/golden's to show. */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "base/maths.h"
#include "base/rng.h"
#include "support.h"

#if FLT_EVAL_METHOD != 0
#error "this machine keeps expressions wider than their type: results would differ from other machines'"
#endif

enum { SAMPLES = 400000 };

/* In units of the last place that a number as large as `wanted` has with `digits` bits. */
static double ulps(double got, long double wanted, int digits) {
  int exponent = 0;
  frexpl(wanted, &exponent);
  return (double)(fabsl((long double)got - wanted) / ldexpl(1, exponent - digits));
}

static double uniform(Rng *rng, double low, double high) {
  return low + (high - low) * ((double)(rng_next(rng) >> 11) * 0x1p-53);
}

/* --- of one number ------------------------------------------------------------------------------------------------------- */

/* A function of one number, its reference, the range to test and the error allowed; an entry of a constant table. */
typedef struct Sweep {
  const char *name;
  double (*own)(double);
  long double (*wanted)(long double);
  double low, high, most; /* ulp */
} Sweep;

static const Sweep sweeps[] = {{"exp", maths_exp, expl, -700, 700, 0.85},      {"exp", maths_exp, expl, -1, 1, 0.85},
                               {"exp", maths_exp, expl, -0.01, 0.01, 0.85},    {"log", maths_log, logl, 0.5, 2, 0.85},
                               {"log", maths_log, logl, 0.999, 1.001, 0.85},   {"log", maths_log, logl, 0, 1e9, 0.85},
                               {"log", maths_log, logl, 0, 1e-300, 0.85},      {"sin", maths_sin, sinl, -4, 4, 0.8},
                               {"sin", maths_sin, sinl, 3.14159, 3.1416, 0.8}, {"sin", maths_sin, sinl, -1e6, 1e6, 0.8},
                               {"cos", maths_cos, cosl, -4, 4, 0.8},           {"cos", maths_cos, cosl, 1.57079, 1.5708, 0.8},
                               {"cos", maths_cos, cosl, -1e6, 1e6, 0.8},       {"cbrt", maths_cbrt, cbrtl, -10, 10, 0.7},
                               {"cbrt", maths_cbrt, cbrtl, 0, 1e300, 0.7},     {"cbrt", maths_cbrt, cbrtl, 0, 1e-300, 0.7}};

static void errors_are_within_what_the_header_says(void **state) {
  (void)state;
  for (size_t s = 0; s < sizeof sweeps / sizeof *sweeps; s++) {
    const Sweep *const sweep = &sweeps[s];
    Rng rng = {s};
    double worst = 0, at = 0;
    for (int n = 0; n < SAMPLES; n++) {
      const double x = uniform(&rng, sweep->low, sweep->high), off = ulps(sweep->own(x), sweep->wanted((long double)x), DBL_MANT_DIG);
      if (!(off <= worst)) worst = off, at = x;
    }
    printf("%-4s from %9g to %8g: %.3f ulp at %.17g\n", sweep->name, sweep->low, sweep->high, worst, at);
    assert_true(worst <= sweep->most);
  }
}

/* The nearest that doubles below 1e6 come to a multiple of pi/2 beside zero: what is left has lost 20 digits to reduction. */
static void angles_next_to_a_quarter_turn_keep_their_digits(void **state) {
  (void)state;
  for (int n = 1; n < 600000; n++) {
    const double near = (double)((long double)n * 1.57079632679489661923L);
    const double sine = maths_sin(near), cosine = maths_cos(near);
    assert_true(ulps(sine, sinl((long double)near), DBL_MANT_DIG) <= 0.8);
    assert_true(ulps(cosine, cosl((long double)near), DBL_MANT_DIG) <= 0.8);
  }
}

/* --- of two --------------------------------------------------------------------------------------------------------------- */

/* In all four quarters, both alike in size and the one far smaller. */
static void pair_of(Rng *rng, int n, double *y, double *x) {
  *y = uniform(rng, -1, 1), *x = uniform(rng, -1, 1);
  if (n & 1) *y *= 0.02;
  if (n & 2) *y *= 1e-5;
  if (n & 4) *x *= 1e-3;
  if (n & 8) *x *= 0x1p900, *y *= 0x1p900;
  if (n & 16) *x *= 0x1p-960, *y *= 0x1p-960;
}

static void angles_and_lengths_are_within_what_the_header_says(void **state) {
  (void)state;
  Rng rng = {7};
  double angle = 0, length = 0, x, y;
  for (int n = 0; n < 2 * SAMPLES; n++) {
    pair_of(&rng, n, &y, &x);
    angle = fmax(angle, ulps(maths_atan2(y, x), atan2l((long double)y, (long double)x), DBL_MANT_DIG));
    length = fmax(length, ulps(maths_hypot(x, y), hypotl((long double)x, (long double)y), DBL_MANT_DIG));
  }
  printf("atan2 %.3f ulp, hypot %.3f ulp\n", angle, length);
  assert_true(angle <= 1.6);
  assert_true(length <= 1.25);
}

static void floats_are_rounded_once(void **state) {
  (void)state;
  Rng rng = {11};
  double worst = 0;
  for (int n = 0; n < SAMPLES; n++) {
    const float x = (float)uniform(&rng, -80, 80), y = (float)uniform(&rng, -3, 3), a = fabsf(x);
    const long double lx = (long double)x, ly = (long double)y, la = (long double)a;
    const double off[] = {
        ulps((double)maths_expf(x), expl(lx), FLT_MANT_DIG),           ulps((double)maths_sinf(x), sinl(lx), FLT_MANT_DIG),
        ulps((double)maths_cosf(x), cosl(lx), FLT_MANT_DIG),           ulps((double)maths_cbrtf(x), cbrtl(lx), FLT_MANT_DIG),
        ulps((double)maths_powf(a, y), powl(la, ly), FLT_MANT_DIG),    ulps((double)maths_atan2f(x, y), atan2l(lx, ly), FLT_MANT_DIG),
        ulps((double)maths_hypotf(x, y), hypotl(lx, ly), FLT_MANT_DIG)};
    for (size_t f = 0; f < sizeof off / sizeof *off; f++) worst = fmax(worst, off[f]);
  }
  printf("floats %.6f ulp\n", worst);
  assert_true(worst <= 0.501);
}

/* --- special values --------------------------------------------------------------------------------------------------------- */

static void same(double got, double wanted) {
  if (isnan(wanted) ? !isnan(got) : got != wanted || signbit(got) != signbit(wanted)) fail_msg("%.17g where %.17g is wanted", got, wanted);
}

/* Every pair of these against the C library: the values that it defines are exact. */
static void specials_are_the_standards(void **state) {
  (void)state;
  const double odd[] = {0.0, -0.0, 1, -1, (double)INFINITY, -(double)INFINITY, (double)NAN};
  enum { ODD = sizeof odd / sizeof *odd };
  for (int n = 0; n < ODD; n++) {
    if (fabs(odd[n]) != 1) {
      same(maths_exp(odd[n]), exp(odd[n]));
      same(maths_sin(odd[n]), sin(odd[n]));
      same(maths_cos(odd[n]), cos(odd[n]));
    }
    same(maths_log(odd[n]), log(odd[n]));
    same(maths_cbrt(odd[n]), cbrt(odd[n]));
    for (int m = 0; m < ODD; m++) {
      same(maths_atan2(odd[n], odd[m]), atan2(odd[n], odd[m]));
      if (fabs(odd[n]) + fabs(odd[m]) != 2) same(maths_hypot(odd[n], odd[m]), hypot(odd[n], odd[m]));
      if (odd[n] >= 0 && !signbit(odd[n]))
        same((double)maths_powf((float)odd[n], (float)odd[m]), (double)powf((float)odd[n], (float)odd[m]));
    }
  }
  assert_true(isnan(maths_powf(-2, 3)));
}

static void ends_of_the_range(void **state) {
  (void)state;
  same(maths_exp(709.79), (double)INFINITY);
  same(maths_exp(-746), 0);
  assert_true(ulps(maths_exp(709.75), expl(709.75L), DBL_MANT_DIG) <= 0.85);
  assert_true(fabs(maths_exp(-740) - exp(-740)) <= 0x1p-1074); /* a denormal, rounded once */
  same((double)maths_expf(89), (double)INFINITY);
  assert_true(fabs(maths_atan2(DBL_MAX, DBL_MAX) - 0.78539816339744831) < 1e-15);
  assert_true(fabs(maths_atan2(0x1p-1074, 0x1p-1074) - 0.78539816339744831) < 1e-15);
  same(maths_hypot(0x1p-1074, 0), 0x1p-1074);
  same(maths_hypot(DBL_MAX, DBL_MAX), (double)INFINITY);
  same(maths_cbrt(0x1p-1071), 0x1p-357);
  for (double x = 1e6; x < DBL_MAX / 3; x *= 3) { /* huge angles: finite and on the circle, where they point is not promised */
    const double s = maths_sin(x), c = maths_cos(-x);
    assert_true(fabs(s * s + c * c - 1) < 1e-15);
  }
}

static void greater_and_lesser_prefer_numbers(void **state) {
  (void)state;
  same(maths_max(1, (double)NAN), 1);
  same(maths_max((double)NAN, 1), 1);
  same(maths_min(1, (double)NAN), 1);
  same(maths_min((double)NAN, 1), 1);
  same(maths_max(0.0, -0.0), -0.0);
  same(maths_min(0.0, -0.0), -0.0);
  same(maths_max(2, 3), 3);
  same((double)maths_minf(2, 3), 2);
  same((double)maths_clampf(1, 2, 3), 2);
  same((double)maths_clampf(4, 2, 3), 3);
  same((double)maths_clampf(NAN, 2, 3), 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(errors_are_within_what_the_header_says),
                                     cmocka_unit_test(angles_next_to_a_quarter_turn_keep_their_digits),
                                     cmocka_unit_test(angles_and_lengths_are_within_what_the_header_says),
                                     cmocka_unit_test(floats_are_rounded_once),
                                     cmocka_unit_test(specials_are_the_standards),
                                     cmocka_unit_test(ends_of_the_range),
                                     cmocka_unit_test(greater_and_lesser_prefer_numbers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
