/* Which variants a case has rows of. */
#include <string.h>

#include "bench/cases.h"
#include "bench/variants.h"

/* The loops know the boxes of the membrane alone; what sleeps, is dyed or has which stencil is a matter of water without bodies. */
static bool case_has(const BenchCase *bench, const BenchVariant *variant, WeirSolver solver) {
  if (!(variant->solvers & (1u << solver))) return false;
  if (bench->table == BENCH_TABLE_FIELD) return true;
  if (variant->naive) return bench->table == BENCH_TABLE_POOL && solver == WEIR_MEMBRANE;
  if (bench->table == BENCH_TABLE_FRAMES) return strcmp(variant->name, "default") == 0;
  return !variant->awake && !variant->stencil && !variant->dyed;
}

bool bench_case_wants(const BenchCase *bench, const BenchOptions *o, int variant, WeirSolver solver) {
  int count;
  return (o->variants & (1u << variant)) && case_has(bench, &bench_variants(&count)[variant], solver);
}
