/* Depths that fill the pits of a terrain. Independent of the solvers.
 *
 * The level of a cell is the lowest surface from which it drains to an outlet: over all paths there, the least of the highest grounds
 * on them (priority flood: Barnes, Lehman and Mulla 2014). Two steps need no order (Zhou, Sun and Fu 2016, and Wei, Zhou and Fu 2018):
 *
 *     ground(n) >= level(c)  ->  level(n) = ground(n)       n is a neighbour of c: uphill of a cell whose level is known
 *     level(c) = spill       ->  level(n) = level(c)        spill: the level of the pit that is filled, least of all levels still to come
 *
 * Only cells with lower neighbours whose level is not known yet, the places over which a pit may spill, go through a heap: a few in a
 * hundred. A level does not depend on the order in which cells are reached, so neither do the bits of the result. */
#include <math.h>
#include <stdint.h>

#include "base/array.h"
#include "base/maths.h"
#include "base/memory.h"
#include "weir/weir.h"

#define SIDE_MAX 32768 /* samples; more is not terrain but a wrong number */

/* A cell of the flood. In pits that pit_fill has filled, level is -INFINITY and ground the depth of water. */
typedef struct FloodCell {
  float ground; /* m */
  float level;  /* m; INFINITY: not known yet */
} FloodCell;

/* A flood in progress, on the terrain with a rim of one cell around it that counts as known: no neighbour is missing. Made for one
 * call. */
typedef struct Flood {
  FloodCell *cells;
  int32_t nx, nz, stride, cell_count;
  float spill;          /* m: level of the pit that is filled; -INFINITY before the first */
  int32_t *open;        /* cells whose neighbours are still to be looked at, from the front */
  int32_t open_count;   /* no cell is in `open` twice, nor in both lists */
  int32_t passes_begin; /* cells that had lower neighbours of unknown level when looked at, from here to the end of `open` */
  int32_t *heap;        /* binary heap of such cells by level */
  int heap_count, heap_capacity;
} Flood;

/* --- heap ------------------------------------------------------------------------------------------------------------ */

static bool heap_insert(Flood *flood, int32_t cell) {
  const int wanted = flood->heap_count < 1024 ? 1024 : flood->heap_count + 1;
  if (!array_grow(&flood->heap, &flood->heap_capacity, wanted, sizeof *flood->heap)) return false;
  const float level = flood->cells[cell].level;
  int at = flood->heap_count++;
  for (; at > 0 && level < flood->cells[flood->heap[(at - 1) / 2]].level; at = (at - 1) / 2) flood->heap[at] = flood->heap[(at - 1) / 2];
  flood->heap[at] = cell;
  return true;
}

