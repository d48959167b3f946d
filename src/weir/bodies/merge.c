/* The sums of all bodies, joined in the cut cells. */
#include "weir/bodies/state.h"

static void join_face(const CutFaces *f, int n, const BodyFace *sum, float blocking_factor, float share) {
  const float tall = sum->high - sum->low;
  const bool first = !(f->share[n] > 0.0f);
  f->low[n] = first ? sum->low : min_float(f->low[n], sum->low);
  f->high[n] = first ? sum->high : max_float(f->high[n], sum->high);
  f->share[n] += share * sum->area;
  f->speed[n] += share * sum->carried;
  f->blocked[n] += share * min_float(tall, blocking_factor * sum->area);
}

/* The cut cell of cell (i, k), given that of an earlier cell: in the same row it is not far. */
static int cut_cell_after(const Subgrid *s, int near, int i, int k) {
  const CutCell *const cells = s->cells.cells;
  if (near < 0 || cells[near].k != k) return cell_sets_rank(s, i, k);
  while (cells[near].i < i) near++;
  return near;
}

static void motion_join(Subgrid *s, const BodyMotion *motion) {
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
    join_face(&s->faces, one->side * s->faces.stride + cell, one, motion->blocking_factor, share);
  }
}

bool merge_bodies(WeirWater *w) {
  Subgrid *const s = w->bodies.subgrid;
  int64_t intervals = 0;
  for (int n = 0; n < s->motion_count; n++) intervals += s->motions[n].sums->interval_count;
  if (intervals > INT32_MAX / 2 || !intervals_reserve(&s->now, (int)intervals)) return false;
  for (int n = 0; n < s->motion_count; n++) motion_join(s, &s->motions[n]);
  return true;
}
