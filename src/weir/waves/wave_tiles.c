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
  uint8_t **const flags[] = {&t->stirs, &t->has_head, &t->holds,   &t->held,   &t->solved,
                             &t->near,  &t->known,    &t->written, &t->around, &t->solved_before};
  bool ok = true;
  for (size_t n = 0; n < sizeof flags / sizeof *flags; n++) ok = (*flags[n] = memory_create(count, 1)) && ok;
  t->most = t->across / 2 + 1;
  t->idle_rows = memory_create((size_t)t->down, 1);
  WaveStretches *const stretches[] = {&t->of_solved, &t->of_written, &t->of_around};
  for (size_t n = 0; n < sizeof stretches / sizeof *stretches; n++) {
    WaveStretches *const s = stretches[n];
    s->counts = memory_create((size_t)t->down, sizeof *s->counts);
    s->until = memory_create((size_t)t->down, sizeof *s->until);
    s->at = memory_create((size_t)t->down * (size_t)t->most, sizeof *s->at);
    ok = ok && s->counts && s->until && s->at;
  }
  return ok && t->idle_rows;
}

void wave_tiles_destroy(WaveTiles *t) {
  const WaveStretches *const stretches[] = {&t->of_solved, &t->of_written, &t->of_around};
  for (size_t n = 0; n < sizeof stretches / sizeof *stretches; n++) {
    void *const parts[] = {stretches[n]->at, stretches[n]->counts, stretches[n]->until};
    blocks_free(parts, sizeof parts / sizeof *parts);
  }
  void *const blocks[] = {t->stirs, t->has_head, t->holds,  t->held,          t->solved,   t->near,
                          t->known, t->written,  t->around, t->solved_before, t->idle_rows};
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

/* Sets to[n] wherever from[m] is set for an m up to `reach` away of `count`, which may be a ring. */
static void spread_row(const uint8_t *from, uint8_t *to, int count, int reach, bool ring) {
  if (!memchr(from, 1, (size_t)count)) return;
  const bool whole = ring && 2 * reach + 1 > count;
  for (int m = 0; m < count; m++) {
    if (!from[m]) continue;
    const int first = whole ? 0 : ring ? m - reach : m > reach ? m - reach : 0;
    const int last = whole || (!ring && m + reach >= count) ? count - 1 : m + reach;
    for (int n = first; n <= last; n++) to[n < 0 ? n + count : n < count ? n : n - count] = 1;
  }
}

/* Does so with whole rows of `count` flags: each to the rows up to `reach` away of `rows`, which may be a ring. */
static void spread_rows(const uint8_t *from, uint8_t *to, int count, int rows, int reach, bool ring) {
  const bool whole = ring && 2 * reach + 1 > rows;
  for (int m = 0; m < rows; m++) {
    const uint8_t *const own = from + m * count;
    if (!memchr(own, 1, (size_t)count)) continue;
    for (int n = whole ? 0 : m - reach; n <= (whole ? rows - 1 : m + reach); n++) {
      if (!ring && (n < 0 || n >= rows)) continue;
      uint8_t *const row = to + (n + rows) % rows * count;
      for (int a = 0; a < count; a++) row[a] |= own[a];
    }
  }
}

/* Finds the stretches of the tiles whose flag is set. */
static void stretches_find(const WeirWater *w, const WaveTiles *t, const uint8_t *flags, WaveStretches *stretches) {
  int tiles = 0;
  for (int b = 0; b < t->down; b++) {
    int(*const at)[2] = stretches->at + b * t->most, count = 0;
    const uint8_t *const row = flags + b * t->across;
    for (int a = 0; a < t->across; a++) {
      if (!row[a]) continue;
      tiles++;
      if (a == 0 || !row[a - 1]) at[count++][0] = a * TILE_COLUMNS;
      at[count - 1][1] = min_int((a + 1) * TILE_COLUMNS, w->nx);
    }
    stretches->counts[b] = count;
    stretches->until[b] = tiles;
  }
}

/* Sets `to` where a tile within so many columns and rows has its flag set. */
static void spread_around(const WeirWater *w, WaveTiles *t, const uint8_t *from, uint8_t *to, int columns, int rows) {
  const size_t count = (size_t)t->across * (size_t)t->down;
  const bool all = !memchr(from, 0, count); /* as mostly; while this is done the other threads wait */
  memset(t->near, 0, count);
  memset(to, all, count);
  if (all) return;
  for (int b = 0; b < t->down; b++)
    spread_row(from + b * t->across, t->near + b * t->across, t->across, columns, side_is_joined(w, WEIR_WEST));
  spread_rows(t->near, to, t->across, t->down, rows, side_is_joined(w, WEIR_NORTH));
}

/* Beside bodies faces open and close; the stretch of cells is one of mark_beside in wave_beside.c. */
void wave_tiles_forget(WaveTiles *t, int i0, int i1, int k0, int k1) {
  for (int b = k0 / TILE_ROWS; b <= (k1 - 1) / TILE_ROWS; b++)
    for (int a = i0 / TILE_COLUMNS; a <= (i1 - 1) / TILE_COLUMNS; a++) t->known[b * t->across + a] = 0;
}

void wave_tiles_choose_written(const WeirWater *w, WaveTiles *t) {
  const size_t count = (size_t)t->across * (size_t)t->down;
  const bool goes_on = t->goes_on && t->depth == w->flow.rounding_depth && !w->flow.pressure && !side_is_joined(w, WEIR_WEST) &&
                       !side_is_joined(w, WEIR_NORTH);
  t->goes_on = true;
  t->depth = w->flow.rounding_depth;
  if (!goes_on) memset(t->known, 0, count);
  for (int b = 0; b < t->down; b++)
    for (int a = 0; a < t->across; a++) {
      const int n = b * t->across + a;
      const bool unchanged = tile_unchanged_around(w, a, b);
      t->written[n] = !(unchanged && t->known[n]);
      t->known[n] = unchanged;
    }
  spread_around(w, t, t->written, t->around, 1, 1);
  stretches_find(w, t, t->written, &t->of_written);
  stretches_find(w, t, t->around, &t->of_around);
}

int wave_tiles_after(const WaveTiles *t, const WaveStretches *stretches, float share) {
  if (share >= 1.0f) return t->down;
  const float wanted = (float)stretches->until[t->down - 1] * share;
  int row = 0;
  while (row < t->down && (float)(row > 0 ? stretches->until[row - 1] : 0) < wanted) row++;
  return row;
}

/* Heads that move nothing pull at nothing where a tile has no others. */
static void small_clear(const WeirWater *w, Waves *waves) {
  const WaveTiles *const t = &waves->tiles;
  if (!memchr(t->has_head, 0, (size_t)t->across * (size_t)t->down)) return;
  for (int n = 0; n < t->across * t->down; n++) {
    if (!t->solved[n] || t->has_head[n]) continue;
    const int i = n % t->across * TILE_COLUMNS, k0 = n / t->across * TILE_ROWS, k1 = min_int(k0 + TILE_ROWS, w->nz);
    for (int k = k0; k < k1; k++)
      memset(waves->grid[0].right.cells + k * w->stride + i, 0, sizeof(float) * (size_t)min_int(TILE_COLUMNS, w->nx - i));
  }
}

bool wave_tiles_choose(const WeirWater *w, Waves *waves) {
  WaveTiles *const t = &waves->tiles;
  const int count = t->across * t->down;
  if (!t->is_known) holds_find(w, waves), memset(t->idle_rows, 0, (size_t)t->down);
  bool any = false;
  memcpy(t->solved_before, t->solved, (size_t)count);
  for (int n = 0; n < count; n++) {
    t->held[n] = t->has_head[n] | t->holds[n] | t->held[n];
    any = any || t->held[n];
  }
  t->idle = any ? 0 : min_int(t->idle + 1, 2);
  if (!any) {
    memset(t->solved, 0, (size_t)count);
    memset(t->known, 0, (size_t)count); /* the coarser grids are not */
    return false;
  }
  const float reach = ceilf(REACH_DEPTHS * w->extremes.depth / w->cell);
  const int cells = (int)min_float(reach, (float)(w->nx + w->nz));
  const int columns = (cells + TILE_COLUMNS - 1) / TILE_COLUMNS, rows = (cells + TILE_ROWS - 1) / TILE_ROWS;
  spread_around(w, t, t->held, t->solved, columns, rows);
  stretches_find(w, t, t->solved, &t->of_solved);
  for (int b = 0; b < t->down; b++) t->idle_rows[b] = t->of_solved.counts[b] ? 0 : (uint8_t)min_int(t->idle_rows[b] + 1, 4);
  small_clear(w, waves);
  return true;
}
