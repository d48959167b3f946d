/* Which variants a case has rows of. */
#include <string.h>

#include "bench/cases.h"
#include "bench/variants.h"

bool bench_case_wants(const BenchCase *bench, const BenchOptions *o, int variant, WeirSolver solver) {
  int count;
  const BenchVariant *const v = &bench_variants(&count)[variant];
  if (!(o->variants & (1u << variant)) || !(v->solvers & (1u << solver))) return false;
  /* The loops know the boxes of the membrane alone; what sleeps, is dyed or has which stencil is a matter of water without bodies. */
  if (bench->table == BENCH_TABLE_FIELD) return true;
  if (v->naive) return bench->table == BENCH_TABLE_POOL && solver == WEIR_MEMBRANE;
  if (bench->table == BENCH_TABLE_FRAMES) return strcmp(v->name, "default") == 0;
  return !v->awake && !v->stencil && !v->dyed;
}
