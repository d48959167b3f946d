/* Rows of the report, judged. */
#include <math.h>
#include <stdio.h>

#include "base/check.h"
#include "check/check.h"

CheckRow *check_row(CheckReport *report, const char *quantity, const char *unit, double expected, double got, double limit) {
  CHECK(report->count < CHECK_ROWS_MAX);
  CheckRow *row = &report->rows[report->count++];
  const double error = fabs(expected == 0 ? got : got / expected - 1);
  *row = (CheckRow){.name = report->name,
                    .solver = report->solver,
                    .unit = unit,
                    .expected = expected,
                    .got = got,
                    .error = error,
                    .order = NAN,
                    .limit = limit};
  check_judge(row, error <= limit);
  if (isinf(limit) && isfinite(got)) row->verdict = CHECK_STATED;
  snprintf(row->quantity, sizeof row->quantity, "%s", quantity);
  return row;
}

void check_judge(CheckRow *row, bool met) {
  row->verdict = isfinite(row->got) && met ? CHECK_MET : CHECK_MISS;
}
