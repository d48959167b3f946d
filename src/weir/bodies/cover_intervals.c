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
static CoverInterval interval_within(CoverInterval interval) {
  if (interval.cover <= COVER_MOST) return interval;
  return (CoverInterval){COVER_MOST, interval.high - (interval.high - interval.low) * interval.cover / COVER_MOST, interval.high};
}

/* Room for so many pieces; those that there were are gone. */
bool intervals_reserve(IntervalPool *pool, int count) {
  pool->nodes = memory_reserve(pool->nodes, &pool->capacity, count + 1, sizeof *pool->nodes);
  pool->count = 1;
  return pool->nodes != NULL;
}

void intervals_append(IntervalPool *pool, IntervalList *list, CoverInterval interval, int kind) {
  const uint32_t number = (uint32_t)pool->count++;
  pool->nodes[number] = (IntervalNode){interval, (unsigned)kind & 3u, 0};
  if (list->count++ == 0) {
    list->first = number;
    return;
  }
  IntervalNode *last = &pool->nodes[list->first];
  while (last->next > 0) last = &pool->nodes[last->next];
  last->next = number & 0x3fffffffu;
}

/* The piece that one more is joined with: of the same kind and at the same height, or, where there is no room for another, the nearest.
 * NULL: none. */
static IntervalNode *list_place(IntervalPool *pool, const IntervalList *list, const CoverInterval *one, int kind) {
  IntervalNode *nearest = NULL;
  float least = INFINITY;
  uint32_t at = list->first;
  for (int n = 0; n < list->count; n++, at = pool->nodes[at].next) {
    IntervalNode *const node = &pool->nodes[at];
    const float apart = max_float(node->interval.low, one->low) - min_float(node->interval.high, one->high);
    if ((int)node->kind == kind && apart < 0.0f) return node;
    if (apart < least) least = apart, nearest = node;
  }
  return list->count < INTERVALS_MAX ? NULL : nearest;
}

void intervals_add(IntervalPool *pool, IntervalList *list, CoverInterval one, int kind) {
  IntervalNode *const place = list->count > 0 ? list_place(pool, list, &one, kind) : NULL;
  if (place) place->interval = interval_within(interval_both(&place->interval, &one, kind == COVER_WET && place->kind == COVER_WET));
  else intervals_append(pool, list, interval_within(one), kind);
}

/* Slabs of different kinds at one height may not take more than there is. */
void intervals_merge(IntervalPool *pool, IntervalList *list) {
  if (list->count < 2) return;
  uint32_t at = list->first;
  for (int n = 0; n < list->count; n++, at = pool->nodes[at].next) {
    CoverInterval *const interval = &pool->nodes[at].interval;
    float all = 0.0f;
    for (const IntervalNode *other = list_first(pool, list); other; other = list_next(pool, other))
      if (other->interval.low < interval->high && other->interval.high > interval->low) all += other->interval.cover;
    if (all > COVER_MOST) interval->cover *= COVER_MOST / all;
  }
}

const IntervalNode *intervals_top(const IntervalPool *pool, const IntervalList *list) {
  const IntervalNode *top = list_first(pool, list);
  for (const IntervalNode *node = top; node; node = list_next(pool, node)) top = node->interval.high > top->interval.high ? node : top;
  return top;
}

/* --- water ----------------------------------------------------------------------------------------------------------- */

/* `share` of a stack's slabs, as far as they are above the bed: one that covers too much of its cell has been stretched downwards, and
 * what it took of the ground, heads would be sought as if it had taken it of the water. Under a lid the slot goes on above the uppermost
 * of them, for heads that water pressed together under it has: were they taken for water, a block that falls would end with it on its
 * top. */
static void blend_add(BlendedCover *blend, const IntervalPool *pool, const IntervalList *list, float share, bool dry_top) {
  const IntervalNode *const top = dry_top ? intervals_top(pool, list) : NULL;
  for (const IntervalNode *node = list_first(pool, list); node; node = list_next(pool, node))
    blend->interval[blend->count++] = (CoverInterval){share * node->interval.cover, max_float(node->interval.low, blend->bed),
                                     node == top ? node->interval.high + DRY_TOP_HEIGHT : node->interval.high};
}

/* V(h)/dx^2 = (h - b) - (1 - epsilon)*sum of cover*(h within [low, high] - low), the two geometries by their shares: by one, where
 * they are the same, or each substep would round their sum in its own way, and the water in the pores would never be quiet. */
void cover_blend(const Subgrid *s, int n, float way, BlendedCover *blend) {
  const CutCell *const cell = &s->cells.cells[n];
  const float share = cell->is_unchanged ? 1.0f : way;
  blend->count = 0;
  blend->bed = s->cells.bed[n];
  if (share > 0.0f) blend_add(blend, &s->now, &cell->now, share, cell->now.dry_top);
  if (share < 1.0f) blend_add(blend, &s->was, &cell->was, 1.0f - share, cell->now.dry_top);
}

/* V is piecewise linear and rises: from one end of a slab to the next, upwards. */
float cover_head(const BlendedCover *blend, float water) {
  float ends[4 * INTERVALS_MAX];
  int count = 0;
  for (int n = 0; n < 2 * blend->count; n++) {
    const float at = n & 1 ? blend->interval[n / 2].high : blend->interval[n / 2].low;
    int m = count++;
    for (; m > 0 && ends[m - 1] > at; m--) ends[m] = ends[m - 1];
    ends[m] = at;
  }
  float h = blend->bed, left = water;
  for (int n = 0; n < count; n++) {
    if (ends[n] <= h) continue;
    const float storage = cover_storage(blend, h), room = (ends[n] - h) * storage;
    if (left <= room) return h + left / storage;
    left -= room;
    h = ends[n];
  }
  return h + left / cover_storage(blend, h);
}
