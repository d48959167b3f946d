/* `weir bench --coupling`: the table of cases, the words of the command line, the run, and what comes out of it. */
#include "bench/bench.h"

#include <stdio.h>
#include <string.h>

#include "base/float_mode.h"
#include "base/output.h"
#include "bench/cases.h"
#include "bench/coupling/rig.h"
#include "cli/cli.h"
#include "cli/command_line.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/markdown.h"

/* One case: a line of the table below, a constant of the program. */
typedef struct CouplingCase {
  const char *name, *title;
  unsigned solvers;     /* bit 1 << WeirSolver: those it runs with unless others are asked for */
  CouplingRun *run;     /* rows for report->solver and report->coupling */
  CouplingRun *compare; /* once all methods have run: rows of one against another; or NULL */
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

static const char *const names[] = {[WEIR_DISPLACE] = "displace", [WEIR_SUBGRID] = "subgrid", [WEIR_LAYERS] = "layers"};

_Static_assert(WEIR_COUPLING_COUNT <= sizeof names / sizeof names[0], "every method has a name");

/* --- the command line ------------------------------------------------------------------------------------------------ */

static OptionWord case_word(int n) {
  return n < CASES ? (OptionWord){cases[n].name, cases[n].title} : (OptionWord){0};
}

static OptionWord method_word(int n) {
  return (OptionWord){.name = n < WEIR_COUPLING_COUNT ? names[n] : NULL};
}

#define INTO(member) OPTION_INTO(CouplingReport, member)
#define BITS(member) .kind = OPTION_BITS, .at = offsetof(CouplingReport, member)

static const OptionRow rows[] = {
    {"--coupling", NULL, .kind = OPTION_KNOWN},
    {"--case", "NAME,NAME...", "only these (all)", BITS(cases), .word = case_word,
     .expected = "is none; weir bench --coupling --help lists them"},
    {"--method", "NAME,NAME...", "only these ways (displace,subgrid,layers)", BITS(methods), .word = method_word,
     .expected = "is none; weir bench --coupling --help lists them"},
    {"--solver", "NAME", "pipe, swe or all (pipe; dam and gate: all)", BITS(solvers), .word = bench_solver_word, .low = WEIR_PIPE,
     .expected = "; allowed: pipe, swe or all (the membrane has no flow)"},
    {"--brief", NULL, "a tenth of the long runs: minutes less, and not the figures that are asked for", INTO(brief)},
    {"--dispersion", NULL, "swe: waves disperse", INTO(dispersion)},
    {"--markdown", NULL, "the same rows for documents, physics and times in tables of their own", INTO(markdown)},
    {"--json", "FILE", "the same rows for machines", INTO(json), .expected = "; the name of a file is wanted"},
};

static const CommandLine line = {
    .command = "bench",
    .mode = "--coupling",
    .about = "bench --coupling [options]: bodies and water, each way of coupling them beside the others\n",
    .after =
        "Beside a value stands what is expected of it: at most (<=), at least (>=), or so much to within so many percent (+-);\n"
        "what does not meet it is marked MISS. Lines that are stated are for comparison.\n",
    .rows = rows,
    .count = sizeof rows / sizeof *rows};

/* --- what comes out of it -------------------------------------------------------------------------------------------- */

/* Returns true if the row meets its target; NaN meets none. */
static bool row_met(const CouplingRow *row) {
  const CouplingWant *const want = &row->want;
  switch (want->bound) {
    case COUPLING_UPPER_BOUND: return row->value <= want->expected;
    case COUPLING_AT_LEAST: return row->value >= want->expected;
    case COUPLING_WITHIN: return fabs(row->value - want->expected) <= want->tolerance * fabs(want->expected);
    case COUPLING_STATED: break;
  }
  return isfinite(row->value);
}

/* A line shows one quantity by every method: its first row from `first` on, whichever method it is of (-1), or the row of one method.
 * NULL when there is none. */
static const CouplingRow *row_of(const CouplingReport *report, int first, int method, const char *quantity) {
  for (int n = first; n < report->count; n++) {
    const CouplingRow *const row = &report->rows[n];
    if ((method < 0 || (int)row->coupling == method) && strcmp(row->quantity, quantity) == 0) return row;
  }
  return NULL;
}

static void expected_text(const CouplingWant *want, char text[32]) {
  switch (want->bound) {
    case COUPLING_STATED: snprintf(text, 32, "stated"); break;
    case COUPLING_UPPER_BOUND: snprintf(text, 32, "<= %.3g", want->expected); break;
    case COUPLING_AT_LEAST: snprintf(text, 32, ">= %.3g", want->expected); break;
    case COUPLING_WITHIN: snprintf(text, 32, "%.3g +- %.2g %%", want->expected, 100 * want->tolerance); break;
  }
}

/* Prints what a method has for a line; nothing if it was not asked for. */
static void print_method(const CouplingReport *report, int first, int method, const char *quantity) {
  if (!(report->methods & 1u << method)) return;
  const CouplingRow *const own = row_of(report, first, method, quantity);
  const char *const miss = own && !row_met(own) ? "MISS" : "";
  if (!report->markdown && own)
    printf(" %10.3g %-5s", own->value, miss);
  else if (!report->markdown)
    printf(" %10s %-5s", "-", "");
  else if (own)
    markdown_cell("%.3g%s%s", own->value, *miss ? " " : "", miss);
  else
    markdown_cell("-");
}

/* Prints the rows of one case and solver from `first` on: for documents, as the table of the physics or of the times, if there are such. */
static void print_rows(const CouplingReport *report, int first, bool times, const char *title) {
  MarkdownColumn columns[4 + WEIR_COUPLING_COUNT] = {{"with", true}, {"quantity", true}, {"unit", true}, {"expected", true}};
  int count = 4;
  bool begun = !report->markdown;
  for (int m = 0; m < WEIR_COUPLING_COUNT; m++)
    if (report->methods & 1u << m) columns[count++].name = names[m];
  for (int n = first; n < report->count; n++) {
    const CouplingRow *const row = &report->rows[n];
    if ((report->markdown && row->want.is_time != times) || row_of(report, first, -1, row->quantity) != row) continue;
    if (!begun) {
      markdown_caption(row->name, times, title);
      markdown_head(columns, count);
      begun = true;
    }
    char expected[32];
    expected_text(&row->want, expected);
    const char *const words[] = {weir_solver_name(row->solver), row->quantity, row->unit, expected};
    if (!report->markdown) printf("%-6s %-4s %-61s %-5s %-13s", row->name, words[0], words[1], words[2], words[3]);
    for (int word = 0; word < 4 && report->markdown; word++) markdown_cell("%s", words[word]);
    for (int m = 0; m < WEIR_COUPLING_COUNT; m++) print_method(report, first, m, row->quantity);
    if (report->markdown)
      markdown_end_row();
    else
      printf("\n");
  }
}

static void print_case(const CouplingReport *report, int first, const char *title) {
  print_rows(report, first, false, title);
  if (report->markdown) print_rows(report, first, true, title);
  fflush(stdout);
}

static void print_sum(const CouplingReport *report) {
  int wanted = 0, met = 0;
  for (int n = 0; n < report->count; n++) {
    const CouplingRow *const row = &report->rows[n];
    if (row->want.bound == COUPLING_STATED || (report->markdown && row->want.is_time)) continue;
    wanted++;
    met += row_met(row);
  }
  printf(report->markdown ? "\n%d of %d figures of physics that have a target meet it\n"
                          : "%d of %d rows with a figure that is expected meet it\n",
         met, wanted);
}

static bool write_json(const CouplingReport *report, Error *error) {
  static const char *const relations[] = {"", "<=", ">=", "+-"};
  enum { DIGITS = 6 };
  Json json = json_begin();
  json_open_list(&json, "rows");
  for (int n = 0; n < report->count; n++) {
    const CouplingRow *const row = &report->rows[n];
    json_open_object(&json, NULL);
    json_text(&json, "case", row->name);
    json_text(&json, "method", names[row->coupling]);
    json_text(&json, "quantity", row->quantity);
    json_text(&json, "unit", row->unit);
    json_real(&json, "value", row->value, DIGITS);
    json_real(&json, "expected", row->want.expected, DIGITS);
    if (row->want.bound == COUPLING_WITHIN) json_real(&json, "tolerance", row->want.tolerance, DIGITS);
    json_text(&json, "relation", relations[row->want.bound]);
    json_flag(&json, "met", row_met(row));
    json_text(&json, "solver", weir_solver_name(row->solver));
    json_flag(&json, "is_time", row->want.is_time);
    json_close(&json);
  }
  json_close(&json);
  return json_save(&json, report->json, error);
}

/* --- running --------------------------------------------------------------------------------------------------------- */

static void run_case(const CouplingCase *of, CouplingReport *report) {
  report->name = of->name;
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++) {
    const int first = report->count;
    if (!((report->solvers ? report->solvers : of->solvers) & 1u << solver)) continue;
    report->solver = (WeirSolver)solver;
    for (int method = 0; method < WEIR_COUPLING_COUNT; method++) {
      report->coupling = (WeirCoupling)method;
      if (report->methods & 1u << method) of->run(report);
    }
    if (of->compare) of->compare(report);
    interrupt_hold();
    print_case(report, first, of->title);
    report->printed = report->count;
    interrupt_release();
  }
}

