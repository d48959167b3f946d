#include "results/curves.h"

#include <math.h>
#include <stdio.h>

#include "base/maths.h"
#include "results/chart_scale.h"
#include "results/series.h"

static const struct {
  const char *name, *unit;
} kinds[CURVE_KIND_COUNT] = {
    [CURVE_LEVEL] = {"level", "m"},
    [CURVE_DEPTH] = {"depth", "m"},
    [CURVE_SPEED] = {"speed", "m/s"},
    [CURVE_DISCHARGE] = {"discharge", "m\xC2\xB3/s"},
};

static const double gap_rows = 4, gap_least_s = 0.5; /* rows that are missing, and s at least, where a curve breaks */
static const double span_least_s = 5;                /* s: a plot is never of less */

const char *curve_name(CurveKind kind) {
  return kinds[kind].name;
}

const char *curve_unit(CurveKind kind) {
  return kinds[kind].unit;
}

static double value_of(const Scene *scene, const double *row, CurveKind kind, int n) {
  const double *const gauge = row + series_gauge_at(n);
  switch (kind) {
    case CURVE_LEVEL: return gauge[0];
    case CURVE_DEPTH: return gauge[1];
    case CURVE_SPEED: return maths_hypot(gauge[2], gauge[3]);
    default: return row[series_line_at(scene, n)];
  }
}

/* Returns the first row of this time or later. */
static int64_t find_row(const Monitor *monitor, int64_t rows, double time) {
  int64_t low = 0, high = rows;
  while (low < high) {
    const int64_t middle = (low + high) / 2;
    if (monitor_row(monitor, middle)[0] < time)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void add_point(Curve *curve, double time, double value) {
  if (curve->count < CURVE_POINTS_MAX) curve->points[curve->count++] = (CurvePoint){(float)time, (float)value};
}

/* Adds the rows from `first` on that come before `end`: one as it is, more of them as their extremes in the order of their times. */
static void add_stretch(Curves *c, Curve *curve, const Monitor *monitor, int n, int64_t first, int64_t end) {
  const Scene *const scene = monitor_scene(monitor);
  int64_t least = first, greatest = first;
  double low = INFINITY, high = -INFINITY;
  for (int64_t row = first; row < end; row++) {
    const double value = value_of(scene, monitor_row(monitor, row), c->kind, n);
    if (value < low) low = value, least = row;
    if (value > high) high = value, greatest = row;
  }
  const bool falls = greatest < least;
  add_point(curve, monitor_row(monitor, falls ? greatest : least)[0] - c->to_s, falls ? high : low);
  if (greatest != least) add_point(curve, monitor_row(monitor, falls ? least : greatest)[0] - c->to_s, falls ? low : high);
  c->least = fmin(c->least, low), c->greatest = fmax(c->greatest, high);
}

/* Returns the end of the rows from `row` on, up to `end`, among which none is missing. */
static int64_t find_gap(const Monitor *monitor, int64_t row, int64_t end, double gap_s) {
  int64_t next = row + 1;
  while (next < end && monitor_row(monitor, next)[0] <= monitor_row(monitor, next - 1)[0] + gap_s) next++;
  return next;
}

/* Fills a curve with the rows from `first` on. Stretches are of equal numbers of rows, counted from the first row of all: so that what is
 * shown of a stretch stays the same while it runs to the left. */
static void make_curve(Curves *c, Curve *curve, const Monitor *monitor, int n, int64_t first, int64_t rows) {
  const int64_t room = CURVE_POINTS_MAX / 2 - 8, every = rows - first > room ? (rows - first + room - 1) / room : 1;
  const double gap_s = fmax(gap_rows * monitor_every(monitor), gap_least_s);
  double before = -INFINITY;
  curve->count = 0;
  for (int64_t row = first; row < rows;) {
    int64_t end = (row / every + 1) * every;
    end = find_gap(monitor, row, end < rows ? end : rows, gap_s);
    const double time = monitor_row(monitor, row)[0];
    if (time > before + gap_s && curve->count > 0) add_point(curve, before - c->to_s, NAN);
    add_stretch(c, curve, monitor, n, row, end);
    before = monitor_row(monitor, end - 1)[0];
    row = end;
  }
  curve->last = (float)value_of(monitor_scene(monitor), monitor_row(monitor, rows - 1), c->kind, n);
}

/* Makes a scale of round numbers around the values: three to six steps high. */
static void make_scale(Curves *c) {
  const double middle = 0.5 * (c->least + c->greatest), flat = fmax(1e-3 * fabs(middle), 1e-3); /* still water is a line, and no noise */
  const double wide = fmax(c->greatest - c->least, flat);
  c->step = chart_round(wide / 2);
  c->low = c->step * floor((middle - 0.5 * wide) / c->step + 1e-9);
  c->high = c->step * ceil((middle + 0.5 * wide) / c->step - 1e-9);
  c->digits = chart_digits(c->step);
}

void curves_make(Curves *c, const Monitor *monitor, CurveKind kind, double span_s) {
  const Scene *const scene = monitor_scene(monitor);
  const MonitorState state = monitor_state(monitor);
  const bool lines = kind == CURVE_DISCHARGE;
  c->kind = kind;
  c->count = state.rows == 0 ? 0 : lines ? scene->line_count : scene->gauge_count;
  c->to_s = state.to_s;
  c->from_s = span_s > 0 ? state.to_s - span_s : fmin(state.from_s, state.to_s - span_least_s);
  c->least = INFINITY, c->greatest = -INFINITY;
  const int64_t first = find_row(monitor, state.rows, c->from_s);
  for (int n = 0; n < c->count; n++) {
    Curve *const curve = &c->curves[n];
    snprintf(curve->name, sizeof curve->name, "%s", lines ? scene->lines[n].name : scene->gauges[n].name);
    make_curve(c, curve, monitor, n, first, state.rows);
  }
  if (!(c->greatest >= c->least)) c->least = c->greatest = 0;
  make_scale(c);
}
