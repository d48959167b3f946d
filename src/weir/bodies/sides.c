/* Bodies that stand at a side of the grid, or reach beyond it. The side's own faces are no faces of records: what goes through them is
 * the side's to say (boundary/boundary.c), which is told here what bodies leave open of them, and how little the cells beside them store; the
 * solver is told what to expect. Before, a side knew of no bodies and took a pier's pores for open water: from a lake at rest
 * it made waves of 90 m. */
#include "weir/bodies/cut_cells.h"

#define SIDE_SHARPNESS 2.0f /* as that of faces within: shut once half of the cell is covered */
#define SIDE_LEAST 0.01f    /* cells of depth that an opening is measured by, at least */
#define SIDE_REACH 0.1f     /* of its depth, by which the head of a cell may move in a substep */

/* The record of a cell that bodies cover; -1: they do not. */
static int cut_cell_covered(const WeirWater *w, int i, int k) {
  const Subgrid *const s = w->bodies.subgrid;
  if (!subgrid_any(w) || !subgrid_in_row(s, k) || !cell_set_has(w, s->sets.present, i, k)) return -1;
  const int n = cell_sets_rank(s, i, k);
  return s->cells.cells[n].is_covered ? n : -1; /* the bits of what is shaded are not saved */
}

/* The share of what is below h that slabs leave open; of what is next to the bed, where h is there. */
static float open_below(const BlendedCover *blend, float h) {
  const float deep = h - blend->bed;
  float shut = 0.0f;
  for (int n = 0; n < blend->count; n++) {
    const CoverInterval *const interval = &blend->interval[n];
    shut += min_float(1.0f, SIDE_SHARPNESS * interval->cover) * max_float(min_float(h, interval->high) - interval->low, 0.0f);
  }
  return max_float(1.0f - shut / deep, 0.0f);
}

/* The head may soon be in a slot that it is not in yet. */
SideOpen subgrid_side_open(const WeirWater *w, int i, int k) {
  const int n = cut_cell_covered(w, i, k);
  if (n < 0) return (SideOpen){1.0f, 1.0f};
  const Subgrid *const s = w->bodies.subgrid;
  BlendedCover blend;
  cover_blend(s, n, motion_share(s, s->substep), &blend);
  const float h = cut_cell_surface(&s->cells, n), reach = SIDE_REACH * s->cells.depth[n];
  const float storage = min_float(cover_storage(&blend, h), min_float(cover_storage(&blend, h - reach), cover_storage(&blend, h + reach)));
  return (SideOpen){open_below(&blend, max_float(h, blend.bed + SIDE_LEAST * w->cell)), storage};
}

void subgrid_side_expect(const WeirWater *w, int i, int k, float metres) {
  const int n = cut_cell_covered(w, i, k);
  if (n >= 0 && w->bodies.subgrid->cells.cells[n].is_active) w->bodies.subgrid->next.water[n] = max_float(0.0f, w->bodies.subgrid->next.water[n] - metres);
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
