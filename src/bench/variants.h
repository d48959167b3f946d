#ifndef BENCH_VARIANTS_H
#define BENCH_VARIANTS_H

/* The techniques that are compared: each row of `weir bench` is one of these. */

#include <stdbool.h>

#include "weir/weir.h"

/* One technique: a line of the table of variants, a constant of the program. */
typedef struct BenchVariant {
  const char *name, *title;
  unsigned solvers; /* bit 1 << WeirSolver: where it means something */
  bool naive;       /* src/bench/rivals, and not the library */
  bool awake;       /* nothing sleeps */
  int sweep;        /* substeps in one sweep; 0: as it comes */
  bool dyed;        /* every wet cell has dye, which the water carries along */
  int stencil;      /* points of the membrane; 0: as it comes */
  const char *simd; /* vector width; NULL: the machine's best */
} BenchVariant;

const BenchVariant *bench_variants(int *count);

/* Returns the index of a name, or -1 if there is none. */
int bench_variant_find(const char *name);

/* Returns true if this machine can run the variant. */
bool bench_variant_here(const BenchVariant *variant);

/* Sets the water and the process to the variant; undoes what another one set. */
void bench_variant_use(const BenchVariant *variant, WeirWater *water);

/* Returns true if the variant leaves the water with the bits of the default: other equations do not, nor does a state with dye in it. */
bool bench_variant_same_bits(const BenchVariant *variant);

/* Restores the machine's best vector width. */
void bench_variant_reset(void);

#endif
