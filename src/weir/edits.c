/* Changing the water from outside, between steps: a push sideways, new terrain, other sides. */
#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "weir/boundary/boundary.h"
#include "weir/displace/displace.h"
#include "weir/grid/brush.h"
#include "weir/grid/depths.h"
#include "weir/grid/dye.h"
#include "weir/grid/sleeping.h"
#include "weir/membrane/membrane.h"
#include "weir/roof.h"

#define IMPULSE_MAX 1.0e4f /* m/s; beyond it a number is a mistake */

/* Returns true if the face between cells `from` and `to` is wet: the higher of both surfaces stands above the higher bed. */
static bool face_wet(const WeirWater *w, ptrdiff_t from, ptrdiff_t to) {
  const float *const b = w->terrain.cells, *const d = w->depth.cells;
  const float rise = b[to] - b[from], head = (d[from] - d[to]) - rise;
  return (head >= 0.0f ? d[from] - max_float(rise, 0.0f) : d[to] + min_float(rise, 0.0f)) > DEPTH_TINY;
}

/* The faces of the grid's sides are left alone: they belong to the boundary. */
void weir_water_impulse(WeirWater *w, float x, float z, float radius, float vx, float vz) {
  if (w->solver == WEIR_MEMBRANE || !isfinite(x) || !isfinite(z) || !isfinite(radius)) return;
  if (!(fabsf(vx) <= IMPULSE_MAX) || !(fabsf(vz) <= IMPULSE_MAX)) return;
  const Brush brush = brush_at(w, x, z, radius);
  if (brush.i0 > brush.i1) return;
  const int i0 = brush.i0 > 0 ? brush.i0 - 1 : 0, k0 = brush.k0 > 0 ? brush.k0 - 1 : 0;
  for (int k = k0; k <= brush.k1; k++)
    for (int i = i0; i <= brush.i1; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const double east = brush_weight(w, &brush, i + 0.5, k), south = brush_weight(w, &brush, i, k + 0.5);
      if (i + 1 < w->nx && face_wet(w, at, at + 1)) w->flow.speed_x.cells[at] += vx * (float)east;
      if (k + 1 < w->nz && face_wet(w, at, at + w->stride)) w->flow.speed_z.cells[at] += vz * (float)south;
    }
  tiles_wake(w, i0, k0, brush.i1 + 2, brush.k1 + 2);
  scheme_of(w->solver)->measure(w); /* the next step is bounded by the new speed */
}

/* Finds the lakes of a membrane again. Cells that had water keep their rest surface, so that waves in them go on: the membrane's force
 * comes from differences of displacement alone, and where the bed sank the water stands in a hollow that fills. */
static void lakes_changed(WeirWater *w) {
  MembranePart *const m = &w->membrane;
  float *const rest_levels = m->scratch.cells; /* before; NAN on land */
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      rest_levels[at] = m->lakes.label[(ptrdiff_t)k * w->nx + i] < 0 ? NAN : m->rest_level.cells[at];
    }
  lakes_find(w);
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const bool land = m->lakes.label[(ptrdiff_t)k * w->nx + i] < 0;
      if (land) m->vertical_velocity.cells[at] = 0.0f;
      if (land || isnan(rest_levels[at])) continue;
      m->rest_level.cells[at] = rest_levels[at];
      m->displacement.cells[at] = (float)((double)w->terrain.cells[at] + (double)w->depth.cells[at] - (double)rest_levels[at]);
      m->lakes.deepest = max_float(m->lakes.deepest, rest_levels[at] - w->terrain.cells[at]);
    }
  lakes_remove_mean_velocity(w); /* of a lake that was cut in two, one half would rise and the other sink for ever */
}

/* Updates the state that follows from the bed, after it has changed where tiles were woken. */
static void terrain_changed(WeirWater *w) {
  if (w->solver == WEIR_MEMBRANE) {
    lakes_changed(w);
    boundary_refresh(w);
    displace_open_faces(w);
    dye_settle_all(w);
  } else {
    boundary_terrain(w);
  }
  scheme_of(w->solver)->measure(w);
}

/* On whole steps, as at creation: differences of two heights stay exact. */
static float terrain_rounded(const WeirWater *w, double height) {
  const double most = (double)WEIR_TERRAIN_MAX, within = maths_min(maths_max(height, -most), most);
  return (float)(rint(within / (double)w->height_step) * (double)w->height_step);
}

/* Returns the first cell of the tile after that of cell n. */
static int next_tile(int n, int side) {
  return (n / side + 1) * side;
}

