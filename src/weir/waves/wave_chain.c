#include "weir/waves/wave_chain.h"

#include <limits.h>
#include <string.h>

#include "base/float_mode.h"
#include "base/memory.h"
#include "weir/grid/sleeping.h"
#include "weir/waves/tuned.h"
#include "weir/waves/wave_rows.h"

#define INLINE static inline __attribute__((always_inline))

enum {
  FETCHED_FROM = 384, /* floats of a row: fields of such grids are not in the cache */
  ROWS_AHEAD = 2,     /* from the row that a chain begins to the one that it has fetched */
  RING = 4,           /* rows of a stage: three are needed, four for two rows together */
  SHARES_RING = 8,    /* rows of shares: from the first sweep to the last, or the residual */
  STAGES = SWEEPS_COARSEST + 2,
  ROWS_EACH = WAVE_BAND_ROWS + 2,
  ROW_BEYOND = 48 /* floats behind a row: a coarse row's last vector is two here, and may begin at the last cell */
};
_Static_assert(STAGES *RING + 2 * SHARES_RING <= WAVE_BAND_ROWS, "a band has rows for all rings");

static size_t row_width(const WeirWater *w) {
  return (size_t)(GRID_LEAD + w->nx + ROW_BEYOND + 15) / 16 * 16;
}

/* Returns scratch rows n: each band has them for a chain and for one beside it. */
static float *band_rows(const WeirWater *w, int n) {
  return w->waves->rows + (size_t)n * ROWS_EACH * row_width(w);
}

bool wave_rows_reserve(const WeirWater *w, Waves *waves) {
  if (waves->bands >= w->threads) return true;
  float *const rows = memory_create(row_width(w) * ROWS_EACH * 2 * (size_t)w->threads, sizeof *rows);
  if (!rows) return false;
  memory_free(waves->rows);
  waves->rows = rows;
  waves->bands = w->threads;
  return true;
}

float *wave_band_rows(const WeirWater *w, int band, ptrdiff_t *width) {
  *width = (ptrdiff_t)row_width(w);
  return band_rows(w, 2 * band) + 2 * *width + GRID_LEAD;
}

enum { FETCHED_MOST = 6, ROWS_TOGETHER = 2 };

/* A thread's rows of a chain. On the stack. */
typedef struct ChainBand {
  const Chain *chain;
  const WaveRows *kernels;
  int k0, k1;
  int solved_last; /* the last row, of those that the first stage has been in, in which anything is solved */
  ptrdiff_t width;
  float *rows, *zeros;
  float *most;                        /* greatest change and greatest r of the first sweep, greatest change of the last */
  const float *fetched[FETCHED_MOST]; /* fields of which rows are wanted soon */
  int fetched_count;
  const float *after[STAGES - 1][RING]; /* the last rows after each stage, or zeros */
} ChainBand;

static float *ring_row(const ChainBand *b, int stage, int k) {
  return b->rows + (stage * RING + (k & (RING - 1))) * b->width;
}

/* Returns row k of the shares, or of the right side by them (WaveRelaxation). */
static float *share_row(const ChainBand *b, bool right, int k) {
  return b->rows + (STAGES * RING + right * SHARES_RING + (k & (SHARES_RING - 1))) * b->width;
}

/* Returns the row of the grid that row k is, which may lie beyond a joined side. */
INLINE int row_within(const Chain *c, int k, int nz) {
  return !c->joined_z || (k >= 0 && k < nz) ? k : (k % nz + nz) % nz;
}

/* The stretches of columns that are solved in a row of a grid. A plain value. */
typedef struct Solved {
  const int (*at)[2]; /* in columns of the finest grid */
  int count, level;
} Solved;

INLINE Solved solved_in(const Chain *c, int level, int k) {
  static const int all[1][2] = {{0, INT_MAX / 2}};
  const Waves *const waves = c->waves;
  if (c->whole || level >= LEVELS_OF_TILES) return (Solved){all, 1, level};
  const int row = (k << level) / TILE_ROWS;
  return (Solved){(const int(*)[2])waves->tiles.of_solved.at + row * waves->tiles.most, waves->tiles.of_solved.counts[row], level};
}

static int stretch_begin(Solved s, int n) {
  return s.at[n][0] >> s.level;
}

