#ifndef WEIR_GRID_DIRTY_MASK_H
#define WEIR_GRID_DIRTY_MASK_H

#include "weir/grid/water.h"

/* Masks of the cells that bodies occupy or have changed: a bit for each group of 16 columns (a cache line) of a row. */
enum { MASK_GROUP = 16 };

/* Words of a row of the mask. */
static inline int mask_words(int nx) {
  return (nx + 64 * MASK_GROUP - 1) / (64 * MASK_GROUP);
}

static inline uint64_t *mask_row(const WeirWater *w, uint64_t *mask, int k) {
  return mask + (ptrdiff_t)k * w->bodies.mask_words;
}

static inline bool mask_has(const uint64_t *row, int i) {
  return row[(unsigned)i / MASK_GROUP / 64] >> (unsigned)i / MASK_GROUP % 64 & 1;
}

/* Columns [i0, i1), within the grid. */
static inline void mask_set(uint64_t *row, int i0, int i1) {
  const unsigned g0 = (unsigned)i0 / MASK_GROUP, g1 = (unsigned)(i1 - 1) / MASK_GROUP;
  if (g0 == g1) {
    row[g0 / 64] |= (uint64_t)1 << g0 % 64;
    return;
  }
  for (unsigned word = g0 / 64; word <= g1 / 64; word++) {
    const uint64_t from = word == g0 / 64 ? ~(uint64_t)0 << g0 % 64 : ~(uint64_t)0;
    const uint64_t to = word == g1 / 64 ? ~(uint64_t)0 >> (63 - g1 % 64) : ~(uint64_t)0;
    row[word] |= from & to;
  }
}

/* The first group from `g` on whose bit is `set`; `groups` when there is none. */
static inline int mask_next(const uint64_t *row, int g, int groups, bool set) {
  while (g < groups) {
    const uint64_t left = (set ? row[g / 64] : ~row[g / 64]) >> g % 64;
    if (left) {
      g += __builtin_ctzll(left);
      break;
    }
    g = (g / 64 + 1) * 64;
  }
  return g < groups ? g : groups;
}

/* The next stretch of columns [*i0, *i1) at or after *i1 whose groups are set; the last ends with the grid. */
static inline bool mask_stretch(const WeirWater *w, const uint64_t *row, int *i0, int *i1) {
  const int groups = (w->nx + MASK_GROUP - 1) / MASK_GROUP;
  const int first = mask_next(row, (*i1 + MASK_GROUP - 1) / MASK_GROUP, groups, true);
  if (first >= groups) return false;
  const int end = MASK_GROUP * mask_next(row, first, groups, false);
  *i0 = first * MASK_GROUP;
  *i1 = end < w->nx ? end : w->nx;
  return true;
}

/* The next stretch [*i0, *i1) of the groups in `bits`, which are those of a word of a row; clears their bits. */
static inline bool mask_word_stretch(const WeirWater *w, uint64_t *bits, int word, int *i0, int *i1) {
  if (!*bits) return false;
  const int first = __builtin_ctzll(*bits);
  const uint64_t off = ~(*bits >> first);
  const int count = off ? __builtin_ctzll(off) : 64, end = first + count < 64 ? first + count : 64;
  *bits &= end < 64 ? ~(uint64_t)0 << end : 0;
  *i0 = (64 * word + first) * MASK_GROUP;
  *i1 = (64 * word + end) * MASK_GROUP;
  if (*i1 > w->nx) *i1 = w->nx;
  return true;
}

/* Prefetches columns [i0, i1) of row k, if there is one: bodies lie on short stretches of many rows, which no processor fetches ahead by
 * itself, and half of the time was waiting for them. Inlined always, and so is what calls nothing else: gcc takes a function that only
 * prefetches for one without effect, and leaves out the calls. */
static inline __attribute__((always_inline)) void mask_prefetch(const WeirWater *w, const Field *field, int i0, int i1, int k) {
  if (k < 0 || k >= w->nz) return;
  const float *const row = field->cells + water_index(w, 0, k);
  for (int i = i0 / MASK_GROUP * MASK_GROUP; i < i1; i += MASK_GROUP) __builtin_prefetch(row + i, 1);
}

/* Returns true if bodies occupy cells of the grid, or did at the last call. */
static inline bool bodies_any(const WeirWater *w) {
  for (ptrdiff_t n = 0; w->bodies.dirty_mask && n < (ptrdiff_t)w->nz * w->bodies.mask_words; n++)
    if (w->bodies.dirty_mask[n]) return true;
  return false;
}

#endif
