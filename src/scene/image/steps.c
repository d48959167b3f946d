/* The step of stored heights, by the gaps between the values that occur.
 *
 * Heights of few bits in a wider file leave gaps of one size, up to the rounding of a stretch; dense heights leave none, and sparse samples
 * of dense heights leave gaps of all sizes. */
#include "scene/image/steps.h"

#include <stdlib.h>

#include "base/memory.h"

enum { GAPS_MIN = 15 /* fewer tell nothing: a mask has cliffs, not steps */, GAP_MAX = 4096 /* larger ones are holes between heights */ };
static const double smallest_share = 0.05; /* of the gaps may be smaller than the step: lone values between */
static const double regular_share = 0.9;   /* of the gaps must be multiples of the step */

ValueSet *values_create(int bits) {
  ValueSet *const values = memory_create(1, sizeof *values + ((size_t)1 << bits) / 8);
  if (values) values->bits = bits;
  return values;
}

void values_add(ValueSet *values, uint32_t value) {
  values->words[(value & (((uint32_t)1 << values->bits) - 1)) >> 6] |= (uint64_t)1 << (value & 63);
}

/* Counts the gaps between neighbouring values by their sizes; returns their number. */
static int64_t count_gaps(const ValueSet *values, int64_t counts[GAP_MAX + 1]) {
  int64_t total = 0, last = -1;
  for (int64_t value = 0; value < (int64_t)1 << values->bits; value++) {
    if (value % 64 == 0 && values->words[value / 64] == 0) {
      value += 63;
      continue;
    }
    if (!(values->words[value / 64] >> (value % 64) & 1)) continue;
    if (last >= 0 && value - last <= GAP_MAX) counts[value - last]++, total++;
    last = value;
  }
  return total;
}

static int64_t smallest_gap(const int64_t counts[GAP_MAX + 1], int64_t total) {
  int64_t seen = 0;
  for (int64_t gap = 1; gap <= GAP_MAX; gap++) {
    seen += counts[gap];
    if ((double)seen >= smallest_share * (double)total) return gap;
  }
  return 1;
}

double values_step(const ValueSet *values) {
  int64_t *const counts = memory_create(GAP_MAX + 1, sizeof *counts);
  const int64_t total = counts ? count_gaps(values, counts) : 0;
  double step = 1;
  if (total >= GAPS_MIN) {
    const int64_t least = smallest_gap(counts, total);
    double size = 0, steps = 0, regular = 0;
    for (int64_t gap = 1; gap <= GAP_MAX; gap++) {
      const int64_t multiple = (gap + least / 2) / least, off = llabs(gap - multiple * least);
      if (counts[gap] == 0 || off > multiple || 4 * off > least) continue;
      regular += (double)counts[gap];
      size += (double)(gap * counts[gap]);
      steps += (double)(multiple * counts[gap]);
    }
    if (regular >= regular_share * (double)total && steps > 0) step = size / steps;
  }
  memory_free(counts);
  return step;
}
