/* Bodies' sums, joined in the records that there are for their cells. */
#include "weir/subgrid_state.h"

static void join_face(SubFace *face, const BodyFace *sum, float sharp, float share) {
  const float tall = sum->high - sum->low;
  const bool first = !(face->share > 0.0f);
  face->low = first ? sum->low : min_float(face->low, sum->low);
  face->high = first ? sum->high : max_float(face->high, sum->high);
  face->share += share * sum->area;
  face->speed += share * sum->carried;
  face->block += share * min_float(tall, sharp * sum->area);
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
    SubFace *const face = &s->faces[FACES * record + one->side];
    bool *const faced = &s->records.cells[record].faced[one->side];
    if (!*faced) *face = (SubFace){.share = 0};
    *faced = true;
    join_face(face, one, move->sharp, share);
  }
}

bool subgrid_join(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  int64_t slabs = 0;
  for (int n = 0; n < s->move_count; n++) slabs += s->moves[n].sums->slab_count;
  if (slabs > INT32_MAX / 2 || !subgrid_pieces_reserve(&s->now, (int)slabs)) return false;
  for (int n = 0; n < s->move_count; n++) move_join(s, &s->moves[n]);
  return true;
}
