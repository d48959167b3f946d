#ifndef WEIR_BODIES_CUT_CELLS_H
#define WEIR_BODIES_CUT_CELLS_H

#include "weir/bodies/state.h"

/* What records are made by, and read back by. */

/* bodies/cell_sets.c: cell (i, k) joins a set; columns [i0, i1) of row k may have bits; none of row k's are in a set any more. */
void cell_set_add(const WeirWater *water, uint64_t *bits, int i, int k);
static inline bool cell_set_has(const WeirWater *water, const uint64_t *bits, int i, int k) {
  return bits[(ptrdiff_t)k * water->bodies.subgrid->sets.words + i / 64] >> i % 64 & 1;
}
void cell_sets_widen_row(const WeirWater *water, int i0, int i1, int k);
void cell_set_clear_row(const WeirWater *water, uint64_t *bits, int k);
/* The cells that there are to be records for; how many. */
int cell_sets_find_present(const WeirWater *water);
/* What is covered and passed now will be what was. */
void cell_sets_begin_tick(const WeirWater *water);

/* bodies/cut_cells.c: room for `count`, or for as many as the other ones have: they take turns. */
bool cut_cells_reserve(CutCells *cells, int count, const CutCells *other);
/* A cell that bodies have come to, its place being there. */
void cut_cell_begin(const WeirWater *water, int n);
/* Record n and those of the cells beside it, as far as there are records yet: *north goes along the row before. */
void cut_cell_link(Subgrid *subgrid, int n, int *north);

#endif
