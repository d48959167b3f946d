#include "weir/membrane/membrane.h"

#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "weir/grid/budget.h"
#include "weir/grid/dirty_mask.h"
#include "weir/grid/sources.h"

#define LAKE_DEPTH 0.01f /* m: thinner water is land to the membrane, or films on slopes would become lakes */
#define REPAIR_ROUNDS 12 /* of removing what lifted cells gained; then the lake is flattened */
#define REPAIRED 1e-9    /* m of one cell: a missing volume that no float could show */
#define LAKE_ABSURD 8.0f /* times the deepest rest depth: no wave is as high */

void lakes_destroy(WeirWater *w) {
  Lakes *const lakes = &w->membrane.lakes;
  void *const blocks[] = {lakes->label, lakes->land_mask, lakes->missing, lakes->capacity};
  blocks_free(blocks, sizeof blocks / sizeof *blocks);
  lakes->label = NULL;
  lakes->land_mask = NULL;
  lakes->missing = lakes->capacity = NULL;
}

bool lakes_create(WeirWater *w) {
  Lakes *const lakes = &w->membrane.lakes;
  if (lakes->label) return true;
  const size_t cells = (size_t)w->nx * (size_t)w->nz;
  lakes->label = memory_create(cells, sizeof *lakes->label);
  lakes->land_mask = memory_create((size_t)w->nz * (size_t)mask_words(w->nx), sizeof *lakes->land_mask);
  /* No two regions touch, so there are at most as many as every other cell. */
  lakes->missing = memory_create(cells / 2 + 1, sizeof *lakes->missing);
  lakes->capacity = memory_create(cells / 2 + 1, sizeof *lakes->capacity);
  const bool ok = lakes->label && lakes->land_mask && lakes->missing && lakes->capacity;
  if (!ok) lakes_destroy(w);
  return ok;
}

void lakes_mark_land(WeirWater *w) {
  const int words = mask_words(w->nx);
  memset(w->membrane.lakes.land_mask, 0, sizeof *w->membrane.lakes.land_mask * (size_t)w->nz * (size_t)words);
  for (int k = 0; k < w->nz; k++) {
    const int32_t *const label = w->membrane.lakes.label + (ptrdiff_t)k * w->nx;
    for (int i = 0; i < w->nx; i++)
      if (label[i] < 0) mask_set(w->membrane.lakes.land_mask + (ptrdiff_t)k * words, i, i + 1);
  }
}

static bool lake_cell(const WeirWater *w, int32_t at) {
  return w->depth.cells[water_index(w, at % w->nx, at / w->nx)] > LAKE_DEPTH;
}

/* Flood fill of one region from `start` into `list`, the caller's; returns how many cells it lists. */
static int32_t lake_flood(WeirWater *w, int32_t start, int32_t label, int32_t *list) {
  int32_t count = 0;
  list[count++] = start;
  w->membrane.lakes.label[start] = label;
  for (int32_t at = 0; at < count; at++) {
    const int i = list[at] % w->nx, k = list[at] / w->nx;
    const int32_t next[4] = {i + 1 < w->nx ? list[at] + 1 : -1, i > 0 ? list[at] - 1 : -1, k + 1 < w->nz ? list[at] + w->nx : -1,
                             k > 0 ? list[at] - w->nx : -1};
    for (int n = 0; n < 4; n++) {
      if (next[n] < 0 || w->membrane.lakes.label[next[n]] >= 0 || !lake_cell(w, next[n])) continue;
      w->membrane.lakes.label[next[n]] = label;
      list[count++] = next[n];
    }
  }
  return count;
}

/* A pond lies about its own level; a river, whose level surface would leave part of its bed dry, about the surface that
 * it has now. */
static void lake_set_rest(WeirWater *w, const int32_t *list, int32_t count) {
  double sum = 0, highest = -1e30;
  for (int32_t n = 0; n < count; n++) {
    const ptrdiff_t at = water_index(w, list[n] % w->nx, list[n] / w->nx);
    const double b = (double)w->terrain.cells[at];
    sum += b + (double)w->depth.cells[at];
    if (b > highest) highest = b;
  }
  const double level = sum / count;
  const bool level_lake = highest < level - (double)LAKE_DEPTH;
  for (int32_t n = 0; n < count; n++) {
    const ptrdiff_t at = water_index(w, list[n] % w->nx, list[n] / w->nx);
    const double surface = (double)w->terrain.cells[at] + (double)w->depth.cells[at];
    w->membrane.rest_level.cells[at] = (float)(level_lake ? level : surface);
    w->membrane.displacement.cells[at] = level_lake ? (float)(surface - (double)w->membrane.rest_level.cells[at]) : 0.0f;
    w->membrane.openness.cells[at] = 1.0f;
    w->membrane.lakes.deepest = max_float(w->membrane.lakes.deepest, w->membrane.rest_level.cells[at] - w->terrain.cells[at]);
  }
}

