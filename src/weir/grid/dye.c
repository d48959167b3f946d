#include "weir/grid/dye.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "weir/grid/brush.h"
#include "weir/grid/depths.h"
#include "weir/grid/sleeping.h"

bool dye_reserve(WeirWater *w) {
  if (dye_any(w)) return true;
  w->dye.row_left = memory_create((size_t)w->nz, sizeof *w->dye.row_left);
  const bool ok = w->dye.row_left && field_create(w, &w->flow.previous.dye) && field_create(w, &w->dye.amount);
  if (!ok) weir_water_clear_dye(w);
  return ok;
}

void weir_water_clear_dye(WeirWater *w) {
  memory_free(w->dye.row_left);
  memory_free(w->dye.amount.block);
  memory_free(w->flow.previous.dye.block);
  w->dye = (DyePart){0};
  w->flow.previous.dye = (Field){0};
}

void dye_keep_share(WeirWater *w, int i, int k, float share) {
  float *const amount = &w->dye.amount.cells[water_index(w, i, k)];
  const float remains = share > 0.0f ? share * *amount : 0.0f; /* not of what is no number */
  dye_leaves(w, k, (double)*amount - (double)remains);
  *amount = remains;
}

void dye_remove(WeirWater *w, int i, int k, float before) {
  const float after = w->depth.cells[water_index(w, i, k)];
  if (dye_any(w) && after < before) dye_keep_share(w, i, k, after > DEPTH_TINY ? after / before : 0.0f);
}

void dye_settle(WeirWater *w, int i, int k) {
  if (!(w->depth.cells[water_index(w, i, k)] > DEPTH_TINY)) dye_keep_share(w, i, k, 0.0f);
}

void dye_settle_all(WeirWater *w) {
  for (int k = 0; dye_any(w) && k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) dye_settle(w, i, k);
  dye_count(w);
}

void dye_count(WeirWater *w) {
  double sum = 0;
  for (int k = 0; dye_any(w) && k < w->nz; k++) {
    sum += w->dye.row_left[k];
    w->dye.row_left[k] = 0;
  }
  w->dye.left += sum * (double)w->cell * (double)w->cell;
}

void dye_recount(WeirWater *w) {
  double sum = 0;
  for (int k = 0; dye_any(w) && k < w->nz; k++) {
    w->dye.row_left[k] = 0;
    for (int i = 0; i < w->nx; i++) {
      float *const amount = &w->dye.amount.cells[water_index(w, i, k)];
      if (!(*amount >= 0.0f && *amount <= FLT_MAX)) *amount = 0.0f;
      sum += (double)*amount;
    }
  }
  w->dye.left = maths_max(0, w->dye.added - sum * (double)w->cell * (double)w->cell);
}

void dye_stay(WeirWater *w, const FlowState *from) {
  if (from->dye.cells != w->dye.amount.cells) memcpy(w->dye.amount.block, from->dye.block, field_bytes(w));
  dye_settle_all(w);
}

/* The weight of cell (i, k): to be added to, none on dry land; to be taken from, in proportion to what it has. */
static double weight_of(const WeirWater *w, const Brush *brush, int i, int k, bool remove) {
  const ptrdiff_t at = water_index(w, i, k);
  if (remove) return (double)w->dye.amount.cells[at] * brush_weight(w, brush, i, k);
  return w->depth.cells[at] > DEPTH_WET ? brush_weight(w, brush, i, k) : 0;
}

double weir_water_add_dye(WeirWater *w, float x, float z, float radius, double amount) {
  depths_update(w);
  if (!isfinite(x) || !isfinite(z) || !isfinite(radius) || !(fabs(amount) <= 1e9) || amount == 0) return 0;
  if (!dye_any(w) && (amount < 0 || !dye_reserve(w))) return 0;
  const Brush brush = brush_at(w, x, z, radius);
  const double area = (double)w->cell * (double)w->cell, wanted = amount / area;
  double weights = 0, added = 0;
  for (int k = brush.k0; k <= brush.k1; k++)
    for (int i = brush.i0; i <= brush.i1; i++) weights += weight_of(w, &brush, i, k, wanted < 0);
  for (int k = brush.k0; weights > 0 && k <= brush.k1; k++)
    for (int i = brush.i0; i <= brush.i1; i++) {
      float *const cell = &w->dye.amount.cells[water_index(w, i, k)];
      const double before = (double)*cell, after = before + weight_of(w, &brush, i, k, wanted < 0) / weights * wanted;
      *cell = (float)maths_min(maths_max(after, 0), (double)WEIR_DYE_MAX);
      added += (double)*cell - before;
    }
  const double moved = added * area;
  if (moved > 0) w->dye.added += moved;
  if (moved < 0) w->dye.left -= moved;
  tiles_wake_changed(w, brush.i0, brush.k0, brush.i1 + 1, brush.k1 + 1);
  return moved;
}

WeirView weir_water_dye(const WeirWater *w) {
  return (WeirView){w->dye.amount.cells, w->nx, w->nz, w->stride};
}

WeirDye weir_water_dye_total(const WeirWater *w) {
  WeirDye total = {.added = w->dye.added, .left = w->dye.left};
  for (int k = 0; dye_any(w) && k < w->nz; k++) {
    const float *const row = w->dye.amount.cells + water_index(w, 0, k);
    double sum = 0;
    for (int i = 0; i < w->nx; i++) sum += (double)row[i];
    total.now += sum * (double)w->cell * (double)w->cell;
  }
  return total;
}