static int32_t heap_pop(Flood *flood) {
  const FloodCell *const cells = flood->cells;
  int32_t *const heap = flood->heap;
  const int32_t top = heap[0], last = heap[--flood->heap_count];
  int at = 0;
  for (;;) {
    int child = 2 * at + 1;
    if (child >= flood->heap_count) break;
    if (child + 1 < flood->heap_count && cells[heap[child + 1]].level < cells[heap[child]].level) child++;
    if (!(cells[heap[child]].level < cells[last].level)) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return top;
}

/* --- levels ---------------------------------------------------------------------------------------------------------- */

static void reach(Flood *flood, int32_t cell, float level) {
  flood->cells[cell].level = level;
  flood->open[flood->open_count++] = cell;
}

/* Sets the levels of all neighbours that are known without an order; returns true if others are left. */
static bool look_around(Flood *flood, int32_t at) {
  const int32_t next[4] = {at - 1, at + 1, at - flood->stride, at + flood->stride};
  const float level = flood->cells[at].level;
  bool left = false;
  for (int n = 0; n < 4; n++) {
    const FloodCell *const cell = &flood->cells[next[n]];
    if (cell->level < INFINITY) continue;
    if (cell->ground >= level || level == flood->spill)
      reach(flood, next[n], maths_maxf(cell->ground, level));
    else
      left = true;
  }
  return left;
}

/* Looks around all open cells and those that they make known. Cells beside which a lower one is unknown even then go to the heap. */
static bool spread(Flood *flood) {
  flood->passes_begin = flood->cell_count;
  while (flood->open_count > 0) {
    const int32_t at = flood->open[--flood->open_count];
    if (look_around(flood, at)) flood->open[--flood->passes_begin] = at;
  }
  for (int32_t n = flood->passes_begin; n < flood->cell_count; n++) {
    const FloodCell *const at = &flood->cells[flood->open[n]], *const north = at - flood->stride, *const south = at + flood->stride;
    const bool all_known = at[-1].level < INFINITY && at[1].level < INFINITY && north->level < INFINITY && south->level < INFINITY;
    if (!all_known && !heap_insert(flood, flood->open[n])) return false;
  }
  return true;
}

/* --- from the terrain and back --------------------------------------------------------------------------------------- */

static int32_t flood_index(const Flood *flood, int32_t i, int32_t k) {
  return (k + 1) * flood->stride + i + 1;
}

static void open_outlets(Flood *flood, const float *terrain, bool walled) {
  int32_t lowest = 0;
  for (int32_t n = 1; walled && n < flood->nx * flood->nz; n++)
    if (terrain[n] < terrain[lowest]) lowest = n;
  if (walled) reach(flood, flood_index(flood, lowest % flood->nx, lowest / flood->nx), terrain[lowest]);
  for (int32_t k = 0; !walled && k < flood->nz; k++) {
    const bool whole = k == 0 || k == flood->nz - 1;
    for (int32_t i = 0; i < flood->nx; i += whole || flood->nx == 1 ? 1 : flood->nx - 1)
      reach(flood, flood_index(flood, i, k), terrain[k * flood->nx + i]);
  }
}

static bool flood_create(Flood *flood, const float *terrain, int nx, int nz) {
  *flood = (Flood){.nx = nx, .nz = nz, .stride = nx + 2, .cell_count = (nx + 2) * (nz + 2)};
  flood->cells = memory_create((size_t)flood->cell_count, sizeof *flood->cells);
  flood->open = memory_create((size_t)flood->cell_count, sizeof *flood->open);
  if (!flood->cells || !flood->open) return false;
  for (int32_t k = 0; k < nz; k++) {
    FloodCell *const row = flood->cells + flood_index(flood, 0, k);
    for (int32_t i = 0; i < nx; i++) row[i] = (FloodCell){terrain[(ptrdiff_t)k * nx + i], INFINITY};
  }
  return true;
}

/* --- pits ------------------------------------------------------------------------------------------------------------ */

/* One pit (a region with water above ground at one level): its water surface at `share` of its depth. */
static void pit_fill(Flood *flood, int32_t start, float share, float depth_min) {
  FloodCell *const cells = flood->cells;
  int32_t *const list = flood->open, count = 0;
  const float level = cells[start].level;
  float bottom = cells[start].ground;
  list[count++] = start;
  cells[start].level = -INFINITY;
  for (int32_t n = 0; n < count; n++) {
    const int32_t next[4] = {list[n] - 1, list[n] + 1, list[n] - flood->stride, list[n] + flood->stride};
    bottom = maths_minf(bottom, cells[list[n]].ground);
    for (int side = 0; side < 4; side++) {
      FloodCell *const cell = &cells[next[side]];
      if (!(cell->level == level && cell->ground < level)) continue;
      cell->level = -INFINITY;
      list[count++] = next[side];
    }
  }
  const float surface = level - bottom < depth_min ? -INFINITY : bottom + share * (level - bottom);
  for (int32_t n = 0; n < count; n++) cells[list[n]].ground = maths_maxf(surface - cells[list[n]].ground, 0.0f);
}

bool weir_terrain_fill_pits(const float *terrain, int nx, int nz, float share, float depth_min, bool walled, float *depth) {
  if (nx < 1 || nx > SIDE_MAX || nz < 1 || nz > SIDE_MAX || !(share >= 0.0f && share <= 1.0f)) return false;
  for (size_t n = 0; n < (size_t)nx * (size_t)nz; n++)
    if (!isfinite(terrain[n])) return false; /* the flood takes a level below infinity for known */
  Flood flood;
  bool ok = flood_create(&flood, terrain, nx, nz);
  if (ok) open_outlets(&flood, terrain, walled);
  flood.spill = -INFINITY;
  ok = ok && spread(&flood); /* water flows in from the open cells, then over the lowest pass of all, and so on */
  while (ok && flood.heap_count > 0) {
    const int32_t pass = heap_pop(&flood);
    flood.spill = flood.cells[pass].level;
    look_around(&flood, pass);
    ok = spread(&flood);
  }
  for (int32_t k = 0; ok && k < nz; k++)
    for (int32_t i = 0; i < nx; i++) {
      const int32_t at = flood_index(&flood, i, k);
      const FloodCell *const cell = &flood.cells[at];
      if (cell->level > cell->ground) pit_fill(&flood, at, share, depth_min);
      depth[(ptrdiff_t)k * nx + i] = cell->level == -INFINITY ? cell->ground : 0.0f;
    }
  memory_free(flood.cells);
  memory_free(flood.open);
  memory_free(flood.heap);
  return ok;
}
