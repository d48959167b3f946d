/* `weir bench --coupling`: the table of cases, the words of the command line, and the run. */
#include "bench/coupling/coupling.h"

#include <stdio.h>
#include <string.h>

#include "base/float_mode.h"
#include "base/output.h"
#include "bench/coupling/cases.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/words.h"

/* One case: a line of the table below, a constant of the program. */
typedef struct CouplingCase {
  const char *name, *title;
  unsigned solvers;                        /* bit 1 << WeirSolver: those it runs with unless others are asked for */
  void (*run)(CouplingReport *report);     /* rows for report->solver and report->coupling */
  void (*compare)(CouplingReport *report); /* once all methods have run: rows of one against another; or NULL */
} CouplingCase;

enum { PIPE_ONLY = 1 << WEIR_PIPE, FLOWING = 1 << WEIR_PIPE | 1 << WEIR_SWE };

static const CouplingCase cases[] = {
    {"draft", "free crates of three densities: how much of them is under water", PIPE_ONLY, coupling_draft, NULL},
    {"bob", "a crate pushed under and let go", PIPE_ONLY, coupling_bob, NULL},
    {"energy", "crates dropped into a pool, 10 minutes", PIPE_ONLY, coupling_energy, NULL},
    {"creep", "a raft creeping through still water", PIPE_ONLY, coupling_creep, coupling_creep_compare},
    {"drift", "a raft, and round bodies that turn, going with a current", PIPE_ONLY, coupling_drift, NULL},
    {"dam", "a wall of crates across a channel, and what flows over it", FLOWING, coupling_dam, NULL},
    {"gate", "a block raised half a metre above the bed of a channel", FLOWING, coupling_gate, NULL},
    {"tunnel", "two basins joined under a block", PIPE_ONLY, coupling_tunnel, NULL},
    {"impact", "a crate dropped from 5 m and from 0.5 m", PIPE_ONLY, coupling_impact, NULL},
    {"sunken", "a crate dragged far below the surface and afloat", PIPE_ONLY, coupling_sunken, NULL},
    {"log", "a log put into a river, and 50 at a half-closed dam", PIPE_ONLY, coupling_log, NULL},
    {"chaos", "200 bodies thrown about, 10 000 steps", PIPE_ONLY, coupling_chaos, NULL},
    {"stable", "the largest step beside the plain pipes' own", PIPE_ONLY, coupling_stable, NULL},
    {"cost", "90 crates of 2 m on 512 x 512 cells of 1 m, one thread", PIPE_ONLY, coupling_cost, NULL},
};

enum { CASES = sizeof cases / sizeof cases[0] };

/* --- the command line ------------------------------------------------------------------------------------------------ */

/* The command line of `weir bench --coupling`; text is borrowed from argv. */
typedef struct CouplingOptions {
  bool cases[CASES], methods[WEIR_COUPLING_COUNT];
  unsigned solvers; /* 0: each case's own */
  bool brief, markdown;
  const char *json;
} CouplingOptions;

static void help(void) {
  printf(
      "weir bench --coupling [options]: bodies and water, each way of coupling them beside the others\n"
      "  --case NAME,NAME...    only these (all)\n");
  for (int n = 0; n < CASES; n++) printf("      %-10s %s\n", cases[n].name, cases[n].title);
  printf("  --method NAME,NAME...  only these ways (");
  for (int n = 0; n < WEIR_COUPLING_COUNT; n++) printf("%s%s", n > 0 ? "," : "", coupling_name((WeirCoupling)n));
  printf(
      ")\n"
      "  --solver NAME          pipe, swe or all (pipe; dam and gate: all)\n"
      "  --brief                a tenth of the long runs: minutes less, and not the figures that are asked for\n"
      "  --markdown             the same rows for documents, physics and times in tables of their own\n"
      "  --json FILE            the same rows for machines\n"
      "Beside a value stands what is expected of it: at most (<=), at least (>=), or so much to within so many percent (+-);\n"
      "what does not meet it is marked MISS. Lines that are stated are for comparison.\n");
}

/* Marks each word of a list; false with the first that is none of `known`. */
static bool read_words(const char *text, const char *(*known)(int), int count, bool *marks, char wrong[WORD_MAX]) {
  for (int n = 0; n < count; n++) marks[n] = false;
  do {
    int found = -1;
    const bool whole = word_next(&text, wrong);
    for (int n = 0; whole && n < count; n++)
      if (strcmp(wrong, known(n)) == 0) found = n;
    if (found < 0) return false;
    marks[found] = true;
  } while (*text);
  return true;
}

static const char *case_name(int n) {
  return cases[n].name;
}
static const char *method_name(int n) {
  return coupling_name((WeirCoupling)n);
}

