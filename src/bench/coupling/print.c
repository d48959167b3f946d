/* The rows of `weir bench --coupling` for people, for documents and for machines. */
#include <stdio.h>
#include <string.h>

#include "bench/coupling/report.h"
#include "cli/json.h"
#include "cli/markdown.h"

/* A line shows one quantity by every method: its first row from `first` on, whichever method it is of, or the row of one method. NULL
 * when there is none. */
static const CouplingRow *row_of(const CouplingReport *report, int first, const char *method, const char *quantity) {
  for (int n = first; n < report->count; n++) {
    const CouplingRow *const row = &report->rows[n];
    if ((!method || row->method == method) && strcmp(row->quantity, quantity) == 0) return row;
  }
  return NULL;
}

static bool begins_line(const CouplingReport *report, int first, const CouplingRow *row) {
  return row_of(report, first, NULL, row->quantity) == row;
}

static void expected_text(const CouplingWant *want, char text[32]) {
  switch (want->bound) {
    case COUPLING_STATED: snprintf(text, 32, "stated"); break;
    case COUPLING_UPPER_BOUND: snprintf(text, 32, "<= %.3g", want->expected); break;
    case COUPLING_AT_LEAST: snprintf(text, 32, ">= %.3g", want->expected); break;
    case COUPLING_WITHIN: snprintf(text, 32, "%.3g +- %.2g %%", want->expected, 100 * want->tolerance); break;
  }
}

/* --- for people ------------------------------------------------------------------------------------------------------ */

void coupling_print_head(unsigned methods) {
  printf("%-6s %-4s %-61s %-5s %-13s", "case", "with", "quantity", "unit", "expected");
  for (int n = 0; n < WEIR_COUPLING_COUNT; n++)
    if (methods & 1u << n) printf(" %10s      ", coupling_name((WeirCoupling)n));
  printf("\n");
}

void coupling_print_case(const CouplingReport *report, int first, unsigned methods) {
  for (int n = first; n < report->count; n++) {
    const CouplingRow *const row = &report->rows[n];
    char expected[32];
    if (!begins_line(report, first, row)) continue;
    expected_text(&row->want, expected);
    printf("%-6s %-4s %-61s %-5s %-13s", row->name, weir_solver_name(row->solver), row->quantity, row->unit, expected);
    for (int m = 0; m < WEIR_COUPLING_COUNT; m++) {
      const CouplingRow *const own = methods & 1u << m ? row_of(report, first, coupling_name((WeirCoupling)m), row->quantity) : NULL;
      if (own)
        printf(" %10.3g %-5s", own->value, coupling_row_met(own) ? "" : "MISS");
      else if (methods & 1u << m)
        printf(" %10s %-5s", "-", "");
    }
    printf("\n");
  }
  fflush(stdout);
}

void coupling_print_sum(const CouplingReport *report, bool markdown) {
  int wanted = 0, met = 0;
  for (int n = 0; n < report->count; n++) {
    const CouplingRow *const row = &report->rows[n];
    if (row->want.bound == COUPLING_STATED || (markdown && row->is_time)) continue;
    wanted++;
    met += coupling_row_met(row);
  }
  printf(markdown ? "\n%d of %d figures of physics that have a target meet it\n" : "%d of %d rows with a figure that is expected meet it\n",
         met, wanted);
}

/* --- for documents --------------------------------------------------------------------------------------------------- */

/* The table of the physics or of the times. */
static void markdown_table(const CouplingReport *report, int first, unsigned methods, bool times, const char *title) {
  MarkdownColumn columns[4 + WEIR_COUPLING_COUNT] = {{"with", true}, {"quantity", true}, {"unit", true}, {"expected", true}};
  int count = 4;
  bool begun = false;
  for (int m = 0; m < WEIR_COUPLING_COUNT; m++)
    if (methods & 1u << m) columns[count++].name = coupling_name((WeirCoupling)m);
  for (int n = first; n < report->count; n++) {
    const CouplingRow *const row = &report->rows[n];
    if (row->is_time != times || !begins_line(report, first, row)) continue;
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
    for (int m = 0; m < WEIR_COUPLING_COUNT; m++) {
      const CouplingRow *const own = methods & 1u << m ? row_of(report, first, coupling_name((WeirCoupling)m), row->quantity) : NULL;
      if (own)
        markdown_cell("%.3g%s", own->value, coupling_row_met(own) ? "" : " MISS");
      else if (methods & 1u << m)
        markdown_cell("-");
    }
    markdown_end_row();
  }
}

void coupling_markdown_case(const CouplingReport *report, int first, unsigned methods, const char *title) {
  markdown_table(report, first, methods, false, title);
  markdown_table(report, first, methods, true, title);
  fflush(stdout);
}

/* --- for machines ---------------------------------------------------------------------------------------------------- */

enum { DIGITS = 6 };

bool coupling_write_json(const char *path, const CouplingReport *report, Error *error) {
  static const char *const relations[] = {"", "<=", ">=", "+-"};
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
    json_flag(&json, "met", coupling_row_met(row));
    json_text(&json, "solver", weir_solver_name(row->solver));
    json_flag(&json, "is_time", row->is_time);
    json_close(&json);
  }
  json_close(&json);
  return json_save(&json, path, error);
}
