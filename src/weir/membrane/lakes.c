#include "weir/membrane/membrane.h"

#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "weir/grid/budget.h"
#include "weir/grid/depths.h"
#include "weir/grid/dirty_mask.h"

#define LAKE_DEPTH 0.01f /* m: thinner water is land to the membrane, or films on slopes would become lakes */
#define REPAIR_ROUNDS 12 /* of removing what lifted cells gained; then the lake is flattened */
#define REPAIRED 1e-9    /* m of one cell: a missing volume that no float could show */
#define LAKE_ABSURD 8.0f /* times the deepest rest depth: no wave is as high */

void lakes_destroy(WeirWater *w) {
  Lakes *const lakes = &w->membrane.lakes;
  void *const blocks[] = {lakes->label, lakes->land_mask, lakes->missing, lakes->capacity};
  blocks_free(blocks, sizeof blocks / sizeof *blocks);
  *lakes = (Lakes){.label = NULL};
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
  if (lakes->label && lakes->land_mask && lakes->missing && lakes->capacity) return true;
  lakes_destroy(w);
  return false;
}

void lakes_mark_land(WeirWater *w) {
  const int words = mask_words(w->nx);
  w->membrane.rest_depths_stale = true;
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
  int32_t *const labels = w->membrane.lakes.label, count = 0;
  list[count++] = start;
  labels[start] = label;
  for (int32_t n = 0; n < count; n++) {
    const int32_t at = list[n], i = at % w->nx, k = at / w->nx;
    const int32_t next[4] = {i + 1 < w->nx ? at + 1 : -1, i > 0 ? at - 1 : -1, k + 1 < w->nz ? at + w->nx : -1, k > 0 ? at - w->nx : -1};
    for (int side = 0; side < 4; side++) {
      if (next[side] < 0 || labels[next[side]] >= 0 || !lake_cell(w, next[side])) continue;
      labels[next[side]] = label;
      list[count++] = next[side];
    }
  }
  return count;
}

/* A pond lies about its own level; a river, whose level surface would leave part of its bed dry, about the surface that
 * it has now. */
static void lake_set_rest(WeirWater *w, const int32_t *list, int32_t count) {
  MembranePart *const m = &w->membrane;
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
    m->rest_level.cells[at] = (float)(level_lake ? level : surface);
    m->displacement.cells[at] = level_lake ? (float)(surface - (double)m->rest_level.cells[at]) : 0.0f;
    m->openness.cells[at] = 1.0f;
    m->lakes.deepest = max_float(m->lakes.deepest, m->rest_level.cells[at] - w->terrain.cells[at]);
  }
}

void lakes_find(WeirWater *w) {
  MembranePart *const m = &w->membrane;
  const int32_t cells = w->nx * w->nz;
  openness_changed_all(w);
  memset(m->openness.block, 0, field_bytes(w));
  memset(m->displacement.block, 0, field_bytes(w));
  memset(m->rest_level.block, 0, field_bytes(w));
  memset(m->lakes.label, -1, sizeof *m->lakes.label * (size_t)cells);
  m->lakes.count = 0;
  m->lakes.deepest = 0.0f;
  int32_t *list = memory_create((size_t)cells, sizeof *list);
  for (int32_t n = 0; list && n < cells; n++) /* no memory for the list: all is land and nothing moves */
    if (m->lakes.label[n] < 0 && lake_cell(w, n)) lake_set_rest(w, list, lake_flood(w, n, m->lakes.count++, list));
  memory_free(list);
  lakes_mark_land(w);
}

static void lakes_clear(Lakes *l) {
  memset(l->missing, 0, (size_t)l->count * sizeof *l->missing);
  memset(l->capacity, 0, (size_t)l->count * sizeof *l->capacity);
}

/* Runs one round of removing what is missing: the same from every cell that is deep enough, at most half of its depth. Returns true, with
 * nothing removed, if none is left. */
static bool lakes_remove_missing(WeirWater *w) {
  Lakes *const l = &w->membrane.lakes;
  bool repaired = true;
  memset(l->capacity, 0, (size_t)l->count * sizeof *l->capacity);
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const int32_t label = l->label[k * w->nx + i];
      if (label >= 0 && w->depth.cells[water_index(w, i, k)] > LAKE_DEPTH) l->capacity[label] += 1.0;
    }
  for (int32_t n = 0; n < l->count; n++) {
    repaired = repaired && !(l->missing[n] > REPAIRED);
    /* from here on, the metres that each cell shall lose */
    l->capacity[n] = l->missing[n] > 0 && l->capacity[n] > 0 ? l->missing[n] / l->capacity[n] : 0;
  }
  for (int k = 0; !repaired && k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const float depth = w->depth.cells[water_index(w, i, k)];
      const int32_t label = l->label[k * w->nx + i];
      if (label < 0 || l->capacity[label] <= 0.0 || depth <= LAKE_DEPTH) continue;
      if (l->missing[label] <= 0.0) continue; /* rounding may have removed more than was wanted */
      const double wanted = l->capacity[label], most = 0.5 * (double)depth;
      l->missing[label] += depth_add(w, i, k, -(wanted < most ? wanted : most));
    }
  return repaired;
}

