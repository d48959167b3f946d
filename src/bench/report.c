#include "bench/report.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/interrupt.h"
#include "cli/json.h"

static int double_order(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

BenchSpan bench_span(const double *values, int count) {
  double sorted[BENCH_REPEATS_MAX];
  if (count < 1) return (BenchSpan){NAN, NAN, NAN};
  memcpy(sorted, values, (size_t)count * sizeof *sorted);
  qsort(sorted, (size_t)count, sizeof *sorted, double_order);
  return (BenchSpan){sorted[0], 0.5 * (sorted[(count - 1) / 2] + sorted[count / 2]), sorted[count - 1]};
}

/* The figures of a row, as the JSON names them. The first of them, EVERYWHERE, are in every row; others are NaN until they are measured. */
typedef enum FigureKind { NUMBER, SPAN, FLAG } FigureKind;
static const struct {
  const char *key;
  FigureKind kind;
  size_t at; /* of the double or BenchSpan in a BenchRow */
} figures[] = {
    {"mcells_per_s", SPAN, offsetof(BenchRow, mcells)},
    {"ms_interaction", NUMBER, offsetof(BenchRow, ms_interaction)},
    {"ms_liquid", NUMBER, offsetof(BenchRow, ms_liquid)},
    {"ms_total", NUMBER, offsetof(BenchRow, ms_total)},
    {"rtkc", NUMBER, offsetof(BenchRow, rtkc)},
    {"bytes_per_cell", NUMBER, offsetof(BenchRow, bytes_per_cell)},
    {"ms_total_repeats", SPAN, offsetof(BenchRow, ms_repeats)},
    {"times_naive", SPAN, offsetof(BenchRow, times_naive)},
    {"times_naive_one_thread", SPAN, offsetof(BenchRow, times_naive_one)},
    {"times_awake", SPAN, offsetof(BenchRow, times_awake)},
    {"substeps", NUMBER, offsetof(BenchRow, substeps)},
    {"bytes_moved", NUMBER, offsetof(BenchRow, bytes_moved)},
    {"gb_per_s", NUMBER, offsetof(BenchRow, gb_per_s)},
    {"share_of_copy", NUMBER, offsetof(BenchRow, share_of_copy)},
    {"tiles_working", NUMBER, offsetof(BenchRow, working)},
    {"wet", NUMBER, offsetof(BenchRow, wet)},
    {"same_bits", FLAG, offsetof(BenchRow, same_bits)},
    {"ms_tick", NUMBER, offsetof(BenchRow, ms_tick)},
    {"times_real_time", NUMBER, offsetof(BenchRow, real_time)},
    {"ms_build", NUMBER, offsetof(BenchRow, ms_build)},
    {"ms_upload", NUMBER, offsetof(BenchRow, ms_upload)},
    {"ms_draw", NUMBER, offsetof(BenchRow, ms_draw)},
    {"ms_start_world", NUMBER, offsetof(BenchRow, ms_world)},
    {"ms_start_context", NUMBER, offsetof(BenchRow, ms_context)},
    {"ms_start_shaders", NUMBER, offsetof(BenchRow, ms_shaders)},
    {"ms_start_first_frame", NUMBER, offsetof(BenchRow, ms_first_frame)},
};

enum { FIGURES = sizeof figures / sizeof figures[0], EVERYWHERE = 6 };

BenchRow bench_row(const char *name, const char *variant, WeirSolver solver, int grid, int threads) {
  BenchRow row = {.name = name, .variant = variant, .simd = weir_simd_name(), .solver = solver, .grid = grid, .threads = threads};
  row.ms_gritzner = NAN;
  for (int n = EVERYWHERE; n < FIGURES; n++) {
    double *const figure = (double *)((char *)&row + figures[n].at);
    for (int part = 0; part < (figures[n].kind == SPAN ? 3 : 1); part++) figure[part] = NAN;
  }
  return row;
}

bool bench_report_add(BenchReport *report, const BenchRow *row, Error *error) {
  interrupt_hold();
  const int wanted = report->count < report->capacity ? report->capacity : report->capacity > 0 ? 2 * report->capacity : 64;
  const bool room = array_grow(&report->rows, &report->capacity, wanted, sizeof *row);
  if (room) report->rows[report->count++] = *row;
  interrupt_release();
  return room || error_set(error, "not enough memory for %d rows", wanted);
}

void bench_report_end(BenchReport *report) {
  memory_free(report->rows);
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

/* --- for machines ---------------------------------------------------------------------------------------------------- */

enum { DIGITS = 6 }; /* more would be noise */

/* Writes a value; one that was not measured is left out. */
static void put(Json *json, const char *key, double value) {
  if (isfinite(value)) json_real(json, key, value, DIGITS);
}

static void put_span(Json *json, const char *key, const BenchSpan *span) {
  if (!isfinite(span->median)) return;
  json_open_object(json, key);
  put(json, "min", span->min);
  put(json, "median", span->median);
  put(json, "max", span->max);
  json_close(json);
}

static void put_row(Json *json, const BenchRow *r) {
  json_open_object(json, NULL);
  json_text(json, "name", r->name);
  json_text(json, "solver", weir_solver_name(r->solver));
  json_text(json, "variant", r->variant);
  json_open_list(json, "grid");
  for (int n = 0; n < 2; n++) json_whole(json, NULL, r->grid);
  json_close(json);
  put(json, "threads", r->threads);
  json_text(json, "simd", r->simd);
  put(json, "bodies", r->bodies);
  for (int n = 0; n < FIGURES; n++) {
    const void *const figure = (const char *)r + figures[n].at;
    if (figures[n].kind == SPAN)
      put_span(json, figures[n].key, figure);
    else if (figures[n].kind == NUMBER)
      put(json, figures[n].key, *(const double *)figure);
    else if (isfinite(*(const double *)figure))
      json_flag(json, figures[n].key, *(const double *)figure > 0);
  }
  if (r->note[0]) json_text(json, "note", r->note);
  json_close(json);
}

static void put_moment(Json *json, const char *key, const MachineRates *r) {
  json_open_object(json, key);
  put(json, "copy_one_thread", r->copy_one);
  put(json, "copy_all_threads", r->copy_all);
  put(json, "update_one_thread", r->update_one);
  put(json, "update_all_threads", r->update_all);
  json_close(json);
}

bool bench_write_json(const char *path, const BenchReport *report, Error *error) {
  Json json = json_begin();
  const Machine *const machine = &report->machine;
  json_open_object(&json, "machine");
  json_text(&json, "cpu", machine->cpu);
  put(&json, "cores", machine->cores);
  json_text(&json, "simd", machine->simd);
  put(&json, "ram_gib", machine->ram_gib);
  put(&json, "copy_gb_per_s", machine->copy_gb_per_s);
  json_close(&json);
  json_open_list(&json, "bandwidth");
  for (int n = 0; n < report->rates_count; n++) {
    json_open_object(&json, NULL);
    json_text(&json, "name", report->rates[n].name);
    put_moment(&json, "before", &report->rates[n].at_start);
    put_moment(&json, "after", &report->rates[n].at_end);
    json_close(&json);
  }
  json_close(&json);
  json_open_list(&json, "rows");
  for (int n = 0; n < report->count; n++) put_row(&json, &report->rows[n]);
  json_close(&json);
  return json_save(&json, path, error);
}