static int stretch_end(Solved s, int n, int nx) {
  return min_int((s.at[n][1] + (1 << s.level) - 1) >> s.level, nx);
}

INLINE Solved solved_row(const Chain *c, int k) {
  return solved_in(c, c->level, row_within(c, k, c->grid->nz));
}

/* Sets to 0 what lies between the stretches of a row, where kernels have written whole vectors; if it is not `whole`, only as much as is
 * read from the stretches themselves. */
static void gaps_clear(const Chain *c, float *row, Solved s, bool whole) {
  int from = -1;
  for (int n = 0; n <= s.count; n++) {
    const int to = n < s.count ? stretch_begin(s, n) : c->grid->nx;
    if (whole || to - from < 32) {
      if (to > from) memset(row + from, 0, sizeof(float) * (size_t)(to - from));
    } else {
      if (n > 0) memset(row + from, 0, sizeof(float) * 16);
      row[to - 1] = 0.0f;
    }
    if (n < s.count) from = stretch_end(s, n, c->grid->nx);
  }
}

/* Finishes a row that kernels have written, or nothing where nothing is solved: 0 between the stretches, and what joined sides join. */
INLINE void row_finish(const Chain *c, float *row, Solved s, bool whole) {
  const int nx = c->grid->nx;
  row[-1] = 0.0f;
  if (s.count != 1 || s.at[0][0] != 0 || stretch_end(s, 0, nx) != nx) gaps_clear(c, row, s, whole);
  clear_beyond(row, nx);
  join_row(c->w, row, nx);
}

/* Returns true if the rows beside row k may have other stretches than it has. */
static bool is_edge(const Chain *c, int k) {
  const int rows = TILE_ROWS >> c->level, row = row_within(c, k, c->grid->nz), at = rows > 1 ? row % rows : 0;
  return at == 0 || at == rows - 1 || row == c->grid->nz - 1;
}

/* Returns true if anything is solved in row k, which may lie beyond the grid. */
INLINE bool row_is_solved(const Chain *c, int k) {
  if (!c->joined_z && (k < 0 || k >= c->grid->nz)) return false;
  return c->whole || solved_row(c, k).count > 0;
}

/* Writes columns [i, end) of row k of the coarser grid. */
static void coarsen_columns(const Chain *c, int k, int i, int end) {
  const WaveGrid *const g = c->grid, *const h = c->coarse;
  const ptrdiff_t from = 2 * k * g->stride + 2 * i, to = k * h->stride + i;
  const float *const weight = g->weight.cells + from, *const depth_x = g->depth_x.cells + from, *const depth_z = g->depth_z.cells + from;
  const WaveCoarsening row = {.weight = {weight, weight + g->stride, weight + 2 * g->stride},
                              .held = c->waves->has_bodies ? 1.0f / HELD_BY_WEIGHT : 0.0f,
                              .depth_x = {depth_x, depth_x + g->stride},
                              .depth_z = {depth_z, depth_z + g->stride, depth_z + 2 * g->stride},
                              .weight_out = h->weight.cells + to,
                              .depth_x_out = h->depth_x.cells + to,
                              .depth_z_out = h->depth_z.cells + to};
  kernels()->waves->coarsen(&row, end - i);
}

/* Writes row k of the coarser grid, unless its row of tiles has nothing that has been written or is beside that; of the first coarser grid, only
 * there. */
static void coarsen_row(const Chain *c, int k) {
  const WaveTiles *const t = &c->waves->tiles;
  const WaveGrid *const h = c->coarse;
  const bool by_tiles = c->level + 1 < LEVELS_OF_TILES;
  const int row = by_tiles ? (2 * k << c->level) / TILE_ROWS : 0;
  if (by_tiles && t->of_around.counts[row] == 0) return;
  if (c->level > 0) coarsen_columns(c, k, 0, h->nx);
  for (int n = 0; c->level == 0 && n < t->of_around.counts[row]; n++) {
    const int *const at = t->of_around.at[row * t->most + n];
    coarsen_columns(c, k, at[0] / 2, (at[1] + 1) / 2);
  }
  join_row(c->w, h->depth_x.cells + k * h->stride, h->nx);
  join_row(c->w, h->depth_z.cells + k * h->stride, h->nx); /* prolongation goes along z in the columns beyond, too */
}

