/* The two-layer method once a tick (Kellomaki 2014, sections 3.3 and 3.6): blockers are put in and removed, and the water that this
 * displaces becomes a residual, which is added to the cells around bit by bit. */
#include "weir/layers/layers.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/maths.h"
#include "base/memory.h"
#include "base/team.h"
#include "weir/grid/sleeping.h"
#include "weir/shapes/shape.h"

Field *layers_field(Layers *l, int index) {
  Field *const all[LAYERS_FIELDS] = {&l->low,     &l->high,    &l->bottom,  &l->top,     &l->pressure,  &l->residual,
                                     &l->upper_x, &l->upper_z, &l->lower_x, &l->lower_z, &l->depth_left};
  return all[index];
}

bool layers_create(WeirWater *w) {
  if (w->bodies.layers) return true;
  Layers *const l = w->bodies.layers = memory_create(1, sizeof *l);
  if (!l) return false;
  bool ok = true;
  for (int n = 0; n < LAYERS_FIELDS; n++) ok = ok && field_create(w, layers_field(l, n)) && field_create(w, &l->saved[n]);
  for (int n = 0; n < LAYERS_SCRATCH; n++) ok = ok && field_create(w, &l->scratch[n]);
  w->bodies.flow = &layers_flow;
  if (!ok) layers_destroy(w);
  return ok;
}

void layers_destroy(WeirWater *w) {
  Layers *const l = w->bodies.layers;
  if (!l) return;
  for (int n = 0; n < LAYERS_FIELDS; n++) {
    memory_free(layers_field(l, n)->block);
    memory_free(l->saved[n].block);
  }
  for (int n = 0; n < LAYERS_SCRATCH; n++) memory_free(l->scratch[n].block);
  memory_free(l);
  w->bodies.layers = NULL;
  w->bodies.flow = NULL;
}

/* Returns true if there is anything but plain water: blockers, or some residual. */
static bool layers_any(const WeirWater *w) {
  return w->bodies.layers && w->bodies.layers->active && w->solver != WEIR_MEMBRANE;
}

/* --- the residual ---------------------------------------------------------------------------------------------------- */

static void write_surface_rows(void *data, int k0, int k1) {
  WeirWater *const w = data;
  Layers *const l = w->bodies.layers;
  for (int k = k0; k < k1; k++) {
    double sum = 0;
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const float depth = layers_depth(l, at, w->terrain.cells[at]);
      w->depth.cells[at] = l->depth_left.cells[at] = depth;
      sum += (double)depth - (double)l->bottom.cells[at] - (double)l->top.cells[at] - (double)l->residual.cells[at];
    }
    w->row_sums[k] = sum;
  }
}

void layers_write_surface(WeirWater *w) {
  Layers *const l = w->bodies.layers;
  const double area = (double)w->cell * (double)w->cell;
  team_rows(w->threads, 0, w->nz, write_surface_rows, w);
  double displaced_metres = 0;
  for (int k = 0; k < w->nz; k++) displaced_metres += w->row_sums[k];
  w->budget.displaced += displaced_metres * area - l->displaced;
  l->displaced = displaced_metres * area;
}

/* Adds metres to a cell's topmost column, or removes them; what even the bottom column has not goes to the residual. */
static void cell_add_water(Layers *l, ptrdiff_t at, float metres) {
  float *const top = &l->top.cells[at], *const bottom = &l->bottom.cells[at];
  const bool above = layers_blocked(l, at) && (metres > 0.0f || *top > 0.0f);
  float left = (above ? *top : *bottom) + metres;
  *(above ? top : bottom) = max_float(left, 0.0f);
  if (left >= 0.0f) return;
  if (above) {
    left += *bottom;
    *bottom = max_float(left, 0.0f);
    left = min_float(left, 0.0f);
  }
  l->residual.cells[at] += left;
}

/* Adds to the topmost columns what depths have gained or lost outside src/weir/layers. */
static void layers_sync(WeirWater *w) {
  Layers *const l = w->bodies.layers;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const float depth = w->depth.cells[at], seen = l->depth_left.cells[at];
      if (depth == seen) continue;
      if (layers_blocked(l, at) || l->bottom.cells[at] != seen)
        cell_add_water(l, at, depth - seen);
      else
        l->bottom.cells[at] = depth;
      l->depth_left.cells[at] = depth;
    }
}

