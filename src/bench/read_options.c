#include "bench/options.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "bench/cases.h"
#include "bench/variants.h"
#include "cli/cli.h"
#include "cli/numbers.h"
#include "cli/words.h"
#include "world/world.h"

enum { FRAMES_MAX = 100000, REPEATS_MAX = 1000 };

static void help(void) {
  int count;
  printf(
      "weir bench [options]: how fast the water is. With no option, Gritzner's tables A.1 and A.2 (2010), his case\n"
      "  --case NAME,NAME...     what to measure, or all (pool):\n");
  const BenchCase *cases = bench_cases(&count);
  for (int n = 0; n < count; n++) printf("      %-18s %s\n", cases[n].name, cases[n].title);
  printf("  --variant NAME,NAME...  with what, or all that this machine has (naive,default,awake,stencil5):\n");
  const BenchVariant *variants = bench_variants(&count);
  for (int n = 0; n < count; n++) printf("      %-18s %s\n", variants[n].name, variants[n].title);
  printf(
      "  --solver NAME           membrane, pipe, swe or all (all)\n"
      "  --grid N,N,...          cells a side (each case has its own)\n"
      "  --objects N,N,...       crates of the pool (0,30,60,90) and of the valley (50)\n"
      "  --threads N,N,...       OpenMP threads (1,2)\n"
      "  --repeats N             parts of a measurement, the variants taking turns; least, median and most of them (5)\n"
      "  --frames N              ticks of a row, all repeats together (pool 100, valley 50, frames 100; else as many\n"
      "                          as take 0.1 s a repeat)\n"
      "  --warm S                seconds of water before measuring (each case has its own)\n"
      "  --cell M                metres a cell, of the valley (1)\n"
      "  --frames-cost           short for --case frames\n"
      "  --coupling              something else: how bodies and water get on, by each method; it has a help of its own\n"
      "  --markdown              the same tables for documents\n"
      "  --json FILE             all rows for machines: a baseline\n"
      "  --against FILE          a baseline of before, pair by pair: then, now, ratio\n"
      "Threads that wait fall asleep after a moment, and waking takes another; OMP_WAIT_POLICY=active lets them spin,\n"
      "on cores that nothing else wants.\n");
}

/* --- words that are lists -------------------------------------------------------------------------------------------- */

/* "128,256" -> numbers; false when one is off or there are too many. */
static bool read_list(const char *text, int low, int high, int *list, int *count) {
  char word[WORD_MAX];
  for (*count = 0; *text; (*count)++) {
    int64_t value = 0;
    if (*count == BENCH_LIST_MAX || !word_next(&text, word) || !number_whole(word, low, high, &value)) return false;
    list[*count] = (int)value;
  }
  return *count > 0;
}

static bool read_numbers(const char *name, const char *text, int low, int high, int *list, int *count, Error *error) {
  if (read_list(text, low, high, list, count)) return true;
  return error_set(error, "%s: '%s'; allowed: up to %d numbers from %d to %d, as in %d,%d", name, text, BENCH_LIST_MAX, low, high,
                   low < 128 && high > 256 ? 128 : low, low < 128 && high > 256 ? 256 : low + 1);
}

static bool read_cases(const char *text, BenchOptions *o, Error *error) {
  int count;
  char word[WORD_MAX];
  bench_cases(&count);
  o->cases = 0;
  if (strcmp(text, "all") == 0) {
    o->cases = (1u << count) - 1u;
    return true;
  }
  do {
    const int found = word_next(&text, word) ? bench_case_find(word) : -1;
    if (found < 0) return error_set(error, "--case: '%s' is none; weir bench --help lists them", word);
    o->cases |= 1u << found;
  } while (*text);
  return true;
}

static bool read_variants(const char *text, BenchOptions *o, Error *error) {
  int count;
  char word[WORD_MAX];
  const BenchVariant *variants = bench_variants(&count);
  o->variants = 0;
  if (strcmp(text, "all") == 0) {
    for (int n = 0; n < count; n++) o->variants |= bench_variant_here(&variants[n]) ? 1u << n : 0u;
    return true;
  }
  do {
    const int found = word_next(&text, word) ? bench_variant_find(word) : -1;
    if (found < 0) return error_set(error, "--variant: '%s' is none; weir bench --help lists them", word);
    if (!bench_variant_here(&variants[found]))
      return error_set(error, "--variant: '%s' is not a vector width of this machine; it runs with %s", word, weir_simd_name());
    o->variants |= 1u << found;
  } while (*text);
  return true;
}

