#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/grid/sleeping.h"
#include "weir/waves/tuned.h"
#include "weir/waves/wave_grids.h"

bool wave_tiles_create(const WeirWater *w, WaveTiles *t) {
  t->across = (w->nx + TILE_COLUMNS - 1) / TILE_COLUMNS;
  t->down = (w->nz + TILE_ROWS - 1) / TILE_ROWS;
  const size_t count = (size_t)t->across * (size_t)t->down;
  uint8_t **const flags[] = {&t->stirs, &t->has_head, &t->holds, &t->held, &t->solved, &t->near};
  bool ok = true;
  for (size_t n = 0; n < sizeof flags / sizeof *flags; n++) ok = (*flags[n] = memory_create(count, 1)) && ok;
  t->most = t->across / 2 + 1;
  t->counts = memory_create((size_t)t->down, sizeof *t->counts);
  t->columns = memory_create((size_t)t->down * (size_t)t->most, sizeof *t->columns);
  return ok && t->counts && t->columns;
}

void wave_tiles_destroy(WaveTiles *t) {
  void *const blocks[] = {t->stirs, t->has_head, t->holds, t->held, t->solved, t->near, t->counts, t->columns};
  blocks_free(blocks, sizeof blocks / sizeof *blocks);
}

/* Notes the tiles in which a field holds more than R_SMALL. */
static void holds_add(const WeirWater *w, const WaveTiles *t, const Field *field, uint8_t *holds) {
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++)
      if (fabsf(field->cells[k * w->stride + i]) > R_SMALL) holds[k / TILE_ROWS * t->across + i / TILE_COLUMNS] = 1;
}

/* After a load, or another change from outside, the fields tell what the tiles hold. */
static void holds_find(const WeirWater *w, Waves *waves) {
  WaveTiles *const t = &waves->tiles;
  memset(t->holds, 0, (size_t)t->across * (size_t)t->down);
  memset(t->held, 0, (size_t)t->across * (size_t)t->down);
  for (int n = 0; n < waves->poles; n++) {
    holds_add(w, t, &waves->r[n], t->holds);
    holds_add(w, t, &waves->before[n], t->held);
  }
  t->is_known = true;
  t->idle = 0;
}

/* Sets to[n*next] wherever from[m*next] is set for an m up to `reach` away of `count`, which may be a ring. */
static void spread(const uint8_t *from, uint8_t *to, int count, int next, int reach, bool ring) {
  for (int m = 0; m < count; m++) {
    if (!from[m * next]) continue;
    const int whole = 2 * reach + 1 > count && ring;
    const int first = whole ? 0 : m - reach, last = whole ? count - 1 : m + reach;
    for (int n = first; n <= last; n++)
      if (ring || (n >= 0 && n < count)) to[(n + count) % count * next] = 1;
  }
}

static void stretches_find(const WeirWater *w, WaveTiles *t) {
  for (int b = 0; b < t->down; b++) {
    int(*const at)[2] = t->columns + b * t->most, count = 0;
    const uint8_t *const solved = t->solved + b * t->across;
    for (int a = 0; a < t->across; a++) {
      if (!solved[a]) continue;
      if (a == 0 || !solved[a - 1]) at[count++][0] = a * TILE_COLUMNS;
      at[count - 1][1] = min_int((a + 1) * TILE_COLUMNS, w->nx);
    }
    t->counts[b] = count;
  }
}

/* Heads that move nothing pull at nothing where a tile has no others. */
static void small_clear(const WeirWater *w, Waves *waves) {
  const WaveTiles *const t = &waves->tiles;
  for (int k = 0; k < w->nz; k++)
    for (int a = 0; a < t->across; a++) {
      const int n = k / TILE_ROWS * t->across + a, i = a * TILE_COLUMNS;
      if (!t->solved[n] || t->has_head[n]) continue;
      memset(waves->grid[0].right.cells + k * w->stride + i, 0, sizeof(float) * (size_t)min_int(TILE_COLUMNS, w->nx - i));
    }
}

bool wave_tiles_choose(const WeirWater *w, Waves *waves) {
  WaveTiles *const t = &waves->tiles;
  const int count = t->across * t->down;
  if (!t->is_known) holds_find(w, waves);
  bool any = false;
  for (int n = 0; n < count; n++) {
    t->near[n] = 0;
    t->held[n] = t->has_head[n] | t->holds[n] | t->held[n];
    any = any || t->held[n];
  }
  t->idle = any ? 0 : min_int(t->idle + 1, 2);
  if (!any) {
    memset(t->solved, 0, (size_t)count);
    return false;
  }
  const float reach = ceilf(REACH_DEPTHS * w->extremes.depth / w->cell);
  const int cells = (int)min_float(reach, (float)(w->nx + w->nz));
  const int columns = (cells + TILE_COLUMNS - 1) / TILE_COLUMNS, rows = (cells + TILE_ROWS - 1) / TILE_ROWS;
  const bool joined_x = side_is_joined(w, WEIR_WEST), joined_z = side_is_joined(w, WEIR_NORTH);
  for (int b = 0; b < t->down; b++) spread(t->held + b * t->across, t->near + b * t->across, t->across, 1, columns, joined_x);
  memset(t->solved, 0, (size_t)count);
  for (int a = 0; a < t->across; a++) spread(t->near + a, t->solved + a, t->down, t->across, rows, joined_z);
  stretches_find(w, t);
  small_clear(w, waves);
  return true;
}