/* Prints and writes what there is of the report, after a signal. Returns false: the program then ends. */
static bool save_unfinished(void *data) {
  const CouplingReport *const report = data;
  Error error;
  print_case(report, report->printed, "not all of it");
  if (report->json && !write_json(report, &error)) cli_fail(1, "bench", &error);
  return false;
}

int coupling_main(int argc, char **argv) {
  static CouplingReport report; /* too large for a small stack */
  report.cases = report.methods = ~0u;
  Error error;
  const int status = command_line_begin(&line, argc, argv, &report);
  if (status >= 0) return status;
  if (report.json && !output_possible(report.json, &error)) return cli_fail(1, "bench", &error);
  float_mode_flush();
  interrupt_save_with(save_unfinished, &report);
  if (!report.markdown) {
    printf("%-6s %-4s %-61s %-5s %-13s", "case", "with", "quantity", "unit", "expected");
    for (int n = 0; n < WEIR_COUPLING_COUNT; n++)
      if (report.methods & 1u << n) printf(" %10s      ", names[n]);
    printf("\n");
  }
  for (int n = 0; n < CASES; n++)
    if (report.cases & 1u << n) run_case(&cases[n], &report);
  interrupt_save_with(NULL, NULL);
  print_sum(&report);
  return !report.json || write_json(&report, &error) ? 0 : cli_fail(1, "bench", &error);
}
