/* Bodies' sums, joined in the records that there are for their cells. */
#include "weir/bodies/state.h"

static void join_face(const SubFaces *f, int n, const BodyFace *sum, float sharp, float share) {
  const float tall = sum->high - sum->low;
  const bool first = !(f->share[n] > 0.0f);
  f->low[n] = first ? sum->low : min_float(f->low[n], sum->low);
  f->high[n] = first ? sum->high : max_float(f->high[n], sum->high);
  f->share[n] += share * sum->area;
  f->speed[n] += share * sum->carried;
  f->block[n] += share * min_float(tall, sharp * sum->area);
}

/* The record of cell (i, k), `near` being that of one before it: in the same row it is not far. */
static int record_after(const Subgrid *s, int near, int i, int k) {
  const SubCell *const cells = s->records.cells;
  if (near < 0 || cells[near].k != k) return subgrid_rank(s, i, k);
  while (cells[near].i < i) near++;
  return near;
}

static void move_join(Subgrid *s, const SubMove *move) {
  const SubSums *const sums = move->sums;
  const float share = move->to.share;
  for (int n = 0, record = -1; n < sums->slab_count; n++) {
    BodySlab *const one = &sums->slabs[n];
    one->record = record = record_after(s, record, one->i, one->k);
    const Slab slab = {share * one->slab.cover, one->slab.low, one->slab.high};
    if (slab.cover > 0.0f) subgrid_stack(&s->now, &s->records.cells[record].now, slab, one->kind);
  }
  for (int n = 0, record = -1; n < sums->face_count; n++) {
    BodyFace *const one = &sums->faces[n];
    one->record = record = record_after(s, record, one->i, one->k);
    join_face(&s->faces, one->side * s->faces.stride + record, one, move->sharp, share);
  }
}

bool subgrid_join(WeirWater *w) {
  Subgrid *const s = w->bodies.subgrid;
  int64_t slabs = 0;
  for (int n = 0; n < s->move_count; n++) slabs += s->moves[n].sums->slab_count;
  if (slabs > INT32_MAX / 2 || !subgrid_pieces_reserve(&s->now, (int)slabs)) return false;
  for (int n = 0; n < s->move_count; n++) move_join(s, &s->moves[n]);
  return true;
}