void lakes_find(WeirWater *w) {
  const int32_t cells = w->nx * w->nz;
  const size_t bytes = field_bytes(w);
  openness_changed_all(w);
  memset(w->membrane.openness.block, 0, bytes);
  memset(w->membrane.displacement.block, 0, bytes);
  memset(w->membrane.rest_level.block, 0, bytes);
  for (int32_t n = 0; n < cells; n++) w->membrane.lakes.label[n] = -1;
  w->membrane.lakes.count = 0;
  w->membrane.lakes.deepest = 0.0f;
  int32_t *list = memory_create((size_t)cells, sizeof *list);
  for (int32_t n = 0; list && n < cells; n++) { /* no memory for the list: all is land and nothing moves */
    if (w->membrane.lakes.label[n] >= 0 || !lake_cell(w, n)) continue;
    const int32_t count = lake_flood(w, n, w->membrane.lakes.count++, list);
    lake_set_rest(w, list, count);
  }
  memory_free(list);
  lakes_mark_land(w);
}

static void lakes_clear(WeirWater *w) {
  memset(w->membrane.lakes.missing, 0, (size_t)w->membrane.lakes.count * sizeof *w->membrane.lakes.missing);
  memset(w->membrane.lakes.capacity, 0, (size_t)w->membrane.lakes.count * sizeof *w->membrane.lakes.capacity);
}

/* Runs one round of removing what is missing: the same from every cell that is deep enough, at most half of its depth. Returns true, with
 * nothing removed, if none is left. */
static bool lakes_remove_missing(WeirWater *w) {
  bool repaired = true;
  memset(w->membrane.lakes.capacity, 0, (size_t)w->membrane.lakes.count * sizeof *w->membrane.lakes.capacity);
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const int32_t label = w->membrane.lakes.label[k * w->nx + i];
      if (label >= 0 && w->depth.cells[water_index(w, i, k)] > LAKE_DEPTH) w->membrane.lakes.capacity[label] += 1.0;
    }
  for (int32_t n = 0; n < w->membrane.lakes.count; n++) {
    const double share = w->membrane.lakes.capacity[n] > 0 ? w->membrane.lakes.missing[n] / w->membrane.lakes.capacity[n] : 0;
    repaired = repaired && !(w->membrane.lakes.missing[n] > REPAIRED);
    w->membrane.lakes.capacity[n] = w->membrane.lakes.missing[n] > 0 ? share : 0; /* from here on, the metres that each cell shall lose */
  }
  if (repaired) return true;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const int32_t label = w->membrane.lakes.label[k * w->nx + i];
      if (label < 0 || w->membrane.lakes.capacity[label] <= 0.0 || w->depth.cells[at] <= LAKE_DEPTH) continue;
      if (w->membrane.lakes.missing[label] <= 0.0) continue; /* rounding may have removed more than was wanted */
      const double wanted = w->membrane.lakes.capacity[label], most = 0.5 * (double)w->depth.cells[at];
      w->membrane.lakes.missing[label] += depth_add(w, i, k, -(wanted < most ? wanted : most));
    }
  return false;
}

/* Flattens every lake with missing volume (or all) at its own mean less what is missing, without motion. */
static void lakes_flatten(WeirWater *w, bool all) {
  memset(w->membrane.lakes.capacity, 0, (size_t)w->membrane.lakes.count * sizeof *w->membrane.lakes.capacity);
  for (int32_t n = 0; n < w->membrane.lakes.count; n++)
    w->membrane.lakes.missing[n] = all || w->membrane.lakes.missing[n] > REPAIRED ? -w->membrane.lakes.missing[n] : NAN;
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < w->nz; k++)
      for (int i = 0; i < w->nx; i++) {
        const int32_t label = w->membrane.lakes.label[k * w->nx + i];
        if (label < 0 || isnan(w->membrane.lakes.missing[label])) continue;
        const ptrdiff_t at = water_index(w, i, k);
        const double rest_depth = (double)w->membrane.rest_level.cells[at] - (double)w->terrain.cells[at];
        if (pass == 0) {
          w->membrane.lakes.missing[label] += (double)w->depth.cells[at] - rest_depth;
          w->membrane.lakes.capacity[label] += 1.0;
          continue;
        }
        const double mean = w->membrane.lakes.missing[label] / w->membrane.lakes.capacity[label]; /* of the cells that are still to come */
        w->membrane.vertical_velocity.cells[at] = 0.0f;
        w->membrane.displacement.cells[at] = (float)mean;
        w->depth.cells[at] = (w->membrane.rest_level.cells[at] - w->terrain.cells[at]) + w->membrane.displacement.cells[at];
        w->clock.clamped_cells++;
        /* The rounding of the mean carries over from cell to cell, or a lake flattened at every step would leak. */
        w->membrane.lakes.missing[label] -= (double)w->depth.cells[at] - rest_depth;
        w->membrane.lakes.capacity[label] -= 1.0;
      }
}

