#include "bench/cases.h"

#include <stdbool.h>
#include <string.h>

#include "base/memory.h"

enum { TILE_COLUMNS = 64, TILE_ROWS = 8 };

static int least(int a, int b) {
  return a < b ? a : b;
}

BenchActivity bench_activity_begin(const WeirWater *water) {
  const WeirView depth = weir_water_depth(water);
  BenchActivity activity = {.nx = depth.nx, .nz = depth.nz};
  activity.depth = memory_create((size_t)depth.nx * (size_t)depth.nz, sizeof *activity.depth);
  for (int k = 0; activity.depth && k < depth.nz; k++)
    memcpy(activity.depth + (size_t)k * (size_t)depth.nx, depth.data + k * depth.stride, (size_t)depth.nx * sizeof *depth.data);
  return activity;
}

/* Returns true if a depth of tile (a, b) has changed. */
static bool tile_changed(const BenchActivity *activity, const WeirView *depth, int a, int b) {
  const int i0 = a * TILE_COLUMNS, i1 = least(i0 + TILE_COLUMNS, depth->nx), k1 = least((b + 1) * TILE_ROWS, depth->nz);
  for (int k = b * TILE_ROWS; k < k1; k++) {
    const float *const before = activity->depth + (size_t)k * (size_t)depth->nx + i0;
    if (memcmp(before, depth->data + k * depth->stride + i0, (size_t)(i1 - i0) * sizeof *before) != 0) return true;
  }
  return false;
}

/* Returns true if a tile or one of the eight around it has changed. */
static bool tile_worked(const bool *changed, int across, int down, int a, int b) {
  for (int q = b > 0 ? b - 1 : 0; q <= b + 1 && q < down; q++)
    for (int p = a > 0 ? a - 1 : 0; p <= a + 1 && p < across; p++)
      if (changed[q * across + p]) return true;
  return false;
}

double bench_activity_end(BenchActivity *activity, const WeirWater *water) {
  const WeirView depth = weir_water_depth(water);
  const int across = (depth.nx + TILE_COLUMNS - 1) / TILE_COLUMNS, down = (depth.nz + TILE_ROWS - 1) / TILE_ROWS;
  bool *changed = activity->depth ? memory_create((size_t)across * (size_t)down, sizeof *changed) : NULL;
  int worked = changed ? 0 : across * down;
  for (int n = 0; changed && n < across * down; n++) changed[n] = tile_changed(activity, &depth, n % across, n / across);
  for (int n = 0; changed && n < across * down; n++) worked += tile_worked(changed, across, down, n % across, n / across);
  memory_free(changed);
  memory_free(activity->depth);
  *activity = (BenchActivity){0};
  return (double)worked / (double)(across * down);
}
