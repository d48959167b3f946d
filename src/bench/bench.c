/* `weir bench`: the yardstick. The table of cases, the command line, and the run: what came out, for people, for machines, and beside what
 * came out before. */
#include "bench/bench.h"

#include <stdio.h>
#include <string.h>

#include "base/float_mode.h"
#include "base/output.h"
#include "bench/cases.h"
#include "cli/cli.h"
#include "cli/interrupt.h"

enum { MEMBRANE = 1u << WEIR_MEMBRANE, PIPE = 1u << WEIR_PIPE, SWE = 1u << WEIR_SWE };
enum { CASE_POOL = 0, CASE_FRAMES = 9, CASE_RIVALS = 10 }; /* places in the table that options name */

static const int pool_grids[] = {128, 256, 512, 1024, 0}, field_grids[] = {1024, 0}, valley_grids[] = {4096, 0}, frames_grids[] = {512, 0};

static const BenchCase cases[] = {
    [CASE_POOL] = {"pool", "Gritzner's: a pool with crates; interaction and liquid apart", bench_pool_run, MEMBRANE | PIPE | SWE,
                   pool_grids, 0, BENCH_TABLE_POOL},
    {"terrain", "half-dry fractal terrain, dams gone between two levels", bench_field_run, PIPE | SWE, field_grids, 10, BENCH_TABLE_FIELD},
    {"dam", "the same terrain with one dam, gone in the middle: the lakes that it does not reach are at rest", bench_field_run, PIPE | SWE,
     field_grids, 10, BENCH_TABLE_FIELD},
    {"pond", "a membrane with blocks of land in it, waves everywhere", bench_field_run, MEMBRANE, field_grids, 1, BENCH_TABLE_FIELD},
    {"rest", "seven tenths dry or at rest, waves in the others: what sleeping gives", bench_field_run, PIPE | SWE, field_grids, 2,
     BENCH_TABLE_FIELD},
    {"calm", "deep water with waves of some decimetres everywhere: what waves that disperse cost", bench_field_run, PIPE | SWE, field_grids,
     2, BENCH_TABLE_FIELD},
    {"sheltered", "the same, but seven tenths of it lie at rest behind a wall", bench_field_run, PIPE | SWE, field_grids, 2,
     BENCH_TABLE_FIELD},
    {"valley", "the valley's landscape with 50 crates, nothing drawn: times real time", bench_valley_run, PIPE | SWE, valley_grids, 11,
     BENCH_TABLE_VALLEY},
    {"crates", "1000 crates afloat in a tank, in rafts and alone, with waves: a tick by its parts", bench_crates_run, PIPE | SWE,
     field_grids, 10, BENCH_TABLE_CRATES},
    [CASE_FRAMES] = {"frames", "a frame of the valley at 640 x 360 without a window: build, upload, draw, and the start", bench_frames_run,
                     PIPE, frames_grids, 1, BENCH_TABLE_FRAMES},
    [CASE_RIVALS] = {"rivals", "beside a height-only membrane, plain pipes, MUSCL-HLL and copies, each as fast as a compiler makes it",
                     bench_beside_run, MEMBRANE | PIPE | SWE, field_grids, -1, BENCH_TABLE_RIVALS},
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
    {"--objects", "N,N,...", "crates of the pool (0,30,60,90), of the valley (50) and of crates (1000)", NUMBERS(objects, object_count),
     .low = 0, .high = WORLD_BODIES_MAX, .expected = "; allowed: up to 16 numbers from 0 to 1024, as in 128,256"},
    {"--threads", "N,N,...", "threads of the water (1,2)", NUMBERS(threads, thread_count), .low = 1, .high = 256,
     .expected = "; allowed: up to 16 numbers from 1 to 256, as in 1,2"},
    {"--repeats", "N", "parts of a measurement, the variants taking turns; least, median and most of them (5)", INTO(repeats), .low = 1,
     .high = BENCH_REPEATS_MAX},
    {"--frames", "N",
     "ticks of a row, all repeats together (pool 100, valley 50, crates 100, frames 100; else as many as take 0.1 s a repeat)",
     INTO(frames), .low = 1, .high = 100000},
    {"--warm", "S", "seconds of water before measuring (each case has its own)", INTO(warm), .low = 0, .high = 3600, .unit = "s"},
    {"--cell", "M", "metres a cell, of the valley (1)", INTO(cell), .low = 1e-3, .high = 1e4, .unit = "m"},
    {"--scene", "NAME,NAME...", "of the frames that are timed by pass, or all (river):", BITS(scenes), .word = bench_pass_scene_word,
     .expected = "is none; weir bench --help lists them"},
    {"--frames-cost", NULL, "short for --case frames", .kind = OPTION_CONSTANT, .at = offsetof(BenchOptions, cases),
     .low = 1 << CASE_FRAMES},
    {"--rivals", NULL, "short for --case rivals", .kind = OPTION_CONSTANT, .at = offsetof(BenchOptions, cases), .low = 1 << CASE_RIVALS},
    {"--coupling", NULL, "something else: how bodies and water get on, by each method; it has a help of its own", .kind = OPTION_KNOWN},
    {"--markdown", NULL, "the same tables for documents", INTO(markdown)},
    {"--json", "FILE", "all rows for machines: a baseline", INTO(json), .expected = "; the name of a file is wanted"},
    {"--against", "FILE", "a baseline of before, pair by pair: then, now, ratio", INTO(against),
     .expected = "; the name of a file is wanted"},
};

