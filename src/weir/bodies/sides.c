/* Bodies at a side of the grid, or beyond it. The flow through the side's own faces is the side's to find (boundary/flow_sides.c); it is
 * told here what bodies leave open of them and how little the cells beside them store, and the solver is told what to expect. With a
 * side that knew of no bodies, a pier's slot was taken for open water: waves of 90 m came of a lake at rest. */
#include "weir/bodies/cut_cells.h"

/* The cut cell of a cell that bodies cover; -1: they do not. */
static int cut_cell_covered(const WeirWater *w, int i, int k) {
  const Subgrid *const s = w->bodies.subgrid;
  if (!subgrid_any(w) || !subgrid_in_row(s, k) || !cell_set_has(w, s->sets.present, i, k)) return -1;
  const int n = cell_sets_rank(s, i, k);
  return s->cells.cells[n].is_covered ? n : -1; /* CellSets.covered is not saved in snapshots */
}

/* The head may soon be in a slot that it is not in yet: the least storage within reach counts. */
SideOpen subgrid_side_open(const WeirWater *w, int i, int k) {
  const int n = cut_cell_covered(w, i, k);
  if (n < 0) return (SideOpen){1.0f, 1.0f};
  const Subgrid *const s = w->bodies.subgrid;
  BlendedCover blend;
  cover_blend(s, n, motion_share(s, s->substep), &blend);
  const float h = cut_cell_surface(&s->cells, n), head_reach = SIDE_REACH * s->cells.depth[n];
  const float storage =
      min_float(cover_storage(&blend, h), min_float(cover_storage(&blend, h - head_reach), cover_storage(&blend, h + head_reach)));
  const float head = max_float(h, blend.bed + SIDE_DEPTH_MIN * w->cell), height = head - blend.bed;
  float closed = 0.0f;
  for (int m = 0; m < blend.count; m++) {
    const CoverInterval *const interval = &blend.interval[m];
    closed += min_float(1.0f, BLOCKING_FACTOR * interval->cover) * max_float(min_float(head, interval->high) - interval->low, 0.0f);
  }
  return (SideOpen){max_float(1.0f - closed / height, 0.0f), storage};
}

void subgrid_side_expect(const WeirWater *w, int i, int k, float metres) {
  const int n = cut_cell_covered(w, i, k);
  if (n >= 0 && w->bodies.subgrid->cells.cells[n].is_active)
    w->bodies.subgrid->next.water[n] = max_float(0.0f, w->bodies.subgrid->next.water[n] - metres);
}

float subgrid_side_water(const WeirWater *w, int i, int k, float rise) {
  const int n = cut_cell_covered(w, i, k);
  if (n < 0) return rise;
  const Subgrid *const s = w->bodies.subgrid;
  BlendedCover blend;
  cover_blend(s, n, motion_share(s, s->substep + 1), &blend);
  const float h = blend.bed + w->depth.cells[water_index(w, i, k)];
  return cover_water(&blend, h + rise) - cover_water(&blend, h);
}
