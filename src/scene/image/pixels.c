/* Pixels as heights: their kind, the step between their values, and those that have none.
 *
 * Terrarium: 256 R + G + B / 256 - 32768 m. Mapbox Terrain-RGB: (65536 R + 256 G + B) / 10 - 10000 m. Both are numbers of three digits to
 * the base 256, and are found by what colours of a picture never do: the high digit stays within the few values that heights on Earth have,
 * and where a digit goes up by one, the next lower digit falls by nearly a whole turn (a carry). In pictures the channels rise and fall
 * together. */
#include <math.h>
#include <stdlib.h>

#include "base/maths.h"
#include "base/memory.h"
#include "scene/image/heightmap.h"

enum {
  TERRARIUM_LOW = 84,   /* high byte of -11264 m: below the deepest sea */
  TERRARIUM_HIGH = 163, /* of 9215 m: above the highest mountain */
  MAPBOX_HIGH = 2,      /* of 9660 m */
  CARRIES_MIN = 16,     /* fewer tell nothing */
  GREY_TOLERANCE = 6    /* of 255, between the channels of a grey JPEG */
};
/* Mean change of the lower digit where the upper one goes up by one: -256 in flat land, and less the steeper it is, to 0. Pictures have
 * at most some -10 in colours that shade into each other, and around 0 where they are nearly black. */
static const double upper_falls = -32, lower_falls = -4;

static uint32_t channel(const Pixels *p, size_t at, int c) {
  const size_t n = at * (size_t)p->channels + (size_t)c;
  return p->deep ? ((const uint16_t *)p->data)[n] : ((const uint8_t *)p->data)[n];
}

static size_t pixel_count(const Pixels *p) {
  return (size_t)p->w * (size_t)p->h;
}

static bool is_grey(const Pixels *p) {
  const int tolerance = !p->lossy ? 0 : GREY_TOLERANCE;
  if (p->channels < 3) return true;
  for (size_t at = 0; at < pixel_count(p); at++) {
    const int r = (int)channel(p, at, 0), g = (int)channel(p, at, 1), b = (int)channel(p, at, 2);
    if (abs(r - g) > tolerance || abs(b - g) > tolerance) return false;
  }
  return true;
}

static bool is_transparent(const Pixels *p, size_t at) {
  const bool has_alpha = p->channels == 2 || p->channels == 4;
  return has_alpha && channel(p, at, p->channels - 1) < (p->deep ? 32768u : 128u);
}

static bool is_no_data(const Pixels *p, size_t at) {
  return is_transparent(p, at) || (channel(p, at, 0) | channel(p, at, 1) | channel(p, at, 2)) == 0;
}

/* Counts how often the digit `high` differs by one between neighbours in a row. Sets *follows to how far the next lower digit goes with it
 * in the mean: below 0 it goes the other way. */
static int count_carries(const Pixels *p, int high, double *follows) {
  double sum = 0;
  int count = 0;
  for (size_t at = 0; at + 1 < pixel_count(p); at++) {
    if ((at + 1) % (size_t)p->w == 0 || is_no_data(p, at) || is_no_data(p, at + 1)) continue;
    const int step = (int)channel(p, at + 1, high) - (int)channel(p, at, high);
    if (step != 1 && step != -1) continue;
    sum += step * ((int)channel(p, at + 1, high + 1) - (int)channel(p, at, high + 1));
    count++;
  }
  *follows = count > 0 ? sum / count : 0;
  return count;
}

/* Finds the lowest and highest value of the red bytes of pixels that have data; returns false where none has. */
static bool red_range(const Pixels *p, int *low, int *high) {
  *low = 255, *high = 0;
  for (size_t at = 0; at < pixel_count(p); at++) {
    if (is_no_data(p, at)) continue;
    const int red = (int)channel(p, at, 0);
    *low = red < *low ? red : *low;
    *high = red > *high ? red : *high;
  }
  return *low <= *high;
}

/* Returns true if the pixels bear the marks of Terrarium: carries between the upper digits or, where the land is so flat that those are too
 * few, lower digits that do not go together as they would in a picture. */
static bool is_terrarium(const Pixels *p, int low, int high) {
  double follows;
  if (low < TERRARIUM_LOW || high > TERRARIUM_HIGH) return false;
  if (count_carries(p, 0, &follows) >= CARRIES_MIN) return follows < upper_falls;
  return high - low <= 1 && count_carries(p, 1, &follows) >= CARRIES_MIN && follows < -lower_falls;
}

HeightmapKind pixels_kind(const Pixels *p) {
  int low, high;
  double follows;
  if (is_grey(p)) return HEIGHTMAP_GREY;
  if (p->deep || p->lossy || !red_range(p, &low, &high)) return HEIGHTMAP_COLOUR;
  if (is_terrarium(p, low, high)) return HEIGHTMAP_TERRARIUM;
  /* The upper digit is so small in no picture but nearly black ones, whose channels do not fall where another rises. */
  const bool dark = high > 0 && high <= MAPBOX_HIGH;
  return dark && count_carries(p, 1, &follows) >= CARRIES_MIN && follows < lower_falls ? HEIGHTMAP_MAPBOX : HEIGHTMAP_COLOUR;
}

/* The luminance's weights are those of the decoder, so that a grey picture in three channels keeps its values. */
uint32_t pixels_value(const Pixels *p, HeightmapKind kind, size_t at) {
  if (p->channels < 3) return channel(p, at, 0);
  const uint32_t r = channel(p, at, 0), g = channel(p, at, 1), b = channel(p, at, 2);
  const bool code = kind == HEIGHTMAP_TERRARIUM || kind == HEIGHTMAP_MAPBOX;
  return code ? r << 16 | g << 8 | b : (r * 77 + g * 150 + b * 29) >> 8;
}

double pixels_unit_m(HeightmapKind kind) {
  return kind == HEIGHTMAP_TERRARIUM ? 1.0 / 256 : 0.1;
}

bool pixels_is_empty(const Pixels *p, HeightmapKind kind, size_t at) {
  return kind == HEIGHTMAP_TERRARIUM || kind == HEIGHTMAP_MAPBOX ? is_no_data(p, at) : is_transparent(p, at);
}

/* --- the step between values -----------------------------------------------------------------------------------------------
 * By the gaps between the values that occur. Heights of few bits in a wider file leave gaps of one size, up to the rounding of a stretch;
 * dense heights leave none, and sparse samples of dense heights leave gaps of all sizes. */

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

double values_step(const ValueSet *values) {
  int64_t *const counts = memory_create(GAP_MAX + 1, sizeof *counts);
  const int64_t total = counts ? count_gaps(values, counts) : 0;
  double step = 1;
  if (total >= GAPS_MIN) {
    int64_t least = 1, seen = counts[1];
    while ((double)seen < smallest_share * (double)total) seen += counts[++least];
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

/* --- filling ---------------------------------------------------------------------------------------------------------------
 * A hole is filled by a pyramid: each level is the mean of the heights in 2 x 2 pixels of the finer one, as far as those have any; coming
 * back, a hole takes the coarser level's height and is smoothed with its neighbours. What has a height keeps it to the bit. */

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