/* Adds the coarser grid's r to columns [i0, i1) of row k. */
static void row_rise(const ChainBand *b, int k, int i0, int i1) {
  const Chain *const c = b->chain;
  const WaveGrid *const g = c->grid, *const h = c->coarse;
  const int fine = row_within(c, k, g->nz), own = fine / 2, north = fine % 2 == 0, other = row_within(c, own + (north ? -1 : 1), h->nz);
  const int i = i0 / 2;
  const float *const depth_z = g->depth_z.cells + fine * g->stride + i0, *const depth_north = depth_z - g->stride;
  const WaveProlongation row = {.r = h->r.cells + own * h->stride + i,
                                .other = other < 0 || other >= h->nz ? b->zeros + i : h->r.cells + other * h->stride + i,
                                .depth_x = g->depth_x.cells + fine * g->stride + i0,
                                .inner_z = north ? depth_z : depth_north,
                                .face_z = north ? depth_north : depth_z,
                                .fine = c->from + fine * g->stride + i0,
                                .out = ring_row(b, 0, k) + i0};
  b->kernels->prolong(&row, (i1 + 1) / 2 - i);
}

/* Sets what a sweep, counted from 1, has fetched of row k, which the chain will begin with some rows later. */
static void row_fetch(const ChainBand *b, int sweep, int k, WaveRelaxation *row) {
  const WaveGrid *const g = b->chain->grid;
  if (sweep > 1) row->fetched[0] = NULL;
  if (k < 0 || k >= g->nz) return;
  for (int m = 0, n = 2 * (sweep - 1); m < 2 && n + m < b->fetched_count; m++) row->fetched[m] = b->fetched[n + m] + k * g->stride;
}

/* Brings row k to where the first sweep begins. */
static void row_begin(ChainBand *b, int k, Solved s) {
  const Chain *const c = b->chain;
  const ptrdiff_t at = row_within(c, k, c->grid->nz) * c->grid->stride;
  const float **const after = &b->after[0][k & (RING - 1)];
  *after = c->from ? c->from + at : b->zeros;
  if (!c->before && !c->rises) return;
  float *const out = ring_row(b, 0, k);
  *after = out;
  for (int n = 0; n < s.count; n++) {
    const int i0 = stretch_begin(s, n), i1 = stretch_end(s, n, c->grid->nx);
    if (c->rises)
      row_rise(b, k, i0, i1);
    else
      b->kernels->guess(c->from + at + i0, c->before + at + i0, c->lead, out + i0, i1 - i0);
  }
  row_finish(c, out, s, is_edge(c, k));
}

INLINE WaveRelaxation row_of(const ChainBand *b, int stage, int k, float *out) {
  const Chain *const c = b->chain;
  const WaveGrid *const g = c->grid;
  const ptrdiff_t at = row_within(c, k, g->nz) * g->stride;
  const float *const depth_z = g->depth_z.cells + at;
  return (WaveRelaxation){.r = b->after[stage][k & (RING - 1)],
                          .r_south = b->after[stage][(k + 1) & (RING - 1)],
                          .r_north = b->after[stage][(k - 1) & (RING - 1)],
                          .depth_x = g->depth_x.cells + at,
                          .depth_z = depth_z,
                          .depth_north = depth_z - g->stride,
                          .weight = g->weight.cells + at,
                          .right = c->right + at,
                          .b = c->b,
                          .share = share_row(b, false, k),
                          .right_share = share_row(b, true, k),
                          .out = out,
                          .fetched = {b->zeros, b->zeros}};
}

/* Moves the row's column 0 by so many columns. */
static void row_advance(WaveRelaxation *f, int columns) {
  if (columns == 0) return;
  const float **const rows[] = {&f->r, &f->r_south, &f->r_north, &f->depth_x, &f->depth_z, &f->depth_north, &f->weight, &f->right};
  for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) *rows[n] += columns;
  f->share += columns, f->right_share += columns, f->out += columns;
  if (f->fetched[0]) f->fetched[0] += columns, f->fetched[1] += columns;
}

