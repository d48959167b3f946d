#include "bench/options.h"

#include <string.h>

#include "base/error.h"
#include "bench/cases.h"
#include "bench/variants.h"
#include "cli/cli.h"
#include "cli/command_line.h"
#include "cli/words.h"
#include "world/world.h"

/* Reads what to compare; "all" are those that this machine can run. */
static bool read_variants(const OptionRow *row, const char *text, void *into, Error *error) {
  BenchOptions *const o = into;
  int count;
  char word[WORD_MAX];
  const BenchVariant *variants = bench_variants(&count);
  const bool all = strcmp(text, "all") == 0;
  o->variants = 0;
  for (int n = 0; n < count && all; n++) o->variants |= bench_variant_here(&variants[n]) ? 1u << n : 0u;
  while (!all && (o->variants == 0 || *text)) {
    const int found = word_next(&text, word) ? bench_variant_find(word) : -1;
    if (found < 0) return option_refuse(row, word, error);
    if (!bench_variant_here(&variants[found]))
      return error_set(error, "--variant: '%s' is not a vector width of this machine; it runs with %s", word, weir_simd_name());
    o->variants |= 1u << found;
  }
  return true;
}

static bool read_frames_cost(const OptionRow *row, const char *text, void *into, Error *error) {
  (void)row, (void)text, (void)error;
  ((BenchOptions *)into)->cases = 1u << bench_case_find("frames");
  return true;
}

static OptionWord case_word(int n) {
  int count;
  const BenchCase *const cases = bench_cases(&count);
  return n < count ? (OptionWord){cases[n].name, cases[n].title} : (OptionWord){0};
}

static OptionWord variant_word(int n) {
  int count;
  const BenchVariant *const variants = bench_variants(&count);
  return n < count ? (OptionWord){variants[n].name, variants[n].title} : (OptionWord){0};
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
     .high = 1000},
    {"--frames", "N", "ticks of a row, all repeats together (pool 100, valley 50, frames 100; else as many as take 0.1 s a repeat)",
     INTO(frames), .low = 1, .high = 100000},
    {"--warm", "S", "seconds of water before measuring (each case has its own)", INTO(warm), .low = 0, .high = 3600, .unit = "s"},
    {"--cell", "M", "metres a cell, of the valley (1)", INTO(cell), .low = 1e-3, .high = 1e4, .unit = "m"},
    {"--frames-cost", NULL, "short for --case frames", .kind = OPTION_READ, .read = read_frames_cost},
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

int bench_options_read(int argc, char **argv, BenchOptions *o) {
  static const char *const usual[] = {"naive", "default", "awake", "stencil5"};
  Error error;
  *o = (BenchOptions){
      .cases = 1u << bench_case_find("pool"), .solvers = ~0u, .threads = {1, 2}, .thread_count = 2, .repeats = 5, .warm = -1, .cell = 1};
  for (size_t n = 0; n < sizeof usual / sizeof *usual; n++) o->variants |= 1u << bench_variant_find(usual[n]);
  const int status = command_line_begin(&line, argc, argv, o);
  if (status >= 0 || bench_cases_any(o)) return status;
  error_set(&error, "--case, --solver, --variant: no case has all three; weir bench --help");
  return cli_fail(2, "bench", &error);
}
