/* Terrain helpers: heights from images, and pits that are filled. Independent of the solvers. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "weir/weir.h"

#define SIDE_MAX 32768 /* samples; more is not terrain but a wrong number */

static bool sides_sound(int nx, int nz) {
  return nx >= 1 && nx <= SIDE_MAX && nz >= 1 && nz <= SIDE_MAX;
}

/* --- resampling ------------------------------------------------------------------------------------------------------ */

/* The weights of one result value: `count` source values from `first` on. Made for one resampling, an array of them with their weights. */
typedef struct Taps {
  int first, count;
  float *weights;
} Taps;

/* Catmull-Rom: through the samples, with continuous slope. */
static double catmull_rom(double t) {
  const double x = fabs(t);
  if (x < 1) return 1 + x * x * (1.5 * x - 2.5);
  return x < 2 ? 2 + x * (-4 + x * (2.5 - 0.5 * x)) : 0;
}

static int clamp_index(int at, int count) {
  return at < 0 ? 0 : at >= count ? count - 1 : at;
}

/* The taps of every result value along one axis, which the caller frees; NULL: no memory. Shrinking widens the kernel by the ratio, so that
 * no sample is skipped. Samples past the edge are those of the edge. */
static Taps *taps_create(int from, int to) {
  const double ratio = (double)from / (double)to, wide = maths_max(1.0, ratio);
  const size_t taps_max = 2 * (size_t)ceil(2 * wide) + 2;
  Taps *const all = memory_create((size_t)to, sizeof *all + taps_max * sizeof(float));
  for (int n = 0; all && n < to; n++) {
    const double centre = ((double)n + 0.5) * ratio - 0.5;
    Taps *const taps = &all[n];
    const int low = (int)ceil(centre - 2 * wide), high = (int)floor(centre + 2 * wide);
    taps->first = clamp_index(low, from);
    taps->count = clamp_index(high, from) - taps->first + 1;
    taps->weights = (float *)(all + to) + (size_t)n * taps_max;
    double sum = 0;
    for (int at = low; at <= high; at++) sum += catmull_rom((at - centre) / wide);
    for (int at = low; at <= high; at++)
      taps->weights[clamp_index(at, from) - taps->first] += (float)(catmull_rom((at - centre) / wide) / sum);
  }
  return all;
}

/* One value from a line of samples `step` apart, kept within the two samples around its middle: no ringing. */
static float taps_apply(const Taps *taps, const float *line, ptrdiff_t step) {
  double sum = 0;
  for (int n = 0; n < taps->count; n++) sum += (double)taps->weights[n] * (double)line[(taps->first + n) * step];
  float low = INFINITY, high = -INFINITY;
  for (int n = 0; n < taps->count; n++) {
    low = maths_minf(low, line[(taps->first + n) * step]);
    high = maths_maxf(high, line[(taps->first + n) * step]);
  }
  return maths_minf(maths_maxf((float)sum, low), high);
}

bool weir_terrain_resample(const float *source, int sw, int sh, float *heights, int nx, int nz) {
  if (!sides_sound(sw, sh) || !sides_sound(nx, nz)) return false;
  Taps *const across = taps_create(sw, nx), *const down = taps_create(sh, nz);
  float *const rows = memory_create((size_t)nx * (size_t)sh, sizeof *rows);
  const bool ok = across && down && rows;
  for (int k = 0; ok && k < sh; k++)
    for (int i = 0; i < nx; i++) rows[(size_t)k * (size_t)nx + (size_t)i] = taps_apply(&across[i], source + (ptrdiff_t)k * sw, 1);
  for (int k = 0; ok && k < nz; k++)
    for (int i = 0; i < nx; i++) heights[(size_t)k * (size_t)nx + (size_t)i] = taps_apply(&down[k], rows + i, nx);
  memory_free(across);
  memory_free(down);
  memory_free(rows);
  return ok;
}

enum { DEQUANTISE_ROUNDS = 64 };

/* One value: the mean of its four neighbours, kept within half a step of what was stored. */
static float smoothed(float west, float east, float north, float south, float stored, float cap) {
  const float sum = west + east + north + south;
  return maths_minf(maths_maxf(0.25f * sum, stored - cap), stored + cap);
}

/* One round over one row; beyond the grid's edge stands the edge's own value. */
static void smooth_row(const float *restrict before, const float *restrict stored, float *restrict heights, int nx, int nz, int k,
                       float cap) {
  const ptrdiff_t row = (ptrdiff_t)k * nx;
  const float *const here = before + row, *const north = k > 0 ? here - nx : here, *const south = k + 1 < nz ? here + nx : here;
  const float *const was = stored + row;
  float *const to = heights + row;
  const int last = nx - 1;
  for (int i = 1; i < last; i++) to[i] = smoothed(here[i - 1], here[i + 1], north[i], south[i], was[i], cap);
  to[0] = smoothed(here[0], here[last > 0], north[0], south[0], was[0], cap);
  if (last > 0) to[last] = smoothed(here[last - 1], here[last], north[last], south[last], was[last], cap);
}

bool weir_terrain_dequantise(float *heights, int nx, int nz, float quantum) {
  if (!sides_sound(nx, nz) || !(quantum >= 0.0f)) return false;
  const size_t cells = (size_t)nx * (size_t)nz;
  float *stored = memory_create(cells, sizeof *stored), *before = memory_create(cells, sizeof *before);
  const bool ok = stored && before;
  const float cap = 0.5f * quantum;
  if (ok) memcpy(stored, heights, cells * sizeof *stored);
  for (int round = 0; ok && round < DEQUANTISE_ROUNDS; round += 2) {
    for (int k = 0; k < nz; k++) smooth_row(heights, stored, before, nx, nz, k, cap);
    for (int k = 0; k < nz; k++) smooth_row(before, stored, heights, nx, nz, k, cap);
  }
  memory_free(stored);
  memory_free(before);
  return ok;
}

/* Depths that fill the pits of a terrain.
 *
 * The level of a cell is the lowest surface from which it drains to an outlet: over all paths there, the least of the highest grounds
 * on them (priority flood: Barnes, Lehman and Mulla 2014). Two steps need no order (Zhou, Sun and Fu 2016, and Wei, Zhou and Fu 2018):
 *
 *     ground(n) >= level(c)  ->  level(n) = ground(n)       n is a neighbour of c: uphill of a cell whose level is known
 *     level(c) = spill       ->  level(n) = level(c)        spill: the level of the pit that is filled, least of all levels still to come
 *
 * Only cells with lower neighbours whose level is not known yet, the places over which a pit may spill, go through a heap: a few in a
 * hundred. A level does not depend on the order in which cells are reached, so neither do the bits of the result. */

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
  if (!sides_sound(nx, nz) || !(share >= 0.0f && share <= 1.0f)) return false;
  for (size_t n = 0; n < (size_t)nx * (size_t)nz; n++)
    if (!isfinite(terrain[n])) return false; /* the flood takes a level below infinity for known */
  Flood flood = {.nx = nx, .nz = nz, .stride = nx + 2, .cell_count = (nx + 2) * (nz + 2), .spill = -INFINITY};
  flood.cells = memory_create((size_t)flood.cell_count, sizeof *flood.cells);
  flood.open = memory_create((size_t)flood.cell_count, sizeof *flood.open);
  bool ok = flood.cells && flood.open;
  for (int32_t k = 0; ok && k < nz; k++)
    for (int32_t i = 0; i < nx; i++) flood.cells[flood_index(&flood, i, k)] = (FloodCell){terrain[(ptrdiff_t)k * nx + i], INFINITY};
  if (ok) open_outlets(&flood, terrain, walled);
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
