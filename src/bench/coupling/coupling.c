/* `weir bench --coupling`: the words of the command line, the list of cases, and the rows for people and for machines. */
#include "bench/coupling/coupling.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "base/output.h"
#include "cli/interrupt.h"
#include "cli/json.h"

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

static const char *const names[] = {"displace", "subgrid", "layers"};

_Static_assert(WEIR_COUPLING_COUNT <= sizeof names / sizeof names[0], "every method has a name");

const char *coupling_name(WeirCoupling coupling) {
  return names[coupling];
}

/* --- rows ------------------------------------------------------------------------------------------------------------ */

void coupling_row(CouplingReport *report, CouplingWant want, double value, const char *unit, const char *quantity, ...) {
  if (report->count == COUPLING_ROWS_MAX) return;
  interrupt_hold();
  CouplingRow *const row = &report->rows[report->count++];
  *row = (CouplingRow){.name = report->name, .solver = report->solver, .method = names[report->coupling], .unit = unit,
                       .value = value, .want = want};
  va_list rest;
  va_start(rest, quantity);
  vsnprintf(row->quantity, sizeof row->quantity, quantity, rest);
  va_end(rest);
  interrupt_release();
}

double coupling_value(const CouplingReport *report, WeirCoupling coupling, const char *quantity) {
  for (int n = report->count - 1; n >= 0; n--) {
    const CouplingRow *const row = &report->rows[n];
    if (row->name == report->name && row->solver == report->solver && row->method == names[coupling] &&
        strcmp(row->quantity, quantity) == 0)
      return row->value;
  }
  return (double)NAN;
}

/* What is not a number meets nothing. */
static bool row_met(const CouplingRow *row) {
  const CouplingWant *const want = &row->want;
  switch (want->bound) {
  case COUPLING_AT_MOST: return row->value <= want->expected;
  case COUPLING_AT_LEAST: return row->value >= want->expected;
  case COUPLING_WITHIN: return fabs(row->value - want->expected) <= want->tolerance * fabs(want->expected);
  case COUPLING_STATED: break;
  }
  return isfinite(row->value);
}

/* --- for people: the methods side by side ---------------------------------------------------------------------------- */

static void print_head(const bool methods[WEIR_COUPLING_COUNT]) {
  printf("%-6s %-4s %-61s %-5s %-13s", "case", "with", "quantity", "unit", "expected");
  for (int n = 0; n < WEIR_COUPLING_COUNT; n++)
    if (methods[n]) printf(" %10s      ", names[n]);
  printf("\n");
}

static void expected_text(const CouplingWant *want, char text[32]) {
  text[0] = '\0';
  if (want->bound == COUPLING_AT_MOST) snprintf(text, 32, "<= %.3g", want->expected);
  if (want->bound == COUPLING_AT_LEAST) snprintf(text, 32, ">= %.3g", want->expected);
  if (want->bound == COUPLING_WITHIN) snprintf(text, 32, "%.3g +- %.2g %%", want->expected, 100 * want->tolerance);
}

/* From row `first` on; NULL when the method has none. */
static const CouplingRow *row_of(const CouplingReport *report, int first, const char *method, const char *quantity) {
  for (int n = first; n < report->count; n++) {
    const CouplingRow *const row = &report->rows[n];
    if ((!method || row->method == method) && strcmp(row->quantity, quantity) == 0) return row;
  }
  return NULL;
}

/* The rows of one case and solver, from `first` on: a line a quantity. */
static void print_case(const CouplingReport *report, int first, const bool methods[WEIR_COUPLING_COUNT]) {
  for (int n = first; n < report->count; n++) {
    const CouplingRow *const row = &report->rows[n];
    char expected[32];
    if (row_of(report, first, NULL, row->quantity) != row) continue; /* another method's: it is there already */
    expected_text(&row->want, expected);
    printf("%-6s %-4s %-61s %-5s %-13s", row->name, weir_solver_name(row->solver), row->quantity, row->unit, expected);
    for (int m = 0; m < WEIR_COUPLING_COUNT; m++) {
      const CouplingRow *const own = methods[m] ? row_of(report, first, names[m], row->quantity) : NULL;
      if (own) printf(" %10.3g %-5s", own->value, row_met(own) ? "" : "SHORT");
      else if (methods[m]) printf(" %10s %-5s", "-", "");
    }
    printf("\n");
  }
  fflush(stdout);
}

/* --- for machines ----------------------------------------------------------------------------------------------------- */

enum { DIGITS = 6 };

static void put_row(Json *json, const CouplingRow *row) {
  static const char *const relations[] = {"", "<=", ">=", "+-"};
  json_open_object(json, NULL);
  json_text(json, "case", row->name);
  json_text(json, "method", row->method);
  json_text(json, "quantity", row->quantity);
  json_text(json, "unit", row->unit);
  json_real(json, "value", row->value, DIGITS);
  json_real(json, "expected", row->want.expected, DIGITS);
  if (row->want.bound == COUPLING_WITHIN) json_real(json, "tolerance", row->want.tolerance, DIGITS);
  json_text(json, "relation", relations[row->want.bound]);
  json_flag(json, "met", row_met(row));
  json_text(json, "solver", weir_solver_name(row->solver));
  json_close(json);
}

