#ifndef BASE_LANES_H
#define BASE_LANES_H

/* Lanes: a vector of floats as long as the width that this file is compiled for has, 16, 8 or 4 (LANES_BITS: 512, 256 or 128; 0 for the
 * vectors of the compiler: NEON and the like, or where LANES_GENERIC asks for them, to test them anywhere). Kernels written with it keep what
 * they work on in registers and can ask whether any lane is set, which loops that a compiler vectorises cannot. Lanes is a vector type
 * of gcc and clang on every architecture, so + - * / and unary minus work on it, a float beside it standing for all lanes: kernels
 * read as their equations. Each operation rounds once, as IEEE 754 says (-ffp-contract=off), and gives the same on every width.
 *
 *   lanes_load, lanes_store    from and to memory of any alignment
 *   lanes_all(a)               a in every lane
 *   lanes_max(a, b)            a > b ? a : b; lanes_min(a, b) a < b ? a : b
 *   lanes_size(a)              |a|; lanes_size_min, lanes_size_max: the lesser and the greater of two sizes; lanes_lesser: the lesser
 *                              size with the sign of a. None of these is for what is not a number.
 *   lanes_select(mask, a, b)   a where the mask is set, b elsewhere; lanes_where(mask, a) +0 elsewhere
 *   mask_any, lanes_bits       whether any lane, any bit is set
 *   mask_lanes                 bit n is set where lane n is
 *   lanes_before(last, a)      a moved on by one, with the last of `last` in front; lanes_after(a, next) the other way
 *   lanes_even(a, b)           every second lane of a and then b, from the first on; lanes_odd from the second on
 *   lanes_zip_low(a, b)        a and b by turns, their first halves; lanes_zip_high their second halves
 *   lanes_pick(a, index)       lane index[n] of a in lane n
 *   lanes_twice(a, b)          2a + b; lanes_minus_four(a, b) a - 4b: the products are exact below 2^125, so that they round once whether
 *                              fused or not
 *   lanes_flushed, lanes_result, lanes_tiny  of denormals; at the end of this file
 *   lanes_from_bits            the number whose bits are, as a whole number, base - share*(the bits of a)
 *
 * VECTOR(name) is the width's intrinsic of that name, where the processor's widths each have one. */

#include <float.h>

#include "base/float_mode.h"

#ifndef LANES_BITS /* the two files for others, src/weir/package/amalgamate.py, choose it themselves */
#if defined(LANES_GENERIC)
#define LANES_BITS 0
#elif defined(__AVX512F__)
#define LANES_BITS 512
#elif defined(__AVX2__) && defined(__FMA__)
#define LANES_BITS 256
#elif defined(__SSE2__)
#define LANES_BITS 128
#else
#define LANES_BITS 0
#endif
#endif

#if LANES_BITS == 512
#include <immintrin.h>
enum { LANES = 16 };
typedef float Lanes __attribute__((vector_size(64)));
typedef __mmask16 LaneMask;
#define VECTOR(name) _mm512_##name##_ps

static inline Lanes lanes_or(Lanes a, Lanes b) {
  return _mm512_castsi512_ps(_mm512_or_si512(_mm512_castps_si512(a), _mm512_castps_si512(b)));
}
static inline Lanes lanes_xor(Lanes a, Lanes b) {
  return _mm512_castsi512_ps(_mm512_xor_si512(_mm512_castps_si512(a), _mm512_castps_si512(b)));
}
static inline Lanes lanes_and(Lanes a, Lanes b) {
  return _mm512_castsi512_ps(_mm512_and_si512(_mm512_castps_si512(a), _mm512_castps_si512(b)));
}
static inline LaneMask lanes_greater(Lanes a, Lanes b) {
  return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ);
}
static inline LaneMask mask_both(LaneMask a, LaneMask b) {
  return (LaneMask)(a & b);
}
static inline int mask_any(LaneMask a) {
  return a != 0;
}
static inline unsigned mask_lanes(LaneMask a) {
  return a;
}
static inline int lanes_bits(Lanes a) {
  return _mm512_test_epi32_mask(_mm512_castps_si512(a), _mm512_castps_si512(a)) != 0;
}
static inline Lanes lanes_select(LaneMask mask, Lanes yes, Lanes no) {
  return _mm512_mask_blend_ps(mask, no, yes);
}
static inline Lanes lanes_where(LaneMask mask, Lanes a) {
  return _mm512_maskz_mov_ps(mask, a);
}
static inline Lanes lanes_size(Lanes a) {
  return _mm512_abs_ps(a);
}
static inline Lanes lanes_size_min(Lanes a, Lanes b) {
  return _mm512_range_ps(a, b, 0xa);
}
static inline Lanes lanes_size_max(Lanes a, Lanes b) {
  return _mm512_range_ps(a, b, 0xb);
}
static inline Lanes lanes_lesser(Lanes a, Lanes b) {
  return _mm512_range_ps(a, b, 0x2);
}
static inline Lanes lanes_before(Lanes last, Lanes a) {
  return _mm512_castsi512_ps(_mm512_alignr_epi32(_mm512_castps_si512(a), _mm512_castps_si512(last), 15));
}
static inline Lanes lanes_after(Lanes a, Lanes next) {
  return _mm512_castsi512_ps(_mm512_alignr_epi32(_mm512_castps_si512(next), _mm512_castps_si512(a), 1));
}
static inline Lanes lanes_even(Lanes a, Lanes b) {
  return _mm512_permutex2var_ps(a, _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30), b);
}
static inline Lanes lanes_odd(Lanes a, Lanes b) {
  return _mm512_permutex2var_ps(a, _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31), b);
}
static inline Lanes lanes_zip_low(Lanes a, Lanes b) {
  return _mm512_permutex2var_ps(a, _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23), b);
}
static inline Lanes lanes_zip_high(Lanes a, Lanes b) {
  return _mm512_permutex2var_ps(a, _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31), b);
}
static inline Lanes lanes_pick(Lanes a, const int index[16]) {
  return _mm512_permutexvar_ps(_mm512_loadu_si512(index), a);
}
static inline Lanes lanes_from_bits(float base, float share, Lanes a) {
  const Lanes bits = _mm512_cvtepi32_ps(_mm512_castps_si512(a));
  return _mm512_castsi512_ps(_mm512_cvtps_epi32(base - share * bits));
}