/* Flattens every lake with missing volume (or all) at its own mean less what is missing, without motion. */
static void lakes_flatten(WeirWater *w, bool all) {
  MembranePart *const m = &w->membrane;
  Lakes *const l = &m->lakes;
  memset(l->capacity, 0, (size_t)l->count * sizeof *l->capacity);
  for (int32_t n = 0; n < l->count; n++) l->missing[n] = all || l->missing[n] > REPAIRED ? -l->missing[n] : NAN;
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < w->nz; k++)
      for (int i = 0; i < w->nx; i++) {
        const int32_t label = l->label[k * w->nx + i];
        if (label < 0 || isnan(l->missing[label])) continue;
        const ptrdiff_t at = water_index(w, i, k);
        const double rest_depth = (double)m->rest_level.cells[at] - (double)w->terrain.cells[at];
        if (pass == 0) {
          l->missing[label] += (double)w->depth.cells[at] - rest_depth;
          l->capacity[label] += 1.0;
          continue;
        }
        m->vertical_velocity.cells[at] = 0.0f;
        m->displacement.cells[at] = (float)(l->missing[label] / l->capacity[label]); /* the mean of the cells that are still to come */
        w->depth.cells[at] = (m->rest_level.cells[at] - w->terrain.cells[at]) + m->displacement.cells[at];
        w->clock.clamped_cells++;
        /* The rounding of the mean carries over from cell to cell, or a lake flattened at every step would leak. */
        l->missing[label] -= (double)w->depth.cells[at] - rest_depth;
        l->capacity[label] -= 1.0;
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
  Lakes *const l = &w->membrane.lakes;
  bool any = false;
  lakes_clear(l);
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const int32_t label = l->label[k * w->nx + i];
      if (label < 0 || !(w->depth.cells[at] < 0.0f)) continue;
      l->missing[label] -= (double)w->depth.cells[at];
      w->depth.cells[at] = 0.0f;
      w->membrane.displacement.cells[at] = w->terrain.cells[at] - w->membrane.rest_level.cells[at];
      w->clock.clamped_cells++;
      any = true;
    }
  for (int round = 0; any && round < REPAIR_ROUNDS; round++)
    if (lakes_remove_missing(w)) {
      lakes_budget_missing(w);
      return true;
    }
  return !any;
}

/* Removes what is still missing from every cell in proportion to its depth: a lake always holds more than is missing, since its sum
 * with the negative depths was never below 0. */
static void lakes_shrink(WeirWater *w) {
  Lakes *const l = &w->membrane.lakes;
  memset(l->capacity, 0, (size_t)l->count * sizeof *l->capacity);
  for (int pass = 0; pass < 2; pass++) {
    for (int k = 0; k < w->nz; k++)
      for (int i = 0; i < w->nx; i++) {
        const int32_t label = l->label[k * w->nx + i];
        if (label < 0 || l->missing[label] <= 0.0) continue;
        const double depth = (double)w->depth.cells[water_index(w, i, k)];
        if (pass == 0)
          l->capacity[label] += depth;
        else if (l->capacity[label] > 0)
          l->missing[label] += depth_add(w, i, k, -depth * maths_min(1, l->capacity[label]));
      }
    for (int32_t n = 0; n < l->count && pass == 0; n++) /* from here on, the share of its depth that each cell loses */
      l->capacity[n] = l->capacity[n] > 0 ? l->missing[n] / l->capacity[n] : 0;
  }
  lakes_budget_missing(w);
}

void lakes_repair_bed(WeirWater *w) {
  w->membrane.measured = w->membrane.bounded = false;
  if (lakes_repair(w)) return;
  lakes_flatten(w, false);
  if (!lakes_repair(w)) lakes_shrink(w); /* the shores of a lake whose level fell */
}

void lakes_flatten_absurd(WeirWater *w) {
  const float absurd = LAKE_ABSURD * max_float(w->membrane.lakes.deepest, w->cell);
  if (w->extremes.depth <= absurd) return;
  depths_change(w);
  if (w->extremes.depth <= absurd) return;
  lakes_clear(&w->membrane.lakes);
  lakes_flatten(w, true);
  lakes_repair(w);
}

/* Adds `sign` times a field's mean over each lake to another in the lake's cells. */
static void lakes_add_mean(WeirWater *w, const Field *from, float sign, Field *to) {
  Lakes *const l = &w->membrane.lakes;
  lakes_clear(l);
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < w->nz; k++)
      for (int i = 0; i < w->nx; i++) {
        const int32_t label = l->label[k * w->nx + i];
        const ptrdiff_t at = water_index(w, i, k);
        if (label < 0) continue;
        if (pass == 1) {
          to->cells[at] += sign * (float)(l->missing[label] / l->capacity[label]);
          continue;
        }
        l->missing[label] += (double)from->cells[at];
        l->capacity[label] += 1.0;
      }
}

void lakes_remove_mean_velocity(WeirWater *w) {
  lakes_add_mean(w, &w->membrane.vertical_velocity, -1.0f, &w->membrane.vertical_velocity);
}

void lakes_repair_taken(WeirWater *w) {
  lakes_add_mean(w, &w->membrane.scratch, 1.0f, &w->membrane.displacement);
  membrane_depths(w);
}
