/* `weir check`: the known answers (src/check) as a table for people and as JSON. */
#include "commands/commands.h"

#include <math.h>
#include <stdio.h>

#include "base/output.h"
#include "check/check.h"
#include "cli/cli.h"
#include "cli/command_line.h"
#include "cli/interrupt.h"
#include "cli/json.h"

enum { CASES_MAX = 64 };

/* The command line of `weir check`; text is borrowed from argv. */
typedef struct CheckOptions {
  const CheckCase *cases[CASES_MAX];
  int count;
  unsigned solvers;
  int threads;
  const char *json;
  bool markdown, list;
  bool with_long, coarse;
} CheckOptions;

static bool read_cases(const OptionRow *row, const char *text, void *into, Error *error) {
  CheckOptions *const o = into;
  for (o->count = 0; *text || o->count == 0;) {
    char name[WORD_MAX];
    const CheckCase *found = word_next(&text, name) ? check_find(name) : NULL;
    if (!found) return option_refuse(row, name, error);
    if (o->count == CASES_MAX) return error_set(error, "--case: at most %d names", CASES_MAX);
    o->cases[o->count++] = found;
  }
  return true;
}

static OptionWord solver_word(int n) {
  return (OptionWord){.name = n < WEIR_SOLVER_COUNT ? weir_solver_name((WeirSolver)n) : NULL};
}

#define INTO(member) OPTION_INTO(CheckOptions, member)

static const OptionRow rows[] = {
    {"--case", "NAME,NAME...", "only these (all)", .kind = OPTION_READ, .read = read_cases,
     .expected = "is none; weir check --list lists them"},
    {"--solver", "NAME", "membrane, pipe, swe or all (all)", .kind = OPTION_BITS, .at = offsetof(CheckOptions, solvers),
     .word = solver_word, .expected = "; allowed: membrane, pipe, swe or all"},
    {"--threads", "N", "threads of the water (2)", INTO(threads), .low = 1, .high = 256},
    {"--json", "FILE", "the same rows for machines", INTO(json), .expected = "; the name of a file is wanted"},
    {"--markdown", NULL, "the rows as a table for GitHub", INTO(markdown)},
    {"--list", NULL, "what cases there are", INTO(list)},
    {"--long", NULL, "the long cases, too: minutes", INTO(with_long)},
    {"--coarse", NULL, "the long cases on coarse grids: seconds", INTO(coarse)},
};

static const CommandLine line = {
    .command = "check",
    .about = "check [options]: known answers of water against what this build gives\n",
    .after = "A row is met, missed (MISS), or stated where it has no target. The exit status is 1 when one is missed, else 0.\n",
    .rows = rows,
    .count = sizeof rows / sizeof *rows};

static const char *const verdict_names[] = {[CHECK_MET] = "met", [CHECK_MISS] = "MISS", [CHECK_STATED] = "stated"};

/* A number that may be missing, right-aligned. */
static void print_maybe(double value, int width, const char *format) {
  char text[32] = "-";
  if (isfinite(value)) snprintf(text, sizeof text, format, value);
  printf(" %*s", width, text);
}

/* The table in markdown is the same on every machine: its numbers have three digits, and errors below 1e-5 only say so. Cases begin with,
 * and compare with, what the C library's exp and sin give, which may differ in the last place, and rounding errors with them. */
static void markdown_number(double value, const char *otherwise) {
  if (!isfinite(value))
    printf(" | %s", otherwise);
  else if (value != 0 && fabs(value) < 1e-5)
    printf(" | < 1e-5");
  else
    printf(" | %.3g", value);
}

static void markdown_row(const CheckRow *row) {
  char limit[32] = "", order[32] = "";
  if (isfinite(row->limit)) snprintf(limit, sizeof limit, "%.2g", row->limit);
  if (isfinite(row->order)) snprintf(order, sizeof order, "%.1f", row->order);
  printf("| %s | %s | %s | %s", row->name, row->quantity, weir_solver_name(row->solver), row->unit);
  markdown_number(row->expected, "");
  markdown_number(row->got, "not a number");
  markdown_number(row->error, "");
  printf(" | %s | %s | %s |\n", limit, order, verdict_names[row->verdict]);
}

enum { DIGITS = 9 };

