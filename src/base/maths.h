#ifndef BASE_MATHS_H
#define BASE_MATHS_H

/* Elementary functions that give the same bits on every machine. The C library's own do not: glibc has several versions of
 * exp, log, sin, cos, pow and atan2 and takes the one for the processor it runs on (with fused multiply-add or without),
 * and every C library rounds differently. These use only what IEEE 754 rounds correctly (+ - * / sqrt) and operations on
 * bits, so one source has one result wherever it is built with -ffp-contract=off and no expression is kept wider than its
 * type (FLT_EVAL_METHOD 0: not x87). Whatever enters the water's state or a body's pose calls these; a test looks for libm's symbols.
 *
 * The forms for float round the double's result once: within 0.501 ulp. Errors of the double forms, in ulp (units in the
 * last place of the true value), as tests/unit/maths.c measures them against long double and asserts:
 *
 *     exp 0.85   log 0.85   sin, cos 0.8 (|x| to 1e6)   atan2 1.6   cbrt 0.7   hypot 1.25
 *
 * Specials are those of C17 Annex F unless a line says otherwise. Denormal arguments and results follow the mode of the
 * thread (base/float_mode.h). errno and the exception flags are not kept. */

/* e to the power of x; 0 below -745.2, infinity above 709.8. */
double maths_exp(double x);
static inline float maths_expf(float x) {
  return (float)maths_exp((double)x);
}

/* Natural logarithm; -infinity for 0, NaN below. */
double maths_log(double x);

/* Sine and cosine of x rad. Beyond 1e6 rad the angle is first taken modulo the double next to 2*pi: finite and the same
 * everywhere, but wrong by |x|*4e-17 rad. NaN for the infinities. */
double maths_sin(double x);
double maths_cos(double x);
static inline float maths_sinf(float x) {
  return (float)maths_sin((double)x);
}
static inline float maths_cosf(float x) {
  return (float)maths_cos((double)x);
}

/* The angle of (x, y) from the x axis, -pi to pi rad; signs of zeros as in C's atan2. */
double maths_atan2(double y, double x);
static inline float maths_atan2f(float y, float x) {
  return (float)maths_atan2((double)y, (double)x);
}

/* x to the power of y for x of 0 or more; NaN for x below 0, unlike C's powf, whatever y is. */
float maths_powf(float x, float y);

double maths_cbrt(double x);
float maths_cbrtf(float x);

/* sqrt(x*x + y*y) without overflow on the way. */
double maths_hypot(double x, double y);
static inline float maths_hypotf(float x, float y) {
  return (float)maths_hypot((double)x, (double)y);
}

/* The greater and the lesser; of a number and a NaN the number. Of two zeros they return b whatever the signs, where C's
 * fmax and fmin leave the choice to the machine. */
static inline double maths_max(double a, double b) {
  return a > b || b != b ? a : b;
}
static inline double maths_min(double a, double b) {
  return a < b || b != b ? a : b;
}
static inline float maths_maxf(float a, float b) {
  return a > b || b != b ? a : b;
}
static inline float maths_minf(float a, float b) {
  return a < b || b != b ? a : b;
}
/* Returns the value held within [low, high]; of a NaN low. */
static inline float maths_clampf(float value, float low, float high) {
  return maths_minf(maths_maxf(value, low), high);
}

#endif