static void row_relax(ChainBand *b, int sweep, int k, Solved s) {
  const Chain *const c = b->chain;
  const bool own = k >= b->k0 && k < b->k1, out_of_ring = sweep == c->sweeps && own;
  float *const out = out_of_ring ? c->to + k * c->grid->stride : ring_row(b, sweep, k);
  WaveRelaxation row = row_of(b, sweep - 1, k, out);
  b->after[sweep][k & (RING - 1)] = out;
  row.step = c->step[sweep - 1];
  row_fetch(b, sweep, k + sweep + ROWS_AHEAD, &row);
  row.most = !own || c->level > 0 ? NULL : sweep == 1 ? b->most : sweep == c->sweeps ? b->most + 2 : NULL;
  void (*const kernel)(const WaveRelaxation *, int) = sweep > 1       ? b->kernels->relax
                                                      : c->level == 0 ? b->kernels->relax_first_finest
                                                                      : b->kernels->relax_first;
  for (int n = 0; n < s.count; n++) {
    const int i0 = stretch_begin(s, n);
    row_advance(&row, i0 - (n > 0 ? stretch_begin(s, n - 1) : 0));
    kernel(&row, stretch_end(s, n, c->grid->nx) - i0);
  }
  row_finish(c, out, s, out_of_ring || is_edge(c, k));
}

static void row_descend(const ChainBand *b, int k) {
  const Chain *const c = b->chain;
  const WaveGrid *const g = c->grid, *const h = c->coarse;
  const Solved s = solved_row(c, k);
  float *const out = ring_row(b, c->sweeps + 1, k);
  WaveRelaxation row = row_of(b, c->sweeps, k, out);
  for (int n = 0; n < s.count; n++) {
    const int i0 = stretch_begin(s, n), i1 = stretch_end(s, n, g->nx);
    row_advance(&row, i0 - (n > 0 ? stretch_begin(s, n - 1) : 0));
    b->kernels->residual(&row, i1 - i0);
  }
  row_finish(c, out, s, is_edge(c, k));
  if (k % 2 == 0 && k + 1 < g->nz) return;
  const int own = k / 2;
  const float *const north = ring_row(b, c->sweeps + 1, 2 * own);
  const Solved coarse = solved_in(c, c->level + 1, own);
  for (int n = 0; n < coarse.count; n++) {
    const int i = stretch_begin(coarse, n);
    const WaveRestriction part = {.residual = {north + 2 * i, (k % 2 ? out : b->zeros) + 2 * i},
                                  .weight_out = h->weight.cells + own * h->stride + i,
                                  .out = h->right.cells + own * h->stride + i};
    b->kernels->restrict_residual(&part, stretch_end(coarse, n, h->nx) - i);
  }
}

/* Returns true if row k, of which nothing is solved, need not be set to 0: on the finest grid the rows of r and before are 0 already; on
 * the others, rows beside it may be read where more is added to a finer grid. Nothing reads it after a chain that descends. */
static bool is_left(const Chain *c, int k) {
  if (c->descends) return true;
  if (c->level == 0) return c->zero_after > 0 && c->waves->tiles.idle_rows[k / TILE_ROWS] >= c->zero_after;
  return !row_is_solved(c, k - 1) && !row_is_solved(c, k + 1);
}

/* Sets row k to 0 in what comes out, where nothing of it is solved. */
static void row_leave(const ChainBand *b, int k) {
  const Chain *const c = b->chain;
  if (k >= b->k0 && k < b->k1 && !is_left(c, k)) row_finish(c, c->to + k * c->grid->stride, (Solved){0}, true);
}

/* Does a stage in row k. */
static void row_stage(ChainBand *b, int stage, int k) {
  const Chain *const c = b->chain;
  if (!row_is_solved(c, k)) {
    b->after[stage][k & (RING - 1)] = b->zeros;
    if (stage == c->sweeps) row_leave(b, k);
    return;
  }
  const Solved s = solved_row(c, k);
  if (stage == 0)
    row_begin(b, k, s);
  else
    row_relax(b, stage, k, s);
}

/* Returns the rows beyond a band that a chain computes. */
static int reach_of(const Chain *c) {
  return c->sweeps + c->descends;
}

static void rows_after_clear(ChainBand *b) {
  for (int stage = 0; stage < STAGES - 1; stage++)
    for (int n = 0; n < RING; n++) b->after[stage][n] = b->zeros;
}

