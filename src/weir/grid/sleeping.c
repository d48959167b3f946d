#include "weir/grid/sleeping.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

enum { ASLEEP_AFTER = 2 };

bool tiles_create(WeirWater *w) {
  if (w->sleeping.tiles) return true;
  Tiles *const t = w->sleeping.tiles = memory_create(1, sizeof *t);
  if (!t) return false;
  t->across = (w->nx + TILE_COLUMNS - 1) / TILE_COLUMNS;
  t->down = (w->nz + TILE_ROWS - 1) / TILE_ROWS;
  const size_t count = (size_t)t->across * (size_t)t->down;
  t->steps_unchanged = memory_create(count, 1);
  t->states_differ = memory_create(count, 1);
  t->active = memory_create(count, 1);
  t->touched = memory_create(count, 1);
  t->reductions = memory_create(count, sizeof *t->reductions);
  t->extremes = memory_create(count, sizeof *t->extremes);
  if (t->steps_unchanged && t->states_differ && t->active && t->touched && t->reductions && t->extremes) return true;
  tiles_destroy(w);
  return false;
}

void tiles_destroy(WeirWater *w) {
  Tiles *const t = w->sleeping.tiles;
  if (!t) return;
  void *const blocks[] = {t->steps_unchanged, t->states_differ, t->active, t->touched, t->reductions, t->extremes, t};
  blocks_free(blocks, sizeof blocks / sizeof *blocks);
  w->sleeping.tiles = NULL;
}

static int clamp_int(int value, int low, int high) {
  return value < low ? low : value > high ? high : value;
}

void tiles_wake(WeirWater *w, int i0, int k0, int i1, int k1) {
  w->bodies.depths_changed = true;
  tiles_wake_changed(w, i0, k0, i1, k1);
}

void tiles_wake_changed(WeirWater *w, int i0, int k0, int i1, int k1) {
  Tiles *const t = w->sleeping.tiles;
  if (!t) return;
  t->measured = false;
  t->changes++;
  const int a0 = clamp_int(i0 / TILE_COLUMNS, 0, t->across), a1 = clamp_int((i1 - 1) / TILE_COLUMNS + 1, 0, t->across);
  const int b0 = clamp_int(k0 / TILE_ROWS, 0, t->down), b1 = clamp_int((k1 - 1) / TILE_ROWS + 1, 0, t->down);
  for (int b = b0; b < b1; b++)
    for (int a = a0; a < a1; a++) {
      t->steps_unchanged[b * t->across + a] = 0;
      t->states_differ[b * t->across + a] = 1;
      t->touched[b * t->across + a] = 1;
    }
}

void tiles_wake_all(WeirWater *w) {
  tiles_wake(w, 0, 0, w->nx, w->nz);
}

static bool asleep_around(const Tiles *t, int a, int b) {
  for (int n = b > 0 ? b - 1 : 0; n <= b + 1 && n < t->down; n++)
    for (int m = a > 0 ? a - 1 : 0; m <= a + 1 && m < t->across; m++)
      if (t->steps_unchanged[n * t->across + m] < ASLEEP_AFTER) return false;
  return true;
}

bool tiles_unchanged(const WeirWater *w) {
  const Tiles *const t = w->sleeping.tiles;
  for (int n = 0; n < t->across * t->down; n++)
    if (t->steps_unchanged[n] < ASLEEP_AFTER) return false;
  return true;
}

bool tile_unchanged_around(const WeirWater *w, int a, int b) {
  return asleep_around(w->sleeping.tiles, a, b);
}