/* Averages with the four neighbours, pair by pair: what one loses another gains. */
static void residual_spread(WeirWater *w) {
  Layers *const l = w->bodies.layers;
  const Field *const from = &l->scratch[0];
  memcpy(l->scratch[0].block, l->residual.block, field_bytes(w));
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k), s = w->stride;
      const float own = from->cells[at], *const a = from->cells + at;
      float sum = 0.0f;
      if (i > 0) sum += a[-1] - own;
      if (i + 1 < w->nx) sum += a[1] - own;
      if (k > 0) sum += a[-s] - own;
      if (k + 1 < w->nz) sum += a[s] - own;
      l->residual.cells[at] = own + 0.2f * sum;
    }
}

/* Adds a share of the residual to free and wet cells, or removes it from them. */
static void residual_add(WeirWater *w, float share) {
  Layers *const l = w->bodies.layers;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const float residual = l->residual.cells[at], water = l->bottom.cells[at];
      if (residual == 0.0f || layers_blocked(l, at) || !(water > DEPTH_WET)) continue;
      const float amount = fabsf(residual) < LAYERS_TINY ? residual : share * residual;
      const float after = max_float(water + amount, 0.5f * water);
      l->bottom.cells[at] = after;
      l->residual.cells[at] = residual - (after - water);
    }
}

/* --- the blockers ---------------------------------------------------------------------------------------------------- */

/* Finds cells [*first, *end) along an axis that a body may be over, and one more to either side, however the reach was rounded. */
static void cells_under(float middle, float reach, float cell, int cells, int *first, int *end) {
  *first = (int)clamp_float(floorf((middle - reach) / cell) - 1.0f, 0.0f, (float)WEIR_GRID_MAX);
  *end = (int)clamp_float(floorf((middle + reach) / cell) + 2.0f, 0.0f, (float)cells);
}

/* Writes the spans of all bodies to low and high, combined where several are in one cell: a body blocks the cells whose centre's vertical
 * passes through it, from where the vertical enters it to where it leaves (section 3.3). Blockers reach from the bed up. Bodies wholly
 * above the surface are left out: else the water between one in the air and one in the water would be taken for body. */
static void layers_rasterise(const WeirWater *w, const WeirBody *bodies, int count, Field *low, Field *high) {
  static const float along_x[3] = {1, 0, 0}, along_z[3] = {0, 0, 1};
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) low->cells[water_index(w, i, k)] = high->cells[water_index(w, i, k)] = 0.0f;
  for (int n = 0; n < count; n++) {
    const WeirBody *const body = &bodies[n];
    if (!shape_measure(body).present) continue;
    int i0, i1, k0, k1;
    cells_under(body->position[0], spans_reach(body, body->rotation, along_x), w->cell, w->nx, &i0, &i1);
    cells_under(body->position[2], spans_reach(body, body->rotation, along_z), w->cell, w->nz, &k0, &k1);
    for (int k = k0; k < k1; k++)
      for (int i = i0; i < i1; i++) {
        const ptrdiff_t at = water_index(w, i, k);
        const float bed = w->terrain.cells[at];
        float y0, y1;
        if (!span_of_line(body, ((float)i + 0.5f) * w->cell, ((float)k + 0.5f) * w->cell, &y0, &y1)) continue;
        if (y1 <= bed || y0 >= bed + w->depth.cells[at]) continue;
        y0 = max_float(y0, bed);
        const bool other = high->cells[at] > low->cells[at];
        low->cells[at] = other ? min_float(low->cells[at], y0) : y0;
        high->cells[at] = other ? max_float(high->cells[at], y1) : y1;
      }
  }
}

void layers_set_bodies(WeirWater *w, const WeirBody *bodies, int count) {
  Layers *const l = w->bodies.layers;
  if (count == 0 && !l->active) return;
  for (int k = 0; !l->active && k < w->nz; k++) /* the method starts on the water as it is, all of it free */
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      l->bottom.cells[at] = l->depth_left.cells[at] = w->depth.cells[at];
    }
  layers_sync(w);
  layers_rasterise(w, bodies, count, &l->scratch[1], &l->scratch[2]);
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const float low = l->scratch[1].cells[at], high = l->scratch[2].cells[at];
      const bool blocked = high > low;
      if (!blocked && !layers_blocked(l, at)) continue;
      /* the old blocker's place is filled to the effective surface, which stays; the new one's is emptied */
      const float bed = w->terrain.cells[at], before = l->bottom.cells[at] + l->top.cells[at], whole = layers_depth(l, at, bed);
      l->low.cells[at] = low;
      l->high.cells[at] = high;
      l->bottom.cells[at] = blocked ? min_float(whole, layers_room(l, at, bed)) : whole;
      l->top.cells[at] = blocked ? max_float(0.0f, whole - (high - bed)) : 0.0f;
      l->pressure.cells[at] = blocked ? max_float(0.0f, whole - l->bottom.cells[at]) : 0.0f;
      l->residual.cells[at] += before - (l->bottom.cells[at] + l->top.cells[at]);
    }
  residual_spread(w);
  residual_add(w, LAYERS_LAMBDA);
  layers_write_surface(w);
  l->active = false;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      l->active = l->active || l->residual.cells[at] != 0.0f || layers_blocked(l, at);
      w->extremes.depth = max_float(w->extremes.depth, w->depth.cells[at]);
    }
  tiles_wake_all(w);
}