/* Returns true if nothing is solved in any of the rows that are due when the first stage is in rows r to r + count - 1. The coarse row of
 * an idle one must be idle, too. */
static bool is_idle(ChainBand *b, int r, int count) {
  const Chain *const c = b->chain;
  if (c->whole || c->level + c->descends >= LEVELS_OF_TILES) return false;
  for (int k = r; k < r + count; k++)
    if (row_is_solved(c, k)) b->solved_last = k;
  const int due = c->sweeps + count, since = r + count - 1 - b->solved_last;
  if (since > due && since <= due + count) rows_after_clear(b);
  return since > due;
}

/* Does every stage in the rows that are due when the first is in rows r to r + count - 1. */
static void chain_step(ChainBand *b, int r, int count) {
  const Chain *const c = b->chain;
  const int reach = reach_of(c);
  for (int k = r; k < r + count; k++)
    if (c->coarsens && k % 2 == 1 && k > b->k0 && k <= b->k1) coarsen_row(c, k / 2);
  if (is_idle(b, r, count)) {
    for (int k = r - c->sweeps; k < r - c->sweeps + count; k++) row_leave(b, k);
    return;
  }
  for (int stage = 0; stage <= c->sweeps; stage++) {
    const int beyond = reach - stage, k = r - stage;
    const int first = k > b->k0 - beyond ? k : b->k0 - beyond, end = min_int(k + count, b->k1 + beyond);
    for (int row = first; row < end; row++) row_stage(b, stage, row);
  }
  const int k = r - c->sweeps - 1;
  for (int row = k; c->descends && row < k + count; row++)
    if (row >= b->k0 && row < b->k1) row_descend(b, row);
}

/* Returns true if a chain that is divided by tiles has nothing to do in this row of them. */
static bool is_quiet(const Chain *c, int row) {
  const WaveTiles *const t = &c->waves->tiles;
  const int *const solved = t->of_solved.counts;
  if (solved[row] > 0 || (c->coarsens && t->of_around.counts[row] > 0)) return false;
  if (c->descends) return true;
  if (c->level == 0) return c->zero_after > 0 && t->idle_rows[row] >= c->zero_after && (!c->sum || wave_sum_is_idle(c->sum, row));
  return row > 0 && row + 1 < t->down && solved[row - 1] == 0 && solved[row + 1] == 0; /* rows beside solved ones are set to 0 */
}

/* Returns how many rows from row r on are left out in one go: nothing is to be done in them, nor in those before that later stages are in. */
static int rows_skipped(ChainBand *b, ChainBand *beside, int r, int reach) {
  const Chain *const c = b->chain;
  const int due = r - reach - 1;
  if (c->whole || c->level + c->descends >= LEVELS_OF_TILES || due < b->k0 || r >= b->k1) return 0;
  const int rows = TILE_ROWS >> c->level, last = (b->k1 - 1) / rows;
  int row = due / rows;
  while (row < last && is_quiet(c, row) && (!beside || is_quiet(beside->chain, row))) row++;
  if (row * rows <= r) return 0;
  rows_after_clear(b);
  if (beside) rows_after_clear(beside);
  return row * rows - r;
}

/* Takes two rows at a time where the rings are long enough: what a stage does to the second is still in the nearest cache for the next. */
static void chain_rows(ChainBand *b, ChainBand *beside) {
  const Chain *const c = b->chain;
  const int own = reach_of(c), other = beside ? reach_of(beside->chain) : 0, reach = own > other ? own : other;
  const int count = reach + 2 <= SHARES_RING ? ROWS_TOGETHER : 1;
  for (int r = b->k0 - reach; r < b->k1 + reach; r += count) {
    r += rows_skipped(b, beside, r, reach);
    chain_step(b, r, count);
    if (beside) chain_step(beside, r, count);
    for (int k = r - reach; c->sum && k < r - reach + count; k++)
      if (k >= b->k0 && k < b->k1) wave_sum_row(c->sum, k);
  }
}

static Shares *shares_of(const Chain *c) {
  WaveShares *const shares = &c->waves->shares;
  return &(c->descends ? shares->down : shares->up)[c->level];
}

