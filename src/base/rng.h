#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stdint.h>

/* SplitMix64 (Steele, Lea, Flood 2014): one word of state, the same sequence on every machine. */
typedef struct Rng {
  uint64_t state;
} Rng;

static inline uint64_t rng_next(Rng *rng) {
  uint64_t z = (rng->state += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

/* Uniform in [low, high). */
static inline float rng_range(Rng *rng, float low, float high) {
  return low + (high - low) * (float)(rng_next(rng) >> 40) * (1.0f / 16777216.0f);
}

#endif
