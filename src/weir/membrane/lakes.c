#include "weir/membrane/lakes.h"

#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "weir/membrane/membrane_sweep.h"
#include "weir/grid/depth.h"
#include "weir/grid/budget.h"
#include "weir/grid/sources.h"

#define LAKE_DEPTH 0.01f /* m: thinner water is land to the membrane, or films on slopes would become lakes */
#define REPAIR_ROUNDS 12
#define PAID 1e-9 /* m of one cell: a debt that no float could show */
#define LAKE_ABSURD 8.0f

void lakes_destroy(WeirWater *w) {
  memory_free(w->membrane.lakes.label);
  memory_free(w->membrane.lakes.missing);
  memory_free(w->membrane.lakes.capacity);
  w->membrane.lakes.label = NULL;
  w->membrane.lakes.missing = w->membrane.lakes.capacity = NULL;
}

bool lakes_create(WeirWater *w) {
  if (w->membrane.lakes.label && w->membrane.lakes.missing && w->membrane.lakes.capacity) return true;
  lakes_destroy(w);
  const size_t cells = (size_t)w->nx * (size_t)w->nz;
  w->membrane.lakes.label = memory_create(cells, sizeof *w->membrane.lakes.label);
  /* No two regions touch, so there are at most as many as every other cell. */
  w->membrane.lakes.missing = memory_create(cells / 2 + 1, sizeof *w->membrane.lakes.missing);
  w->membrane.lakes.capacity = memory_create(cells / 2 + 1, sizeof *w->membrane.lakes.capacity);
  return w->membrane.lakes.label && w->membrane.lakes.missing && w->membrane.lakes.capacity;
}


static bool lake_cell(const WeirWater *w, int32_t at) {
  return w->depth.cells[water_index(w, at % w->nx, at / w->nx)] > LAKE_DEPTH;
}

/* Flood fill of one region from `start`; the stack is the caller's. Returns how many cells are on the stack's list. */
static int32_t lake_flood(WeirWater *w, int32_t start, int32_t label, int32_t *list) {
  int32_t count = 0;
  list[count++] = start;
  w->membrane.lakes.label[start] = label;
  for (int32_t at = 0; at < count; at++) {
    const int i = list[at] % w->nx, k = list[at] / w->nx;
    const int32_t next[4] = {i + 1 < w->nx ? list[at] + 1 : -1, i > 0 ? list[at] - 1 : -1,
                             k + 1 < w->nz ? list[at] + w->nx : -1, k > 0 ? list[at] - w->nx : -1};
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
  if (!list) return; /* no memory for a moment's list: all land, nothing moves, nothing breaks */
  for (int32_t n = 0; n < cells; n++) {
    if (w->membrane.lakes.label[n] >= 0 || !lake_cell(w, n)) continue;
    const int32_t count = lake_flood(w, n, w->membrane.lakes.count++, list);
    lake_set_rest(w, list, count);
  }
  memory_free(list);
}

/* Metres that cell `at` can give without losing more than half of its depth. */
static double lake_cell_gives(const WeirWater *w, ptrdiff_t at, double wanted) {
  const double most = 0.5 * (double)w->depth.cells[at];
  return wanted < most ? wanted : most;
}

static void lakes_clear(WeirWater *w) {
  memset(w->membrane.lakes.missing, 0, (size_t)w->membrane.lakes.count * sizeof *w->membrane.lakes.missing);
  memset(w->membrane.lakes.capacity, 0, (size_t)w->membrane.lakes.count * sizeof *w->membrane.lakes.capacity);
}

/* Lifts cells to their bed and books what that made out of nothing as missing; false when there were none. */
static bool lakes_lift(WeirWater *w) {
  bool any = false;
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
  return any;
}

/* One round of paying: every cell that can gives the same, at most half of what it has. True when all is paid. */
static bool lakes_pay(WeirWater *w) {
  bool paid = true;
  memset(w->membrane.lakes.capacity, 0, (size_t)w->membrane.lakes.count * sizeof *w->membrane.lakes.capacity);
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const int32_t label = w->membrane.lakes.label[k * w->nx + i];
      if (label >= 0 && w->depth.cells[water_index(w, i, k)] > LAKE_DEPTH) w->membrane.lakes.capacity[label] += 1.0;
    }
  for (int32_t n = 0; n < w->membrane.lakes.count; n++) {
    const double share = w->membrane.lakes.capacity[n] > 0 ? w->membrane.lakes.missing[n] / w->membrane.lakes.capacity[n] : 0;
    paid = paid && !(w->membrane.lakes.missing[n] > PAID);
    w->membrane.lakes.capacity[n] = w->membrane.lakes.missing[n] > 0 ? share : 0; /* from here on, the metres that each cell is asked for */
  }
  if (paid) return true;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const int32_t label = w->membrane.lakes.label[k * w->nx + i];
      if (label < 0 || w->membrane.lakes.capacity[label] <= 0.0 || w->depth.cells[at] <= LAKE_DEPTH) continue;
      if (w->membrane.lakes.missing[label] <= 0.0) continue; /* rounding may have given more than was asked for */
      w->membrane.lakes.missing[label] += depth_add(w, i, k, -lake_cell_gives(w, at, w->membrane.lakes.capacity[label]));
    }
  return false;
}

