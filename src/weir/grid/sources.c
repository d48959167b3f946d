#include <math.h>

#include "base/error.h"
#include "base/maths.h"
#include "base/team.h"
#include "weir/grid/brush.h"
#include "weir/grid/budget.h"
#include "weir/grid/depths.h"
#include "weir/grid/dye.h"
#include "weir/grid/sleeping.h"

/* Rain falls in drops of this depth. A power of two well above the rounding of any sensible depth: adding it is exact,
 * where rate*dt (some 1e-8 m) would vanish in a lake. */
#define RAIN_DROP (1.0 / 16384.0) /* m */

static bool takes_water(const WeirWater *w, int i, int k) {
  return w->solver != WEIR_MEMBRANE || w->membrane.lakes.label[k * w->nx + i] >= 0;
}

/* The depth of a membrane's cell by its displacement: between the substeps of a step, depths are not up to date. */
static float membrane_depth(const WeirWater *w, ptrdiff_t at) {
  return max_float((w->membrane.rest_level.cells[at] - w->terrain.cells[at]) + w->membrane.displacement.cells[at], 0.0f);
}

double depth_add(WeirWater *w, int i, int k, double metres) {
  CHECK(i >= 0 && i < w->nx && k >= 0 && k < w->nz);
  const ptrdiff_t at = water_index(w, i, k);
  float *const depth = &w->depth.cells[at];
  const bool membrane = w->solver == WEIR_MEMBRANE;
  if (!takes_water(w, i, k)) return 0.0;
  const double before = (double)(membrane ? membrane_depth(w, at) : *depth);
  if (membrane) {
    float *const displacement = &w->membrane.displacement.cells[at];
    *displacement = max_float((float)((double)*displacement + metres), w->terrain.cells[at] - w->membrane.rest_level.cells[at]);
  }
  *depth = membrane ? membrane_depth(w, at) : max_float((float)(before + metres), 0.0f);
  tiles_wake(w, i, k, i + 1, k + 1);
  w->extremes.depth = max_float(*depth, w->extremes.depth);
  return (double)*depth - before;
}

/* Adds metres of clean water to a cell, or removes them with their dye. Returns the metres that really went in. */
static double cell_add(WeirWater *w, int i, int k, double metres) {
  const double moved = depth_add(w, i, k, metres);
  dye_remove(w, i, k, (float)((double)w->depth.cells[water_index(w, i, k)] - moved));
  return moved;
}

/* Adds volume to a disc; the m^3 that really went in (negative: came out). */
static double brush_add(WeirWater *w, const Brush *brush, double volume) {
  const double area = (double)w->cell * (double)w->cell;
  double sum = 0, moved = 0;
  for (int k = brush->k0; k <= brush->k1; k++)
    for (int i = brush->i0; i <= brush->i1; i++)
      if (takes_water(w, i, k)) sum += brush_weight(w, brush, i, k);
  if (sum <= 0) return 0;
  for (int k = brush->k0; k <= brush->k1; k++)
    for (int i = brush->i0; i <= brush->i1; i++) {
      const double weight = brush_weight(w, brush, i, k);
      if (weight > 0) moved += cell_add(w, i, k, weight / sum * volume / area);
    }
  return moved * area;
}

void sources_inflow(WeirWater *w, ptrdiff_t first, ptrdiff_t next, int count, double volume) {
  double wet = 0, moved = 0;
  const double area = (double)w->cell * (double)w->cell;
  for (int pass = 0; pass < 2; pass++)
    for (int n = 0; n < count; n++) {
      const ptrdiff_t at = first + n * next;
      const int k = (int)(at / w->stride), i = (int)(at - k * w->stride);
      if (!takes_water(w, i, k)) continue;
      if (pass == 0)
        wet += 1;
      else
        moved += cell_add(w, i, k, volume / (wet * area));
    }
  budget_add(w, moved * area);
}

