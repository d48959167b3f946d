/* Cut cells: sets of cells that bodies cover or pass; the table of cut cells, made and renewed from them, linked with each other, and
 * reconciled with the depth field; the volume that it displaces; the sums of all bodies, joined in it. */
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "weir/bodies/state.h"
#include "weir/grid/budget.h"
#include "weir/grid/sleeping.h"

enum { MERGE_BANDS_MAX = 64 };

/* --- sets of cells ------------------------------------------------------------------------------------------------- */

bool cell_sets_create(CellSets *b, int nx, int nz) {
  b->words = (nx + 63) / 64;
  const size_t rows = (size_t)nz, all = rows * (size_t)b->words;
  uint64_t **const sets[] = {&b->present, &b->under_bodies, &b->under_bodies_before, &b->passed, &b->covered};
  b->rank = memory_create(all, sizeof *b->rank);
  b->low = memory_create(rows, sizeof *b->low);
  b->high = memory_create(rows, sizeof *b->high);
  bool ok = b->rank && b->low && b->high;
  for (size_t n = 0; n < sizeof sets / sizeof *sets; n++) ok = (*sets[n] = memory_create(all, sizeof **sets[n])) && ok;
  return ok;
}

void cell_sets_free(CellSets *b) {
  void *const blocks[] = {b->present, b->rank, b->under_bodies, b->under_bodies_before, b->passed, b->covered, b->low, b->high};
  blocks_free(blocks, sizeof blocks / sizeof *blocks);
}

/* Population count; not all processors that run these binaries have an instruction for it. */
static int bits_count(uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555u;
  bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return (int)(bits * 0x0101010101010101u >> 56);
}

int cell_sets_rank(const Subgrid *s, int i, int k) {
  const int word = i / 64;
  if (word < s->sets.low[k]) return s->row[k];
  if (word >= s->sets.high[k]) return s->row[k + 1];
  const ptrdiff_t at = (ptrdiff_t)k * s->sets.words + word;
  return s->sets.rank[at] + bits_count(s->sets.present[at] & (((uint64_t)1 << i % 64) - 1));
}

void cell_set_add(const WeirWater *w, uint64_t *bits, int i, int k) {
  bits[(ptrdiff_t)k * w->bodies.subgrid->sets.words + i / 64] |= (uint64_t)1 << i % 64;
}

void cell_sets_widen_row(const WeirWater *w, int i0, int i1, int k) {
  CellSets *const b = &w->bodies.subgrid->sets;
  if (k < 0 || k >= w->nz) return;
  const int first = (i0 > 0 ? i0 : 0) / 64, last = ((i1 < w->nx ? i1 : w->nx) - 1) / 64;
  if (b->low[k] >= b->high[k]) b->low[k] = first, b->high[k] = last + 1;
  if (first < b->low[k]) b->low[k] = first;
  if (last >= b->high[k]) b->high[k] = last + 1;
}

/* Bits of one word that are still to be added to a set. On the stack of cell_sets_mark. */
typedef struct WordBits {
  uint64_t *word, bits;
} WordBits;

/* Several threads mark at once. */
static void word_bits_flush(WordBits *at) {
  if (at->bits != 0) __atomic_fetch_or(at->word, at->bits, __ATOMIC_RELAXED);
  at->bits = 0;
}

/* Adds cell (i, k) to the set by its word: cells come row by row, so most lie in the word of the one before. */
static inline void word_bits_add(const WeirWater *w, WordBits *at, uint64_t *set, int i, int k) {
  uint64_t *const word = set + (ptrdiff_t)k * w->bodies.subgrid->sets.words + i / 64;
  if (word != at->word) word_bits_flush(at), at->word = word;
  at->bits |= (uint64_t)1 << i % 64;
}

void cell_sets_mark(const WeirWater *w, const BodySums *sums) {
  const CellSets *const b = &w->bodies.subgrid->sets;
  WordBits under = {NULL, 0}, passed[FACES] = {{NULL, 0}, {NULL, 0}};
  for (int n = 0; n < sums->interval_count; n++) word_bits_add(w, &under, b->under_bodies, sums->intervals[n].i, sums->intervals[n].k);
  for (int n = 0; n < sums->face_count; n++) {
    const BodyFace *const face = &sums->faces[n];
    const bool east = face->side == FACE_EAST;
    word_bits_add(w, &passed[FACE_EAST], b->passed, face->i, face->k);
    word_bits_add(w, &passed[east ? FACE_EAST : FACE_SOUTH], b->passed, east ? face->i + 1 : face->i, east ? face->k : face->k + 1);
  }
  word_bits_flush(&under);
  for (int side = 0; side < FACES; side++) word_bits_flush(&passed[side]);
}

