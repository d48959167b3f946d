#ifndef BASE_FLOAT_MODE_H
#define BASE_FLOAT_MODE_H

/* Denormals: numbers below 1e-38 are of no use to water and cost a hundred times as much. Each solver thread flushes them
 * to zero while it runs a substep and restores its caller's mode. x86 and ARM agree on what is a denormal except for a product or quotient
 * so little below 2^-126 that it rounds to it: x86 tests after rounding and keeps it, ARM before and flushes it. On 32-bit
 * ARM the mode is of scalars; its vectors (NEON) flush in every mode, so kernels that use them run within it.
 *
 * Where a processor has no such mode (RISC-V, POWER, z/Architecture, WebAssembly), FLOAT_MODE_FLUSHES is 0 and denormals are kept. Most of
 * the water's numbers meet them only as terms too small to change a sum. What thins out from cell to cell until nothing is left does not, and
 * flushes its own (lanes_flushed): dye, the first signs of a membrane's waves, what the filter of waves that disperse leaves far away. */

#if defined(__SSE2__)
#include <xmmintrin.h>
typedef unsigned int FloatMode;
static inline FloatMode float_mode_now(void) {
  return _mm_getcsr();
}
static inline FloatMode float_mode_flush(void) {
  const FloatMode before = _mm_getcsr();
  _mm_setcsr(before | 0x8040u); /* flush to zero, denormals are zero */
  return before;
}
static inline void float_mode_restore(FloatMode before) {
  _mm_setcsr(before);
}
#elif defined(__aarch64__)
#include <stdint.h>
typedef uint64_t FloatMode;
static inline FloatMode float_mode_now(void) {
  FloatMode now;
  __asm__ volatile("mrs %0, fpcr" : "=r"(now));
  return now;
}
static inline FloatMode float_mode_flush(void) {
  const FloatMode before = float_mode_now();
  __asm__ volatile("msr fpcr, %0" : : "r"(before | (1ull << 24)));
  return before;
}
static inline void float_mode_restore(FloatMode before) {
  __asm__ volatile("msr fpcr, %0" : : "r"(before));
}
#elif defined(__arm__) && defined(__ARM_FP)
#include <stdint.h>
typedef uint32_t FloatMode;
static inline FloatMode float_mode_now(void) {
  FloatMode now;
  __asm__ volatile("vmrs %0, fpscr" : "=r"(now));
  return now;
}
static inline FloatMode float_mode_flush(void) {
  const FloatMode before = float_mode_now();
  __asm__ volatile("vmsr fpscr, %0" : : "r"(before | (1u << 24)));
  return before;
}
static inline void float_mode_restore(FloatMode before) {
  __asm__ volatile("vmsr fpscr, %0" : : "r"(before));
}
#else
#define FLOAT_MODE_FLUSHES 0
typedef int FloatMode;
static inline FloatMode float_mode_now(void) {
  return 0;
}
static inline FloatMode float_mode_flush(void) {
  return 0;
}
static inline void float_mode_restore(FloatMode before) {
  (void)before;
}
#endif
#ifndef FLOAT_MODE_FLUSHES
#define FLOAT_MODE_FLUSHES 1
#endif

#endif
