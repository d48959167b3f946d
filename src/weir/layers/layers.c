/* The two-layer method once a tick (Kellomaki 2014, sections 3.3 and 3.6): blockers are put in and removed, and the water that this
 * displaces becomes a residual, which is added to the cells around bit by bit. */
#include "weir/layers/layers.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/maths.h"
#include "base/memory.h"
#include "weir/grid/sleeping.h"
#include "weir/shapes/shape.h"

Field *layers_field(Layers *l, int index) {
  Field *const all[LAYERS_FIELDS] = {&l->low,     &l->high,    &l->bottom,  &l->top,     &l->pressure,  &l->residual,
                                     &l->upper_x, &l->upper_z, &l->lower_x, &l->lower_z, &l->depth_left};
  return all[index];
}

static void fields_free_all(Layers *l) {
  for (int n = 0; n < LAYERS_FIELDS; n++) {
    memory_free(layers_field(l, n)->block);
    memory_free(l->saved[n].block);
  }
  for (int n = 0; n < LAYERS_SCRATCH; n++) memory_free(l->scratch[n].block);
  memory_free(l);
}

bool layers_create(WeirWater *w) {
  if (w->bodies.layers) return true;
  Layers *const l = memory_create(1, sizeof *l);
  if (!l) return false;
  bool ok = true;
  for (int n = 0; n < LAYERS_FIELDS; n++) ok = ok && field_create(w, layers_field(l, n)) && field_create(w, &l->saved[n]);
  for (int n = 0; n < LAYERS_SCRATCH; n++) ok = ok && field_create(w, &l->scratch[n]);
  if (!ok) {
    fields_free_all(l);
    return false;
  }
  w->bodies.layers = l;
  w->bodies.flow = &layers_flow;
  return true;
}

/* Returns true if there is anything but plain water: blockers, or some residual. */
static bool layers_any(const WeirWater *w) {
  return w->bodies.layers && w->bodies.layers->active && w->solver != WEIR_MEMBRANE;
}

/* --- the residual ---------------------------------------------------------------------------------------------------- */

void layers_write_surface(WeirWater *w) {
  Layers *const l = w->bodies.layers;
  const double area = (double)w->cell * (double)w->cell;
#pragma omp parallel for schedule(static) num_threads(w->threads)
  for (int k = 0; k < w->nz; k++) {
    double sum = 0;
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const float depth = layers_depth(l, at, w->terrain.cells[at]);
      w->depth.cells[at] = l->depth_left.cells[at] = depth;
      sum += (double)depth - (double)l->bottom.cells[at] - (double)l->top.cells[at] - (double)l->residual.cells[at];
    }
    w->row_sums[k] = sum;
  }
  double displaced_metres = 0;
  for (int k = 0; k < w->nz; k++) displaced_metres += w->row_sums[k];
  w->budget.displaced += displaced_metres * area - l->displaced;
  l->displaced = displaced_metres * area;
}

/* Adds metres to a cell's topmost column, or removes them; what even the bottom column has not goes to the residual. */
static void cell_add_water(Layers *l, ptrdiff_t at, float metres) {
  float *const top = &l->top.cells[at], *const bottom = &l->bottom.cells[at];
  const bool above = layers_blocked(l, at) && (metres > 0.0f || *top > 0.0f);
  float *const first = above ? top : bottom;
  const float left = *first + metres;
  *first = max_float(left, 0.0f);
  if (left >= 0.0f) return;
  if (!above) {
    l->residual.cells[at] += left;
    return;
  }
  const float deeper = *bottom + left;
  *bottom = max_float(deeper, 0.0f);
  l->residual.cells[at] += min_float(deeper, 0.0f);
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

/* Cells along an axis that a body may be over, and one more to either side, however the reach was rounded. */
static int first_cell(float middle, float reach, float cell) {
  return (int)clamp_float(floorf((middle - reach) / cell) - 1.0f, 0.0f, (float)WEIR_GRID_MAX);
}
static int end_cell(float middle, float reach, float cell, int cells) {
  return (int)clamp_float(floorf((middle + reach) / cell) + 2.0f, 0.0f, (float)cells);
}

/* Writes the spans of all bodies to low and high, combined where several are in one cell: a body blocks the cells whose centre's vertical
 * passes through it, from where the vertical enters it to where it leaves (section 3.3). Blockers reach from the bed up. Bodies wholly above the surface are left out: else the water between one in the air and one in the
 * water would be taken for body. */
static void layers_rasterise(const WeirWater *w, const WeirBody *bodies, int count, Field *low, Field *high) {
  static const float along_x[3] = {1, 0, 0}, along_z[3] = {0, 0, 1};
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) low->cells[water_index(w, i, k)] = high->cells[water_index(w, i, k)] = 0.0f;
  for (int n = 0; n < count; n++) {
    const WeirBody *const body = &bodies[n];
    if (!shape_measure(body).present) continue;
    const float x = body->position[0], z = body->position[2];
    const float reach_x = spans_reach(body, body->rotation, along_x), reach_z = spans_reach(body, body->rotation, along_z);
    const int i0 = first_cell(x, reach_x, w->cell), i1 = end_cell(x, reach_x, w->cell, w->nx);
    const int k0 = first_cell(z, reach_z, w->cell), k1 = end_cell(z, reach_z, w->cell, w->nz);
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

void layers_destroy(WeirWater *w) {
  if (!w->bodies.layers) return;
  fields_free_all(w->bodies.layers);
  w->bodies.layers = NULL;
  w->bodies.flow = NULL;
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

/* Flows through faces: of all cells, and of the halo's that lie west and north of the grid. */
static bool flows_valid(const WeirWater *w, const Field *flow) {
  for (int k = -1; k < w->nz; k++)
    for (int i = -1; i < w->nx; i++)
      if (!within_range(flow->cells[water_index(w, i, k)], -WALL_HEIGHT * WALL_HEIGHT, WALL_HEIGHT * WALL_HEIGHT)) return false;
  return true;
}

bool layers_is_valid(const WeirWater *w) {
  const Layers *const l = w->bodies.layers;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const float bottom = l->bottom.cells[at], top = l->top.cells[at], residual = l->residual.cells[at];
      bool ok = within_range(bottom, 0, WALL_HEIGHT) && within_range(top, 0, WALL_HEIGHT) &&
                within_range(l->depth_left.cells[at], 0, WALL_HEIGHT);
      ok = ok && within_range(l->pressure.cells[at], 0, WALL_HEIGHT) && within_range(residual, -WALL_HEIGHT, WALL_HEIGHT);
      ok = ok && within_range(l->low.cells[at], -WALL_HEIGHT, WALL_HEIGHT) && within_range(l->high.cells[at], -WALL_HEIGHT, WALL_HEIGHT);
      if (!ok) return false;
    }
  return flows_valid(w, &l->upper_x) && flows_valid(w, &l->upper_z) && flows_valid(w, &l->lower_x) && flows_valid(w, &l->lower_z) &&
         isfinite(l->displaced);
}

uint64_t layers_hash(const WeirWater *w, uint64_t hash) {
  for (int n = 0; n < LAYERS_FIELDS - 1; n++) {
    const Field *const field = layers_field(w->bodies.layers, n);
    for (int k = 0; k < w->nz; k++) hash = hash_bytes(hash, field->cells + water_index(w, 0, k), sizeof(float) * (size_t)w->nx);
  }
  return hash;
}
