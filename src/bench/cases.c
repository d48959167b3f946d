#include "bench/cases.h"

#include <stdio.h>
#include <string.h>

#include "bench/variants.h"
#include "cli/interrupt.h"

enum { MEMBRANE = 1u << WEIR_MEMBRANE, PIPE = 1u << WEIR_PIPE, SWE = 1u << WEIR_SWE };

static const BenchCase cases[] = {
    {.name = "pool",
     .title = "Gritzner's: a pool with crates; interaction and liquid apart",
     .run = bench_pool_run,
     .solvers = MEMBRANE | PIPE | SWE,
     .grids = {128, 256, 512, 1024},
     .table = BENCH_TABLE_POOL},
    {.name = "terrain",
     .title = "half-dry fractal terrain, dams gone between two levels",
     .run = bench_field_run,
     .solvers = PIPE | SWE,
     .grids = {1024},
     .warm = 10,
     .table = BENCH_TABLE_FIELD},
    {.name = "dam",
     .title = "the same terrain with one dam, gone in the middle: the lakes that it does not reach are at rest",
     .run = bench_field_run,
     .solvers = PIPE | SWE,
     .grids = {1024},
     .warm = 10,
     .table = BENCH_TABLE_FIELD},
    {.name = "pond",
     .title = "a membrane with blocks of land in it, waves everywhere",
     .run = bench_field_run,
     .solvers = MEMBRANE,
     .grids = {1024},
     .warm = 1,
     .table = BENCH_TABLE_FIELD},
    {.name = "rest",
     .title = "seven tenths dry or at rest, waves in the others: what sleeping gives",
     .run = bench_field_run,
     .solvers = PIPE | SWE,
     .grids = {1024},
     .warm = 2,
     .table = BENCH_TABLE_FIELD},
    {.name = "valley",
     .title = "the valley's landscape with 50 crates, nothing drawn: times real time",
     .run = bench_valley_run,
     .solvers = PIPE | SWE,
     .grids = {4096},
     .warm = 11,
     .table = BENCH_TABLE_VALLEY},
    {.name = "frames",
     .title = "a frame of the valley at 640 x 360 without a window: build, upload, draw, and the start",
     .run = bench_frames_run,
     .solvers = PIPE,
     .grids = {512},
     .warm = 1,
     .table = BENCH_TABLE_FRAMES},
};

enum { CASES = sizeof cases / sizeof cases[0] };
_Static_assert((int)CASES <= (int)BENCH_CASES_MAX, "a report has room for every case");

const BenchCase *bench_cases(int *count) {
  *count = CASES;
  return cases;
}

int bench_case_find(const char *name) {
  for (int n = 0; n < CASES; n++)
    if (strcmp(name, cases[n].name) == 0) return n;
  return -1;
}

/* Returns true if the case has a row with this solver. */
static bool case_runs(int n, const BenchOptions *o, WeirSolver solver) {
  int count;
  bench_variants(&count);
  if (!(o->cases & (1u << n)) || !(o->solvers & cases[n].solvers & (1u << solver))) return false;
  for (int v = 0; v < count; v++)
    if (bench_case_wants(&cases[n], o, v, solver)) return true;
  return false;
}

bool bench_cases_any(const BenchOptions *o) {
  for (int n = 0; n < CASES; n++)
    for (int s = 0; s < WEIR_SOLVER_COUNT; s++)
      if (case_runs(n, o, (WeirSolver)s)) return true;
  return false;
}

static bool run_case(int n, const BenchOptions *o, BenchReport *report, Error *error) {
  BenchRates rates = {.name = cases[n].name, .at_start = machine_rates(&report->machine)};
  const int first = report->count;
  report->table = cases[n].table;
  report->title = cases[n].title;
  report->unprinted = report->markdown || report->table == BENCH_TABLE_FIELD ? first : -1;
  if (!report->markdown) printf("\n%s: %s\n", cases[n].name, cases[n].title);
  bench_print_head(report);
  fflush(stdout); /* to a file, too: rows take a while */
  const int *const grids = o->grid_count > 0 ? o->grids : cases[n].grids;
  for (int s = 0; s < WEIR_SOLVER_COUNT; s++)
    for (int g = 0; case_runs(n, o, (WeirSolver)s) && g < BENCH_LIST_MAX && grids[g] > 0 && (o->grid_count == 0 || g < o->grid_count); g++)
      if (!cases[n].run(&cases[n], o, (WeirSolver)s, grids[g], report, error)) return false;
  rates.at_end = machine_rates(&report->machine);
  interrupt_hold(); /* a signal finds the case's rows printed or not */
  report->rates[report->rates_count++] = rates;
  bench_report_rate(report, first, &rates);
  bench_print_unprinted(report);
  interrupt_release();
  bench_print_rates(report, &rates);
  return true;
}

bool bench_cases_run(const BenchOptions *o, BenchReport *report, Error *error) {
  for (int n = 0; n < CASES; n++) {
    bool any = false;
    for (int s = 0; s < WEIR_SOLVER_COUNT; s++) any = any || case_runs(n, o, (WeirSolver)s);
    if (any && !run_case(n, o, report, error)) return false;
  }
  return true;
}
