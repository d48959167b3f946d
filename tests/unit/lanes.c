/* Each function of base/lanes.h, and its twin of base/lane.h, against its definition, a lane at a time: built once for every vector width
 * and for the vectors of the compiler, which are all that other architectures have (tests/golden/cross.sh runs it there). Signed zeros,
 * infinities and products that round are among the numbers; NaN is not: the kernels are not for it. */
#include "base/lanes.h"
#include "base/lane.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"

enum { ROUNDS = 200000 };

static int bad;

static uint32_t bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static float of_bits(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static void check(const char *name, Lanes got, const float *wanted, const float *a, const float *b) {
  float lanes[LANES];
  lanes_store(lanes, got);
  for (int n = 0; n < LANES; n++) {
    const int both_odd = lanes[n] != lanes[n] && wanted[n] != wanted[n]; /* inf - inf: its bits are the machine's */
    if (bits_of(lanes[n]) == bits_of(wanted[n]) || both_odd) continue;
    if (bad++ < 10)
      fprintf(stderr, "%s(%a, %a) is %a where %a is wanted\n", name, (double)a[n], (double)b[n], (double)lanes[n], (double)wanted[n]);
  }
}

#define EACH(name, got, formula)      \
  do {                                \
    for (int n = 0; n < LANES; n++) { \
      const float x = a[n], y = b[n]; \
      (void)x, (void)y;               \
      wanted[n] = (formula);          \
    }                                 \
    check(name, (got), wanted, a, b); \
  } while (0)

/* A function of base/lanes.h and its twin for one float in base/lane.h against the same definition. */
#define BOTH(name, function, vectors, floats, formula)        \
  do {                                                        \
    float one[LANES];                                         \
    EACH(name, lanes_##function vectors, formula);            \
    for (int n = 0; n < LANES; n++) {                         \
      const float x = a[n], y = b[n];                         \
      (void)x, (void)y;                                       \
      one[n] = lane_##function floats;                        \
    }                                                         \
    check("one lane's " name, lanes_load(one), wanted, a, b); \
  } while (0)

static float less(float x, float y) {
  return x < y ? x : y;
}

static float more(float x, float y) {
  return x > y ? x : y;
}

/* The zero is volatile because gcc 12 folds 0 - |y| to -|y|, which is another zero for y = 0. */
static float within(float x, float y) {
  volatile float zero = 0.0f;
  return more(less(x, y), zero - y);
}

static void arithmetic(const float *a, const float *b) {
  const Lanes va = lanes_load(a), vb = lanes_load(b);
  float wanted[LANES];
  BOTH("all", all, (a[0]), (a[0]), a[0]);
  EACH("add", va + vb, x + y);
  EACH("sub", va - vb, x - y);
  EACH("mul", va * vb, x * y);
  EACH("div", va / vb, x / y);
  EACH("minus", -va, -x);
  EACH("scaled", 3.0f * va - 0.5f, 3.0f * x - 0.5f);
  EACH("sqrt", lanes_sqrt(lanes_size(va)), sqrtf(fabsf(x)));
  EACH("twice", lanes_twice(va, vb), (x + x) + y);
  EACH("less_four", lanes_minus_four(va, vb), x - 4.0f * y);
}

static void comparisons(const float *a, const float *b) {
  const Lanes va = lanes_load(a), vb = lanes_load(b);
  const LaneMask greater = lanes_greater(va, vb), less_too = lanes_greater(vb, va);
  float wanted[LANES];
  int any = 0;
  BOTH("max", max, (va, vb), (x, y), more(x, y));
  BOTH("min", min, (va, vb), (x, y), less(x, y));
  BOTH("size", size, (va), (x), fabsf(x));
  BOTH("size_min", size_min, (va, vb), (x, y), less(fabsf(x), fabsf(y)));
  EACH("size_max", lanes_size_max(va, vb), more(fabsf(x), fabsf(y)));
  BOTH("lesser", lesser, (va, vb), (x, y), copysignf(less(fabsf(x), fabsf(y)), x));
  BOTH("select", select, (greater, va, vb), (lane_greater(x, y), x, y), x > y ? x : y);
  BOTH("where", where, (greater, va), (lane_greater(x, y), x), x > y ? x : 0.0f);
  EACH("both", lanes_where(mask_both(greater, less_too), va), 0.0f);
  EACH("within", lanes_within(va, lanes_size(vb)), within(x, fabsf(y)));
  unsigned lanes = 0;
  for (int n = 0; n < LANES; n++) any |= a[n] > b[n], lanes |= (a[n] > b[n] ? 1u : 0u) << n;
  if (mask_lanes(greater) != lanes && bad++ < 10) fprintf(stderr, "mask_lanes is %u where %u is wanted\n", mask_lanes(greater), lanes);
  if (mask_any(greater) != any && bad++ < 10) fprintf(stderr, "mask_any is %d where %d is wanted\n", mask_any(greater), any);
}

static void bits(const float *a, const float *b) {
  const Lanes va = lanes_load(a), vb = lanes_load(b);
  float wanted[LANES];
  uint32_t all = 0;
  int index[LANES];
  for (int n = 0; n < LANES; n++) index[n] = (5 * n + 2) % LANES;
  EACH("pick", lanes_pick(va, index), a[index[n]]);
  EACH("or", lanes_or(va, vb), of_bits(bits_of(x) | bits_of(y)));
  BOTH("and", and, (va, vb), (x, y), of_bits(bits_of(x) & bits_of(y)));
  EACH("xor", lanes_xor(va, vb), of_bits(bits_of(x) ^ bits_of(y)));
  EACH("before", lanes_before(va, vb), n == 0 ? a[LANES - 1] : b[n - 1]);
  EACH("after", lanes_after(va, vb), n == LANES - 1 ? b[0] : a[n + 1]);
  enum { HALF = LANES / 2 };
  EACH("even", lanes_even(va, vb), n < HALF ? a[2 * n] : b[2 * n - LANES]);
  EACH("odd", lanes_odd(va, vb), n < HALF ? a[2 * n + 1] : b[2 * n + 1 - LANES]);
  EACH("zip_low", lanes_zip_low(va, vb), n % 2 ? b[n / 2] : a[n / 2]);
  EACH("zip_high", lanes_zip_high(va, vb), n % 2 ? b[HALF + n / 2] : a[HALF + n / 2]);
  EACH("from_bits", lanes_from_bits(1419967116.0f, 0.33333333f, lanes_size(va)),
       of_bits((uint32_t)rintf(1419967116.0f - 0.33333333f * (float)(int32_t)bits_of(fabsf(x)))));
  for (int n = 0; n < LANES; n++) all |= bits_of(a[n]);
  if (lanes_bits(va) != (all != 0) && bad++ < 10) fprintf(stderr, "bits is %d where %d is wanted\n", lanes_bits(va), all != 0);
}

/* A number of any size that kernels meet, or one of those that are easily got wrong. */
static float number(Rng *rng) {
  static const float odd[] = {0.0f, -0.0f, 1.0f, -1.0f, 0x1p-126f, 0x1.8p125f, INFINITY, -INFINITY};
  const uint64_t word = rng_next(rng);
  if (word % 4 == 0) return odd[(word >> 8) % (sizeof odd / sizeof *odd)];
  return rng_range(rng, -1, 1) * ldexpf(1, (int)((word >> 8) % 60) - 30);
}

int main(void) {
#if defined(__AVX512F__) && !defined(LANES_GENERIC)
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq")) return 77;
#elif defined(__AVX2__) && !defined(LANES_GENERIC)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return 77;
#endif
  Rng rng = {3};
  for (int round = 0; round < ROUNDS; round++) {
    float a[LANES], b[LANES];
    const int zeros = round % 16 == 0, same = round % 16 == 1;
    for (int n = 0; n < LANES; n++) {
      a[n] = zeros ? 0.0f : number(&rng);
      b[n] = same ? a[n] : number(&rng);
    }
    arithmetic(a, b);
    comparisons(a, b);
    bits(a, b);
  }
  printf("lanes of %d: %d of %d rounds' results are wrong\n", (int)LANES, bad, (int)ROUNDS);
  return bad != 0;
}
