#include "weir/boundary/boundary.h"

#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"

#define TAU 6.283185307179586

static const SideSeries *series_of(const WeirWater *w, WeirSide side) {
  return w->boundary.series[side] && w->boundary.series[side]->count > 0 ? w->boundary.series[side] : NULL;
}

/* Linear between the points, held before the first and after the last. */
static double series_at(const SideSeries *s, double t) {
  int low = 0, high = s->count - 1;
  if (t <= s->times[low]) return (double)s->values[low];
  if (t >= s->times[high]) return (double)s->values[high];
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (s->times[middle] <= t)
      low = middle;
    else
      high = middle;
  }
  const double share = (t - s->times[low]) / (s->times[high] - s->times[low]);
  return (double)s->values[low] + share * ((double)s->values[high] - (double)s->values[low]);
}

static float series_highest(const SideSeries *s) {
  float highest = s->values[0];
  for (int n = 1; n < s->count; n++) highest = max_float(highest, s->values[n]);
  return highest;
}

float driving_level(const WeirWater *w, WeirSide side, double t) {
  const WeirBoundary *const b = &w->boundary.sides[side];
  const SideSeries *const series = series_of(w, side);
  const double level = series ? series_at(series, t) : (double)b->level;
  if (b->tide_height == 0.0f) return (float)level;
  const double phase = TAU * fmod(t / (double)b->tide_period, 1.0) + (double)b->tide_phase;
  return (float)(level + (double)b->tide_height * maths_sin(phase));
}

float driving_rest_level(const WeirWater *w, WeirSide side) {
  const SideSeries *const series = series_of(w, side);
  return series && w->boundary.sides[side].kind == WEIR_LEVEL ? series_highest(series) : w->boundary.sides[side].level;
}

float driving_highest_level(const WeirWater *w, WeirSide side) {
  const SideSeries *const series = series_of(w, side);
  const float level = series ? max_float(series_highest(series), w->boundary.sides[side].level) : w->boundary.sides[side].level;
  return level + fabsf(w->boundary.sides[side].tide_height);
}

double driving_discharge(const WeirWater *w, WeirSide side, double t) {
  const SideSeries *const series = series_of(w, side);
  return series ? series_at(series, t) : (double)w->boundary.sides[side].discharge;
}

bool driving_reserve(WeirWater *w) {
  bool ok = true;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    if (!w->boundary.series[side]) w->boundary.series[side] = memory_create(1, sizeof *w->boundary.series[side]);
    ok = ok && w->boundary.series[side];
  }
  return ok;
}

const char *driving_series_fault(WeirEdge kind, const double *times, const float *values, int count) {
  if (kind != WEIR_LEVEL && kind != WEIR_WAVE && kind != WEIR_INFLOW) return "only level, wave and inflow sides take one";
  if (count < 0 || count > WEIR_SERIES_MAX) return "must have 0 to 4096 points";
  if (count > 0 && (!times || !values)) return "times and values must be given";
  const float limit = kind == WEIR_INFLOW ? 1e6f : WEIR_TERRAIN_MAX;
  for (int n = 0; n < count; n++) {
    if (!(fabs(times[n]) <= 1e9) || (n > 0 && !(times[n] > times[n - 1]))) return "times must rise, within 1e9 s of 0";
    if (!(fabsf(values[n]) <= limit))
      return kind == WEIR_INFLOW ? "discharges must be within 1000000 m3/s of 0" : "levels must be within 100000 m of 0";
  }
  return NULL;
}

bool driving_is_sound(const WeirWater *w) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    const SideSeries *const s = w->boundary.series[side];
    if (!s || s->count == 0) continue;
    if (driving_series_fault(w->boundary.sides[side].kind, s->times, s->values, s->count)) return false;
  }
  return true;
}

double weir_water_side_flow(const WeirWater *w, WeirSide side) {
  return (unsigned)side < WEIR_SIDE_COUNT && w->clock.step_seconds > 0 ? w->boundary.step_volume[side] / w->clock.step_seconds : 0.0;
}

double weir_water_side_volume(const WeirWater *w, WeirSide side) {
  return (unsigned)side < WEIR_SIDE_COUNT ? w->boundary.volume[side] + w->boundary.step_volume[side] : 0.0;
}
