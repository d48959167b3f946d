/* What bodies leave of a cell: slabs that they cover, one above the other, and the water that it holds between and beside them. */
#include <math.h>
#include <string.h>

#include "weir/subgrid.h"

#define LID_HEIGHT 1000.0f /* m; no head is as high */
#define COVER_MOST (1.0f + 0.5f * SUBGRID_PORES) /* more would store less than nothing */

/* What the surface runs through is joined by its means, which holds as much near the surface; else by volume. */
static Slab slab_both(const Slab *a, const Slab *b, bool through) {
  const float low = min_float(a->low, b->low), high = max_float(a->high, b->high), cover = a->cover + b->cover;
  if (through) return (Slab){cover, (a->cover * a->low + b->cover * b->low) / cover, (a->cover * a->high + b->cover * b->high) / cover};
  return (Slab){(a->cover * (a->high - a->low) + b->cover * (b->high - b->low)) / (high - low), low, high};
}

/* Too much of it reaches deeper instead. */
static Slab slab_within(Slab slab) {
  if (slab.cover <= COVER_MOST) return slab;
  return (Slab){COVER_MOST, slab.high - (slab.high - slab.low) * slab.cover / COVER_MOST, slab.high};
}

/* The slab that one more is joined with: of the same kind and at the same height, or, where there is no room for another, the nearest.
 * -1: none. */
static int stack_place(const Stack *stack, const Slab *one, int kind) {
  int nearest = -1;
  float least = INFINITY;
  for (int n = 0; n < stack->count; n++) {
    const Slab *const slab = &stack->slab[n];
    const float apart = max_float(slab->low, one->low) - min_float(slab->high, one->high);
    if (stack->kind[n] == kind && apart < 0.0f) return n;
    if (apart < least) least = apart, nearest = n;
  }
  return stack->count < STACK ? -1 : nearest;
}

void subgrid_stack(Stack *stack, Slab one, int kind) {
  const int at = stack_place(stack, &one, kind);
  if (at < 0) {
    stack->kind[stack->count] = (uint8_t)kind;
    stack->slab[stack->count++] = slab_within(one);
  } else {
    stack->slab[at] = slab_within(slab_both(&stack->slab[at], &one, kind == SLAB_WET && stack->kind[at] == SLAB_WET));
  }
}

/* Slabs of different kinds at one height may not take more than there is. */
void subgrid_settle(Stack *stack) {
  for (int n = 0; n < stack->count && stack->count > 1; n++) {
    Slab *const slab = &stack->slab[n];
    float all = 0.0f;
    for (int m = 0; m < stack->count; m++)
      if (stack->slab[m].low < slab->high && stack->slab[m].high > slab->low) all += stack->slab[m].cover;
    if (all > COVER_MOST) slab->cover *= COVER_MOST / all;
  }
}

float subgrid_cover(const Stack *stack) {
  float cover = 0.0f;
  for (int n = 0; n < stack->count; n++) cover += stack->slab[n].cover;
  return cover;
}

/* --- water ----------------------------------------------------------------------------------------------------------- */

/* Under a lid the slot goes on above the body, for heads that water pressed together under it has: were they taken for water, a block
 * that falls would end with it on its top. */
static void lid_lift(SubMix *mix, const Stack *stack, int first) {
  if (stack->count > 0) mix->slab[first + subgrid_top(stack)].high += LID_HEIGHT;
}

static bool same_slabs(const Stack *a, const Stack *b) {
  return a->count == b->count && memcmp(a->slab, b->slab, sizeof(Slab) * a->count) == 0;
}

/* V(h)/dx^2 = (h - b) - (1 - epsilon)*sum of cover*(h within [low, high] - low), the two geometries by their shares: by one, where
 * they are the same, or each substep would round their sum in its own way, and the water in the pores would never be quiet. */
void subgrid_mix(const SubShape *shape, float bed, float way, SubMix *mix) {
  const float share = same_slabs(&shape->was, &shape->now) ? 1.0f : way;
  mix->count = 0;
  mix->bed = bed;
  for (int n = 0; share > 0.0f && n < shape->now.count; n++) {
    const Slab *const now = &shape->now.slab[n];
    mix->slab[mix->count++] = (Slab){share * now->cover, now->low, now->high};
  }
  const int now_count = mix->count;
  if (shape->now.lid && now_count > 0) lid_lift(mix, &shape->now, 0);
  for (int n = 0; share < 1.0f && n < shape->was.count; n++) {
    const Slab *const was = &shape->was.slab[n];
    mix->slab[mix->count++] = (Slab){(1.0f - share) * was->cover, was->low, was->high};
  }
  if (shape->now.lid && mix->count > now_count) lid_lift(mix, &shape->was, now_count);
}

/* V is piecewise linear and rises: from one end of a slab to the next, upwards. */
float subgrid_head(const SubMix *mix, float water) {
  float ends[4 * STACK];
  int count = 0;
  for (int n = 0; n < 2 * mix->count; n++) {
    const float at = n & 1 ? mix->slab[n / 2].high : mix->slab[n / 2].low;
    int m = count++;
    for (; m > 0 && ends[m - 1] > at; m--) ends[m] = ends[m - 1];
    ends[m] = at;
  }
  float h = mix->bed, left = water;
  for (int n = 0; n < count; n++) {
    if (ends[n] <= h) continue;
    const float storage = subgrid_storage(mix, h), room = (ends[n] - h) * storage;
    if (left <= room) return h + left / storage;
    left -= room;
    h = ends[n];
  }
  return h + left / subgrid_storage(mix, h);
}