static bool write_json(const char *path, const CheckReport *report, int count, Error *error) {
  Json json = json_begin();
  json_open_list(&json, "rows");
  for (int n = 0; n < count; n++) {
    const CheckRow *r = &report->rows[n];
    json_open_object(&json, NULL);
    json_text(&json, "case", r->name);
    json_text(&json, "solver", weir_solver_name(r->solver));
    json_text(&json, "quantity", r->quantity);
    json_text(&json, "unit", r->unit);
    json_real(&json, "expected", r->expected, DIGITS);
    json_real(&json, "got", r->got, DIGITS);
    json_real(&json, "error", r->error, DIGITS);
    json_real(&json, "order", r->order, DIGITS);
    json_text(&json, "verdict", verdict_names[r->verdict]);
    json_close(&json);
  }
  json_close(&json);
  return json_save(&json, path, error);
}

/* --- running --------------------------------------------------------------------------------------------------------- */

/* A run of `weir check` and how far it has come; a signal writes what there is. */
typedef struct Run {
  const CheckOptions *options;
  CheckReport *report;
  int printed; /* rows of the cases that are done */
} Run;

/* Writes the rows of the cases that are done, after a signal. Returns false: the program then ends. */
static bool save_unfinished(void *data) {
  const Run *const run = data;
  Error error;
  if (run->options->json && !write_json(run->options->json, run->report, run->printed, &error)) cli_fail(1, line.command, &error);
  return false;
}

static void run_cases(Run *run) {
  const CheckOptions *const o = run->options;
  for (int n = 0; n < o->count; n++) {
    check_run(o->cases[n], o->solvers, run->report);
    interrupt_hold();
    for (; run->printed < run->report->count; run->printed++) {
      const CheckRow *const row = &run->report->rows[run->printed];
      if (o->markdown) {
        markdown_row(row);
        continue;
      }
      printf("%-15s %-8s %-42s %-4s %11.6g %11.6g %9.2e", row->name, weir_solver_name(row->solver), row->quantity, row->unit, row->expected,
             row->got, row->error);
      print_maybe(row->limit, 8, "%.2g");
      print_maybe(row->order, 6, "%.2f");
      printf("  %s\n", verdict_names[row->verdict]);
    }
    fflush(stdout);
    interrupt_release();
  }
}

static void list_cases(void) {
  int count;
  const CheckCase *const cases = check_cases(&count);
  for (int n = 0; n < count; n++) printf("%-16s%s%s\n", cases[n].name, cases[n].title, cases[n].solvers & CHECK_LONG ? " (long)" : "");
}

/* Chooses the cases of a command line that names none. */
static void choose_cases(CheckOptions *o) {
  int count;
  const CheckCase *const cases = check_cases(&count);
  for (int n = 0; n < count; n++)
    if (!(cases[n].solvers & CHECK_LONG) || o->with_long || o->coarse) o->cases[o->count++] = &cases[n];
}

int check_main(int argc, char **argv) {
  static CheckReport report; /* zeroed; too large for a small stack */
  CheckOptions o = {.threads = 2, .solvers = ~0u};
  Error error;
  const int status = command_line_begin(&line, argc, argv, &o);
  if (status >= 0) return status;
  if (o.list) list_cases();
  if (o.list) return 0;
  if (o.count == 0) choose_cases(&o);
  report.threads = o.threads;
  report.coarse = o.coarse;
  if (o.json && !output_possible(o.json, &error)) return cli_fail(1, line.command, &error);
  Run run = {&o, &report, 0};
  interrupt_save_with(save_unfinished, &run);
  if (o.markdown)
    printf(
        "| case | what | solver | unit | expected | got | error | allowed | order | verdict |\n"
        "| --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |\n");
  else
    printf("%-15s %-8s %-42s %-4s %11s %11s %9s %8s %6s  %s\n", "case", "solver", "quantity", "unit", "expected", "got", "error", "allowed",
           "order", "verdict");
  run_cases(&run);
  interrupt_save_with(NULL, NULL);
  int counts[3] = {0};
  for (int n = 0; n < report.count; n++) counts[report.rows[n].verdict]++;
  const int met = counts[CHECK_MET], missed = counts[CHECK_MISS];
  printf("%s%d of %d met, %d stated\n", o.markdown ? "\n" : "", met, met + missed, counts[CHECK_STATED]);
  if (o.json && !write_json(o.json, &report, report.count, &error)) return cli_fail(1, line.command, &error);
  return missed ? 1 : 0;
}
