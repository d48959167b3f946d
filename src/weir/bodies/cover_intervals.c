/* What bodies leave of a cell: slabs that they cover, one above the other, and the water that it holds between and beside them. */
#include <math.h>

#include "base/memory.h"
#include "weir/bodies/state.h"

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

/* Room for so many pieces; those that there were are gone. */
bool subgrid_pieces_reserve(Pieces *pieces, int count) {
  pieces->at = memory_reserve(pieces->at, &pieces->capacity, count + 1, sizeof *pieces->at);
  pieces->count = 1;
  return pieces->at != NULL;
}

void subgrid_lay_piece(Pieces *pieces, Stack *stack, Slab slab, int kind) {
  const uint32_t number = (uint32_t)pieces->count++;
  pieces->at[number] = (Piece){slab, (unsigned)kind & 3u, 0};
  if (stack->count++ == 0) {
    stack->first = number;
    return;
  }
  Piece *last = &pieces->at[stack->first];
  while (last->next > 0) last = &pieces->at[last->next];
  last->next = number & 0x3fffffffu;
}

/* The piece that one more is joined with: of the same kind and at the same height, or, where there is no room for another, the nearest.
 * NULL: none. */
static Piece *stack_place(Pieces *pieces, const Stack *stack, const Slab *one, int kind) {
  Piece *nearest = NULL;
  float least = INFINITY;
  uint32_t at = stack->first;
  for (int n = 0; n < stack->count; n++, at = pieces->at[at].next) {
    Piece *const piece = &pieces->at[at];
    const float apart = max_float(piece->slab.low, one->low) - min_float(piece->slab.high, one->high);
    if ((int)piece->kind == kind && apart < 0.0f) return piece;
    if (apart < least) least = apart, nearest = piece;
  }
  return stack->count < STACK ? NULL : nearest;
}

void subgrid_stack(Pieces *pieces, Stack *stack, Slab one, int kind) {
  Piece *const place = stack->count > 0 ? stack_place(pieces, stack, &one, kind) : NULL;
  if (place) place->slab = slab_within(slab_both(&place->slab, &one, kind == SLAB_WET && place->kind == SLAB_WET));
  else subgrid_lay_piece(pieces, stack, slab_within(one), kind);
}

/* Slabs of different kinds at one height may not take more than there is. */
void subgrid_settle(Pieces *pieces, Stack *stack) {
  if (stack->count < 2) return;
  uint32_t at = stack->first;
  for (int n = 0; n < stack->count; n++, at = pieces->at[at].next) {
    Slab *const slab = &pieces->at[at].slab;
    float all = 0.0f;
    for (const Piece *other = stack_first(pieces, stack); other; other = stack_next(pieces, other))
      if (other->slab.low < slab->high && other->slab.high > slab->low) all += other->slab.cover;
    if (all > COVER_MOST) slab->cover *= COVER_MOST / all;
  }
}

const Piece *subgrid_top(const Pieces *pieces, const Stack *stack) {
  const Piece *top = stack_first(pieces, stack);
  for (const Piece *piece = top; piece; piece = stack_next(pieces, piece)) top = piece->slab.high > top->slab.high ? piece : top;
  return top;
}

/* --- water ----------------------------------------------------------------------------------------------------------- */

/* `share` of a stack's slabs, as far as they are above the bed: one that covers too much of its cell has been stretched downwards, and
 * what it took of the ground, heads would be sought as if it had taken it of the water. Under a lid the slot goes on above the uppermost
 * of them, for heads that water pressed together under it has: were they taken for water, a block that falls would end with it on its
 * top. */
static void mix_add(SubMix *mix, const Pieces *pieces, const Stack *stack, float share, bool lid) {
  const Piece *const top = lid ? subgrid_top(pieces, stack) : NULL;
  for (const Piece *piece = stack_first(pieces, stack); piece; piece = stack_next(pieces, piece))
    mix->slab[mix->count++] = (Slab){share * piece->slab.cover, max_float(piece->slab.low, mix->bed),
                                     piece == top ? piece->slab.high + LID_HEIGHT : piece->slab.high};
}

/* V(h)/dx^2 = (h - b) - (1 - epsilon)*sum of cover*(h within [low, high] - low), the two geometries by their shares: by one, where
 * they are the same, or each substep would round their sum in its own way, and the water in the pores would never be quiet. */
void subgrid_mix(const Subgrid *s, int n, float way, SubMix *mix) {
  const SubCell *const cell = &s->records.cells[n];
  const float share = cell->same ? 1.0f : way;
  mix->count = 0;
  mix->bed = s->records.bed[n];
  if (share > 0.0f) mix_add(mix, &s->now, &cell->now, share, cell->now.lid);
  if (share < 1.0f) mix_add(mix, &s->was, &cell->was, 1.0f - share, cell->now.lid);
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
