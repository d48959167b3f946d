#include "bench/cases.h"

#include <string.h>

enum { ALL = (1u << WEIR_MEMBRANE) | (1u << WEIR_PIPE) | (1u << WEIR_SWE), FLOWS = (1u << WEIR_PIPE) | (1u << WEIR_SWE) };

/* A new technique that can be switched while the water runs is a line here, a field of BenchVariant for its switch, and a
 * line in bench_variant_use. */
static const BenchVariant variants[] = {
    {.name = "naive", .title = "the sources' loops, written plainly (src/bench/rivals)", .solvers = ALL, .usual = true, .naive = true},
    {.name = "default", .title = "the library as it comes", .solvers = ALL, .usual = true},
    {.name = "awake", .title = "nothing sleeps", .solvers = FLOWS, .usual = true, .awake = true},
    {.name = "dyed", .title = "all water dyed: what carrying a tracer along costs", .solvers = FLOWS, .dyed = true},
    {.name = "sweep1", .title = "each substep a sweep of its own", .solvers = ALL, .sweep = 1},
    {.name = "stencil5",
     .title = "five points, as naive, where the default has nine",
     .solvers = 1u << WEIR_MEMBRANE,
     .usual = true,
     .stencil = 5},
    {.name = "sse2", .title = "vectors of 4", .solvers = ALL, .simd = "sse2"},
    {.name = "avx2", .title = "vectors of 8", .solvers = ALL, .simd = "avx2"},
    {.name = "avx512", .title = "vectors of 16", .solvers = ALL, .simd = "avx512"},
};

const BenchVariant *bench_variant(int n) {
  return n < (int)(sizeof variants / sizeof variants[0]) ? &variants[n] : NULL;
}

bool bench_case_wants(const BenchCase *bench, const BenchOptions *o, int variant, WeirSolver solver) {
  const BenchVariant *const v = &variants[variant];
  if (!(o->variants & (1u << variant)) || !(v->solvers & (1u << solver))) return false;
  /* The loops know the boxes of the membrane alone; what sleeps, is dyed or has which stencil is a matter of water without bodies. */
  if (bench->table == BENCH_TABLE_FIELD) return true;
  if (v->naive) return bench->table == BENCH_TABLE_POOL && solver == WEIR_MEMBRANE;
  if (bench->table == BENCH_TABLE_FRAMES) return strcmp(v->name, "default") == 0;
  return !v->awake && !v->stencil && !v->dyed;
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