/* Finds the cells that are to have a cut cell, those that are covered and their neighbours, and counts them. Beyond the outermost rows the
 * same row is read again, which adds nothing. */
static int cell_sets_find_present(const WeirWater *w) {
  const Subgrid *const s = w->bodies.subgrid;
  const CellSets *const b = &s->sets;
  int count = 0;
  for (int k = 0; k < w->nz; k++) { /* covered or passed: now, or in the call before */
    const ptrdiff_t row = (ptrdiff_t)k * b->words;
    for (ptrdiff_t at = row + b->low[k]; at < row + b->high[k]; at++)
      b->covered[at] = b->under_bodies[at] | b->under_bodies_before[at] | b->passed[at];
  }
  for (int k = 0; k < w->nz; k++) {
    const ptrdiff_t row = (ptrdiff_t)k * b->words;
    const uint64_t *const own = b->covered + row;
    const uint64_t *const north = k > 0 ? own - b->words : own, *const south = k + 1 < w->nz ? own + b->words : own;
    for (int word = b->low[k]; word < b->high[k]; word++) {
      const int over = 64 * (word + 1) - w->nx; /* bits beyond the grid */
      const uint64_t here = own[word], west = word > 0 ? own[word - 1] >> 63 : 0, east = word + 1 < b->words ? own[word + 1] << 63 : 0;
      uint64_t bits = here | here << 1 | here >> 1 | west | east | north[word] | south[word];
      if (over > 0) bits &= ~(uint64_t)0 >> over;
      b->present[row + word] = bits;
      count += bits != 0 ? bits_count(bits) : 0;
    }
  }
  return count;
}

/* Clears row k of a set. */
static void cell_set_clear_row(const WeirWater *w, uint64_t *bits, int k) {
  const CellSets *const b = &w->bodies.subgrid->sets;
  if (b->low[k] < b->high[k]) memset(bits + (ptrdiff_t)k * b->words + b->low[k], 0, sizeof *bits * (size_t)(b->high[k] - b->low[k]));
}

/* The covered and passed cells of this call become those of the call before. Shrinks each row's range to its set words. */
static void cell_sets_begin_tick(const WeirWater *w) {
  CellSets *const b = &w->bodies.subgrid->sets;
  for (int k = 0; k < w->nz; k++) {
    int low = b->low[k], high = b->high[k];
    if (low >= high) continue;
    const ptrdiff_t row = (ptrdiff_t)k * b->words;
    for (int word = low; word < high; word++) b->under_bodies[row + word] |= b->passed[row + word];
    cell_set_clear_row(w, b->under_bodies_before, k);
    cell_set_clear_row(w, b->passed, k);
    while (low < high && b->present[row + low] == 0) low++;
    while (high > low && b->present[row + high - 1] == 0) high--;
    b->low[k] = low, b->high[k] = high;
  }
  uint64_t *const covered = b->under_bodies_before;
  b->under_bodies_before = b->under_bodies;
  b->under_bodies = covered;
}

/* --- the table ----------------------------------------------------------------------------------------------------- */

bool subgrid_any(const WeirWater *w) {
  return w->bodies.subgrid && w->bodies.subgrid->count > 0;
}

/* Sums by how much the heads of all cut cells stand above their water. */
void subgrid_update_budget(WeirWater *w) {
  enum { SUMS = 8 }; /* independent partial sums */
  Subgrid *const s = w->bodies.subgrid;
  const float *const depth = s->cells.depth, *const water = s->cells.water, *const deck = s->cells.deck;
  double up[SUMS] = {0}, all = 0;
  int n = 0;
  for (; n + SUMS <= s->count; n += SUMS)
    for (int m = 0; m < SUMS; m++) up[m] += (double)depth[n + m] - (double)water[n + m] - (double)deck[n + m];
  for (int m = 0; n < s->count; n++, m++) up[m] += (double)depth[n] - (double)water[n] - (double)deck[n];
  for (int m = 0; m < SUMS; m++) all += up[m];
  /* depths here, not the field's: what sides have done to the field since is not the bodies' */
  const double displaced = all * (double)w->cell * (double)w->cell + s->filled;
  w->budget.displaced += displaced - s->displaced;
  s->displaced = displaced;
}

void cut_cells_free(CutCells *cells) {
  memory_free(cells->cells);
  memory_free(cells->water);
  memory_free(cells->link[SIDE_EAST]);
  *cells = (CutCells){0};
}

