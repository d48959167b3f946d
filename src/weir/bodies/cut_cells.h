#ifndef WEIR_BODIES_CUT_CELLS_H
#define WEIR_BODIES_CUT_CELLS_H

#include "weir/bodies/state.h"

/* How cut cells are made, used by the call with bodies and by the loading of snapshots. */

/* bodies/cell_sets.c: adds cell (i, k) to a set; has it; widens row k's range of set words by columns [i0, i1); clears row k of a set. */
void cell_set_add(const WeirWater *water, uint64_t *bits, int i, int k);
static inline bool cell_set_has(const WeirWater *water, const uint64_t *bits, int i, int k) {
  return bits[(ptrdiff_t)k * water->bodies.subgrid->sets.words + i / 64] >> i % 64 & 1;
}
void cell_sets_widen_row(const WeirWater *water, int i0, int i1, int k);
void cell_set_clear_row(const WeirWater *water, uint64_t *bits, int k);
/* Finds the cells that are to have a cut cell; how many. */
int cell_sets_find_present(const WeirWater *water);
/* The covered and passed cells of this call become those of the call before. */
void cell_sets_begin_tick(const WeirWater *water);

/* bodies/cut_cells.c: room for `count`, and for at least as many as the other table has, with which this one is swapped. */
bool cut_cells_reserve(CutCells *cells, int count, const CutCells *other);
/* Links cut cell n with those north and west of it; *north runs along the row before. */
void cut_cell_link(Subgrid *subgrid, int n, int *north);

#endif
