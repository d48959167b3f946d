/* The rows of `weir bench` for machines. */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/output.h"
#include "bench/report.h"

/* Six digits: more would be noise. What was not measured is left out. */
static void put(cJSON *object, const char *key, double value) {
  char text[32];
  if (!isfinite(value)) return;
  snprintf(text, sizeof text, "%.6g", value);
  cJSON_AddNumberToObject(object, key, strtod(text, NULL));
}

static void put_span(cJSON *object, const char *key, const BenchSpan *span) {
  if (!isfinite(span->median)) return;
  cJSON *inner = cJSON_AddObjectToObject(object, key);
  put(inner, "min", span->min);
  put(inner, "median", span->median);
  put(inner, "max", span->max);
}

static cJSON *row_object(const BenchRow *r) {
  cJSON *object = cJSON_CreateObject();
  const int grid[2] = {r->grid, r->grid};
  cJSON_AddStringToObject(object, "name", r->name);
  cJSON_AddStringToObject(object, "solver", weir_solver_name(r->solver));
  cJSON_AddStringToObject(object, "variant", r->variant);
  cJSON_AddItemToObject(object, "grid", cJSON_CreateIntArray(grid, 2));
  put(object, "threads", r->threads);
  cJSON_AddStringToObject(object, "simd", r->simd);
  put(object, "bodies", r->bodies);
  put_span(object, "mcells_per_s", &r->mcells);
  put(object, "ms_interaction", r->ms_interaction);
  put(object, "ms_liquid", r->ms_liquid);
  put(object, "ms_total", r->ms_total);
  put(object, "rtkc", r->rtkc);
  put(object, "bytes_per_cell", r->bytes_per_cell);
  put_span(object, "ms_total_repeats", &r->ms_repeats);
  put_span(object, "times_naive", &r->times_naive);
  put_span(object, "times_naive_one_thread", &r->times_naive_one);
  put_span(object, "times_awake", &r->times_awake);
  put(object, "substeps", r->substeps);
  put(object, "bytes_moved", r->bytes_moved);
  put(object, "gb_per_s", r->gb_per_s);
  put(object, "share_of_copy", r->share_of_copy);
  put(object, "tiles_working", r->working);
  put(object, "wet", r->wet);
  if (isfinite(r->same_bits)) cJSON_AddBoolToObject(object, "same_bits", r->same_bits > 0);
  put(object, "ms_tick", r->ms_tick);
  put(object, "times_real_time", r->real_time);
  put(object, "ms_build", r->ms_build);
  put(object, "ms_upload", r->ms_upload);
  put(object, "ms_draw", r->ms_draw);
  put(object, "ms_start_world", r->ms_world);
  put(object, "ms_start_context", r->ms_context);
  put(object, "ms_start_shaders", r->ms_shaders);
  put(object, "ms_start_first_frame", r->ms_first_frame);
  if (r->note[0]) cJSON_AddStringToObject(object, "note", r->note);
  return object;
}

static void put_rates(cJSON *object, const char *key, const MachineRates *r) {
  cJSON *inner = cJSON_AddObjectToObject(object, key);
  put(inner, "copy_one_thread", r->copy_one);
  put(inner, "copy_all_threads", r->copy_all);
  put(inner, "update_one_thread", r->update_one);
  put(inner, "update_all_threads", r->update_all);
}

static cJSON *machine_object(const Machine *machine) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "cpu", machine->cpu);
  put(object, "cores", machine->cores);
  cJSON_AddStringToObject(object, "simd", machine->simd);
  put(object, "ram_gib", machine->ram_gib);
  put(object, "copy_gb_per_s", machine->copy_gb_per_s);
  return object;
}

static cJSON *rates_object(const BenchRates *rates) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "name", rates->name);
  put_rates(object, "before", &rates->before);
  put_rates(object, "after", &rates->after);
  return object;
}

/* Writes the object in one line and frees it; without memory the file lacks it, and says so by being no JSON. */
static void print_object(FILE *file, cJSON *object, const char *after) {
  char *text = cJSON_PrintUnformatted(object);
  fprintf(file, "%s%s\n", text ? text : "", after);
  cJSON_free(text);
  cJSON_Delete(object);
}

bool bench_write_json(const char *path, const BenchReport *report, Error *error) {
  Output output;
  if (!output_open(&output, path, error)) return false;
  FILE *const file = output.file;
  fprintf(file, "{\"machine\": ");
  print_object(file, machine_object(&report->machine), ",");
  fprintf(file, "\"bandwidth\": [\n");
  for (int n = 0; n < report->rates_count; n++)
    print_object(file, rates_object(&report->rates[n]), n + 1 < report->rates_count ? "," : "");
  fprintf(file, "],\n\"rows\": [\n");
  for (int n = 0; n < report->count; n++)
    print_object(file, row_object(&report->rows[n]), n + 1 < report->count ? "," : "");
  fprintf(file, "]}\n");
  return output_close(&output, true, error);
}