/* The missing volume that is left after repair, below the rounding of one cell, goes to the budget. */
static void lakes_budget_missing(WeirWater *w) {
  double sum = 0;
  for (int32_t n = 0; n < w->membrane.lakes.count; n++) sum += w->membrane.lakes.missing[n];
  if (sum != 0) budget_add(w, sum * (double)w->cell * (double)w->cell);
}

/* Lifts cells below their bed to it, and removes the volume that this creates from their lakes. Returns false if some of it is left. */
static bool lakes_repair(WeirWater *w) {
  bool any = false;
  lakes_clear(w);
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const int32_t label = w->membrane.lakes.label[k * w->nx + i];
      if (label < 0 || !(w->depth.cells[at] < 0.0f)) continue;
      w->membrane.lakes.missing[label] -= (double)w->depth.cells[at];
      w->depth.cells[at] = 0.0f;
      w->membrane.displacement.cells[at] = w->terrain.cells[at] - w->membrane.rest_level.cells[at];
      w->clock.clamped_cells++;
      any = true;
    }
  if (!any) return true;
  for (int round = 0; round < REPAIR_ROUNDS; round++)
    if (lakes_remove_missing(w)) {
      lakes_budget_missing(w);
      return true;
    }
  return false;
}

/* Removes what is still missing from every cell in proportion to its depth: a lake always holds more than is missing, since its sum
 * with the negative depths was never below 0. */
static void lakes_shrink(WeirWater *w) {
  memset(w->membrane.lakes.capacity, 0, (size_t)w->membrane.lakes.count * sizeof *w->membrane.lakes.capacity);
  for (int pass = 0; pass < 2; pass++) {
    for (int k = 0; k < w->nz; k++)
      for (int i = 0; i < w->nx; i++) {
        const int32_t label = w->membrane.lakes.label[k * w->nx + i];
        if (label < 0 || w->membrane.lakes.missing[label] <= 0.0) continue;
        const double depth = (double)w->depth.cells[water_index(w, i, k)];
        if (pass == 0) {
          w->membrane.lakes.capacity[label] += depth;
        } else if (w->membrane.lakes.capacity[label] > 0) {
          w->membrane.lakes.missing[label] += depth_add(w, i, k, -depth * maths_min(1, w->membrane.lakes.capacity[label]));
        }
      }
    /* from here on, the share of its depth that each cell loses */
    for (int32_t n = 0; n < w->membrane.lakes.count && pass == 0; n++)
      w->membrane.lakes.capacity[n] = w->membrane.lakes.capacity[n] > 0 ? w->membrane.lakes.missing[n] / w->membrane.lakes.capacity[n] : 0;
  }
  lakes_budget_missing(w);
}

void lakes_repair_bed(WeirWater *w) {
  membrane_forget_measured(w);
  if (lakes_repair(w)) return;
  lakes_flatten(w, false);
  if (!lakes_repair(w)) lakes_shrink(w); /* the shores of a lake whose level fell */
}

void lakes_flatten_absurd(WeirWater *w) {
  if (w->extremes.depth <= LAKE_ABSURD * max_float(w->membrane.lakes.deepest, w->cell)) return;
  lakes_clear(w);
  lakes_flatten(w, true);
  lakes_repair(w);
}

/* Sums a field over each lake into `missing`, and counts its cells in `capacity`. */
static void lakes_sum(WeirWater *w, const Field *field) {
  lakes_clear(w);
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const int32_t label = w->membrane.lakes.label[k * w->nx + i];
      if (label < 0) continue;
      w->membrane.lakes.missing[label] += (double)field->cells[water_index(w, i, k)];
      w->membrane.lakes.capacity[label] += 1.0;
    }
}

void lakes_remove_mean_velocity(WeirWater *w) {
  lakes_sum(w, &w->membrane.vertical_velocity);
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const int32_t label = w->membrane.lakes.label[k * w->nx + i];
      if (label < 0) continue;
      w->membrane.vertical_velocity.cells[water_index(w, i, k)] -=
          (float)(w->membrane.lakes.missing[label] / w->membrane.lakes.capacity[label]);
    }
}

void lakes_repair_taken(WeirWater *w) {
  lakes_sum(w, &w->membrane.scratch);
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const int32_t label = w->membrane.lakes.label[k * w->nx + i];
      if (label < 0) continue;
      const ptrdiff_t at = water_index(w, i, k);
      w->membrane.displacement.cells[at] += (float)(w->membrane.lakes.missing[label] / w->membrane.lakes.capacity[label]);
      w->depth.cells[at] = (w->membrane.rest_level.cells[at] - w->terrain.cells[at]) + w->membrane.displacement.cells[at];
    }
}
