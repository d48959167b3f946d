/* The rows of `weir bench` for machines. */
#include <math.h>

#include "bench/report.h"
#include "cli/json.h"

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
  put_span(json, "mcells_per_s", &r->mcells);
  put(json, "ms_interaction", r->ms_interaction);
  put(json, "ms_liquid", r->ms_liquid);
  put(json, "ms_total", r->ms_total);
  put(json, "rtkc", r->rtkc);
  put(json, "bytes_per_cell", r->bytes_per_cell);
  put_span(json, "ms_total_repeats", &r->ms_repeats);
  put_span(json, "times_naive", &r->times_naive);
  put_span(json, "times_naive_one_thread", &r->times_naive_one);
  put_span(json, "times_awake", &r->times_awake);
  put(json, "substeps", r->substeps);
  put(json, "bytes_moved", r->bytes_moved);
  put(json, "gb_per_s", r->gb_per_s);
  put(json, "share_of_copy", r->share_of_copy);
  put(json, "tiles_working", r->working);
  put(json, "wet", r->wet);
  if (isfinite(r->same_bits)) json_flag(json, "same_bits", r->same_bits > 0);
  put(json, "ms_tick", r->ms_tick);
  put(json, "times_real_time", r->real_time);
  put(json, "ms_build", r->ms_build);
  put(json, "ms_upload", r->ms_upload);
  put(json, "ms_draw", r->ms_draw);
  put(json, "ms_start_world", r->ms_world);
  put(json, "ms_start_context", r->ms_context);
  put(json, "ms_start_shaders", r->ms_shaders);
  put(json, "ms_start_first_frame", r->ms_first_frame);
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
