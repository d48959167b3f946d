#include "bench/coupling/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/interrupt.h"

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
bool coupling_row_met(const CouplingRow *row) {
  const CouplingWant *const want = &row->want;
  switch (want->bound) {
    case COUPLING_UPPER_BOUND: return row->value <= want->expected;
    case COUPLING_AT_LEAST: return row->value >= want->expected;
    case COUPLING_WITHIN: return fabs(row->value - want->expected) <= want->tolerance * fabs(want->expected);
    case COUPLING_STATED: break;
  }
  return isfinite(row->value);
}