bool cut_cells_reserve(CutCells *table, int count, const CutCells *other) {
  enum { ARRAYS = 5 + FACES };
  if (count <= table->capacity) return true;
  cut_cells_free(table);
  const size_t wanted = (size_t)count + (size_t)count / 4 + 64, least = (size_t)other->capacity, capacity = wanted > least ? wanted : least;
  table->cells = memory_create(capacity, sizeof *table->cells);
  float *const floats = table->water = memory_create(ARRAYS * capacity, sizeof *table->water);
  int32_t *const links = table->link[SIDE_EAST] = memory_create(SIDES * capacity, sizeof *links);
  const bool ok = table->cells && floats && links;
  if (!ok) cut_cells_free(table);
  if (!ok) return false;
  float **const arrays[ARRAYS] = {
      &table->water, &table->deck, &table->bed, &table->depth, &table->rise, &table->blocked[FACE_EAST], &table->blocked[FACE_SOUTH]};
  for (size_t n = 0; n < ARRAYS; n++) *arrays[n] = floats + n * capacity;
  for (size_t n = 0; n < SIDES; n++) table->link[n] = links + n * capacity;
  table->capacity = (int)capacity;
  return true;
}

/* Makes cut cell n for cell (i, k), which had number `before` in the old table (-1: none); its new geometry is not known yet. */
static void cut_cell_renew(const WeirWater *w, const CutCells *old, int before, int n, int i, int k, bool covered_cells) {
  Subgrid *const s = w->bodies.subgrid;
  CutCells *const table = &s->cells;
  table->cells[n] = (CutCell){.i = (int16_t)i, .k = (int16_t)k, .is_covered = covered_cells};
  for (int side = 0; side < FACES; side++)
    s->faces.blocked_before[side * s->faces.stride + n] = before < 0 ? 0.0f : old->blocked[side][before];
  if (before < 0) { /* bodies have come to it */
    table->bed[n] = w->terrain.cells[water_index(w, i, k)];
    table->depth[n] = table->water[n] = w->depth.cells[water_index(w, i, k)];
    table->deck[n] = table->rise[n] = 0.0f;
    return;
  }
  table->cells[n].was = old->cells[before].now;
  table->water[n] = old->water[before];
  table->deck[n] = old->deck[before];
  table->bed[n] = old->bed[before];
  table->depth[n] = old->depth[before];
  table->rise[n] = covered_cells ? old->rise[before] : 0.0f;
}

/* A cell that bodies have left: its depth is that of its water again. */
static void cell_leave(WeirWater *w, const CutCells *old, int n) {
  const CutCell *const cell = &old->cells[n];
  const ptrdiff_t at = water_index(w, cell->i, cell->k);
  w->depth.cells[at] = old->water[n] + (w->bodies.subgrid->has_deck_water ? old->deck[n] : 0.0f);
  tiles_wake_changed(w, cell->i, cell->k, cell->i + 1, cell->k + 1);
}

static void cut_cells_join(const CutCells *table, int from, int to, int side) {
  table->link[side][from] = to;
  table->link[side + 2][to] = from;
}

void cut_cell_link(Subgrid *s, int n, int *north) {
  const CutCells *const table = &s->cells;
  const CutCell *const cell = &table->cells[n];
  const int row = s->row[cell->k];
  for (int side = 0; side < SIDES; side++) table->link[side][n] = n;
  while (*north < row && table->cells[*north].i < cell->i) ++*north;
  if (*north < row && table->cells[*north].i == cell->i) cut_cells_join(table, *north, n, SIDE_SOUTH);
  if (n > row && table->cells[n - 1].i == cell->i - 1) cut_cells_join(table, n - 1, n, SIDE_EAST);
}

/* Makes the cut cells of row k; *at is the next one of the old table. */
static void row_renew(WeirWater *w, const CutCells *old, int old_count, int *at, int k) {
  Subgrid *const s = w->bodies.subgrid;
  int north = k > 0 ? s->row[k - 1] : 0;
  s->row[k] = s->count;
  for (int word = s->sets.low[k]; word < s->sets.high[k]; word++) {
    const ptrdiff_t place = (ptrdiff_t)k * s->sets.words + word;
    s->sets.rank[place] = s->count;
    for (uint64_t left = s->sets.present[place]; left; left &= left - 1) {
      const int i = 64 * word + __builtin_ctzll(left), n = s->count++;
      const CutCell *const cells = old->cells;
      for (; *at < old_count && (cells[*at].k < k || (cells[*at].k == k && cells[*at].i < i)); ++*at) cell_leave(w, old, *at);
      const bool same = *at < old_count && cells[*at].i == i && cells[*at].k == k;
      cut_cell_renew(w, old, same ? (*at)++ : -1, n, i, k, s->sets.covered[place] >> i % 64 & 1);
      cut_cell_link(s, n, &north);
    }
  }
}

