#include "results/series.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/output.h"
#include "world/gauges.h"

const char series_gauges_name[] = "gauges.csv", series_lines_name[] = "lines.csv", series_law_name[] = "law.csv",
           series_rules_name[] = "rules.csv";

static const double same_time_s = 1e-6; /* simulated s: times that are closer are the same */

static float east(const World *world, float share) {
  return share * (float)world->nx * world->cell;
}

static float south(const World *world, float share) {
  return share * (float)world->nz * world->cell;
}

static FILE *open_file(const char *folder, const char *name, Error *error) {
  char path[OUTPUT_PATH];
  if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) return error_set(error, "%s: path too long", folder), NULL;
  FILE *const file = fopen(path, "wb");
  if (!file) error_set(error, "%s: cannot be written: %s", path, strerror(errno));
  return file;
}

bool series_begin(Series *series, const char *folder, double every_s, const World *world, Error *error) {
  const Scene *const scene = &world->scene;
  *series = (Series){.folder = folder, .begun_s = world->time, .every_s = every_s};
  if (scene->gauge_count > 0 && !(series->gauges = open_file(folder, series_gauges_name, error))) return false;
  if (scene->line_count > 0 && !(series->lines = open_file(folder, series_lines_name, error))) return series_end(series), false;
  if (scene->law.kind != LAW_NONE && !(series->law = open_file(folder, series_law_name, error))) return series_end(series), false;
  if (scene->rule_count > 0 && !(series->rules = open_file(folder, series_rules_name, error))) return series_end(series), false;
  for (int n = 0; n < scene->rule_count; n++) series->fired[n] = world->rules[n].times;
  if (series->rules) fputs("time_s,rule,text\n", series->rules);
  if (series->law) fputs("time_s,at,measured,expected,off_percent\n", series->law);
  if (series->gauges) {
    fputs("time_s", series->gauges);
    for (int n = 0; n < scene->gauge_count; n++) {
      const char *const name = scene->gauges[n].name;
      fprintf(series->gauges, ",%s_level_m,%s_depth_m,%s_velocity_x_m_s,%s_velocity_z_m_s", name, name, name, name);
    }
    fputc('\n', series->gauges);
  }
  if (series->lines) {
    fputs("time_s", series->lines);
    for (int n = 0; n < scene->line_count; n++) fprintf(series->lines, ",%s_discharge_m3_s", scene->lines[n].name);
    fputc('\n', series->lines);
  }
  return true;
}

/* Begins a row. Ticks are floats, whose sum is off by less than a microsecond an hour. */
static void put_time(FILE *file, const World *world) {
  fprintf(file, "%.12g", round(world->time * 1e6) / 1e6);
}

/* Writes a column; a zero has no sign. */
static void put_number(FILE *file, double value) {
  fprintf(file, ",%.7g", value == 0 ? 0 : value);
}

static void put_gauges(FILE *file, const World *world) {
  put_time(file, world);
  for (int n = 0; n < world->scene.gauge_count; n++) {
    const SceneGauge *const gauge = &world->scene.gauges[n];
    const WeirSample at = weir_water_sample(world->water, east(world, gauge->x), south(world, gauge->z));
    put_number(file, (double)at.surface);
    put_number(file, (double)at.depth);
    put_number(file, (double)at.velocity[0]);
    put_number(file, (double)at.velocity[2]);
  }
  fputc('\n', file);
}

static void put_lines(FILE *file, const World *world) {
  put_time(file, world);
  for (int n = 0; n < world->scene.line_count; n++) {
    const SceneLine *const line = &world->scene.lines[n];
    const GaugeLine across = {{east(world, line->x0), south(world, line->z0)}, {east(world, line->x1), south(world, line->z1)}};
    put_number(file, gauge_flow(world->water, &across));
  }
  fputc('\n', file);
}

/* Writes a row of the law where there is something to compare. */
static void put_law(FILE *file, const LawTrack *track, const World *world) {
  LawValue value;
  if (!law_compare(track, &value)) return;
  put_time(file, world);
  put_number(file, value.at);
  put_number(file, value.measured);
  put_number(file, value.expected);
  put_number(file, 100 * value.off);
  fputc('\n', file);
}

/* Writes a row for each rule that has acted since the last look; rules are counted from 1 as the scene has them. */
static void put_rules(Series *series, const World *world) {
  for (int n = 0; n < world->scene.rule_count; n++) {
    if (world->rules[n].times == series->fired[n]) continue;
    series->fired[n] = world->rules[n].times;
    put_time(series->rules, world);
    fprintf(series->rules, ",%d,\"%s\"\n", n + 1, world->scene.rules[n].text);
  }
}

/* Hands what was written to the system. Returns false and sets *error if it was not taken. */
static bool flush(const Series *series, FILE *file, const char *name, Error *error) {
  errno = 0;
  if (!file || (fflush(file) == 0 && !ferror(file))) return true;
  return error_set(error, "%s/%s: cannot be written: %s", series->folder, name, errno ? strerror(errno) : "not all bytes were taken");
}

bool series_add(Series *series, const World *world, Error *error) {
  if (series->law) {
    const LawReading now = law_read(world);
    law_follow(&series->track, &now);
  }
  if (series->rules) put_rules(series, world);
  if (!flush(series, series->rules, series_rules_name, error)) return false;
  if (world->time < series->begun_s + (double)series->due * series->every_s - same_time_s) return true;
  if (series->gauges) put_gauges(series->gauges, world);
  if (series->lines) put_lines(series->lines, world);
  if (series->law) put_law(series->law, &series->track, world);
  /* A tick that is longer than the distance of rows has one row; the next is due a distance later. */
  const double passed = series->every_s > 0 ? (world->time - series->begun_s + same_time_s) / series->every_s : 0;
  series->due = series->every_s > 0 ? (long long)passed + 1 : 0;
  return flush(series, series->gauges, series_gauges_name, error) && flush(series, series->lines, series_lines_name, error) &&
         flush(series, series->law, series_law_name, error);
}

void series_end(Series *series) {
  if (series->gauges) fclose(series->gauges);
  if (series->lines) fclose(series->lines);
  if (series->law) fclose(series->law);
  if (series->rules) fclose(series->rules);
  *series = (Series){0};
}