void layers_leave(WeirWater *w) {
  if (!layers_any(w)) return;
  layers_set_bodies(w, NULL, 0);
  Layers *const l = w->bodies.layers;
  double residual = 0, water = 0;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      residual += (double)l->residual.cells[at];
      water += (double)l->bottom.cells[at];
    }
  if (residual == 0 || !(water > 0)) return; /* where there is no water it stays displaced */
  const double share = maths_max(residual / water, -0.5);
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const double before = (double)l->bottom.cells[at];
      l->bottom.cells[at] = (float)(before * (1 + share));
      residual -= (double)l->bottom.cells[at] - before;
      l->residual.cells[at] = 0.0f;
    }
  l->residual.cells[0] = (float)residual; /* what rounding has left */
  layers_write_surface(w);
}

/* --- steps and states ------------------------------------------------------------------------------------------------ */

static void state_copy(WeirWater *w, bool save) {
  for (int n = 0; n < LAYERS_FIELDS; n++) {
    Field *const now = layers_field(w->bodies.layers, n), *const saved = &w->bodies.layers->saved[n];
    memcpy(save ? saved->block : now->block, save ? now->block : saved->block, field_bytes(w));
  }
}

static void layers_begin_step(WeirWater *w, int substeps, bool repeated) {
  (void)substeps;
  if (repeated) return;
  layers_sync(w);
  state_copy(w, true);
}

static void layers_restore(WeirWater *w) {
  state_copy(w, false);
  layers_write_surface(w);
}

static void layers_before_substep(WeirWater *w, const FlowStep *step) {
  (void)step;
  layers_sync(w);
}

const FlowBodies layers_flow = {.present = layers_any,
                                .begin_step = layers_begin_step,
                                .restore = layers_restore,
                                .before_substep = layers_before_substep,
                                .sweep = layers_sweep,
                                .end_substep = tiles_wake_all};

/* Returns true if a field's values lie within bounds from cell (first, first) on: flows have faces west and north of the grid, too. */
static bool field_valid(const WeirWater *w, const Field *field, int first, float low, float high) {
  for (int k = first; k < w->nz; k++)
    for (int i = first; i < w->nx; i++)
      if (!within_range(field->cells[water_index(w, i, k)], low, high)) return false;
  return true;
}

bool layers_is_valid(const WeirWater *w) {
  const Layers *const l = w->bodies.layers;
  const Field *const depths[] = {&l->bottom, &l->top, &l->depth_left, &l->pressure}, *const heights[] = {&l->residual, &l->low, &l->high};
  const Field *const flows[] = {&l->upper_x, &l->upper_z, &l->lower_x, &l->lower_z};
  bool ok = isfinite(l->displaced);
  for (int n = 0; n < 4; n++) ok = ok && field_valid(w, depths[n], 0, 0, WALL_HEIGHT);
  for (int n = 0; n < 3; n++) ok = ok && field_valid(w, heights[n], 0, -WALL_HEIGHT, WALL_HEIGHT);
  for (int n = 0; n < 4; n++) ok = ok && field_valid(w, flows[n], -1, -WALL_HEIGHT * WALL_HEIGHT, WALL_HEIGHT * WALL_HEIGHT);
  return ok;
}

uint64_t layers_hash(const WeirWater *w, uint64_t hash) {
  for (int n = 0; n < LAYERS_FIELDS - 1; n++) {
    const Field *const field = layers_field(w->bodies.layers, n);
    for (int k = 0; k < w->nz; k++) hash = hash_floats(hash, field->cells + water_index(w, 0, k), (size_t)w->nx);
  }
  return hash;
}
