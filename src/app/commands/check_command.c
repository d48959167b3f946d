/* `weir check`: the known answers (src/check) as a table for people and as JSON. */
#include "app/commands/check_command.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/output.h"
#include "check/check.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/numbers.h"
#include "cli/words.h"

enum { CASES_MAX = 64 };

/* The command line of `weir check`; text is borrowed from argv. */
typedef struct CheckOptions {
  const CheckCase *cases[CASES_MAX];
  int count;
  unsigned solvers;
  int threads;
  const char *json;
  bool markdown;
} CheckOptions;

static int fail(int status, const Error *error) {
  return cli_fail(status, "check", error);
}

static void check_help(void) {
  printf(
      "weir check [options]: known answers of water against what this build gives\n"
      "  --case NAME,NAME...  only these (all)\n"
      "  --solver NAME        membrane, pipe, swe or all (all)\n"
      "  --threads N          OpenMP threads (2)\n"
      "  --json FILE          the same rows for machines\n"
      "  --markdown           the rows as a table for GitHub\n"
      "  --list               what cases there are\n"
      "A row is met, missed (MISS), or stated where it has no target. The exit status is 1 when one is missed, else 0.\n");
}

static void check_list(void) {
  int count;
  const CheckCase *cases = check_cases(&count);
  for (int n = 0; n < count; n++) printf("%-16s%s\n", cases[n].name, cases[n].title);
}

static bool read_cases(const char *text, CheckOptions *o, Error *error) {
  for (o->count = 0; *text || o->count == 0;) {
    char name[WORD_MAX];
    const CheckCase *found = word_next(&text, name) ? check_find(name) : NULL;
    if (!found) return error_set(error, "--case: '%s' is none; weir check --list lists them", name);
    if (o->count == CASES_MAX) return error_set(error, "--case: at most %d names", CASES_MAX);
    o->cases[o->count++] = found;
  }
  return true;
}

static bool read_solver(const char *text, CheckOptions *o, Error *error) {
  o->solvers = 0;
  for (int n = 0; n < WEIR_SOLVER_COUNT; n++)
    if (strcmp(text, "all") == 0 || strcmp(text, weir_solver_name((WeirSolver)n)) == 0) o->solvers |= 1u << n;
  return o->solvers || error_set(error, "--solver: '%s'; allowed: membrane, pipe, swe or all", text);
}

static bool read_option(const char *word, const char *value, CheckOptions *o, Error *error) {
  int64_t threads = 0;
  if (strcmp(word, "--case") == 0) return read_cases(value, o, error);
  if (strcmp(word, "--solver") == 0) return read_solver(value, o, error);
  if (strcmp(word, "--json") == 0) {
    o->json = value;
    return *value || error_set(error, "--json: ''; the name of a file is wanted");
  }
  if (strcmp(word, "--threads") != 0) return error_set(error, "%s: unknown option; weir check --help lists them", word);
  if (!number_whole(value, 1, 256, &threads)) return error_set(error, "--threads: '%s'; allowed: 1 to 256", value);
  o->threads = (int)threads;
  return true;
}

/* 0: go on; -1: nothing more to do; 2: wrong, and said so. */
static int options_read(int argc, char **argv, CheckOptions *o) {
  Error error;
  *o = (CheckOptions){.threads = 2, .solvers = ~0u};
  const CheckCase *cases = check_cases(&o->count);
  for (int n = 0; n < o->count; n++) o->cases[n] = &cases[n];
  for (int n = 1; n < argc; n++) {
    if (strcmp(argv[n], "--help") == 0) return check_help(), -1;
    if (strcmp(argv[n], "--list") == 0) return check_list(), -1;
    if (strcmp(argv[n], "--markdown") == 0) {
      o->markdown = true;
      continue;
    }
    if (n + 1 == argc) {
      error_set(&error, "%s: unknown option, or its value is missing", argv[n]);
      return fail(2, &error);
    }
    if (!read_option(argv[n], argv[n + 1], o, &error)) return fail(2, &error);
    n++;
  }
  return 0;
}

static const char *const verdict_names[] = {[CHECK_MET] = "met", [CHECK_MISS] = "MISS", [CHECK_STATED] = "stated"};

/* A number that may be missing, right-aligned. */
static void print_maybe(double value, int width, const char *format) {
  char text[32] = "-";
  if (isfinite(value)) snprintf(text, sizeof text, format, value);
  printf(" %*s", width, text);
}

static void print_head(void) {
  printf("%-15s %-8s %-42s %-4s %11s %11s %9s %8s %6s  %s\n", "case", "solver", "quantity", "unit", "expected", "got", "error", "allowed",
         "order", "verdict");
}

static void print_row(const CheckRow *row) {
  printf("%-15s %-8s %-42s %-4s %11.6g %11.6g %9.2e", row->name, weir_solver_name(row->solver), row->quantity, row->unit, row->expected,
         row->got, row->error);
  print_maybe(row->limit, 8, "%.2g");
  print_maybe(row->order, 6, "%.2f");
  printf("  %s\n", verdict_names[row->verdict]);
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

static void markdown_head(void) {
  printf(
      "| case | what | solver | unit | expected | got | error | allowed | order | verdict |\n"
      "| --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |\n");
}

static void markdown_row(const CheckRow *row) {
  printf("| %s | %s | %s | %s", row->name, row->quantity, weir_solver_name(row->solver), row->unit);
  markdown_number(row->expected, "");
  markdown_number(row->got, "not a number");
  markdown_number(row->error, "");
  if (isfinite(row->limit))
    printf(" | %.2g", row->limit);
  else
    printf(" | ");
  if (isfinite(row->order))
    printf(" | %.1f", row->order);
  else
    printf(" | ");
  printf(" | %s |\n", verdict_names[row->verdict]);
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

/* How many rows are missed. */
static int print_sum(const CheckReport *report, bool markdown) {
  int counts[3] = {0};
  for (int n = 0; n < report->count; n++) counts[report->rows[n].verdict]++;
  const int met = counts[CHECK_MET], missed = counts[CHECK_MISS], stated = counts[CHECK_STATED];
  printf("%s%d of %d met, %d stated\n", markdown ? "\n" : "", met, met + missed, stated);
  return missed;
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
  if (run->options->json && !write_json(run->options->json, run->report, run->printed, &error)) fail(1, &error);
  return false;
}

static void run_cases(Run *run) {
  const CheckOptions *const o = run->options;
  for (int n = 0; n < o->count; n++) {
    check_run(o->cases[n], o->solvers, run->report);
    interrupt_hold();
    for (; run->printed < run->report->count; run->printed++) {
      const CheckRow *const row = &run->report->rows[run->printed];
      if (o->markdown)
        markdown_row(row);
      else
        print_row(row);
    }
    fflush(stdout);
    interrupt_release();
  }
}

int check_main(int argc, char **argv) {
  static CheckReport report; /* zeroed; too large for a small stack */
  CheckOptions o;
  Error error;
  const int status = options_read(argc, argv, &o);
  if (status != 0) return status < 0 ? 0 : status;
  report.threads = o.threads;
  if (o.json && !output_possible(o.json, &error)) return fail(1, &error);
  Run run = {&o, &report, 0};
  interrupt_save_with(save_unfinished, &run);
  if (o.markdown)
    markdown_head();
  else
    print_head();
  run_cases(&run);
  interrupt_save_with(NULL, NULL);
  const int missed = print_sum(&report, o.markdown);
  if (o.json && !write_json(o.json, &report, report.count, &error)) return fail(1, &error);
  return missed ? 1 : 0;
}