static void sources_springs(WeirWater *w, float dt) {
  for (int n = 0; n < w->sources.count; n++) {
    const WeirSource *source = &w->sources.list[n];
    const Brush brush = brush_at(w, source->x, source->z, source->radius);
    w->sources.residual[n] += (double)source->rate * (double)dt;
    const double moved = brush_add(w, &brush, w->sources.residual[n]);
    w->sources.residual[n] -= moved;
    /* A drain without water, or a spring on land that takes none, does not accumulate a residual beyond one substep's volume. */
    const double most = fabs((double)source->rate) * (double)dt;
    w->sources.residual[n] = maths_max(-most, maths_min(most, w->sources.residual[n]));
    budget_add(w, moved);
  }
}

/* Water for some rows. On the stack. */
typedef struct Watering {
  WeirWater *water;
  float metres, film;
  int odd; /* soaking: every other row, from this one */
} Watering;

static void rain_rows(void *data, int k0, int k1) {
  const Watering *const rain = data;
  WeirWater *const w = rain->water;
  const bool membrane = w->solver == WEIR_MEMBRANE;
  for (int k = k0; k < k1; k++) {
    double sum = 0;
    const ptrdiff_t row = water_index(w, 0, k);
    for (int i = 0; i < w->nx; i++) {
      if (!takes_water(w, i, k)) continue;
      float *const d = &w->depth.cells[row + i];
      const float before = membrane ? membrane_depth(w, row + i) : *d, after = max_float(before + rain->metres, 0.0f);
      if (membrane) w->membrane.displacement.cells[row + i] += after - before;
      *d = after;
      if (after == 0.0f && dye_any(w)) dye_settle(w, i, k);
      sum += (double)after - (double)before;
    }
    w->row_sums[k] = sum;
  }
}

/* Whole drops (or, negative, as much vapour) on every cell that takes water. */
static void sources_rain(WeirWater *w, float dt) {
  w->sources.rain_residual += ((double)w->tuning.rain - (double)w->tuning.evaporation) * (double)dt;
  const double drops = trunc(w->sources.rain_residual / RAIN_DROP);
  if (drops == 0) return;
  w->sources.rain_residual -= drops * RAIN_DROP;
  const float metres = (float)(drops * RAIN_DROP);
  Watering rain = {.water = w, .metres = metres};
  team_rows(w->threads, 0, w->nz, rain_rows, &rain);
  double moved = 0;
  for (int k = 0; k < w->nz; k++) moved += w->row_sums[k];
  budget_add(w, moved * (double)w->cell * (double)w->cell);
  w->extremes.depth = max_float(w->extremes.depth + max_float(metres, 0.0f), 0.0f);
  tiles_wake_all(w);
}

/* Returns true if cell `at` is the bank of deeper water in cell `by` that stands above the bed of `at`. */
static bool bank_of(const WeirWater *w, ptrdiff_t at, ptrdiff_t by, float film) {
  return w->depth.cells[by] > film && w->terrain.cells[by] + w->depth.cells[by] > w->terrain.cells[at];
}

/* Infiltration of the films on row k; returns the sum over its cells, m. Not at the bank of a lake: there the ground is saturated, and
 * infiltration would disturb the lake for ever. */
static double soak_row(WeirWater *w, int k, float film, float metres) {
  double sum = 0;
  for (int i = 0; i < w->nx; i++) {
    const ptrdiff_t at = water_index(w, i, k);
    float *const depth = &w->depth.cells[at];
    if (*depth == 0.0f || *depth > film) continue;
    if ((i > 0 && bank_of(w, at, at - 1, film)) || (i + 1 < w->nx && bank_of(w, at, at + 1, film)) ||
        (k > 0 && bank_of(w, at, at - w->stride, film)) || (k + 1 < w->nz && bank_of(w, at, at + w->stride, film)))
      continue;
    const float before = *depth, after = max_float(before - metres, 0.0f); /* still a film: the order of cells does not matter */
    sum += (double)before - (double)after;
    *depth = after;
    dye_remove(w, i, k, before);
  }
  return sum;
}

static void soak_rows(void *data, int first, int end) {
  const Watering *const s = data;
  for (int n = first; n < end; n++) s->water->row_sums[2 * n + s->odd] = soak_row(s->water, 2 * n + s->odd, s->film, s->metres);
}