static bool read_option(const char *word, const char *value, CouplingOptions *o, Error *error) {
  char wrong[WORD_MAX];
  if (strcmp(word, "--case") == 0)
    return read_words(value, case_name, CASES, o->cases, wrong) ||
           error_set(error, "--case: '%s' is none; weir bench --coupling --help lists them", wrong);
  if (strcmp(word, "--method") == 0)
    return read_words(value, method_name, WEIR_COUPLING_COUNT, o->methods, wrong) ||
           error_set(error, "--method: '%s' is none; weir bench --coupling --help lists them", wrong);
  if (strcmp(word, "--json") == 0) {
    o->json = value;
    return *value || error_set(error, "--json: ''; the name of a file is wanted");
  }
  if (strcmp(word, "--solver") != 0) return error_set(error, "%s: unknown option; weir bench --coupling --help lists them", word);
  for (int n = WEIR_PIPE; n < WEIR_SOLVER_COUNT; n++)
    if (strcmp(value, "all") == 0 || strcmp(value, weir_solver_name((WeirSolver)n)) == 0) o->solvers |= 1u << n;
  return o->solvers || error_set(error, "--solver: '%s'; allowed: pipe, swe or all (the membrane has no flow)", value);
}

/* 0: go on; -1: nothing more to do; 2: wrong, with the line. */
static int read_line(int argc, char **argv, CouplingOptions *o, Error *error) {
  *o = (CouplingOptions){0};
  for (int n = 0; n < CASES; n++) o->cases[n] = true;
  for (int n = 0; n < WEIR_COUPLING_COUNT; n++) o->methods[n] = true;
  for (int n = 1; n < argc; n++) {
    const char *const word = argv[n];
    if (strcmp(word, "--coupling") == 0) continue;
    if (strcmp(word, "--help") == 0) return help(), -1;
    if (strcmp(word, "--brief") == 0 || strcmp(word, "--markdown") == 0) {
      *(word[2] == 'b' ? &o->brief : &o->markdown) = true;
      continue;
    }
    if (++n == argc) return error_set(error, "%s: unknown option, or its value is missing", word), 2;
    if (!read_option(word, argv[n], o, error)) return 2;
  }
  return 0;
}

bool coupling_is_wanted(int argc, char **argv) {
  for (int n = 1; n < argc; n++)
    if (strcmp(argv[n], "--coupling") == 0) return true;
  return false;
}

/* --- running --------------------------------------------------------------------------------------------------------- */

static void print_case(const CouplingReport *report, int first, const char *title, const CouplingOptions *o) {
  if (o->markdown)
    coupling_markdown_case(report, first, o->methods, title);
  else
    coupling_print_case(report, first, o->methods);
}

static void run_case(const CouplingCase *of, const CouplingOptions *o, CouplingReport *report) {
  report->name = of->name;
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++) {
    const int first = report->count;
    if (!((o->solvers ? o->solvers : of->solvers) & 1u << solver)) continue;
    report->solver = (WeirSolver)solver;
    for (int method = 0; method < WEIR_COUPLING_COUNT; method++) {
      report->coupling = (WeirCoupling)method;
      if (o->methods[method]) of->run(report);
    }
    if (of->compare) of->compare(report);
    interrupt_hold();
    print_case(report, first, of->title, o);
    report->printed = report->count;
    interrupt_release();
  }
}

/* The unfinished report that a signal writes before the program ends, and its options; borrowed. */
typedef struct Unfinished {
  const CouplingOptions *options;
  const CouplingReport *report;
} Unfinished;

static bool save_unfinished(void *data) {
  const Unfinished *const u = data;
  Error error;
  print_case(u->report, u->report->printed, "not all of it", u->options);
  if (u->options->json && !coupling_write_json(u->options->json, u->report, &error)) cli_fail(1, "bench", &error);
  return false;
}

int coupling_main(int argc, char **argv) {
  static CouplingReport report; /* zeroed; too large for a small stack */
  CouplingOptions o;
  Error error;
  const int status = read_line(argc, argv, &o, &error);
  if (status < 0) return 0;
  if (status > 0) return cli_fail(status, "bench", &error);
  if (o.json && !output_possible(o.json, &error)) return cli_fail(1, "bench", &error);
  float_mode_flush();
  report.brief = o.brief;
  interrupt_save_with(save_unfinished, &(Unfinished){&o, &report});
  if (!o.markdown) coupling_print_head(o.methods);
  for (int n = 0; n < CASES; n++)
    if (o.cases[n]) run_case(&cases[n], &o, &report);
  interrupt_save_with(NULL, NULL);
  coupling_print_sum(&report, o.markdown);
  return !o.json || coupling_write_json(o.json, &report, &error) ? 0 : cli_fail(1, "bench", &error);
}
