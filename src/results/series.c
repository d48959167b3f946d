#include "results/series.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/output.h"
#include "world/gauges.h"

static const char gauges_name[] = "gauges.csv", lines_name[] = "lines.csv", law_name[] = "law.csv", rules_name[] = "rules.csv";

static const double same_time_s = 1e-6; /* simulated s: times that are closer are the same */

static float east(const World *world, float share) {
  return share * (float)world->nx * world->cell;
}

static float south(const World *world, float share) {
  return share * (float)world->nz * world->cell;
}

/* --- a moment -------------------------------------------------------------------------------------------------------------------- */

int series_gauge_at(int gauge) {
  return 1 + SERIES_GAUGE_VALUES * gauge;
}

int series_line_at(const Scene *scene, int line) {
  return series_gauge_at(scene->gauge_count) + line;
}

int series_law_at(const Scene *scene) {
  return series_line_at(scene, scene->line_count);
}

int series_width(const Scene *scene) {
  return series_law_at(scene) + (scene->law.kind != LAW_NONE ? SERIES_LAW_VALUES : 0);
}

void series_read_from(SeriesReading *reading, double every_s, const World *world) {
  *reading = (SeriesReading){.begun_s = world->time, .every_s = every_s};
  for (int n = 0; n < world->scene.rule_count; n++) reading->fired[n] = world->rules[n].times;
}

void series_go_on_after(SeriesReading *reading, double time_s) {
  /* A tick that is longer than the distance of rows has one row; the next is due a distance later. */
  const double passed = reading->every_s > 0 ? (time_s - reading->begun_s + same_time_s) / reading->every_s : 0;
  reading->due = reading->every_s > 0 ? (long long)passed + 1 : 0;
}

bool series_follow(SeriesReading *reading, const World *world) {
  if (world->scene.law.kind != LAW_NONE) {
    const LawReading now = law_read(world);
    law_follow(&reading->track, &now);
  }
  if (world->time < reading->begun_s + (double)reading->due * reading->every_s - same_time_s) return false;
  series_go_on_after(reading, world->time);
  return true;
}

int series_next_rule(SeriesReading *reading, const World *world, int from) {
  for (int n = from; n < world->scene.rule_count; n++) {
    if (world->rules[n].times == reading->fired[n]) continue;
    reading->fired[n] = world->rules[n].times;
    return n;
  }
  return -1;
}

void series_measure(const SeriesReading *reading, const Scene *scene, const World *world, double *row) {
  row[0] = world->time;
  for (int n = 0; n < scene->gauge_count; n++) {
    const SceneGauge *const gauge = &scene->gauges[n];
    const WeirSample at = weir_water_sample(world->water, east(world, gauge->x), south(world, gauge->z));
    const float values[SERIES_GAUGE_VALUES] = {at.surface, at.depth, at.velocity[0], at.velocity[2]};
    for (int value = 0; value < SERIES_GAUGE_VALUES; value++) row[series_gauge_at(n) + value] = (double)values[value];
  }
  for (int n = 0; n < scene->line_count; n++) {
    const SceneLine *const line = &scene->lines[n];
    const GaugeLine across = {{east(world, line->x0), south(world, line->z0)}, {east(world, line->x1), south(world, line->z1)}};
    row[series_line_at(scene, n)] = gauge_flow(world->water, &across);
  }
  if (scene->law.kind == LAW_NONE) return;
  LawValue value;
  const bool known = law_compare(&reading->track, &value);
  const double law[SERIES_LAW_VALUES] = {known ? value.at : NAN, value.measured, value.expected, value.off};
  memcpy(row + series_law_at(scene), law, sizeof law);
}

/* --- the files ------------------------------------------------------------------------------------------------------------------- */

static FILE *open_file(const char *folder, const char *name, Error *error) {
  char path[OUTPUT_PATH];
  if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) return error_set(error, "%s: path too long", folder), NULL;
  FILE *const file = fopen(path, "wb");
  if (!file) error_set(error, "%s: cannot be written: %s", path, strerror(errno));
  return file;
}