#elif LANES_BITS == 256
#include <immintrin.h>
enum { LANES = 8 };
typedef float Lanes __attribute__((vector_size(32)));
typedef Lanes LaneMask;
#define VECTOR(name) _mm256_##name##_ps

static inline LaneMask lanes_greater(Lanes a, Lanes b) {
  return _mm256_cmp_ps(a, b, _CMP_GT_OQ);
}
static inline int lanes_bits(Lanes a) {
  return !_mm256_testz_si256(_mm256_castps_si256(a), _mm256_castps_si256(a));
}
static inline Lanes lanes_select(LaneMask mask, Lanes yes, Lanes no) {
  return _mm256_blendv_ps(no, yes, mask);
}
static inline Lanes lanes_before(Lanes last, Lanes a) {
  const __m256i middle = _mm256_castps_si256(_mm256_permute2f128_ps(last, a, 0x21));
  return _mm256_castsi256_ps(_mm256_alignr_epi8(_mm256_castps_si256(a), middle, 12));
}
static inline Lanes lanes_after(Lanes a, Lanes next) {
  const __m256i middle = _mm256_castps_si256(_mm256_permute2f128_ps(a, next, 0x21));
  return _mm256_castsi256_ps(_mm256_alignr_epi8(middle, _mm256_castps_si256(a), 4));
}
static inline Lanes lanes_even(Lanes a, Lanes b) {
  const __m256d halves = _mm256_castps_pd(_mm256_shuffle_ps(a, b, _MM_SHUFFLE(2, 0, 2, 0)));
  return _mm256_castpd_ps(_mm256_permute4x64_pd(halves, _MM_SHUFFLE(3, 1, 2, 0)));
}
static inline Lanes lanes_odd(Lanes a, Lanes b) {
  const __m256d halves = _mm256_castps_pd(_mm256_shuffle_ps(a, b, _MM_SHUFFLE(3, 1, 3, 1)));
  return _mm256_castpd_ps(_mm256_permute4x64_pd(halves, _MM_SHUFFLE(3, 1, 2, 0)));
}
static inline Lanes lanes_zip_low(Lanes a, Lanes b) {
  return _mm256_permute2f128_ps(_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b), 0x20);
}
static inline Lanes lanes_zip_high(Lanes a, Lanes b) {
  return _mm256_permute2f128_ps(_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b), 0x31);
}
static inline Lanes lanes_pick(Lanes a, const int index[8]) {
  return _mm256_permutevar8x32_ps(a, _mm256_loadu_si256((const __m256i *)(const void *)index));
}
static inline Lanes lanes_from_bits(float base, float share, Lanes a) {
  const Lanes bits = _mm256_cvtepi32_ps(_mm256_castps_si256(a));
  return _mm256_castsi256_ps(_mm256_cvtps_epi32(base - share * bits));
}

#elif LANES_BITS == 128
#include <emmintrin.h>
enum { LANES = 4 };
typedef float Lanes __attribute__((vector_size(16)));
typedef Lanes LaneMask;
#define VECTOR(name) _mm_##name##_ps