/* Makes the table again, sorted, from the marked cells; clears the marks. Returns false if memory runs out. */
bool cut_cells_renew(WeirWater *w) {
  Subgrid *const s = w->bodies.subgrid;
  /* with no body left, the cells of the call before do not matter either */
  for (int k = 0; s->motion_count == 0 && k < w->nz; k++) cell_set_clear_row(w, s->sets.under_bodies_before, k);
  const int count = cell_sets_find_present(w), old_count = s->count;
  cell_sets_begin_tick(w);
  if (!cut_cells_reserve(&s->spare, count, &s->cells) || !heads_reserve(s, count)) return false;
  const CutCells old = s->cells;
  s->cells = s->spare;
  s->spare = old;
  s->count = s->covered_count[RED] = s->covered_count[BLACK] = 0;
  int at = 0;
  for (int k = 0; k < w->nz; k++) row_renew(w, &old, old_count, &at, k);
  s->row[w->nz] = s->count;
  float *const sums[] = {s->faces.share, s->faces.speed, s->faces.low, s->faces.high, s->faces.blocked}; /* without bodies yet */
  for (int side = 0; side < FACES; side++)
    for (size_t n = 0; n < sizeof sums / sizeof *sums; n++) memset(sums[n] + side * s->faces.stride, 0, sizeof **sums * (size_t)s->count);
  for (; at < old_count; at++) cell_leave(w, &old, at);
  return true;
}

/* Compares the depths in the grid's field and in the cut cells: where the field was changed since, the cut cell's water changes by as much.
 * Water that came `from_above` stays on bodies' tops where these are dry. */
void cut_cells_reconcile(WeirWater *w, bool from_above) {
  Subgrid *const s = w->bodies.subgrid;
  bool changed = false;
  double residual = 0; /* m that were to be removed and are not there (slots are soon empty), and rounding */
  for (int n = 0; n < s->count; n++) {
    const ptrdiff_t at = water_index(w, s->cells.cells[n].i, s->cells.cells[n].k);
    const float more = w->depth.cells[at] - s->cells.depth[n];
    if (more == 0.0f && s->cells.bed[n] == w->terrain.cells[at]) continue;
    const float onto = from_above && more > 0.0f ? more * deck_share(s, n) : 0.0f;
    s->cells.bed[n] = w->terrain.cells[at];
    const float added = cut_cell_add(w, n, more - onto);
    tile_touch(w, s->cells.cells[n].i, s->cells.cells[n].k); /* it is awake: what changed the depth has woken it */
    if (onto > 0.0f)
      s->cells.deck[n] = max_float(0.0f, s->cells.deck[n] + (more - added));
    else
      residual += (double)added - (double)more;
    s->has_deck_water = s->has_deck_water || onto > 0.0f;
    changed = true;
  }
  if (residual != 0) budget_add(w, residual * (double)w->cell * (double)w->cell);
  if (changed) subgrid_update_budget(w);
}

void cut_cells_sync(WeirWater *w) {
  if (!w->bodies.depths_changed) return;
  w->bodies.depths_changed = false;
  cut_cells_reconcile(w, true);
}

void cut_cells_leave(WeirWater *w) {
  Subgrid *const s = w->bodies.subgrid;
  for (int n = 0; n < s->count; n++) cell_leave(w, &s->cells, n);
  s->count = s->covered_count[RED] = s->covered_count[BLACK] = 0;
  for (int k = 0; k < w->nz; k++) {
    uint64_t *const sets[] = {s->sets.present, s->sets.covered, s->sets.under_bodies, s->sets.under_bodies_before, s->sets.passed};
    for (size_t n = 0; n < sizeof sets / sizeof *sets; n++) cell_set_clear_row(w, sets[n], k);
    s->row[k] = s->sets.low[k] = s->sets.high[k] = 0;
  }
  s->row[w->nz] = 0;
}

/* --- the sums of all bodies, joined -------------------------------------------------------------------------------- */

/* The cut cell of cell (i, k), given that of an earlier cell: in the same row it is not far. */
static int cut_cell_after(const Subgrid *s, int near, int i, int k) {
  const CutCell *const cells = s->cells.cells;
  if (near < 0 || cells[near].k != k) return cell_sets_rank(s, i, k);
  while (cells[near].i < i) near++;
  return near;
}

/* Rows [k0, k1), which one thread joins. */
typedef struct MergeBand {
  int k0, k1;
  int nodes; /* the first of those that its lists may take from the pool */
} MergeBand;

