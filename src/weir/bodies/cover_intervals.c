/* Cover intervals of a cell, one above the other, and the water that the cell holds between and beside them: "volume" in
 * bodies/bodies.h. */
#include <math.h>

#include "base/memory.h"
#include "weir/bodies/cut_rows.h"
#include "weir/bodies/state.h"

#define DRY_TOP_HEIGHT 1000.0f         /* m; no head is as high */
#define COVER_MAX (1.0f + STORAGE_MIN) /* more would leave negative storage */

/* Joins two intervals: by their means where the surface runs through both, which holds as much near the surface; else by volume. */
static CoverInterval interval_both(const CoverInterval *a, const CoverInterval *b, bool through) {
  const float low = min_float(a->low, b->low), high = max_float(a->high, b->high), cover = a->cover + b->cover;
  if (through)
    return (CoverInterval){cover, (a->cover * a->low + b->cover * b->low) / cover, (a->cover * a->high + b->cover * b->high) / cover};
  return (CoverInterval){(a->cover * (a->high - a->low) + b->cover * (b->high - b->low)) / (high - low), low, high};
}

/* An interval with too much cover reaches deeper instead. */
static CoverInterval interval_within(CoverInterval interval) {
  if (interval.cover <= COVER_MAX) return interval;
  return (CoverInterval){COVER_MAX, interval.high - (interval.high - interval.low) * interval.cover / COVER_MAX, interval.high};
}

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

/* The node that an interval is joined with: of the same kind and at the same height or, where the list is full, the nearest. NULL: none. */
static IntervalNode *list_partner(IntervalPool *pool, const IntervalList *list, const CoverInterval *one, int kind) {
  IntervalNode *nearest = NULL;
  float nearest_distance = INFINITY;
  uint32_t at = list->first;
  for (int n = 0; n < list->count; n++, at = pool->nodes[at].next) {
    IntervalNode *const node = &pool->nodes[at];
    const float distance = max_float(node->interval.low, one->low) - min_float(node->interval.high, one->high);
    if ((int)node->kind == kind && distance < 0.0f) return node;
    if (distance < nearest_distance) nearest_distance = distance, nearest = node;
  }
  return list->count < INTERVALS_MAX ? NULL : nearest;
}

void intervals_add(IntervalPool *pool, IntervalList *list, CoverInterval one, int kind) {
  IntervalNode *const partner = list->count > 0 ? list_partner(pool, list, &one, kind) : NULL;
  if (partner)
    partner->interval = interval_within(interval_both(&partner->interval, &one, kind == COVER_CROSSED && partner->kind == COVER_CROSSED));
  else
    intervals_append(pool, list, interval_within(one), kind);
}

/* Intervals of different kinds that overlap share what cover there is. */
void intervals_merge(IntervalPool *pool, IntervalList *list) {
  if (list->count < 2) return;
  uint32_t at = list->first;
  for (int n = 0; n < list->count; n++, at = pool->nodes[at].next) {
    CoverInterval *const interval = &pool->nodes[at].interval;
    float cover = 0.0f;
    for (const IntervalNode *other = list_first(pool, list); other; other = list_next(pool, other))
      if (other->interval.low < interval->high && other->interval.high > interval->low) cover += other->interval.cover;
    if (cover > COVER_MAX) interval->cover *= COVER_MAX / cover;
  }
}

const IntervalNode *intervals_top(const IntervalPool *pool, const IntervalList *list) {
  const IntervalNode *top = list_first(pool, list);
  for (const IntervalNode *node = top; node; node = list_next(pool, node)) top = node->interval.high > top->interval.high ? node : top;
  return top;
}

/* Adds `share` of a list's intervals, as far as they are above the bed: an interval with too much cover has been stretched downwards,
 * and what it took of the ground would be missing from the water. Under a dry top the slot goes on above the uppermost interval, for
 * heads of water pressed together under it: if that were taken for water, a block that falls would end with water on its top. */
static void blend_add(BlendedCover *blend, const IntervalPool *pool, const IntervalList *list, float share, bool dry_top) {
  const IntervalNode *const top = dry_top ? intervals_top(pool, list) : NULL;
  for (const IntervalNode *node = list_first(pool, list); node; node = list_next(pool, node))
    blend->interval[blend->count++] = (CoverInterval){share * node->interval.cover, max_float(node->interval.low, blend->bed),
                                                      node == top ? node->interval.high + DRY_TOP_HEIGHT : node->interval.high};
}

/* Blends the geometries of start and end, so that V(h) is their mean. One of them alone where they are the same: otherwise each substep
 * would round their sum in its own way, and water in the slots would never come to rest. */
void cover_blend(const Subgrid *s, int n, float motion_share, BlendedCover *blend) {
  const CutCell *const cell = &s->cells.cells[n];
  const float share = cell->is_unchanged ? 1.0f : motion_share;
  blend->count = 0;
  blend->bed = s->cells.bed[n];
  if (share > 0.0f) blend_add(blend, &s->now, &cell->now, share, cell->now.dry_top);
  if (share < 1.0f) blend_add(blend, &s->was, &cell->was, 1.0f - share, cell->now.dry_top);
}

float cover_head(const BlendedCover *blend, float water) {
  float low[2 * INTERVALS_MAX], high[2 * INTERVALS_MAX], cover[2 * INTERVALS_MAX], head = blend->bed;
  for (int n = 0; n < blend->count; n++) {
    low[n] = blend->interval[n].low;
    high[n] = blend->interval[n].high;
    cover[n] = blend->interval[n].cover;
  }
  heads_from_water(1, blend->count, low, high, cover, &blend->bed, &water, &head);
  return head;
}