static void sources_soak(WeirWater *w, float dt) {
  if (w->solver == WEIR_MEMBRANE) return;
  w->sources.soak_residual += (double)w->tuning.infiltration * (double)dt;
  const double drops = trunc(w->sources.soak_residual / RAIN_DROP);
  if (drops == 0) return;
  w->sources.soak_residual -= drops * RAIN_DROP;
  Watering soak = {.water = w, .metres = (float)(drops * RAIN_DROP), .film = water_film(w)};
  double moved = 0;
  for (; soak.odd < 2; soak.odd++) /* every other row, so that no row changes while its neighbours read it */
    team_rows(w->threads, 0, (w->nz + 1 - soak.odd) / 2, soak_rows, &soak);
  for (int k = 0; k < w->nz; k++) {
    moved += w->row_sums[k];
    if (w->row_sums[k] > 0) tiles_wake(w, 0, k, w->nx, k + 1);
  }
  budget_add(w, -moved * (double)w->cell * (double)w->cell);
}

void sources_apply(WeirWater *w, float dt) {
  if (sources_any(w)) w->membrane.bounded = false;
  sources_rain(w, dt);
  sources_soak(w, dt);
  sources_springs(w, dt);
}

void weir_water_set_sources(WeirWater *w, const WeirSource *sources, int count) {
  w->sources.count = 0;
  for (int n = 0; n < count && w->sources.count < WEIR_SOURCES_MAX; n++) {
    const WeirSource *s = &sources[n];
    if (!isfinite(s->x) || !isfinite(s->z) || !isfinite(s->radius) || !(fabsf(s->rate) <= 1e6f)) continue;
    w->sources.residual[w->sources.count] = 0;
    w->sources.list[w->sources.count++] = *s;
  }
}

double weir_water_add(WeirWater *w, float x, float z, float radius, double volume) {
  depths_change(w);
  if (!isfinite(x) || !isfinite(z) || !isfinite(radius) || !(fabs(volume) <= 1e9)) return 0;
  const Brush brush = brush_at(w, x, z, radius);
  const double moved = brush_add(w, &brush, volume);
  budget_add(w, moved);
  dye_count(w);
  return moved;
}

/* Adds up to metres*weight to each wet cell of a disc, or removes it, at most half of the cell's depth; outside `hole` if that is given.
 * Returns the metres moved, summed over the cells; with metres <= 0 only the sum of weights of cells that could receive. */
static double brush_ring_pass(WeirWater *w, const Brush *brush, const Brush *hole, double metres, bool remove) {
  double sum = 0;
  for (int k = brush->k0; k <= brush->k1; k++)
    for (int i = brush->i0; i <= brush->i1; i++) {
      const double depth = (double)w->depth.cells[water_index(w, i, k)];
      const double weight = brush_weight(w, brush, i, k);
      if (weight <= 0 || depth < (double)DEPTH_WET || !takes_water(w, i, k)) continue;
      if (hole && brush_weight(w, hole, i, k) > 0) continue;
      if (remove)
        sum -= depth_add(w, i, k, -maths_min(metres * weight, 0.5 * depth));
      else
        sum += metres > 0 ? depth_add(w, i, k, metres * weight) : weight;
    }
  return sum;
}

void weir_water_disturb(WeirWater *w, float x, float z, float radius, float height) {
  depths_change(w);
  if (!isfinite(x) || !isfinite(z) || !isfinite(radius) || !isfinite(height) || height == 0.0f) return;
  const Brush middle = brush_at(w, x, z, radius), wide = brush_at(w, x, z, 2.0f * middle.radius);
  const bool down = height > 0.0f;
  const Brush *const source = down ? &middle : &wide, *const target = down ? &wide : &middle;
  const double room = brush_ring_pass(w, target, down ? &middle : NULL, 0, false);
  if (room <= 0) return;
  const double removed = brush_ring_pass(w, source, down ? NULL : &middle, fabs((double)height), true);
  const double added = brush_ring_pass(w, target, down ? &middle : NULL, removed / room, false);
  if (removed > 0) budget_add(w, (added - removed) * ((double)w->cell * (double)w->cell)); /* what rounding lost or made */
}