static bool write_json(const char *path, const CouplingReport *report, Error *error) {
  Json json = json_begin();
  json_open_list(&json, "rows");
  for (int n = 0; n < report->count; n++) put_row(&json, &report->rows[n]);
  json_close(&json);
  return json_save(&json, path, error);
}

/* --- the command line ------------------------------------------------------------------------------------------------ */

typedef struct CouplingOptions {
  bool cases[CASES], methods[WEIR_COUPLING_COUNT];
  unsigned solvers; /* 0: each case's own */
  bool brief;
  const char *json;
} CouplingOptions;

static void help(void) {
  printf("weir bench --coupling [options]: bodies and water, each way of coupling them beside the others\n"
         "  --case NAME,NAME...    only these (all)\n");
  for (int n = 0; n < CASES; n++) printf("      %-10s %s\n", cases[n].name, cases[n].title);
  printf("  --method NAME,NAME...  only these ways (");
  for (int n = 0; n < WEIR_COUPLING_COUNT; n++) printf("%s%s", n > 0 ? "," : "", names[n]);
  printf(")\n"
         "  --solver NAME          pipe, swe or all (pipe; dam and gate: all)\n"
         "  --brief                a tenth of the long runs: minutes less, and not the figures that are asked for\n"
         "  --json FILE            the same rows for machines\n"
         "Beside a value stands what is expected of it: at most (<=), at least (>=), or so much to within so many percent (+-);\n"
         "what does not meet it is marked SHORT. Lines without are for comparison.\n");
}

/* Marks each word of a list; false with the first that is none of `known`. */
static bool read_words(const char *text, const char *(*known)(int), int count, bool *marks, char wrong[64]) {
  for (int n = 0; n < count; n++) marks[n] = false;
  do {
    const size_t size = strcspn(text, ",");
    int found = -1;
    snprintf(wrong, 64, "%.*s", (int)(size < 63 ? size : 63), text);
    for (int n = 0; n < count; n++)
      if (strcmp(wrong, known(n)) == 0) found = n;
    if (found < 0) return false;
    marks[found] = true;
    text += size + (text[size] == ',');
  } while (*text);
  return true;
}

static const char *case_name(int n) {
  return cases[n].name;
}
static const char *method_name(int n) {
  return names[n];
}

static bool read_option(const char *word, const char *value, CouplingOptions *o, Error *error) {
  char wrong[64];
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
  if (strcmp(word, "--solver") != 0)
    return error_set(error, "%s: unknown option; weir bench --coupling --help lists them", word);
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
    if (strcmp(word, "--brief") == 0) {
      o->brief = true;
      continue;
    }
    if (++n == argc) return error_set(error, "%s: unknown option, or its value is missing", word), 2;
    if (!read_option(word, argv[n], o, error)) return 2;
  }
  return 0;
}

bool bench_coupling_wanted(int argc, char **argv) {
  for (int n = 1; n < argc; n++)
    if (strcmp(argv[n], "--coupling") == 0) return true;
  return false;
}

/* --- running --------------------------------------------------------------------------------------------------------- */

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
    print_case(report, first, o->methods);
    report->printed = report->count;
    interrupt_release();
  }
}

static int fault(int status, const Error *error) {
  fflush(stdout);
  fprintf(stderr, "weir: bench: %s\n", error->text);
  return status;
}

typedef struct Unfinished { /* what a signal leaves */
  const CouplingOptions *options;
  const CouplingReport *report;
} Unfinished;

static bool save_unfinished(void *data) {
  const Unfinished *const u = data;
  Error error;
  print_case(u->report, u->report->printed, u->options->methods);
  if (u->options->json && !write_json(u->options->json, u->report, &error)) fault(1, &error);
  return false;
}

int bench_coupling_main(int argc, char **argv) {
  static CouplingReport report; /* zeroed; too large for a small stack */
  CouplingOptions o;
  Error error;
  const int status = read_line(argc, argv, &o, &error);
  if (status < 0) return 0;
  if (status > 0) return fault(status, &error);
  if (o.json && !output_possible(o.json, &error)) return fault(1, &error);
  float_mode_flush();
  report.brief = o.brief;
  interrupt_save_with(save_unfinished, &(Unfinished){&o, &report});
  print_head(o.methods);
  for (int n = 0; n < CASES; n++)
    if (o.cases[n]) run_case(&cases[n], &o, &report);
  interrupt_save_with(NULL, NULL);
  int wanted = 0, met = 0;
  for (int n = 0; n < report.count; n++)
    if (report.rows[n].want.bound != COUPLING_STATED) wanted++, met += row_met(&report.rows[n]);
  printf("%d of %d rows with a figure that is expected meet it\n", met, wanted);
  return !o.json || write_json(o.json, &report, &error) ? 0 : fault(1, &error);
}
