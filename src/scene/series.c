/* Time series from CSV: a row for each moment, its time and a value, as programs that measure write them. */
#include <errno.h>
#include <string.h>

#include "base/words.h"
#include "scene/reading.h"

enum { ROW = 512 };

/* Makes blanks of what separates the columns. Where commas are decimal, a row has four numbers then, and is refused. */
static void blank_separators(char *row) {
  for (char *c = row; *c; c++)
    if (*c == ',' || *c == ';' || *c == '\t' || *c == '\r' || *c == '\n' || *c == '"') *c = ' ';
}

/* Reads a row into the series. Returns false and sets *error to why it is not one. */
static bool read_row(const char *text, bool first, const SeriesRange *range, SceneSeries *series, Error *error) {
  float time, value;
  const char *names = text;
  if (first && !scan_number(&names, &time)) return true; /* the columns' names */
  const bool numbers = scan_number(&text, &time) && scan_number(&text, &value) && scan_at_end(text);
  if (!numbers) return error_set(error, "expected a time in seconds and a value, two numbers with decimal points");
  if (series->count == SCENE_SERIES) return error_set(error, "more than %d rows", SCENE_SERIES);
  if (series->count > 0 && (double)time <= series->points[series->count - 1].time) return error_set(error, "times must rise");
  if (!(time >= -1e9f && time <= 1e9f)) return error_set(error, "a time of 1e9 s at most");
  if (!(value >= range->low && value <= range->high))
    return error_set(error, "%g; allowed: %g to %g %s", (double)value, (double)range->low, (double)range->high, range->unit);
  series->points[series->count++] = (ScenePoint){(double)time, value};
  return true;
}

bool series_read(const char *path, const SeriesRange *range, SceneSeries *series, Error *error) {
  char row[ROW];
  Error reason;
  FILE *const file = fopen(path, "r");
  if (!file) return error_set(error, "%s: %s", path, strerror(errno));
  bool ok = true, first = true;
  series->count = 0;
  for (int line = 1; ok && fgets(row, sizeof row, file); line++) {
    if (strlen(row) == sizeof row - 1 && row[sizeof row - 2] != '\n')
      ok = error_set(error, "%s:%d: a row of %d bytes at most", path, line, ROW - 2);
    blank_separators(row);
    if (!ok || scan_at_end(row) || row[0] == '#') continue;
    ok = read_row(row, first, range, series, &reason) || error_set(error, "%s:%d: %s", path, line, reason.text);
    first = false;
  }
  if (ok && ferror(file)) ok = error_set(error, "%s: cannot be read", path);
  if (ok && series->count == 0) ok = error_set(error, "%s: no row with a time in seconds and a value", path);
  fclose(file);
  return ok;
}

float series_at(const SceneSeries *series, double time) {
  const ScenePoint *const p = series->points;
  int n = 0;
  while (n < series->count && p[n].time <= time) n++;
  if (series->count == 0) return 0;
  if (n == 0) return p[0].value;
  if (n == series->count) return p[n - 1].value;
  const float share = (float)((time - p[n - 1].time) / (p[n].time - p[n - 1].time));
  return p[n - 1].value + share * (p[n].value - p[n - 1].value);
}