bool tiles_begin(WeirWater *w, const FlowStep *step, bool fresh) {
  Tiles *const t = w->sleeping.tiles;
  FlowStep x = *step, y = t->step; /* without what bounds nothing where nothing moves: a tile that slept under y sleeps under x too */
  x.surface_max = y.surface_max = x.speed_max = y.speed_max = x.speed_bound = y.speed_bound = x.bound_depth = y.bound_depth = x.dither =
      y.dither = 0.0f;
  if (!w->sleeping.enabled || memcmp(&x, &y, sizeof x) != 0) tiles_wake_changed(w, 0, 0, w->nx, w->nz);
  t->step = *step;
  const uint64_t before = t->changes;
  for (int b = 0; b < t->down; b++)
    for (int a = 0; a < t->across; a++) {
      const int n = b * t->across + a;
      t->active[n] = !asleep_around(t, a, b) || (fresh && t->states_differ[n]);
      if (!t->active[n]) continue;
      t->changes++;
      t->touched[n] = 1;
    }
  return t->changes != before;
}

/* Done where the rows are swept and not as the substep begins: by the thread that owns them, just before they are in use. */
void tiles_open_row(WeirWater *w, int tile_row) {
  Tiles *const t = w->sleeping.tiles;
  for (int n = tile_row * t->across; n < (tile_row + 1) * t->across; n++) {
    if (!t->active[n]) continue;
    memset(&t->reductions[n], 0, sizeof t->reductions[n]);
    for (int lane = 0; lane < FLOW_GROUP; lane++) {
      t->reductions[n].surface[lane] = -WALL_HEIGHT;
      t->reductions[n].low[lane] = WALL_HEIGHT;
    }
  }
}

void tiles_close_row(WeirWater *w, int tile_row, bool fresh) {
  static const TileReduction none;
  Tiles *const t = w->sleeping.tiles;
  for (int n = tile_row * t->across; n < (tile_row + 1) * t->across; n++) {
    if (!t->active[n]) continue;
    const TileReduction *const reduction = &t->reductions[n];
    TileExtremes extremes = {.surface = -WALL_HEIGHT};
    for (int lane = 0; lane < FLOW_GROUP; lane++) {
      extremes.depth = max_float(extremes.depth, reduction->depth[lane]);
      extremes.surface = max_float(extremes.surface, reduction->surface[lane]);
      extremes.speed = max_float(extremes.speed, reduction->speed[lane]);
      extremes.bad = extremes.bad || !isfinite(reduction->sum[lane]) || reduction->low[lane] < 0.0f ||
                     reduction->depth[lane] > WALL_HEIGHT || reduction->speed[lane] > WALL_HEIGHT;
    }
    t->extremes[n] = extremes;
    const bool changed = memcmp(reduction->changed, none.changed, sizeof reduction->changed) != 0;
    t->steps_unchanged[n] = changed ? 0 : t->steps_unchanged[n] < ASLEEP_AFTER ? t->steps_unchanged[n] + 1 : ASLEEP_AFTER;
    if (changed) t->states_differ[n] = 1;
    /* unchanged for a second time, while written from one set of fields to the other: both hold the same */
    if (!changed && fresh && t->steps_unchanged[n] >= ASLEEP_AFTER) t->states_differ[n] = 0;
  }
}

bool tiles_stretch(const WeirWater *w, int a, int b, int *i0, int *i1) {
  const Tiles *const t = w->sleeping.tiles;
  const uint8_t *const one = t->active + a * t->across, *const other = t->active + b * t->across;
  int n = (*i1 + TILE_COLUMNS - 1) / TILE_COLUMNS;
  while (n < t->across && !(one[n] | other[n])) n++;
  if (n >= t->across) return false;
  *i0 = n * TILE_COLUMNS;
  while (n < t->across && (one[n] | other[n])) n++;
  const int end = (w->nx + FLOW_GROUP - 1) / FLOW_GROUP * FLOW_GROUP;
  *i1 = n * TILE_COLUMNS < end ? n * TILE_COLUMNS : end;
  return true;
}

void weir_water_set_sleeping(WeirWater *w, bool sleeping) {
  w->sleeping.enabled = sleeping;
}

bool tiles_active_any(const WeirWater *w) {
  const Tiles *const t = w->sleeping.tiles;
  return memchr(t->active, 1, (size_t)t->across * (size_t)t->down) != NULL;
}
