#include "bench/variants.h"

#include <string.h>

enum { ALL = (1u << WEIR_MEMBRANE) | (1u << WEIR_PIPE) | (1u << WEIR_SWE), FLOWS = (1u << WEIR_PIPE) | (1u << WEIR_SWE) };

/* A new technique that can be switched while the water runs is a line here, a field of BenchVariant for its switch, and a
 * line in bench_variant_use. */
static const BenchVariant variants[] = {
    {.name = "naive", .title = "the sources' loops, written plainly (src/bench/rivals)", .solvers = ALL, .naive = true},
    {.name = "default", .title = "the library as it comes", .solvers = ALL},
    {.name = "awake", .title = "nothing sleeps", .solvers = FLOWS, .awake = true},
    {.name = "dyed", .title = "all water dyed: what carrying a tracer along costs", .solvers = FLOWS, .dyed = true},
    {.name = "sweep1", .title = "each substep a sweep of its own", .solvers = ALL, .sweep = 1},
    {.name = "stencil5", .title = "five points, as naive, where the default has nine", .solvers = 1u << WEIR_MEMBRANE, .stencil = 5},
    {.name = "sse2", .title = "vectors of 4", .solvers = ALL, .simd = "sse2"},
    {.name = "avx2", .title = "vectors of 8", .solvers = ALL, .simd = "avx2"},
    {.name = "avx512", .title = "vectors of 16", .solvers = ALL, .simd = "avx512"},
};

const BenchVariant *bench_variants(int *count) {
  *count = (int)(sizeof variants / sizeof variants[0]);
  return variants;
}

int bench_variant_find(const char *name) {
  int count;
  bench_variants(&count);
  for (int n = 0; n < count; n++)
    if (strcmp(name, variants[n].name) == 0) return n;
  return -1;
}

/* The vector width that the process began with. */
static const char *best(void) {
  static const char *name;
  if (!name) name = weir_simd_name();
  return name;
}

bool bench_variant_here(const BenchVariant *variant) {
  best();
  const bool has = !variant->simd || weir_simd_use(variant->simd);
  bench_variant_reset();
  return has;
}

void bench_variant_use(const BenchVariant *variant, WeirWater *water) {
  best();
  weir_simd_use(variant->simd ? variant->simd : best());
  weir_water_set_sleeping(water, !variant->awake);
  weir_water_set_sweep(water, variant->sweep ? variant->sweep : 8);
  weir_water_clear_dye(water);
  if (variant->dyed) { /* all of it */
    const float wide = 0.5f * weir_water_cell(water) * (float)weir_water_nx(water),
                deep = 0.5f * weir_water_cell(water) * (float)weir_water_nz(water);
    weir_water_add_dye(water, wide, deep, 2 * (wide + deep), 1000);
  }
  WeirTuning tuning = weir_water_tuning(water);
  const int stencil = variant->stencil ? variant->stencil : weir_tuning_default().stencil;
  if (tuning.stencil == stencil) return;
  tuning.stencil = stencil;
  weir_water_set_tuning(water, &tuning);
}

bool bench_variant_same_bits(const BenchVariant *variant) {
  return !variant->naive && !variant->stencil && !variant->dyed;
}

void bench_variant_reset(void) {
  weir_simd_use(best());
}