static inline LaneMask lanes_greater(Lanes a, Lanes b) {
  return _mm_cmpgt_ps(a, b);
}
static inline int lanes_bits(Lanes a) {
  return _mm_movemask_epi8(_mm_cmpeq_epi32(_mm_castps_si128(a), _mm_setzero_si128())) != 0xffff;
}
static inline Lanes lanes_select(LaneMask mask, Lanes yes, Lanes no) {
  return _mm_or_ps(_mm_and_ps(mask, yes), _mm_andnot_ps(mask, no));
}
static inline Lanes lanes_before(Lanes last, Lanes a) {
  return _mm_shuffle_ps(_mm_shuffle_ps(last, a, _MM_SHUFFLE(0, 0, 3, 3)), a, _MM_SHUFFLE(2, 1, 2, 0));
}
static inline Lanes lanes_after(Lanes a, Lanes next) {
  return _mm_shuffle_ps(a, _mm_shuffle_ps(a, next, _MM_SHUFFLE(0, 0, 3, 3)), _MM_SHUFFLE(2, 0, 2, 1));
}
static inline Lanes lanes_even(Lanes a, Lanes b) {
  return _mm_shuffle_ps(a, b, _MM_SHUFFLE(2, 0, 2, 0));
}
static inline Lanes lanes_odd(Lanes a, Lanes b) {
  return _mm_shuffle_ps(a, b, _MM_SHUFFLE(3, 1, 3, 1));
}
static inline Lanes lanes_zip_low(Lanes a, Lanes b) {
  return _mm_unpacklo_ps(a, b);
}
static inline Lanes lanes_zip_high(Lanes a, Lanes b) {
  return _mm_unpackhi_ps(a, b);
}
static inline Lanes lanes_from_bits(float base, float share, Lanes a) {
  const Lanes bits = _mm_cvtepi32_ps(_mm_castps_si128(a));
  return _mm_castsi128_ps(_mm_cvtps_epi32(base - share * bits));
}

#else
#include <math.h>
#include <string.h>
enum { LANES = 4 };
typedef float Lanes __attribute__((vector_size(16)));
typedef int LaneMask __attribute__((vector_size(16)));

static inline Lanes lanes_load(const float *from) {
  Lanes a;
  memcpy(&a, from, sizeof a);
  return a;
}
static inline void lanes_store(float *to, Lanes a) {
  memcpy(to, &a, sizeof a);
}
static inline Lanes lanes_all(float a) {
  return (Lanes){a, a, a, a};
}
static inline Lanes lanes_sqrt(Lanes a) {
  return (Lanes){sqrtf(a[0]), sqrtf(a[1]), sqrtf(a[2]), sqrtf(a[3])};
}
static inline Lanes lanes_or(Lanes a, Lanes b) {
  return (Lanes)((LaneMask)a | (LaneMask)b);
}
static inline Lanes lanes_xor(Lanes a, Lanes b) {
  return (Lanes)((LaneMask)a ^ (LaneMask)b);
}
static inline Lanes lanes_and(Lanes a, Lanes b) {
  return (Lanes)((LaneMask)a & (LaneMask)b);
}
static inline LaneMask lanes_greater(Lanes a, Lanes b) {
  return a > b;
}
static inline LaneMask mask_both(LaneMask a, LaneMask b) {
  return a & b;
}
static inline int mask_any(LaneMask a) {
  return (a[0] | a[1] | a[2] | a[3]) != 0;
}
static inline unsigned mask_lanes(LaneMask a) {
  return (unsigned)((a[0] & 1) | (a[1] & 2) | (a[2] & 4) | (a[3] & 8));
}
static inline int lanes_bits(Lanes a) {
  return mask_any((LaneMask)a);
}
static inline Lanes lanes_select(LaneMask mask, Lanes yes, Lanes no) {
  return (Lanes)((mask & (LaneMask)yes) | (~mask & (LaneMask)no));
}
static inline Lanes lanes_where(LaneMask mask, Lanes a) {
  return (Lanes)(mask & (LaneMask)a);
}
static inline Lanes lanes_size(Lanes a) {
  return (Lanes)((LaneMask)a & 0x7fffffff);
}
static inline Lanes lanes_before(Lanes last, Lanes a) {
  return (Lanes){last[3], a[0], a[1], a[2]};
}
static inline Lanes lanes_after(Lanes a, Lanes next) {
  return (Lanes){a[1], a[2], a[3], next[0]};
}
static inline Lanes lanes_even(Lanes a, Lanes b) {
  return (Lanes){a[0], a[2], b[0], b[2]};
}
static inline Lanes lanes_odd(Lanes a, Lanes b) {
  return (Lanes){a[1], a[3], b[1], b[3]};
}
static inline Lanes lanes_zip_low(Lanes a, Lanes b) {
  return (Lanes){a[0], b[0], a[1], b[1]};
}
static inline Lanes lanes_zip_high(Lanes a, Lanes b) {
  return (Lanes){a[2], b[2], a[3], b[3]};
}
static inline Lanes lanes_from_bits(float base, float share, Lanes a) {
  const LaneMask bits = (LaneMask)a;
  LaneMask out;
  for (int n = 0; n < 4; n++) out[n] = (int)rintf(base - share * (float)bits[n]);
  return (Lanes)out;
}
static inline Lanes lanes_max(Lanes a, Lanes b) {
  return lanes_select(a > b, a, b);
}
static inline Lanes lanes_min(Lanes a, Lanes b) {
  return lanes_select(a < b, a, b);
}
#endif