/* Writes the heights of cells [i0, i1) x [k0, k1), given in rows of `ni`. Returns true if one differs from what it was. */
static bool write_terrain(WeirWater *w, int i0, int k0, int i1, int k1, const float *heights, int ni) {
  bool changed = false;
  for (int k = k0; k < k1; k++)
    for (int i = i0; i < i1; i++) {
      float *const ground = &w->terrain.cells[water_index(w, i, k)];
      const float height = terrain_rounded(w, (double)heights[(ptrdiff_t)(k - k0) * ni + (i - i0)]);
      changed |= height < *ground || height > *ground;
      *ground = height;
    }
  return changed;
}

bool weir_water_set_terrain(WeirWater *w, int i0, int k0, int ni, int nk, const float *heights, WeirError *error) {
  depths_change(w);
  if (i0 < 0 || k0 < 0 || ni < 1 || nk < 1 || ni > w->nx || nk > w->nz || i0 > w->nx - ni || k0 > w->nz - nk)
    return water_fault(error, "terrain", "the rectangle must lie within the grid and hold at least one cell");
  if (!heights) return water_fault(error, "terrain", "heights must be given");
  for (size_t n = 0; n < (size_t)ni * (size_t)nk; n++)
    if (!(fabsf(heights[n]) <= WEIR_TERRAIN_MAX)) return water_fault(error, "terrain", "heights must be finite and within 100000 m of 0");
  bool changed = false;
  for (int k = k0; k < k0 + nk; k = next_tile(k, TILE_ROWS))
    for (int i = i0; i < i0 + ni; i = next_tile(i, TILE_COLUMNS)) {
      const int i1 = min_int(next_tile(i, TILE_COLUMNS), i0 + ni), k1 = min_int(next_tile(k, TILE_ROWS), k0 + nk);
      const float *const part = heights + (ptrdiff_t)(k - k0) * ni + (i - i0);
      if (!write_terrain(w, i, k, i1, k1, part, ni)) continue;
      tiles_wake(w, i - 1, k - 1, i1 + 1, k1 + 1);
      changed = true;
    }
  if (changed) terrain_changed(w);
  return true;
}

void weir_water_heap(WeirWater *w, float x, float z, float radius, float height) {
  depths_change(w);
  if (!isfinite(x) || !isfinite(z) || !isfinite(radius) || !isfinite(height) || height == 0.0f) return;
  const Brush brush = brush_at(w, x, z, radius);
  if (brush.i0 > brush.i1) return;
  for (int k = brush.k0; k <= brush.k1; k++)
    for (int i = brush.i0; i <= brush.i1; i++) {
      float *const ground = &w->terrain.cells[water_index(w, i, k)];
      *ground = terrain_rounded(w, (double)*ground + (double)height * brush_weight(w, &brush, i, k));
    }
  tiles_wake(w, brush.i0 - 1, brush.k0 - 1, brush.i1 + 2, brush.k1 + 2);
  terrain_changed(w);
}

bool weir_water_set_boundary(WeirWater *w, WeirSide side, const WeirBoundary *boundary, WeirError *error) {
  depths_change(w);
  if ((unsigned)side >= WEIR_SIDE_COUNT || !boundary) return water_fault(error, "boundary", "no such side");
  WeirBoundary wanted[WEIR_SIDE_COUNT];
  memcpy(wanted, w->boundary.sides, sizeof wanted);
  const WeirSide other = (WeirSide)((int)side ^ 1);
  if (boundary->kind == WEIR_PERIODIC || wanted[side].kind == WEIR_PERIODIC) wanted[other] = *boundary;
  wanted[side] = *boundary;
  if (!boundary_check(wanted, w->nx, w->nz, error)) return false;
  if (!boundary_reserve_sponge(w, wanted)) return water_fault(error, "boundary", "not enough memory for the sponge");
  if (boundary_change(w, wanted) && w->solver == WEIR_MEMBRANE) lakes_remove_mean_velocity(w); /* motion through the sides stops */
  return true;
}

WeirBoundary weir_water_boundary(const WeirWater *w, WeirSide side) {
  return (unsigned)side < WEIR_SIDE_COUNT ? w->boundary.sides[side] : (WeirBoundary){0};
}

bool weir_water_set_series(WeirWater *w, WeirSide side, const double *times, const float *values, int count, WeirError *error) {
  depths_change(w);
  const char *const fault =
      (unsigned)side >= WEIR_SIDE_COUNT ? "no such side" : driving_series_fault(w->boundary.sides[side].kind, times, values, count);
  if (fault) return water_fault(error, "series", fault);
  if (!driving_reserve(w)) return water_fault(error, "series", "not enough memory"); /* all sides: a saved state has all or none */
  SideSeries *const s = w->boundary.series[side];
  s->count = count;
  if (count > 0) memcpy(s->times, times, sizeof *times * (size_t)count);
  if (count > 0) memcpy(s->values, values, sizeof *values * (size_t)count);
  boundary_terrain(w); /* beyond a sea the bed may not rise above the highest level */
  return true;
}
