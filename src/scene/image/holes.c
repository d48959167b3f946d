/* Pixels without a height: found, and filled from what lies around them.
 *
 * A hole is filled by a pyramid: each level is the mean of the heights in 2 x 2 pixels of the finer one, as far as those have any; coming
 * back, a hole takes the coarser level's height and is smoothed with its neighbours. What has a height keeps it to the bit. */
#include "scene/image/holes.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "base/maths.h"
#include "base/memory.h"

enum { SMOOTH_ROUNDS = 8, SPREAD_ROUNDS = 32 };
static const double lone_share = 0.01; /* of all pixels: more of one value are ground */
static const float lone_step = 0.25f;  /* of the range of all other heights */

/* --- lone extremes --------------------------------------------------------------------------------------------------------- */

/* Lowest and highest height, and the next ones inside of them. */
typedef struct Range {
  float low, high, next_low, next_high;
} Range;

static Range range_of(const float *heights, size_t count) {
  Range r = {INFINITY, -INFINITY, INFINITY, -INFINITY};
  for (size_t n = 0; n < count; n++) {
    if (!(heights[n] >= r.low)) r.low = isfinite(heights[n]) ? heights[n] : r.low;
    if (!(heights[n] <= r.high)) r.high = isfinite(heights[n]) ? heights[n] : r.high;
  }
  for (size_t n = 0; n < count; n++) {
    if (heights[n] > r.low && heights[n] < r.next_low) r.next_low = heights[n];
    if (heights[n] < r.high && heights[n] > r.next_high) r.next_high = heights[n];
  }
  return r;
}

/* Returns true if a neighbour of the pixel shows that it is ground: near in height, or of the same value and ground itself. */
static bool touches_ground(const float *heights, const uint8_t *lone, int w, int h, int i, int k, float step) {
  const float height = heights[(ptrdiff_t)k * w + i];
  for (int z = k > 0 ? k - 1 : 0; z <= k + 1 && z < h; z++)
    for (int x = i > 0 ? i - 1 : 0; x <= i + 1 && x < w; x++) {
      const ptrdiff_t at = (ptrdiff_t)z * w + x;
      if (!lone[at] && fabsf(heights[at] - height) <= step) return true;
    }
  return false;
}

/* Takes from the marked pixels those that touch ground, there and back over the image until none is left. Returns false if that does not
 * end soon. */
static bool unmark_ground(const float *heights, uint8_t *lone, int w, int h, float step) {
  bool changed = true;
  for (int round = 0; changed && round < SPREAD_ROUNDS; round++) {
    changed = false;
    for (ptrdiff_t n = 0, count = (ptrdiff_t)w * h; n < count; n++) {
      const ptrdiff_t at = round % 2 ? count - 1 - n : n;
      if (!lone[at] || !touches_ground(heights, lone, w, h, (int)(at % w), (int)(at / w), step)) continue;
      lone[at] = 0;
      changed = true;
    }
  }
  return !changed;
}

/* Makes holes of the lone pixels of one value; returns their number. */
static int find_lone(float *heights, uint8_t *lone, int w, int h, float value, float step) {
  const size_t count = (size_t)w * (size_t)h;
  size_t found = 0;
  for (size_t n = 0; n < count; n++) lone[n] = heights[n] == value;
  if (!unmark_ground(heights, lone, w, h, step)) return 0;
  for (size_t n = 0; n < count; n++) found += lone[n];
  if ((double)found > maths_max(4, lone_share * (double)count)) return 0;
  for (size_t n = 0; n < count; n++)
    if (lone[n]) heights[n] = NAN;
  return (int)found;
}

bool holes_find_extremes(float *heights, int w, int h, int *count) {
  const Range range = range_of(heights, (size_t)w * (size_t)h);
  const float step = lone_step * (range.next_high - range.next_low);
  *count = 0;
  if (!(range.next_high > range.next_low)) return true; /* two or three values: a mask */
  uint8_t *const lone = memory_create((size_t)w * (size_t)h, 1);
  if (!lone) return false;
  *count += find_lone(heights, lone, w, h, range.low, step);
  *count += find_lone(heights, lone, w, h, range.high, step);
  memory_free(lone);
  return true;
}

/* --- filling --------------------------------------------------------------------------------------------------------------- */

static void halve(const float *fine, int w, int h, float *coarse) {
  const int cw = (w + 1) / 2, ch = (h + 1) / 2;
  for (int k = 0; k < ch; k++)
    for (int i = 0; i < cw; i++) {
      float sum = 0, count = 0;
      for (int z = 2 * k; z < 2 * k + 2 && z < h; z++)
        for (int x = 2 * i; x < 2 * i + 2 && x < w; x++)
          if (isfinite(fine[(ptrdiff_t)z * w + x])) sum += fine[(ptrdiff_t)z * w + x], count += 1;
      coarse[(ptrdiff_t)k * cw + i] = count > 0 ? sum / count : NAN;
    }
}

/* Gives each hole the mean of its neighbours. */
static void smooth(float *heights, const uint8_t *hole, int w, int h) {
  for (int k = 0; k < h; k++)
    for (int i = 0; i < w; i++) {
      const ptrdiff_t at = (ptrdiff_t)k * w + i;
      if (!hole[at]) continue;
      const float west = heights[at - (i > 0)], east = heights[at + (i + 1 < w)];
      const float north = heights[k > 0 ? at - w : at], south = heights[k + 1 < h ? at + w : at];
      heights[at] = 0.25f * (west + east + north + south);
    }
}

bool holes_fill(float *heights, int w, int h) {
  const size_t count = (size_t)w * (size_t)h;
  size_t holes = 0;
  for (size_t n = 0; n < count; n++)
    if (!isfinite(heights[n])) holes++;
  if (holes == 0 || count == 1) return true;
  const int cw = (w + 1) / 2, ch = (h + 1) / 2;
  float *const coarse = memory_create((size_t)cw * (size_t)ch, sizeof *coarse);
  uint8_t *const hole = memory_create(count, 1);
  if (coarse && hole) halve(heights, w, h, coarse);
  const bool ok = coarse && hole && holes_fill(coarse, cw, ch);
  for (int k = 0; ok && k < h; k++)
    for (int i = 0; i < w; i++) {
      const ptrdiff_t at = (ptrdiff_t)k * w + i;
      if (isfinite(heights[at])) continue;
      hole[at] = 1;
      heights[at] = coarse[(ptrdiff_t)(k / 2) * cw + i / 2];
    }
  for (int round = 0; ok && round < SMOOTH_ROUNDS; round++) smooth(heights, hole, w, h);
  memory_free(coarse);
  memory_free(hole);
  return ok;
}
