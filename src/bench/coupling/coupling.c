/* `weir bench --coupling`: the table of cases, the words of the command line, and the run. */
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

/* --- the command line ------------------------------------------------------------------------------------------------ */

static OptionWord case_word(int n) {
  return n < CASES ? (OptionWord){cases[n].name, cases[n].title} : (OptionWord){0};
}

static OptionWord method_word(int n) {
  return (OptionWord){.name = n < WEIR_COUPLING_COUNT ? coupling_name((WeirCoupling)n) : NULL};
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

bool coupling_is_wanted(int argc, char **argv) {
  for (int n = 1; n < argc; n++)
    if (strcmp(argv[n], "--coupling") == 0) return true;
  return false;
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
    coupling_print_case(report, first, of->title);
    report->printed = report->count;
    interrupt_release();
  }
}

/* Prints and writes what there is of the report, after a signal. Returns false: the program then ends. */
static bool save_unfinished(void *data) {
  const CouplingReport *const report = data;
  Error error;
  coupling_print_case(report, report->printed, "not all of it");
  if (report->json && !coupling_write_json(report, &error)) cli_fail(1, "bench", &error);
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
  coupling_print_head(&report);
  for (int n = 0; n < CASES; n++)
    if (report.cases & 1u << n) run_case(&cases[n], &report);
  interrupt_save_with(NULL, NULL);
  coupling_print_sum(&report);
  return !report.json || coupling_write_json(&report, &error) ? 0 : cli_fail(1, "bench", &error);
}