/* Returns the first row of band n, or the first pair of rows where it ends on the coarser grid. By what is solved, where tiles tell. */
static int band_first(const Chain *c, int n) {
  const int count = c->descends ? c->coarse->nz : c->grid->nz;
  if (c->level >= LEVELS_OF_TILES || c->bands == 1 || n >= c->bands) return (int)((int64_t)count * n / c->bands);
  const WaveTiles *const t = &c->waves->tiles;
  const float share = shares_before(shares_of(c), n, c->bands);
  return min_int((wave_tiles_after(t, &t->of_solved, share) * TILE_ROWS >> c->level) / (c->descends ? 2 : 1), count);
}

/* Sets what sweeps have fetched, of grids that are not in the cache; of what two chains beside one another share, the first does it. */
static void fetch_prepare(ChainBand *b, bool is_beside) {
  const Chain *const c = b->chain;
  const WaveGrid *const g = c->grid;
  const float *const own[] = {c->from, c->before}, *const shared[] = {g->depth_x.cells, g->depth_z.cells, g->weight.cells, c->right};
  if (g->stride <= FETCHED_FROM) return;
  for (int m = 0; m < 2; m++)
    if (own[m]) b->fetched[b->fetched_count++] = own[m];
  for (int m = 0; m < 4 && !is_beside; m++) b->fetched[b->fetched_count++] = shared[m];
}

/* Makes the band of rows [k0, k1) of a chain, with scratch rows n. */
static void band_make(ChainBand *b, const Chain *c, int k0, int k1, int n) {
  const ptrdiff_t width = (ptrdiff_t)row_width(c->w);
  float *const rows = band_rows(c->w, n);
  memset(rows, 0, 3 * sizeof *rows);
  b->chain = c;
  b->kernels = kernels()->waves;
  b->k0 = k0, b->k1 = k1;
  b->solved_last = k0 - 2 * ROWS_EACH;
  b->width = width;
  b->most = rows;
  b->zeros = rows + width + GRID_LEAD;
  b->rows = rows + 2 * width + GRID_LEAD;
  b->fetched_count = 0;
  fetch_prepare(b, n % 2);
  rows_after_clear(b);
}

static void chain_band(void *data, int n) {
  const Chain *const c = data;
  const int each = c->descends ? 2 : 1, k0 = each * band_first(c, n), k1 = min_int(each * band_first(c, n + 1), c->grid->nz);
  ChainBand band, beside;
  band_make(&band, c, k0, k1, 2 * n);
  if (c->beside) band_make(&beside, c->beside, k0, k1, 2 * n + 1);
  const FloatMode mode = float_mode_flush();
  if (k0 < k1) chain_rows(&band, c->beside ? &beside : NULL);
  float_mode_restore(mode);
}

/* Returns the greatest of what the bands have found; of the chain beside it (1) or of itself (0). */
static WaveChanges changes_of(const Chain *c, int beside) {
  WaveChanges most = {0, 0, 0};
  for (int n = 0; n < c->bands; n++) {
    const float *const of_band = band_rows(c->w, 2 * n + beside);
    most.first = max_float(most.first, of_band[0]);
    most.r = max_float(most.r, of_band[1]);
    most.last = max_float(most.last, of_band[2]);
  }
  return most;
}

static int solved_tiles(const WaveTiles *t) {
  return t->of_solved.until[t->down - 1];
}

/* Returns the threads for a chain. */
static int chain_threads(const Chain *c) {
  const WaveTiles *const t = &c->waves->tiles;
  const float cells = (float)(c->grid->nx * c->grid->nz), share = (float)solved_tiles(t) / (float)(t->across * t->down);
  return c->level < LEVELS_OF_TILES && cells * share < SOLVED_PER_TEAM ? 1 : min_int(grid_threads(c->w, c->grid), c->waves->bands);
}

WaveChanges wave_chain_run(Chain *c) {
  const WaveTiles *const t = &c->waves->tiles;
  c->whole = solved_tiles(t) == t->across * t->down;
  if (c->beside) c->beside->whole = c->whole;
  c->bands = chain_threads(c);
  if (c->level < LEVELS_OF_TILES)
    shares_run(shares_of(c), c->bands, chain_band, c);
  else
    team_run(c->bands, c->bands, chain_band, c);
  if (c->beside) c->beside->changes = changes_of(c, 1);
  return changes_of(c, 0);
}
