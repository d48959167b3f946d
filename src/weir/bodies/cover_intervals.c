/* What bodies leave of a cell: slabs that they cover, one above the other, and the water that it holds between and beside them. */
#include <math.h>

#include "base/memory.h"
#include "weir/bodies/state.h"

#define DRY_TOP_HEIGHT 1000.0f /* m; no head is as high */
#define COVER_MOST (1.0f + 0.5f * SLOT_FRACTION) /* more would store less than nothing */

/* What the surface runs through is joined by its means, which holds as much near the surface; else by volume. */
static CoverInterval interval_both(const CoverInterval *a, const CoverInterval *b, bool through) {
  const float low = min_float(a->low, b->low), high = max_float(a->high, b->high), cover = a->cover + b->cover;
  if (through) return (CoverInterval){cover, (a->cover * a->low + b->cover * b->low) / cover, (a->cover * a->high + b->cover * b->high) / cover};
  return (CoverInterval){(a->cover * (a->high - a->low) + b->cover * (b->high - b->low)) / (high - low), low, high};
}

/* Too much of it reaches deeper instead. */
static CoverInterval interval_within(CoverInterval slab) {
  if (slab.cover <= COVER_MOST) return slab;
  return (CoverInterval){COVER_MOST, slab.high - (slab.high - slab.low) * slab.cover / COVER_MOST, slab.high};
}

/* Room for so many pieces; those that there were are gone. */
bool intervals_reserve(IntervalPool *pieces, int count) {
  pieces->at = memory_reserve(pieces->at, &pieces->capacity, count + 1, sizeof *pieces->at);
  pieces->count = 1;
  return pieces->at != NULL;
}

void intervals_append(IntervalPool *pieces, IntervalList *stack, CoverInterval slab, int kind) {
  const uint32_t number = (uint32_t)pieces->count++;
  pieces->at[number] = (IntervalNode){slab, (unsigned)kind & 3u, 0};
  if (stack->count++ == 0) {
    stack->first = number;
    return;
  }
  IntervalNode *last = &pieces->at[stack->first];
  while (last->next > 0) last = &pieces->at[last->next];
  last->next = number & 0x3fffffffu;
}

/* The piece that one more is joined with: of the same kind and at the same height, or, where there is no room for another, the nearest.
 * NULL: none. */
static IntervalNode *list_place(IntervalPool *pieces, const IntervalList *stack, const CoverInterval *one, int kind) {
  IntervalNode *nearest = NULL;
  float least = INFINITY;
  uint32_t at = stack->first;
  for (int n = 0; n < stack->count; n++, at = pieces->at[at].next) {
    IntervalNode *const piece = &pieces->at[at];
    const float apart = max_float(piece->interval.low, one->low) - min_float(piece->interval.high, one->high);
    if ((int)piece->kind == kind && apart < 0.0f) return piece;
    if (apart < least) least = apart, nearest = piece;
  }
  return stack->count < INTERVALS_MAX ? NULL : nearest;
}

void intervals_add(IntervalPool *pieces, IntervalList *stack, CoverInterval one, int kind) {
  IntervalNode *const place = stack->count > 0 ? list_place(pieces, stack, &one, kind) : NULL;
  if (place) place->interval = interval_within(interval_both(&place->interval, &one, kind == COVER_WET && place->kind == COVER_WET));
  else intervals_append(pieces, stack, interval_within(one), kind);
}

/* Slabs of different kinds at one height may not take more than there is. */
void intervals_merge(IntervalPool *pieces, IntervalList *stack) {
  if (stack->count < 2) return;
  uint32_t at = stack->first;
  for (int n = 0; n < stack->count; n++, at = pieces->at[at].next) {
    CoverInterval *const slab = &pieces->at[at].interval;
    float all = 0.0f;
    for (const IntervalNode *other = list_first(pieces, stack); other; other = list_next(pieces, other))
      if (other->interval.low < slab->high && other->interval.high > slab->low) all += other->interval.cover;
    if (all > COVER_MOST) slab->cover *= COVER_MOST / all;
  }
}

const IntervalNode *intervals_top(const IntervalPool *pieces, const IntervalList *stack) {
  const IntervalNode *top = list_first(pieces, stack);
  for (const IntervalNode *piece = top; piece; piece = list_next(pieces, piece)) top = piece->interval.high > top->interval.high ? piece : top;
  return top;
}

/* --- water ----------------------------------------------------------------------------------------------------------- */

/* `share` of a stack's slabs, as far as they are above the bed: one that covers too much of its cell has been stretched downwards, and
 * what it took of the ground, heads would be sought as if it had taken it of the water. Under a lid the slot goes on above the uppermost
 * of them, for heads that water pressed together under it has: were they taken for water, a block that falls would end with it on its
 * top. */
static void blend_add(BlendedCover *mix, const IntervalPool *pieces, const IntervalList *stack, float share, bool lid) {
  const IntervalNode *const top = lid ? intervals_top(pieces, stack) : NULL;
  for (const IntervalNode *piece = list_first(pieces, stack); piece; piece = list_next(pieces, piece))
    mix->interval[mix->count++] = (CoverInterval){share * piece->interval.cover, max_float(piece->interval.low, mix->bed),
                                     piece == top ? piece->interval.high + DRY_TOP_HEIGHT : piece->interval.high};
}

/* V(h)/dx^2 = (h - b) - (1 - epsilon)*sum of cover*(h within [low, high] - low), the two geometries by their shares: by one, where
 * they are the same, or each substep would round their sum in its own way, and the water in the pores would never be quiet. */
void cover_blend(const Subgrid *s, int n, float way, BlendedCover *mix) {
  const CutCell *const cell = &s->cells.cells[n];
  const float share = cell->same ? 1.0f : way;
  mix->count = 0;
  mix->bed = s->cells.bed[n];
  if (share > 0.0f) blend_add(mix, &s->now, &cell->now, share, cell->now.dry_top);
  if (share < 1.0f) blend_add(mix, &s->was, &cell->was, 1.0f - share, cell->now.dry_top);
}

/* V is piecewise linear and rises: from one end of a slab to the next, upwards. */
float cover_head(const BlendedCover *mix, float water) {
  float ends[4 * INTERVALS_MAX];
  int count = 0;
  for (int n = 0; n < 2 * mix->count; n++) {
    const float at = n & 1 ? mix->interval[n / 2].high : mix->interval[n / 2].low;
    int m = count++;
    for (; m > 0 && ends[m - 1] > at; m--) ends[m] = ends[m - 1];
    ends[m] = at;
  }
  float h = mix->bed, left = water;
  for (int n = 0; n < count; n++) {
    if (ends[n] <= h) continue;
    const float storage = cover_storage(mix, h), room = (ends[n] - h) * storage;
    if (left <= room) return h + left / storage;
    left -= room;
    h = ends[n];
  }
  return h + left / cover_storage(mix, h);
}