/* The bands of all threads. On the stack of merge_bodies. */
typedef struct Merging {
  WeirWater *water;
  MergeBand bands[MERGE_BANDS_MAX];
} Merging;

/* Returns how many of a body's intervals lie before row k: they are sorted by rows. */
static int intervals_before(const BodyMotion *motion, int k) {
  const BodySums *const sums = motion->sums;
  if (k <= motion->bounds.k0) return 0;
  if (k >= motion->bounds.k1) return sums->interval_count;
  int n = 0;
  while (n < sums->interval_count && sums->intervals[n].k < k) n++;
  return n;
}

/* Returns how many of its faces do. */
static int faces_before(const BodyMotion *motion, int k) {
  const BodySums *const sums = motion->sums;
  if (k <= motion->bounds.k0) return 0;
  if (k >= motion->bounds.k1) return sums->face_count;
  int n = 0;
  while (n < sums->face_count && sums->faces[n].k < k) n++;
  return n;
}

static void motion_merge(Subgrid *s, const BodyMotion *motion, const MergeBand *band, IntervalPool *pool) {
  const CutFaces *const f = &s->faces;
  const BodySums *const sums = motion->sums;
  const float share = motion->to.coupling_weight;
  const int intervals = intervals_before(motion, band->k1), faces = faces_before(motion, band->k1);
  for (int n = intervals_before(motion, band->k0), cell = -1; n < intervals; n++) {
    BodyInterval *const one = &sums->intervals[n];
    one->cut_cell = cell = cut_cell_after(s, cell, one->i, one->k);
    const CoverInterval interval = {share * one->interval.cover, one->interval.low, one->interval.high};
    if (interval.cover > 0.0f) intervals_add(pool, &s->cells.cells[cell].now, interval, one->kind);
  }
  for (int n = faces_before(motion, band->k0), cell = -1; n < faces; n++) {
    BodyFace *const one = &sums->faces[n];
    one->cut_cell = cell = cut_cell_after(s, cell, one->i, one->k);
    const int at = one->side * f->stride + cell;
    const bool first = !(f->share[at] > 0.0f);
    f->low[at] = first ? one->low : min_float(f->low[at], one->low);
    f->high[at] = first ? one->high : max_float(f->high[at], one->high);
    f->share[at] += share * one->area;
    f->speed[at] += share * one->carried;
    f->blocked[at] += share * min_float(one->high - one->low, motion->blocking_factor * one->area);
  }
}

static bool is_in_band(const BodyMotion *motion, const MergeBand *band) {
  return motion->bounds.k0 < band->k1 && motion->bounds.k1 > band->k0;
}

static void merge_band(void *data, int t) {
  const Merging *const m = data;
  Subgrid *const s = m->water->bodies.subgrid;
  const MergeBand *const band = &m->bands[t];
  IntervalPool pool = {s->now.nodes, band->nodes, s->now.capacity};
  for (int n = 0; n < s->motion_count; n++)
    if (is_in_band(&s->motions[n], band)) motion_merge(s, &s->motions[n], band, &pool);
}

/* Divides the rows into bands with as many cut cells each, and the pool's nodes among them. Returns how many nodes that takes. */
static int64_t bands_divide(const WeirWater *w, int count, MergeBand *bands) {
  const Subgrid *const s = w->bodies.subgrid;
  int64_t nodes = 1;
  for (int t = 0, k = 0; t < count; t++) {
    MergeBand *const band = &bands[t];
    band->k0 = k;
    while (k < w->nz && (t == count - 1 || (int64_t)s->row[k] * count < (int64_t)s->count * (t + 1))) k++;
    band->k1 = k;
    band->nodes = (int)nodes;
    for (int n = 0; n < s->motion_count && nodes < INT32_MAX / 2; n++)
      nodes += intervals_before(&s->motions[n], band->k1) - intervals_before(&s->motions[n], band->k0);
  }
  return nodes;
}

/* Each row's cells by one thread, with the bodies in their order: any number of threads gives the same bits. */
bool merge_bodies(WeirWater *w) {
  Subgrid *const s = w->bodies.subgrid;
  const int bands = s->count > CELLS_PER_TEAM ? min_int(w->threads, MERGE_BANDS_MAX) : 1;
  Merging merging = {.water = w};
  const int64_t nodes = bands_divide(w, bands, merging.bands);
  if (nodes > INT32_MAX / 2 || !intervals_reserve(&s->now, (int)nodes)) return false;
  team_run(bands, bands, merge_band, &merging);
  s->now.count = (int)nodes;
  return true;
}