static bool read_solver(const char *text, BenchOptions *o, Error *error) {
  o->solvers = 0;
  for (int n = 0; n < WEIR_SOLVER_COUNT; n++)
    if (strcmp(text, "all") == 0 || strcmp(text, weir_solver_name((WeirSolver)n)) == 0) o->solvers |= 1u << n;
  return o->solvers || error_set(error, "--solver: '%s'; allowed: membrane, pipe, swe or all", text);
}

/* --- single words ---------------------------------------------------------------------------------------------------- */

static bool read_count(const char *name, const char *text, int high, int *value, Error *error) {
  int64_t whole = 0;
  if (!number_whole(text, 1, high, &whole)) return error_set(error, "%s: '%s'; allowed: 1 to %d", name, text, high);
  *value = (int)whole;
  return true;
}

static bool read_real(const char *name, const char *text, double low, double high, const char *unit, double *value, Error *error) {
  return number_real(text, low, high, value) || error_set(error, "%s: '%s'; allowed: %g to %g %s", name, text, low, high, unit);
}

static bool read_file(const char *name, const char *text, const char **value, Error *error) {
  *value = text;
  return *text || error_set(error, "%s: ''; the name of a file is wanted", name);
}

static bool read_option(const char *word, const char *value, BenchOptions *o, Error *error) {
  if (strcmp(word, "--case") == 0) return read_cases(value, o, error);
  if (strcmp(word, "--variant") == 0) return read_variants(value, o, error);
  if (strcmp(word, "--solver") == 0) return read_solver(value, o, error);
  if (strcmp(word, "--grid") == 0) return read_numbers(word, value, SCENE_GRID_MIN, WEIR_GRID_MAX, o->grids, &o->grid_count, error);
  if (strcmp(word, "--objects") == 0) return read_numbers(word, value, 0, WORLD_BODIES_MAX, o->objects, &o->object_count, error);
  if (strcmp(word, "--threads") == 0) return read_numbers(word, value, 1, 256, o->threads, &o->thread_count, error);
  if (strcmp(word, "--repeats") == 0) return read_count(word, value, REPEATS_MAX, &o->repeats, error);
  if (strcmp(word, "--frames") == 0) return read_count(word, value, FRAMES_MAX, &o->frames, error);
  if (strcmp(word, "--warm") == 0) return read_real(word, value, 0, 3600, "s", &o->warm, error);
  if (strcmp(word, "--cell") == 0) return read_real(word, value, 1e-3, 1e4, "m", &o->cell, error);
  if (strcmp(word, "--json") == 0) return read_file(word, value, &o->json, error);
  if (strcmp(word, "--against") == 0) return read_file(word, value, &o->against, error);
  return error_set(error, "%s: unknown option; weir bench --help lists them", word);
}

static unsigned usual_variants(void) {
  static const char *const names[] = {"naive", "default", "awake", "stencil5"};
  unsigned bits = 0;
  for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) bits |= 1u << bench_variant_find(names[n]);
  return bits;
}

static bool read_words(int argc, char **argv, BenchOptions *o, Error *error) {
  for (int n = 1; n < argc; n++) {
    const char *word = argv[n];
    if (strcmp(word, "--frames-cost") == 0) {
      o->cases = 1u << bench_case_find("frames");
      continue;
    }
    if (strcmp(word, "--markdown") == 0) {
      o->markdown = true;
      continue;
    }
    if (++n == argc) return error_set(error, "%s: unknown option, or its value is missing", word);
    if (!read_option(word, argv[n], o, error)) return false;
  }
  return bench_cases_any(o) || error_set(error, "--case, --solver, --variant: no case has all three; weir bench --help");
}

int bench_options_read(int argc, char **argv, BenchOptions *o) {
  Error error;
  *o = (BenchOptions){.cases = 1u << bench_case_find("pool"),
                      .variants = usual_variants(),
                      .solvers = ~0u,
                      .threads = {1, 2},
                      .thread_count = 2,
                      .repeats = 5,
                      .warm = -1,
                      .cell = 1};
  for (int n = 1; n < argc; n++)
    if (strcmp(argv[n], "--help") == 0) return help(), -1;
  if (read_words(argc, argv, o, &error)) return 0;
  return cli_fail(2, "bench", &error);
}
