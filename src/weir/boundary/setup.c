/* The sides of the grid: their memory, what they remember, how their kinds change, and what drives them over time. */
#include "weir/boundary/boundary.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "weir/grid/sleeping.h"

enum { SEA_ACROSS_MIN = 20 }; /* cells: the line on which it is made, and what it is spread over */

bool boundary_create(WeirWater *w) {
  enum { ARRAYS = 11 };
  BoundaryPart *const b = &w->boundary;
  const size_t length = side_length(w);
  float *block = memory_create(WEIR_SIDE_COUNT * ARRAYS * length, sizeof *block);
  for (WeirSide side = 0; block && side < WEIR_SIDE_COUNT; side++) {
    SideFlow *const f = &b->flow[side];
    float **const arrays[ARRAYS] = {&b->held[side], &b->mean_speed[side], &b->previous[side], &f->mean, &f->speed,  &f->inner,
                                    &f->due,        &f->through,          &f->open,           &f->sent, &f->storage};
    for (int n = 0; n < ARRAYS; n++, block += length) *arrays[n] = block;
  }
  return block != NULL;
}

void boundary_destroy(WeirWater *w) {
  memory_free(w->boundary.held[WEIR_WEST]); /* the block of all arrays */
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) memory_free(w->boundary.series[side]);
  boundary_free_sponge(w);
}

/* A side remembers the surface as it stands, and the velocity at which water leaves. */
static void side_remember(WeirWater *w, WeirSide side) {
  const Walk walk = walk_of(w, side);
  const Field *const speed = side_faces_x(side) ? &w->flow.speed_x : &w->flow.speed_z;
  for (int n = 0; n < walk.count; n++) {
    const ptrdiff_t at = walk.first + n * walk.next;
    const bool flows = w->solver != WEIR_MEMBRANE && w->depth.cells[at] > 0.0f;
    w->boundary.held[side][n] = w->terrain.cells[at] + w->depth.cells[at];
    w->boundary.mean_speed[side][n] = flows ? walk.sign * speed->cells[at + walk.face - walk.out] : 0.0f;
    w->boundary.previous[side][n] = 0.0f;
  }
}

void boundary_remember(WeirWater *w) {
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) side_remember(w, side);
}

void boundary_refresh(WeirWater *w) {
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) halo_reset(w, side);
  tiles_wake_all(w);
  openness_changed_all(w);
  boundary_terrain(w);
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) halo_reset_membrane(w, side);
}

/* NULL, or what is wrong with the numbers of a sea, as a text; its level and period are known to be within those of tides. */
static const char *sea_fault(const WeirBoundary *b, int across) {
  if (!(b->tide_height >= 0.0f && b->tide_height <= 100.0f)) return "tide_height of a sea must be 0 to 100 m";
  if (!(b->tide_period <= 1000.0f)) return "tide_period of a sea must be 0.1 to 1000 s";
  if (!(fabsf(b->discharge) <= 70.0f)) return "discharge, the direction of a sea, must be -70 to 70 degrees";
  if (!(b->speed >= 0.0f && b->speed <= 60.0f)) return "speed, the spread of a sea, must be 0 to 60 degrees";
  if (!(b->tide_phase >= 0.0f && b->tide_phase <= 1e4f)) return "tide_phase, for how long a sea has run, must be 0 to 10000 s";
  return across < SEA_ACROSS_MIN && across >= WEIR_ACROSS_MIN ? "fewer than 20 cells from side to side: no sea" : NULL;
}

/* NULL, or what is wrong with the boundary at a side that has `across` cells to the opposite one, as a text. */
static const char *side_fault(const WeirBoundary *b, const WeirBoundary *opposite, int across) {
  if ((unsigned)b->kind >= WEIR_EDGE_COUNT) return "no such kind";
  if (kind_is_sea(b->kind)) {
    if (!(fabsf(b->level) <= WEIR_TERRAIN_MAX)) return "level must be within 100000 m of 0";
    if (!(fabsf(b->tide_height) <= 1000.0f)) return "tide_height must be -1000 to 1000 m";
    if (b->tide_height != 0.0f && !(b->tide_period >= 0.1f && b->tide_period <= 1e6f)) return "tide_period must be 0.1 to 1000000 s";
    const char *const fault = b->kind == WEIR_SEA ? sea_fault(b, across) : NULL;
    if (fault) return fault;
    if (b->kind != WEIR_SEA && !(fabsf(b->tide_phase) <= 100.0f)) return "tide_phase must be -100 to 100 rad";
  }
  if (b->kind == WEIR_INFLOW && !(fabsf(b->discharge) <= 1e6f)) return "discharge must be -1000000 to 1000000 m3/s";
  if (b->kind == WEIR_INFLOW && !(b->tide_phase >= 0.0f && b->tide_phase <= 1e4f))
    return "tide_phase, for how long an inflow has run, must be 0 to 10000 s";
  if (b->kind == WEIR_INFLOW && !(b->speed >= 0.0f && b->speed <= 1e3f)) return "speed must be 0 to 1000 m/s";
  /* other sides read cells within, which must not be those of the opposite side; nor may a body's cells be their own neighbours */
  if (b->kind != WEIR_REFLECT && b->kind != WEIR_SPONGE && across < WEIR_ACROSS_MIN)
    return "fewer than 4 cells from side to side: only reflect and sponge";
  return b->kind == WEIR_PERIODIC && opposite->kind != WEIR_PERIODIC ? "periodic sides come in pairs" : NULL;
}