bool series_open(SeriesFiles *files, const char *folder, const Scene *scene, Error *error) {
  *files = (SeriesFiles){.folder = folder, .scene = scene};
  if ((scene->gauge_count > 0 && !(files->gauges = open_file(folder, gauges_name, error))) ||
      (scene->line_count > 0 && !(files->lines = open_file(folder, lines_name, error))) ||
      (scene->law.kind != LAW_NONE && !(files->law = open_file(folder, law_name, error))) ||
      (scene->rule_count > 0 && !(files->rules = open_file(folder, rules_name, error))))
    return series_close(files), false;
  if (files->rules) fputs("time_s,rule,text\n", files->rules);
  if (files->law) fputs("time_s,at,measured,expected,off_percent\n", files->law);
  if (files->gauges) {
    fputs("time_s", files->gauges);
    for (int n = 0; n < scene->gauge_count; n++) {
      const char *const name = scene->gauges[n].name;
      fprintf(files->gauges, ",%s_level_m,%s_depth_m,%s_velocity_x_m_s,%s_velocity_z_m_s", name, name, name, name);
    }
    fputc('\n', files->gauges);
  }
  if (files->lines) {
    fputs("time_s", files->lines);
    for (int n = 0; n < scene->line_count; n++) fprintf(files->lines, ",%s_discharge_m3_s", scene->lines[n].name);
    fputc('\n', files->lines);
  }
  return true;
}

/* Begins a row. Ticks are floats, whose sum is off by less than a microsecond an hour. */
static void put_time(FILE *file, double time_s) {
  fprintf(file, "%.12g", round(time_s * 1e6) / 1e6);
}

/* Writes a column; a zero has no sign. */
static void put_number(FILE *file, double value) {
  fprintf(file, ",%.7g", value == 0 ? 0 : value);
}

static void put_row(FILE *file, double time_s, const double *values, int count) {
  put_time(file, time_s);
  for (int n = 0; n < count; n++) put_number(file, values[n]);
  fputc('\n', file);
}

/* Writes a row of the law where there is something to compare. */
static void put_law(FILE *file, double time_s, const double *law) {
  if (isnan(law[0])) return;
  put_row(file, time_s, (const double[]){law[0], law[1], law[2], 100 * law[3]}, SERIES_LAW_VALUES);
}

/* Hands what was written to the system. Returns false and sets *error if it was not taken. */
static bool flush(const SeriesFiles *files, FILE *file, const char *name, Error *error) {
  errno = 0;
  if (!file || (fflush(file) == 0 && !ferror(file))) return true;
  return error_set(error, "%s/%s: cannot be written: %s", files->folder, name, errno ? strerror(errno) : "not all bytes were taken");
}

bool series_write(const SeriesFiles *files, const double *row, Error *error) {
  const Scene *const scene = files->scene;
  if (files->gauges) put_row(files->gauges, row[0], row + series_gauge_at(0), SERIES_GAUGE_VALUES * scene->gauge_count);
  if (files->lines) put_row(files->lines, row[0], row + series_line_at(scene, 0), scene->line_count);
  if (files->law) put_law(files->law, row[0], row + series_law_at(scene));
  return flush(files, files->gauges, gauges_name, error) && flush(files, files->lines, lines_name, error) &&
         flush(files, files->law, law_name, error);
}

bool series_write_rule(const SeriesFiles *files, double time_s, int rule, Error *error) {
  put_time(files->rules, time_s);
  fprintf(files->rules, ",%d,\"%s\"\n", rule + 1, files->scene->rules[rule].text);
  return flush(files, files->rules, rules_name, error);
}

void series_close(SeriesFiles *files) {
  if (files->gauges) fclose(files->gauges);
  if (files->lines) fclose(files->lines);
  if (files->law) fclose(files->law);
  if (files->rules) fclose(files->rules);
  *files = (SeriesFiles){0};
}

void series_remove(const char *folder) {
  const char *const names[] = {gauges_name, lines_name, law_name, rules_name};
  char path[OUTPUT_PATH];
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (snprintf(path, sizeof path, "%s/%s", folder, names[n]) < (int)sizeof path) remove(path);
}
