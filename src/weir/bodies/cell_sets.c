/* Sets of cells: covered or passed by bodies, and with a cut cell. */
#include <string.h>

#include "base/memory.h"
#include "weir/bodies/cut_cells.h"

bool cell_sets_create(CellSets *b, int nx, int nz) {
  b->words = (nx + 63) / 64;
  const size_t rows = (size_t)nz, all = rows * (size_t)b->words;
  b->present = memory_create(all, sizeof *b->present);
  b->rank = memory_create(all, sizeof *b->rank);
  b->under_bodies = memory_create(all, sizeof *b->under_bodies);
  b->under_bodies_before = memory_create(all, sizeof *b->under_bodies_before);
  b->passed = memory_create(all, sizeof *b->passed);
  b->covered = memory_create(all, sizeof *b->covered);
  b->low = memory_create(rows, sizeof *b->low);
  b->high = memory_create(rows, sizeof *b->high);
  return b->present && b->rank && b->under_bodies && b->under_bodies_before && b->passed && b->covered && b->low && b->high;
}

void cell_sets_free(CellSets *b) {
  memory_free(b->present);
  memory_free(b->rank);
  memory_free(b->under_bodies);
  memory_free(b->under_bodies_before);
  memory_free(b->passed);
  memory_free(b->covered);
  memory_free(b->low);
  memory_free(b->high);
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

/* Widens row k's range of set words by columns [i0, i1). */
void cell_sets_widen_row(const WeirWater *w, int i0, int i1, int k) {
  CellSets *const b = &w->bodies.subgrid->sets;
  if (k < 0 || k >= w->nz) return;
  const int first = (i0 > 0 ? i0 : 0) / 64, last = ((i1 < w->nx ? i1 : w->nx) - 1) / 64;
  if (b->low[k] >= b->high[k]) b->low[k] = first, b->high[k] = last + 1;
  if (first < b->low[k]) b->low[k] = first;
  if (last >= b->high[k]) b->high[k] = last + 1;
}

void cell_sets_mark(const WeirWater *w) {
  const Subgrid *const s = w->bodies.subgrid;
  for (int m = 0; m < s->motion_count; m++) {
    const CellBounds *const at = &s->motions[m].bounds;
    const BodySums *const sums = s->motions[m].sums;
    for (int k = at->k0 - 1; k <= at->k1; k++) cell_sets_widen_row(w, at->i0 - 1, at->i1 + 1, k);
    for (int n = 0; n < sums->interval_count; n++) cell_set_add(w, s->sets.under_bodies, sums->intervals[n].i, sums->intervals[n].k);
    for (int n = 0; n < sums->face_count; n++) {
      const BodyFace *const face = &sums->faces[n];
      const bool east = face->side == FACE_EAST;
      cell_set_add(w, s->sets.passed, face->i, face->k);
      cell_set_add(w, s->sets.passed, east ? face->i + 1 : face->i, east ? face->k : face->k + 1);
    }
  }
}

/* Word `word` of the row `covered_cells` together with all neighbours of its cells; `north` and `south` are the rows beside it. */
static uint64_t present_word(const WeirWater *w, const uint64_t *covered_cells, const uint64_t *north, const uint64_t *south, int word) {
  const uint64_t here = covered_cells[word], west = word > 0 ? covered_cells[word - 1] >> 63 : 0;
  const uint64_t east = word + 1 < w->bodies.subgrid->sets.words ? covered_cells[word + 1] << 63 : 0;
  const uint64_t all = here | here << 1 | here >> 1 | west | east | north[word] | south[word];
  const int over = 64 * (word + 1) - w->nx;
  return over > 0 ? all & ~(uint64_t)0 >> over : all;
}

/* Finds the cells that are to have a cut cell, and counts them. Beyond the outermost rows the same row is read again, which adds
 * nothing. */
int cell_sets_find_present(const WeirWater *w) {
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
    const uint64_t *const covered_cells = b->covered + row, *const north = k > 0 ? covered_cells - b->words : covered_cells,
                          *const south = k + 1 < w->nz ? covered_cells + b->words : covered_cells;
    for (int word = b->low[k]; word < b->high[k]; word++) {
      const uint64_t bits = present_word(w, covered_cells, north, south, word);
      b->present[row + word] = bits;
      count += bits != 0 ? bits_count(bits) : 0;
    }
  }
  return count;
}

void cell_set_clear_row(const WeirWater *w, uint64_t *bits, int k) {
  const CellSets *const b = &w->bodies.subgrid->sets;
  if (b->low[k] < b->high[k]) memset(bits + (ptrdiff_t)k * b->words + b->low[k], 0, sizeof *bits * (size_t)(b->high[k] - b->low[k]));
}

/* The covered and passed cells of this call become those of the call before. Shrinks each row's range to its set words. */
void cell_sets_begin_tick(const WeirWater *w) {
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