/* Every lake that owes (or all) is laid flat at its own mean less its debt; still then. */
static void lakes_flatten(WeirWater *w, bool all) {
  memset(w->membrane.lakes.capacity, 0, (size_t)w->membrane.lakes.count * sizeof *w->membrane.lakes.capacity);
  for (int32_t n = 0; n < w->membrane.lakes.count; n++) w->membrane.lakes.missing[n] = all || w->membrane.lakes.missing[n] > PAID ? -w->membrane.lakes.missing[n] : NAN;
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < w->nz; k++)
      for (int i = 0; i < w->nx; i++) {
        const int32_t label = w->membrane.lakes.label[k * w->nx + i];
        if (label < 0 || isnan(w->membrane.lakes.missing[label])) continue;
        const ptrdiff_t at = water_index(w, i, k);
        const double still = (double)w->membrane.rest_level.cells[at] - (double)w->terrain.cells[at];
        if (pass == 0) {
          w->membrane.lakes.missing[label] += (double)w->depth.cells[at] - still;
          w->membrane.lakes.capacity[label] += 1.0;
          continue;
        }
        const double mean = w->membrane.lakes.missing[label] / w->membrane.lakes.capacity[label]; /* of the cells that are left */
        w->membrane.vertical_velocity.cells[at] = 0.0f;
        w->membrane.displacement.cells[at] = (float)mean;
        w->depth.cells[at] = (w->membrane.rest_level.cells[at] - w->terrain.cells[at]) + w->membrane.displacement.cells[at];
        w->clock.clamped_cells++;
        /* What rounding made of the mean is handed on from cell to cell, or a lake laid flat at every step would leak. */
        w->membrane.lakes.missing[label] -= (double)w->depth.cells[at] - still;
        w->membrane.lakes.capacity[label] -= 1.0;
      }
}

/* What is left of the debts once they are paid is below the rounding of one cell: into the account with it. */
static void lakes_count_missing(WeirWater *w) {
  double sum = 0;
  for (int32_t n = 0; n < w->membrane.lakes.count; n++) sum += w->membrane.lakes.missing[n];
  if (sum != 0) budget_add(w, sum * (double)w->cell * (double)w->cell);
}

static bool lakes_repair(WeirWater *w) {
  lakes_clear(w);
  if (!lakes_lift(w)) return true;
  for (int round = 0; round < REPAIR_ROUNDS; round++)
    if (lakes_pay(w)) {
      lakes_count_missing(w);
      return true;
    }
  return false;
}

/* What is still owed, from every cell in proportion to what it has: a lake always holds more than it owes, since its sum
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
    /* from here on, the share that each cell gives */
    for (int32_t n = 0; n < w->membrane.lakes.count && pass == 0; n++)
      w->membrane.lakes.capacity[n] = w->membrane.lakes.capacity[n] > 0 ? w->membrane.lakes.missing[n] / w->membrane.lakes.capacity[n] : 0;
  }
  lakes_count_missing(w);
}

void lakes_repair_bed(WeirWater *w) {
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

void lakes_remove_mean_velocity(WeirWater *w) {
  lakes_clear(w);
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < w->nz; k++)
      for (int i = 0; i < w->nx; i++) {
        const int32_t label = w->membrane.lakes.label[k * w->nx + i];
        if (label < 0) continue;
        float *const v = &w->membrane.vertical_velocity.cells[water_index(w, i, k)];
        if (pass == 0) {
          w->membrane.lakes.missing[label] += (double)*v;
          w->membrane.lakes.capacity[label] += 1.0;
        } else {
          *v -= (float)(w->membrane.lakes.missing[label] / w->membrane.lakes.capacity[label]);
        }
      }
}

void lakes_repair_taken(WeirWater *w) {
  lakes_clear(w);
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const int32_t label = w->membrane.lakes.label[k * w->nx + i];
      if (label < 0) continue;
      w->membrane.lakes.missing[label] += (double)w->membrane.scratch.cells[water_index(w, i, k)];
      w->membrane.lakes.capacity[label] += 1.0;
    }
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const int32_t label = w->membrane.lakes.label[k * w->nx + i];
      if (label < 0) continue;
      const ptrdiff_t at = water_index(w, i, k);
      w->membrane.displacement.cells[at] += (float)(w->membrane.lakes.missing[label] / w->membrane.lakes.capacity[label]);
      w->depth.cells[at] = (w->membrane.rest_level.cells[at] - w->terrain.cells[at]) + w->membrane.displacement.cells[at];
    }
}
