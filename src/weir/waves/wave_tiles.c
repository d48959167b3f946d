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
    s->at = memory_create((size_t)t->down * (size_t)t->most, sizeof *s->at);
    ok = ok && s->counts && s->at;
  }
  return ok && t->idle_rows;
}

void wave_tiles_destroy(WaveTiles *t) {
  void *const blocks[] = {
      t->stirs,        t->has_head,         t->holds,         t->held,         t->solved,           t->near,          t->known,
      t->written,      t->around,           t->solved_before, t->of_solved.at, t->of_solved.counts, t->of_written.at, t->of_written.counts,
      t->of_around.at, t->of_around.counts, t->idle_rows};
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

/* Finds the stretches of the tiles whose flag is set. */
static void stretches_find(const WeirWater *w, const WaveTiles *t, const uint8_t *flags, WaveStretches *stretches) {
  for (int b = 0; b < t->down; b++) {
    int(*const at)[2] = stretches->at + b * t->most, count = 0;
    const uint8_t *const row = flags + b * t->across;
    for (int a = 0; a < t->across; a++) {
      if (!row[a]) continue;
      if (a == 0 || !row[a - 1]) at[count++][0] = a * TILE_COLUMNS;
      at[count - 1][1] = min_int((a + 1) * TILE_COLUMNS, w->nx);
    }
    stretches->counts[b] = count;
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
    spread(from + b * t->across, t->near + b * t->across, t->across, 1, columns, side_is_joined(w, WEIR_WEST));
  for (int a = 0; a < t->across; a++) spread(t->near + a, to + a, t->down, t->across, rows, side_is_joined(w, WEIR_NORTH));
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

int wave_tiles_after(const WaveTiles *t, const uint8_t *flags, float share) {
  int all = 0, sum = 0, row = 0;
  if (share >= 1.0f) return t->down;
  for (int m = 0; m < t->across * t->down; m++) all += flags[m];
  for (; row < t->down && (float)sum < (float)all * share; row++)
    for (int m = 0; m < t->across; m++) sum += flags[row * t->across + m];
  return row;
}

/* Heads that move nothing pull at nothing where a tile has no others. */
static void small_clear(const WeirWater *w, Waves *waves) {
  const WaveTiles *const t = &waves->tiles;
  if (!memchr(t->has_head, 0, (size_t)t->across * (size_t)t->down)) return;
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
