/* `weir bench`: the yardstick. The table of cases, the command line, and the run: what came out, for people, for machines, and beside what
 * came out before. */
#include "bench/bench.h"

#include <stdio.h>
#include <string.h>

#include "base/float_mode.h"
#include "base/output.h"
#include "bench/against.h"
#include "bench/cases.h"
#include "cli/cli.h"
#include "cli/interrupt.h"

enum { MEMBRANE = 1u << WEIR_MEMBRANE, PIPE = 1u << WEIR_PIPE, SWE = 1u << WEIR_SWE };
enum { CASE_POOL = 0, CASE_FRAMES = 6 }; /* places in the table that options name */

static const BenchCase cases[] = {
    [CASE_POOL] = {.name = "pool",
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
    [CASE_FRAMES] = {.name = "frames",
                     .title = "a frame of the valley at 640 x 360 without a window: build, upload, draw, and the start",
                     .run = bench_frames_run,
                     .solvers = PIPE,
                     .grids = {512},
                     .warm = 1,
                     .table = BENCH_TABLE_FRAMES},
};

enum { CASES = sizeof cases / sizeof cases[0] };
_Static_assert((int)CASES <= (int)BENCH_CASES_MAX, "a report has room for every case");

/* --- the command line ------------------------------------------------------------------------------------------------ */

/* Reads what to compare; "all" are those that this machine can run. */
static bool read_variants(const OptionRow *row, const char *text, void *into, Error *error) {
  BenchOptions *const o = into;
  char word[WORD_MAX];
  const bool all = strcmp(text, "all") == 0;
  o->variants = 0;
  for (int n = 0; bench_variant(n) && all; n++) o->variants |= bench_variant_here(bench_variant(n)) ? 1u << n : 0u;
  while (!all && (o->variants == 0 || *text)) {
    const int found = word_next(&text, word) ? option_word(row, word) : -1;
    if (found < 0) return option_refuse(row, word, error);
    if (!bench_variant_here(bench_variant(found)))
      return error_set(error, "--variant: '%s' is not a vector width of this machine; it runs with %s", word, weir_simd_name());
    o->variants |= 1u << found;
  }
  return true;
}

static OptionWord case_word(int n) {
  return n < CASES ? (OptionWord){cases[n].name, cases[n].title} : (OptionWord){0};
}

static OptionWord variant_word(int n) {
  const BenchVariant *const variant = bench_variant(n);
  return variant ? (OptionWord){variant->name, variant->title} : (OptionWord){0};
}

OptionWord bench_solver_word(int n) {
  return (OptionWord){.name = n < WEIR_SOLVER_COUNT ? weir_solver_name((WeirSolver)n) : NULL};
}

#define INTO(member) OPTION_INTO(BenchOptions, member)
#define BITS(member) .kind = OPTION_BITS, .at = offsetof(BenchOptions, member)
#define NUMBERS(member, counter) .kind = OPTION_NUMBERS, .at = offsetof(BenchOptions, member), .also = offsetof(BenchOptions, counter)

static const OptionRow rows[] = {
    {"--case", "NAME,NAME...", "what to measure, or all (pool):", BITS(cases), .word = case_word,
     .expected = "is none; weir bench --help lists them"},
    {"--variant", "NAME,NAME...", "with what, or all that this machine has (naive,default,awake,stencil5):", .kind = OPTION_READ,
     .word = variant_word, .read = read_variants, .expected = "is none; weir bench --help lists them"},
    {"--solver", "NAME", "membrane, pipe, swe or all (all)", BITS(solvers), .word = bench_solver_word,
     .expected = "; allowed: membrane, pipe, swe or all"},
    {"--grid", "N,N,...", "cells a side (each case has its own)", NUMBERS(grids, grid_count), .low = SCENE_GRID_MIN, .high = WEIR_GRID_MAX,
     .expected = "; allowed: up to 16 numbers from 16 to 8192, as in 128,256"},
    {"--objects", "N,N,...", "crates of the pool (0,30,60,90) and of the valley (50)", NUMBERS(objects, object_count), .low = 0,
     .high = WORLD_BODIES_MAX, .expected = "; allowed: up to 16 numbers from 0 to 1024, as in 128,256"},
    {"--threads", "N,N,...", "OpenMP threads (1,2)", NUMBERS(threads, thread_count), .low = 1, .high = 256,
     .expected = "; allowed: up to 16 numbers from 1 to 256, as in 1,2"},
    {"--repeats", "N", "parts of a measurement, the variants taking turns; least, median and most of them (5)", INTO(repeats), .low = 1,
     .high = BENCH_REPEATS_MAX},
    {"--frames", "N", "ticks of a row, all repeats together (pool 100, valley 50, frames 100; else as many as take 0.1 s a repeat)",
     INTO(frames), .low = 1, .high = 100000},
    {"--warm", "S", "seconds of water before measuring (each case has its own)", INTO(warm), .low = 0, .high = 3600, .unit = "s"},
    {"--cell", "M", "metres a cell, of the valley (1)", INTO(cell), .low = 1e-3, .high = 1e4, .unit = "m"},
    {"--frames-cost", NULL, "short for --case frames", .kind = OPTION_CONSTANT, .at = offsetof(BenchOptions, cases),
     .low = 1 << CASE_FRAMES},
    {"--coupling", NULL, "something else: how bodies and water get on, by each method; it has a help of its own", .kind = OPTION_KNOWN},
    {"--markdown", NULL, "the same tables for documents", INTO(markdown)},
    {"--json", "FILE", "all rows for machines: a baseline", INTO(json), .expected = "; the name of a file is wanted"},
    {"--against", "FILE", "a baseline of before, pair by pair: then, now, ratio", INTO(against),
     .expected = "; the name of a file is wanted"},
};

static const CommandLine line = {
    .command = "bench",
    .about = "bench [options]: how fast the water is. With no option, Gritzner's tables A.1 and A.2 (2010), his case\n",
    .after =
        "Threads that wait fall asleep after a moment, and waking takes another; OMP_WAIT_POLICY=active lets them spin,\n"
        "on cores that nothing else wants.\n",
    .rows = rows,
    .count = sizeof rows / sizeof *rows};

/* --- running --------------------------------------------------------------------------------------------------------- */

/* Returns true if the case has a row with this solver. */
static bool case_runs(int n, const BenchOptions *o, WeirSolver solver) {
  if (!(o->cases & (1u << n)) || !(o->solvers & cases[n].solvers & (1u << solver))) return false;
  for (int v = 0; bench_variant(v); v++)
    if (bench_case_wants(&cases[n], o, v, solver)) return true;
  return false;
}

static bool case_runs_any(int n, const BenchOptions *o) {
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

/* Prints and writes what there is of the report, after a signal. Returns false: the program then ends. */
static bool save_unfinished(void *data) {
  BenchReport *const report = data;
  Error error;
  bench_print_unprinted(report);
  if (report->json && !bench_write_json(report->json, report, &error)) cli_fail(1, "bench", &error);
  return false;
}

static bool bench_run(const BenchOptions *o, BenchReport *report, const BenchBaseline *baseline, Error *error) {
  *report = (BenchReport){.unprinted = -1, .markdown = o->markdown, .json = o->json, .machine = machine_probe()};
  const Machine *const machine = &report->machine;
  printf("%s, %d cores, %s, copies %.1f GB/s; ticks of 20 ms, %d repeats\n", machine->cpu, machine->cores, machine->simd,
         machine->copy_gb_per_s, o->repeats);
  bool fields = false;
  for (int n = 0; n < CASES; n++) {
    fields = fields || ((o->cases & (1u << n)) && cases[n].table == BENCH_TABLE_FIELD);
    if (case_runs_any(n, o) && !run_case(n, o, report, error)) return false;
  }
  if (fields) bench_bytes_print(o->markdown);
  if (baseline) bench_baseline_print(baseline, report);
  if (o->json && !bench_write_json(o->json, report, error)) return false;
  return !report->differs || error_set(error, "variants that promise the same bits gave others; see OTHER BITS above");
}

int bench_main(int argc, char **argv, const char *asset_dir, const BenchDrawing *drawing) {
  static BenchReport report;
  BenchOptions o = {.cases = 1u << CASE_POOL,
                    .solvers = ~0u,
                    .threads = {1, 2},
                    .thread_count = 2,
                    .repeats = 5,
                    .warm = -1,
                    .cell = 1,
                    .asset_dir = asset_dir,
                    .drawing = drawing};
  Error error;
  for (int n = 0; bench_variant(n); n++) o.variants |= bench_variant(n)->usual ? 1u << n : 0u;
  const int status = command_line_begin(&line, argc, argv, &o);
  if (status >= 0) return status;
  bool any = false;
  for (int n = 0; n < CASES; n++) any = any || case_runs_any(n, &o);
  if (!any) {
    error_set(&error, "--case, --solver, --variant: no case has all three; weir bench --help");
    return cli_fail(2, "bench", &error);
  }
  BenchBaseline *baseline = NULL;
  if (o.against && !(baseline = bench_baseline_read(o.against, &error))) return cli_fail(1, "bench", &error);
  bool ok = !o.json || output_possible(o.json, &error);
  float_mode_flush(); /* threads started later inherit it: denormals must not slow the plain loops down */
  interrupt_save_with(save_unfinished, &report);
  ok = ok && bench_run(&o, &report, baseline, &error);
  interrupt_save_with(NULL, NULL);
  bench_baseline_end(baseline);
  bench_report_end(&report);
  return ok ? 0 : cli_fail(1, "bench", &error);
}
