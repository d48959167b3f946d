/* The table of cut cells: made and renewed from sets of cells, linked with each other, and reconciled with the depth field; the volume that
 * it displaces. */
#include "weir/bodies/cut_cells.h"

#include <string.h>

#include "base/memory.h"
#include "weir/grid/budget.h"
#include "weir/grid/sleeping.h"

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

/* Room for `count` cut cells; when it has to grow, at least as much as the other table has, since the two are swapped in each call. */
bool cut_cells_reserve(CutCells *table, int count, const CutCells *other) {
  enum { ARRAYS = 5 + FACES };
  if (count <= table->capacity) return true;
  cut_cells_free(table);
  const size_t wanted = (size_t)count + (size_t)count / 4 + 64,
               capacity = wanted > (size_t)other->capacity ? wanted : (size_t)other->capacity;
  table->cells = memory_create(capacity, sizeof *table->cells);
  float *const floats = table->water = memory_create(ARRAYS * capacity, sizeof *table->water);
  int32_t *const links = table->link[SIDE_EAST] = memory_create(SIDES * capacity, sizeof *links);
  if (!table->cells || !floats || !links) {
    cut_cells_free(table);
    return false;
  }
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

/* Links cut cell n with those north and west of it; *north runs along the row before. */
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

/* --- depth, held in the grid's field and in the cut cells ------------------------------------------------------------- */

/* Compares the two: where the field was changed since, the cut cell's water changes by as much. Water that came `from_above` stays on
 * bodies' tops where these are dry. */
static void depths_reconcile(WeirWater *w, bool from_above) {
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
  depths_reconcile(w, true);
}

void cut_cells_sync_sides(WeirWater *w) {
  depths_reconcile(w, false);
}

/* --- the end --------------------------------------------------------------------------------------------------------- */

void cut_cells_leave(WeirWater *w) {
  Subgrid *const s = w->bodies.subgrid;
  for (int n = 0; n < s->count; n++) cell_leave(w, &s->cells, n);
  s->count = s->covered_count[RED] = s->covered_count[BLACK] = 0;
  for (int k = 0; k < w->nz; k++) {
    cell_set_clear_row(w, s->sets.present, k);
    cell_set_clear_row(w, s->sets.covered, k);
    cell_set_clear_row(w, s->sets.under_bodies, k);
    cell_set_clear_row(w, s->sets.under_bodies_before, k);
    cell_set_clear_row(w, s->sets.passed, k);
    s->row[k] = s->sets.low[k] = s->sets.high[k] = 0;
  }
  s->row[w->nz] = 0;
}
