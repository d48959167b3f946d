#ifndef WEIR_TOUCH_H
#define WEIR_TOUCH_H

#include "weir/water.h"

/* Which cells bodies touch: a bit for each group of 16 columns (a cache line) of a row. */
enum { TOUCH_GROUP = 16 };

/* Words of a row of the mask. */
static inline int touch_words(int nx) {
  return (nx + 64 * TOUCH_GROUP - 1) / (64 * TOUCH_GROUP);
}

static inline uint64_t *touch_row(const WeirWater *w, uint64_t *mask, int k) {
  return mask + (ptrdiff_t)k * w->touch_words;
}

static inline bool touch_has(const uint64_t *row, int i) {
  return row[i / TOUCH_GROUP / 64] >> i / TOUCH_GROUP % 64 & 1;
}

/* Columns [i0, i1), within the grid. */
static inline void touch_set(uint64_t *row, int i0, int i1) {
  for (int g = i0 / TOUCH_GROUP; g <= (i1 - 1) / TOUCH_GROUP; g++) row[g / 64] |= (uint64_t)1 << g % 64;
}

/* The next stretch of columns [*i0, *i1) at or after *i1 whose groups are set; the last ends with the grid. */
static inline bool touch_stretch(const WeirWater *w, const uint64_t *row, int *i0, int *i1) {
  const int groups = (w->nx + TOUCH_GROUP - 1) / TOUCH_GROUP;
  int g = (*i1 + TOUCH_GROUP - 1) / TOUCH_GROUP;
  while (g < groups) {
    const uint64_t left = row[g / 64] >> g % 64;
    if (left) {
      g += __builtin_ctzll(left);
      break;
    }
    g = (g / 64 + 1) * 64;
  }
  if (g >= groups) return false;
  *i0 = g * TOUCH_GROUP;
  while (g < groups && row[g / 64] >> g % 64 & 1) g++;
  *i1 = g * TOUCH_GROUP < w->nx ? g * TOUCH_GROUP : w->nx;
  return true;
}

/* Sums in 16 lanes, whatever the vectors of the machine: the same bits everywhere. */
typedef struct LaneSum {
  float lane[16];
} LaneSum;

static inline void lane_sum_add(LaneSum *sum, const float *values, int count) {
  int n = 0;
  for (; n + 16 <= count; n += 16)
    for (int lane = 0; lane < 16; lane++) sum->lane[lane] += values[n + lane];
  for (int lane = 0; n + lane < count; lane++) sum->lane[lane] += values[n + lane];
}

static inline double lane_sum(const LaneSum *sum) {
  double total = 0;
  for (int lane = 0; lane < 16; lane++) total += (double)sum->lane[lane];
  return total;
}

#endif
