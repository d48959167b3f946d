#include "bench/report.h"

#include <math.h>
#include <stdlib.h>

#include "cli/interrupt.h"

static int double_order(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

BenchSpan bench_span(double *values, int count) {
  if (count < 1) return (BenchSpan){NAN, NAN, NAN};
  qsort(values, (size_t)count, sizeof *values, double_order);
  const double median = 0.5 * (values[(count - 1) / 2] + values[count / 2]);
  return (BenchSpan){values[0], median, values[count - 1]};
}

BenchRow bench_row(const char *name, const char *variant, WeirSolver solver, int grid, int threads) {
  const BenchSpan none = {NAN, NAN, NAN};
  return (BenchRow){.name = name,
                    .variant = variant,
                    .simd = weir_simd_name(),
                    .solver = solver,
                    .grid = grid,
                    .threads = threads,
                    .ms_repeats = none,
                    .times_naive = none,
                    .times_naive_one = none,
                    .times_awake = none,
                    .substeps = NAN,
                    .bytes_moved = NAN,
                    .gb_per_s = NAN,
                    .share_of_copy = NAN,
                    .working = NAN,
                    .wet = NAN,
                    .same_bits = NAN,
                    .ms_tick = NAN,
                    .real_time = NAN,
                    .ms_build = NAN,
                    .ms_upload = NAN,
                    .ms_draw = NAN,
                    .ms_world = NAN,
                    .ms_context = NAN,
                    .ms_shaders = NAN,
                    .ms_first_frame = NAN,
                    .ms_gritzner = NAN};
}

bool bench_report_add(BenchReport *report, const BenchRow *row, Error *error) {
  interrupt_hold();
  bool room = true;
  if (report->count == report->capacity) {
    const int capacity = report->capacity > 0 ? 2 * report->capacity : 64;
    BenchRow *const rows = realloc(report->rows, (size_t)capacity * sizeof *rows);
    room = rows || error_set(error, "not enough memory for %d rows", capacity);
    if (rows) report->rows = rows, report->capacity = capacity;
  }
  if (room) report->rows[report->count++] = *row;
  interrupt_release();
  return room;
}

void bench_report_end(BenchReport *report) {
  free(report->rows);
  report->rows = NULL;
  report->count = report->capacity = 0;
}

void bench_report_rate(BenchReport *report, int first, const BenchRates *rates) {
  for (int n = first; n < report->count; n++) {
    BenchRow *row = &report->rows[n];
    const double one = 0.5 * (rates->at_start.copy_one + rates->at_end.copy_one);
    const double all = 0.5 * (rates->at_start.copy_all + rates->at_end.copy_all);
    const double most = row->threads == 1 ? one : all, working = isfinite(row->working) ? row->working : 1;
    row->gb_per_s = 1e-3 * row->mcells.median * row->bytes_moved * working;
    row->share_of_copy = most > 0 ? row->gb_per_s / most : NAN;
  }
}