static const CommandLine line = {
    .command = "bench",
    .about = "bench [options]: how fast the water is. With no option, Gritzner's tables A.1 and A.2 (2010), his case\n",
    .rows = rows,
    .count = sizeof rows / sizeof *rows};

/* --- running --------------------------------------------------------------------------------------------------------- */

/* Returns the solvers with which the case has a row: bit 1 << WeirSolver. */
static unsigned case_solvers(int n, const BenchOptions *o) {
  unsigned found = 0;
  for (int s = 0; o->cases & 1u << n && s < WEIR_SOLVER_COUNT; s++)
    for (int v = 0; bench_variant(v); v++) found |= bench_case_wants(&cases[n], o, v, (WeirSolver)s) ? 1u << s : 0u;
  return found & o->solvers & cases[n].solvers;
}

static bool run_case(int n, const BenchOptions *o, BenchReport *report, Error *error) {
  BenchRates rates = {.name = cases[n].name, .at_start = machine_rates(&report->machine)};
  const int first = report->count;
  report->table = cases[n].table;
  report->title = cases[n].title;
  const bool waits = report->table == BENCH_TABLE_FIELD || report->table == BENCH_TABLE_RIVALS;
  report->unprinted = report->markdown || waits ? first : -1;
  if (!report->markdown) printf("\n%s: %s\n", cases[n].name, cases[n].title);
  if (!report->markdown && report->table == BENCH_TABLE_POOL)
    printf("%-8s %-8s %7s %7s %5s %8s %12s %9s %9s %9s %8s %8s %8s\n", "solver", "variant", "threads", "objects", "grid", "substeps",
           "interact. ms", "liquid ms", "total ms", "rtkc", "Mcells/s", "x naive", "then ms");
  fflush(stdout); /* to a file, too: rows take a while */
  const int *const grids = o->grid_count > 0 ? o->grids : cases[n].grids;
  const unsigned solvers = case_solvers(n, o);
  for (int s = 0; s < WEIR_SOLVER_COUNT; s++)
    for (int g = 0; solvers & 1u << s && (o->grid_count > 0 ? g < o->grid_count : grids[g] > 0); g++)
      if (!cases[n].run(&cases[n], o, (WeirSolver)s, grids[g], report, error)) return false;
  rates.at_end = machine_rates(&report->machine);
  bench_report_case(report, first, &rates);
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
    if (case_solvers(n, o) && !run_case(n, o, report, error)) return false;
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
                    .scenes = 1,
                    .cell = 1,
                    .asset_dir = asset_dir,
                    .drawing = drawing};
  Error error;
  for (int n = 0; bench_variant(n); n++) o.variants |= bench_variant(n)->usual ? 1u << n : 0u;
  for (int n = 1; n < argc; n++)
    if (strcmp(argv[n], "--coupling") == 0) return coupling_main(argc, argv);
  const int status = command_line_begin(&line, argc, argv, &o);
  if (status >= 0) return status;
  unsigned any = 0;
  for (int n = 0; n < CASES; n++) any |= case_solvers(n, &o);
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
