/* The sums of all bodies, joined in the cut cells. */
#include "weir/bodies/state.h"

/* The cut cell of cell (i, k), given that of an earlier cell: in the same row it is not far. */
static int cut_cell_after(const Subgrid *s, int near, int i, int k) {
  const CutCell *const cells = s->cells.cells;
  if (near < 0 || cells[near].k != k) return cell_sets_rank(s, i, k);
  while (cells[near].i < i) near++;
  return near;
}

bool merge_bodies(WeirWater *w) {
  Subgrid *const s = w->bodies.subgrid;
  int64_t intervals = 0;
  for (int n = 0; n < s->motion_count; n++) intervals += s->motions[n].sums->interval_count;
  if (intervals > INT32_MAX / 2 || !intervals_reserve(&s->now, (int)intervals)) return false;
  const CutFaces *const f = &s->faces;
  for (int m = 0; m < s->motion_count; m++) {
    const BodyMotion *const motion = &s->motions[m];
    const BodySums *const sums = motion->sums;
    const float share = motion->to.coupling_weight;
    for (int n = 0, cell = -1; n < sums->interval_count; n++) {
      BodyInterval *const one = &sums->intervals[n];
      one->cut_cell = cell = cut_cell_after(s, cell, one->i, one->k);
      const CoverInterval interval = {share * one->interval.cover, one->interval.low, one->interval.high};
      if (interval.cover > 0.0f) intervals_add(&s->now, &s->cells.cells[cell].now, interval, one->kind);
    }
    for (int n = 0, cell = -1; n < sums->face_count; n++) {
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
  return true;
}
