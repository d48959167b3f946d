#include "weir/waves/wave_chain.h"

#include <limits.h>
#include <string.h>

#include "base/float_mode.h"
#include "base/memory.h"
#include "base/team.h"
#include "weir/grid/sleeping.h"
#include "weir/waves/tuned.h"
#include "weir/waves/wave_rows.h"

enum {
  FETCHED_FROM = 384, /* floats of a row: fields of such grids are not in the cache */
  ROWS_AHEAD = 2,     /* from the row that a chain begins to the one that it has fetched */
  RING = 4,           /* rows of a stage: three are needed */
  SHARES_RING = 8,    /* rows of shares: from the first sweep to the last */
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

/* A thread's rows of a chain. On the stack. */
typedef struct ChainBand {
  const Chain *chain;
  bool is_beside;
  int k0, k1;
  ptrdiff_t width;
  float *rows, *zeros;
  float *most; /* greatest change and greatest r of the first sweep, greatest change of the last */
} ChainBand;

static float *ring_row(const ChainBand *b, int stage, int k) {
  return b->rows + (stage * RING + (k & (RING - 1))) * b->width;
}

/* Returns row k of the shares, or of the right side by them (WaveRelaxation). */
static float *share_row(const ChainBand *b, bool right, int k) {
  return b->rows + (STAGES * RING + right * SHARES_RING + (k & (SHARES_RING - 1))) * b->width;
}

/* The row of the grid that row k is, which may lie beyond a joined side. */
static int row_within(const Chain *c, int k, int nz) {
  return !c->joined_z || (k >= 0 && k < nz) ? k : (k % nz + nz) % nz;
}

/* The stretches of columns that are solved in a row of a grid. A plain value. */
typedef struct Solved {
  const int (*at)[2]; /* in columns of the finest grid */
  int count, level;
} Solved;

/* A tile is a column or a row of one cell at least on these grids; on coarser ones all is solved. */
enum { LEVELS_OF_TILES = 4 };

static Solved solved_in(const Chain *c, int level, int k) {
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

static Solved solved_row(const Chain *c, int k) {
  return solved_in(c, c->level, row_within(c, k, c->grid->nz));
}

/* Row k after a stage. */
static const float *row_after(const ChainBand *b, int stage, int k) {
  const Chain *const c = b->chain;
  if (!c->joined_z && (k < 0 || k >= c->grid->nz)) return b->zeros;
  if (!c->whole && solved_row(c, k).count == 0) return b->zeros;
  if (stage == 0 && !c->before && !c->rises) return c->from ? c->from + row_within(c, k, c->grid->nz) * c->grid->stride : b->zeros;
  return stage == c->sweeps && k >= b->k0 && k < b->k1 ? c->to + k * c->grid->stride : ring_row(b, stage, k);
}

/* Sets to 0 what lies between the stretches of a row, where kernels have written whole vectors, and repeats what joined sides join. */
static void row_finish(const Chain *c, float *row, Solved s) {
  const bool whole = s.count == 1 && s.at[0][0] == 0 && stretch_end(s, 0, c->grid->nx) == c->grid->nx;
  int from = whole ? c->grid->nx : -1;
  row[-1] = 0.0f;
  for (int n = 0; n < s.count && !whole; n++) {
    memset(row + from, 0, sizeof(float) * (size_t)(stretch_begin(s, n) - from));
    from = stretch_end(s, n, c->grid->nx);
  }
  if (!whole) memset(row + from, 0, sizeof(float) * (size_t)(c->grid->nx - from));
  clear_beyond(row, c->grid->nx);
  join_row(c->w, row, c->grid->nx);
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

/* Writes row k of the coarser grid; of the first of them, where the water's own has been written. */
static void coarsen_row(const Chain *c, int k) {
  const WaveTiles *const t = &c->waves->tiles;
  const WaveGrid *const h = c->coarse;
  const int row = 2 * k / TILE_ROWS;
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
  kernels()->waves->prolong(&row, (i1 + 1) / 2 - i);
}

/* Sets what sweep n of row k, counted from 1, has fetched of what the chain will begin with some rows later; nothing on small grids. */
static void row_fetch(const ChainBand *b, int n, int k, WaveRelaxation *row) {
  const Chain *const c = b->chain;
  const WaveGrid *const g = c->grid;
  const float *const own[] = {c->from, c->before}, *const shared[] = {g->depth_x.cells, g->depth_z.cells, g->weight.cells, c->right};
  const float *all[6];
  int count = 0;
  if (g->stride <= FETCHED_FROM || k < 0 || k >= g->nz) return;
  for (int m = 0; m < 2; m++)
    if (own[m]) all[count++] = own[m];
  for (int m = 0; m < 4 && !b->is_beside; m++) all[count++] = shared[m];
  for (int m = 0; m < 2 && 2 * (n - 1) + m < count; m++) row->fetched[m] = all[2 * (n - 1) + m] + k * g->stride;
}

static void row_begin(const ChainBand *b, int k, Solved s) {
  const Chain *const c = b->chain;
  if (!c->before && !c->rises) return;
  const ptrdiff_t at = row_within(c, k, c->grid->nz) * c->grid->stride;
  for (int n = 0; n < s.count; n++) {
    const int i0 = stretch_begin(s, n), i1 = stretch_end(s, n, c->grid->nx);
    if (c->rises)
      row_rise(b, k, i0, i1);
    else
      kernels()->waves->guess(c->from + at + i0, c->before + at + i0, c->lead, ring_row(b, 0, k) + i0, i1 - i0);
  }
  row_finish(c, ring_row(b, 0, k), s);
}

static WaveRelaxation row_of(const ChainBand *b, int stage, int k, float *out) {
  const Chain *const c = b->chain;
  const WaveGrid *const g = c->grid;
  const ptrdiff_t at = row_within(c, k, g->nz) * g->stride;
  const float *const depth_z = g->depth_z.cells + at;
  return (WaveRelaxation){.r = row_after(b, stage, k),
                          .r_south = row_after(b, stage, k + 1),
                          .r_north = row_after(b, stage, k - 1),
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
  f->share += columns, f->right_share += columns, f->out += columns, f->fetched[0] += columns, f->fetched[1] += columns;
}

static void row_relax(const ChainBand *b, int sweep, int k, Solved s) {
  const Chain *const c = b->chain;
  const bool own = k >= b->k0 && k < b->k1;
  float *const out = sweep == c->sweeps && own ? c->to + k * c->grid->stride : ring_row(b, sweep, k);
  WaveRelaxation row = row_of(b, sweep - 1, k, out);
  row.step = c->step[sweep - 1];
  row_fetch(b, sweep, k + sweep + ROWS_AHEAD, &row);
  row.most = !own || c->level > 0 ? NULL : sweep == 1 ? b->most : sweep == c->sweeps ? b->most + 2 : NULL;
  for (int n = 0; n < s.count; n++) {
    const int i0 = stretch_begin(s, n), i1 = stretch_end(s, n, c->grid->nx);
    row_advance(&row, i0 - (n > 0 ? stretch_begin(s, n - 1) : 0));
    if (sweep > 1)
      kernels()->waves->relax(&row, i1 - i0);
    else if (c->level == 0)
      kernels()->waves->relax_first_finest(&row, i1 - i0);
    else
      kernels()->waves->relax_first(&row, i1 - i0);
  }
  row_finish(c, out, s);
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
    kernels()->waves->residual(&row, i1 - i0);
  }
  row_finish(c, out, s);
  if (k % 2 == 0 && k + 1 < g->nz) return;
  const int own = k / 2;
  const float *const north = ring_row(b, c->sweeps + 1, 2 * own);
  const Solved coarse = solved_in(c, c->level + 1, own);
  for (int n = 0; n < coarse.count; n++) {
    const int i = stretch_begin(coarse, n);
    const WaveRestriction part = {.residual = {north + 2 * i, (k % 2 ? out : b->zeros) + 2 * i},
                                  .weight_out = h->weight.cells + own * h->stride + i,
                                  .out = h->right.cells + own * h->stride + i};
    kernels()->waves->restrict_residual(&part, stretch_end(coarse, n, h->nx) - i);
  }
}

/* Returns true if row k, of which nothing is solved, need not be set to 0: on the finest grid nothing reads it after a chain that descends, and
 * the rows of r and before are 0 already; `spare` is scratch. */
static bool is_left(const Chain *c, int k) {
  if (c->level > 0 || c->descends) return c->level == 0;
  return !c->to_scratch && c->waves->tiles.idle_rows[k / TILE_ROWS] == 3;
}

/* Does a stage in row k, which is one of the grid's or beyond a joined side. */
static void row_stage(const ChainBand *b, int stage, int k) {
  const Chain *const c = b->chain;
  const Solved s = solved_row(c, k);
  if (s.count == 0) {
    if (stage == c->sweeps && k >= b->k0 && k < b->k1 && !is_left(c, k)) row_finish(c, c->to + k * c->grid->stride, s);
    return;
  }
  if (stage == 0)
    row_begin(b, k, s);
  else
    row_relax(b, stage, k, s);
}

/* Returns the rows beyond a band that a chain computes. */
static int reach_of(const Chain *c) {
  return c->sweeps + c->descends;
}

/* Does every stage in the row that is due when the first is in row r. */
static void chain_step(const ChainBand *b, int r) {
  const Chain *const c = b->chain;
  const int reach = reach_of(c), nz = c->grid->nz;
  if (c->coarsens && r % 2 == 1 && r > b->k0 && r <= b->k1) coarsen_row(c, r / 2);
  for (int stage = 0; stage <= c->sweeps; stage++) {
    const int k = r - stage, beyond = reach - stage;
    if (k >= b->k0 - beyond && k < b->k1 + beyond && (c->joined_z || (k >= 0 && k < nz))) row_stage(b, stage, k);
  }
  const int k = r - c->sweeps - 1;
  if (c->descends && k >= b->k0 && k < b->k1) row_descend(b, k);
}

static void chain_rows(const ChainBand *b, const ChainBand *beside) {
  const Chain *const c = b->chain;
  const int own = reach_of(c), other = beside ? reach_of(beside->chain) : 0, reach = own > other ? own : other;
  for (int r = b->k0 - reach; r < b->k1 + reach; r++) {
    chain_step(b, r);
    if (beside) chain_step(beside, r);
    const int k = r - reach;
    if (c->sum && k >= b->k0 && k < b->k1) wave_sum_row(c->sum, k);
  }
}

/* Returns the first row of band n, or the first pair of rows where it ends on the coarser grid. By what is solved, where tiles tell. */
static int band_first(const Chain *c, int n) {
  const int count = c->descends ? c->coarse->nz : c->grid->nz;
  if (c->level >= LEVELS_OF_TILES || c->bands == 1 || n >= c->bands) return (int)((int64_t)count * n / c->bands);
  const WaveTiles *const t = &c->waves->tiles;
  return min_int((wave_tiles_part(t, t->solved, n, c->bands) * TILE_ROWS >> c->level) / (c->descends ? 2 : 1), count);
}

/* Returns rows [k0, k1) of a chain, with scratch rows n. */
static ChainBand band_of(const Chain *c, bool is_beside, int k0, int k1, int n) {
  const ptrdiff_t width = (ptrdiff_t)row_width(c->w);
  float *const rows = band_rows(c->w, n);
  memset(rows, 0, 3 * sizeof *rows);
  return (ChainBand){.chain = c,
                     .is_beside = is_beside,
                     .k0 = k0,
                     .k1 = k1,
                     .width = width,
                     .most = rows,
                     .zeros = rows + width + GRID_LEAD,
                     .rows = rows + 2 * width + GRID_LEAD};
}

static void chain_band(void *data, int n) {
  const Chain *const c = data;
  const int each = c->descends ? 2 : 1, k0 = each * band_first(c, n), k1 = min_int(each * band_first(c, n + 1), c->grid->nz);
  const ChainBand band = band_of(c, false, k0, k1, 2 * n), beside = band_of(c->beside ? c->beside : c, true, k0, k1, 2 * n + 1);
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

WaveChanges wave_chain_run(Chain *c) {
  const WaveTiles *const t = &c->waves->tiles;
  c->whole = !memchr(t->solved, 0, (size_t)t->across * (size_t)t->down);
  if (c->beside) c->beside->whole = c->whole;
  c->bands = min_int(grid_threads(c->w, c->grid), c->waves->bands);
  team_run(c->bands, c->bands, chain_band, c);
  if (c->beside) c->beside->changes = changes_of(c, 1);
  return changes_of(c, 0);
}