#ifdef VECTOR
static inline Lanes lanes_load(const float *from) {
  return VECTOR(loadu)(from);
}
static inline void lanes_store(float *to, Lanes a) {
  VECTOR(storeu)(to, a);
}
static inline Lanes lanes_all(float a) {
  return VECTOR(set1)(a);
}
static inline Lanes lanes_sqrt(Lanes a) {
  return VECTOR(sqrt)(a);
}
static inline Lanes lanes_max(Lanes a, Lanes b) {
  return VECTOR(max)(a, b);
}
static inline Lanes lanes_min(Lanes a, Lanes b) {
  return VECTOR(min)(a, b);
}
#endif

#if LANES_BITS < 256
static inline Lanes lanes_pick(Lanes a, const int index[4]) {
  return (Lanes){a[index[0]], a[index[1]], a[index[2]], a[index[3]]};
}
#endif

#if LANES_BITS == 128 || LANES_BITS == 256
static inline Lanes lanes_or(Lanes a, Lanes b) {
  return VECTOR(or)(a, b);
}
static inline Lanes lanes_xor(Lanes a, Lanes b) {
  return VECTOR(xor)(a, b);
}
static inline Lanes lanes_and(Lanes a, Lanes b) {
  return VECTOR(and)(a, b);
}
static inline LaneMask mask_both(LaneMask a, LaneMask b) {
  return VECTOR(and)(a, b);
}
static inline int mask_any(LaneMask a) {
  return VECTOR(movemask)(a) != 0;
}
static inline unsigned mask_lanes(LaneMask a) {
  return (unsigned)VECTOR(movemask)(a);
}
static inline Lanes lanes_where(LaneMask mask, Lanes a) {
  return VECTOR(and)(mask, a);
}
static inline Lanes lanes_size(Lanes a) {
  return VECTOR(andnot)(VECTOR(set1)(-0.0f), a);
}
#endif

#if LANES_BITS >= 256
static inline Lanes lanes_twice(Lanes a, Lanes b) {
  return VECTOR(fmadd)(a, VECTOR(set1)(2.0f), b);
}
static inline Lanes lanes_minus_four(Lanes a, Lanes b) {
  return VECTOR(fnmadd)(b, VECTOR(set1)(4.0f), a);
}
#else
static inline Lanes lanes_twice(Lanes a, Lanes b) {
  return (a + a) + b;
}
static inline Lanes lanes_minus_four(Lanes a, Lanes b) {
  return a - 4.0f * b;
}
#endif

#if LANES_BITS != 512
static inline Lanes lanes_size_min(Lanes a, Lanes b) {
  return lanes_min(lanes_size(a), lanes_size(b));
}
static inline Lanes lanes_size_max(Lanes a, Lanes b) {
  return lanes_max(lanes_size(a), lanes_size(b));
}
static inline Lanes lanes_lesser(Lanes a, Lanes b) {
  return lanes_or(lanes_size_min(a, b), lanes_and(a, lanes_all(-0.0f)));
}
#endif

/* a within [-most, most]. */
static inline Lanes lanes_within(Lanes a, Lanes most) {
  return lanes_max(lanes_min(a, most), 0.0f - most);
}

/* Where a processor keeps denormals (FLOAT_MODE_FLUSHES 0), kernels give the bits of one that flushes them by flushing each result themselves:
 * in vectors that have a number so small that what it was made of may have been one, which are few. */

/* Returns what a result is where denormals are flushed. */
static inline Lanes lanes_flushed(Lanes a) {
  if (FLOAT_MODE_FLUSHES) return a;
  return lanes_select(lanes_greater(lanes_all(FLT_MIN), lanes_size(a)), lanes_and(a, lanes_all(-0.0f)), a);
}

/* Returns a result as it is, or flushed. */
static inline __attribute__((always_inline)) Lanes lanes_result(Lanes a, int flush) {
  return flush ? lanes_flushed(a) : a;
}

/* Returns true if a lane is not 0, but so near it that a term lost to flushing could be seen in it. */
static inline int lanes_tiny(Lanes a) {
  if (FLOAT_MODE_FLUSHES) return 0;
  const Lanes size = lanes_size(a);
  return mask_any(mask_both(lanes_greater(size, lanes_all(0.0f)), lanes_greater(lanes_all(1e-18f), size)));
}

#endif
