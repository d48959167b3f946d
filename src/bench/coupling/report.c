#include "bench/coupling/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/markdown.h"

static const char *const names[] = {"displace", "subgrid", "layers"};

_Static_assert(WEIR_COUPLING_COUNT <= sizeof names / sizeof names[0], "every method has a name");

const char *coupling_name(WeirCoupling coupling) {
  return names[coupling];
}

static void add(CouplingReport *report, CouplingWant want, double value, const char *unit, bool is_time, const char *quantity,
                va_list rest) {
  if (report->count == COUPLING_ROWS_MAX) return;
  interrupt_hold();
  CouplingRow *const row = &report->rows[report->count++];
  *row = (CouplingRow){.name = report->name,
                       .solver = report->solver,
                       .method = names[report->coupling],
                       .unit = unit,
                       .is_time = is_time,
                       .value = value,
                       .want = want};
  vsnprintf(row->quantity, sizeof row->quantity, quantity, rest);
  interrupt_release();
}

void coupling_row(CouplingReport *report, CouplingWant want, double value, const char *unit, const char *quantity, ...) {
  va_list rest;
  va_start(rest, quantity);
  add(report, want, value, unit, false, quantity, rest);
  va_end(rest);
}

void coupling_time(CouplingReport *report, CouplingWant want, double value, const char *unit, const char *quantity, ...) {
  va_list rest;
  va_start(rest, quantity);
  add(report, want, value, unit, true, quantity, rest);
  va_end(rest);
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

/* --- what comes out of it ---------------------------------------------------------------------------------------------- */

/* A line shows one quantity by every method: its first row from `first` on, whichever method it is of, or the row of one method. NULL
 * when there is none. */
static const CouplingRow *row_of(const CouplingReport *report, int first, const char *method, const char *quantity) {
  for (int n = first; n < report->count; n++) {
    const CouplingRow *const row = &report->rows[n];
    if ((!method || row->method == method) && strcmp(row->quantity, quantity) == 0) return row;
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
  const CouplingRow *const own = row_of(report, first, names[method], quantity);
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

void coupling_print_head(const CouplingReport *report) {
  if (report->markdown) return;
  printf("%-6s %-4s %-61s %-5s %-13s", "case", "with", "quantity", "unit", "expected");
  for (int n = 0; n < WEIR_COUPLING_COUNT; n++)
    if (report->methods & 1u << n) printf(" %10s      ", names[n]);
  printf("\n");
}

static void print_rows(const CouplingReport *report, int first) {
  for (int n = first; n < report->count; n++) {
    const CouplingRow *const row = &report->rows[n];
    char expected[32];
    if (row_of(report, first, NULL, row->quantity) != row) continue;
    expected_text(&row->want, expected);
    printf("%-6s %-4s %-61s %-5s %-13s", row->name, weir_solver_name(row->solver), row->quantity, row->unit, expected);
    for (int m = 0; m < WEIR_COUPLING_COUNT; m++) print_method(report, first, m, row->quantity);
    printf("\n");
  }
}

/* The table of the physics or of the times. */
static void markdown_table(const CouplingReport *report, int first, bool times, const char *title) {
  MarkdownColumn columns[4 + WEIR_COUPLING_COUNT] = {{"with", true}, {"quantity", true}, {"unit", true}, {"expected", true}};
  int count = 4;
  bool begun = false;
  for (int m = 0; m < WEIR_COUPLING_COUNT; m++)
    if (report->methods & 1u << m) columns[count++].name = names[m];
  for (int n = first; n < report->count; n++) {
    const CouplingRow *const row = &report->rows[n];
    if (row->is_time != times || row_of(report, first, NULL, row->quantity) != row) continue;
    if (!begun) {
      markdown_caption(row->name, times, title);
      markdown_head(columns, count);
    }
    begun = true;
    char expected[32];
    expected_text(&row->want, expected);
    markdown_cell("%s", weir_solver_name(row->solver));
    markdown_cell("%s", row->quantity);
    markdown_cell("%s", row->unit);
    markdown_cell("%s", expected);
    for (int m = 0; m < WEIR_COUPLING_COUNT; m++) print_method(report, first, m, row->quantity);
    markdown_end_row();
  }
}

void coupling_print_case(const CouplingReport *report, int first, const char *title) {
  if (report->markdown) {
    markdown_table(report, first, false, title);
    markdown_table(report, first, true, title);
  } else {
    print_rows(report, first);
  }
  fflush(stdout);
}

void coupling_print_sum(const CouplingReport *report) {
  int wanted = 0, met = 0;
  for (int n = 0; n < report->count; n++) {
    const CouplingRow *const row = &report->rows[n];
    if (row->want.bound == COUPLING_STATED || (report->markdown && row->is_time)) continue;
    wanted++;
    met += row_met(row);
  }
  printf(report->markdown ? "\n%d of %d figures of physics that have a target meet it\n"
                          : "%d of %d rows with a figure that is expected meet it\n",
         met, wanted);
}

bool coupling_write_json(const CouplingReport *report, Error *error) {
  static const char *const relations[] = {"", "<=", ">=", "+-"};
  enum { DIGITS = 6 };
  Json json = json_begin();
  json_open_list(&json, "rows");
  for (int n = 0; n < report->count; n++) {
    const CouplingRow *const row = &report->rows[n];
    json_open_object(&json, NULL);
    json_text(&json, "case", row->name);
    json_text(&json, "method", row->method);
    json_text(&json, "quantity", row->quantity);
    json_text(&json, "unit", row->unit);
    json_real(&json, "value", row->value, DIGITS);
    json_real(&json, "expected", row->want.expected, DIGITS);
    if (row->want.bound == COUPLING_WITHIN) json_real(&json, "tolerance", row->want.tolerance, DIGITS);
    json_text(&json, "relation", relations[row->want.bound]);
    json_flag(&json, "met", row_met(row));
    json_text(&json, "solver", weir_solver_name(row->solver));
    json_flag(&json, "is_time", row->is_time);
    json_close(&json);
  }
  json_close(&json);
  return json_save(&json, report->json, error);
}
