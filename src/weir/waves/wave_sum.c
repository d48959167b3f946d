#include "weir/waves/wave_sum.h"

#include "base/float_mode.h"
#include "base/team.h"
#include "weir/grid/sleeping.h"
#include "weir/waves/tuned.h"
#include "weir/waves/wave_rows.h"

/* Sums row k over a tile's columns, and marks the tile where the head stirs it. */
static void sum_tile_row(const WaveSum *p, int tile, int k) {
  static const float none[TILE_COLUMNS + 16];
  const WeirWater *const w = p->w;
  const WaveTiles *const t = &p->waves->tiles;
  const int i = tile % t->across * TILE_COLUMNS;
  const ptrdiff_t at = k * w->stride + i;
  const float *rows[POLES_MAX];
  for (int m = 0; m < p->waves->poles; m++) rows[m] = t->solved[tile] ? p->r[m] + at : none;
  bool holds = false;
  const float *const breaking = p->waves->breaks[k] ? p->waves->breaking.cells + at : NULL;
  const bool stirs = kernels()->waves->sum(rows, p->waves->w, p->waves->poles, breaking, p->least, p->waves->head.cells + at, R_SMALL,
                                           &holds, min_int(TILE_COLUMNS, w->nx - i));
  t->stirs[tile] |= stirs, t->holds[tile] |= holds;
}

/* The head is 0 already where nothing is solved nor was, and nothing has been written. */
void wave_sum_row(const WaveSum *p, int k) {
  const WaveTiles *const t = &p->waves->tiles;
  const int first = k / TILE_ROWS * t->across;
  for (int n = first; n < first + t->across; n++) {
    if (k % TILE_ROWS == 0) t->stirs[n] = t->holds[n] = 0;
    if (t->written[n] || t->solved[n] || t->solved_before[n]) sum_tile_row(p, n, k);
  }
}

bool wave_sum_is_idle(const WaveSum *p, int row) {
  const WaveTiles *const t = &p->waves->tiles;
  int some = 0;
  for (int n = row * t->across; n < (row + 1) * t->across; n++)
    some |= t->written[n] | t->solved[n] | t->solved_before[n] | t->stirs[n] | t->holds[n];
  return !some;
}

/* The sum in parts of the rows of tiles. On the stack. */
typedef struct SumParts {
  const WaveSum *sum;
  int count;
} SumParts;

static void sum_part(void *data, int part) {
  const SumParts *const p = data;
  const WaveTiles *const t = &p->sum->waves->tiles;
  const int first = wave_tiles_after(t, &t->of_solved, (float)part / (float)p->count);
  const int end = wave_tiles_after(t, &t->of_solved, (float)(part + 1) / (float)p->count);
  const FloatMode mode = float_mode_flush();
  for (int k = first * TILE_ROWS; k < min_int(end * TILE_ROWS, p->sum->w->nz); k++) wave_sum_row(p->sum, k);
  float_mode_restore(mode);
}

void wave_sum_all(WaveSum *sum) {
  for (int m = 0; m < sum->waves->poles; m++) sum->r[m] = sum->waves->r[m].cells;
  const SumParts parts = {sum, grid_threads(sum->w, &sum->waves->grid[0])};
  team_run(parts.count, parts.count, sum_part, (void *)&parts);
}