bool boundary_check(const WeirBoundary boundary[WEIR_SIDE_COUNT], int nx, int nz, WeirError *error) {
  static const char *const names[WEIR_SIDE_COUNT] = {"west", "east", "north", "south"};
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) {
    const char *const fault = side_fault(&boundary[side], &boundary[side ^ 1], side_faces_x(side) ? nx : nz);
    if (fault && error) snprintf(error->text, sizeof error->text, "boundary: %s: %s", names[side], fault);
    if (fault) return false;
  }
  return true;
}

const char *weir_edge_name(WeirEdge kind) {
  static const char *const names[WEIR_EDGE_COUNT] = {"reflect", "open", "sponge", "periodic", "level", "inflow", "zero", "wave", "sea"};
  return (unsigned)kind < WEIR_EDGE_COUNT ? names[kind] : "unknown";
}

bool boundary_change(WeirWater *w, const WeirBoundary wanted[WEIR_SIDE_COUNT]) {
  bool anew[WEIR_SIDE_COUNT], any = false, sea = false, passed = false;
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) {
    anew[side] = wanted[side].kind != w->boundary.sides[side].kind;
    any = any || anew[side];
    passed = passed || (anew[side] && side_kind(w, side) != WEIR_REFLECT); /* a sponge removes water too */
    sea = sea || (kind_is_sea(wanted[side].kind) && wanted[side].level != w->boundary.sides[side].level);
  }
  memcpy(w->boundary.sides, wanted, sizeof w->boundary.sides);
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) {
    if (!anew[side]) continue;
    if (w->boundary.series[side]) w->boundary.series[side]->count = 0;
    side_remember(w, side);
    halo_reset(w, side);
  }
  if (any || sea) boundary_terrain(w);
  if (!any) return false;
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++)
    if (anew[side]) halo_reset_membrane(w, side);
  tiles_wake_all(w);
  openness_changed_all(w);
  bool closed_around = true; /* no water enters or leaves the grid through its sides */
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++)
    closed_around = closed_around && (side_is_closed(w, side) || side_is_joined(w, side));
  return passed && closed_around;
}

/* --- levels and discharges over time --------------------------------------------------------------------------------- */

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
  return driving_level_of(w, side, t, 1.0f);
}

float driving_level_of(const WeirWater *w, WeirSide side, double t, float share) {
  const WeirBoundary *const b = &w->boundary.sides[side];
  const SideSeries *const series = series_of(w, side);
  const double level = series ? series_at(series, t) : (double)b->level;
  if (b->tide_height == 0.0f || b->kind == WEIR_SEA) return (float)level;
  const double phase = TAU * fmod(t / (double)b->tide_period, 1.0) + (double)b->tide_phase;
  return (float)(level + (double)b->tide_height * (double)share * maths_sin(phase));
}

float driving_rest_level(const WeirWater *w, WeirSide side) {
  const SideSeries *const series = series_of(w, side);
  return series && w->boundary.sides[side].kind == WEIR_LEVEL ? series_highest(series) : w->boundary.sides[side].level;
}

float boundary_highest_level(const WeirWater *w) {
  float highest = -WALL_HEIGHT;
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) {
    if (!kind_is_sea(side_kind(w, side))) continue;
    const SideSeries *const series = series_of(w, side);
    const float own = w->boundary.sides[side].level, level = series ? max_float(series_highest(series), own) : own;
    highest = max_float(highest, level + fabsf(w->boundary.sides[side].tide_height));
  }
  return highest;
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
  if (!kind_is_sea(kind) && kind != WEIR_INFLOW) return "only level, wave, sea and inflow sides take one";
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
  bool ok = true;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    const SideSeries *const s = w->boundary.series[side];
    ok = ok && (!s || s->count == 0 || !driving_series_fault(w->boundary.sides[side].kind, s->times, s->values, s->count));
  }
  return ok;
}

double weir_water_side_flow(const WeirWater *w, WeirSide side) {
  return (unsigned)side < WEIR_SIDE_COUNT && w->clock.step_seconds > 0 ? w->boundary.step_volume[side] / w->clock.step_seconds : 0.0;
}

double weir_water_side_volume(const WeirWater *w, WeirSide side) {
  return (unsigned)side < WEIR_SIDE_COUNT ? w->boundary.volume[side] + w->boundary.step_volume[side] : 0.0;
}
