/* Tells grey, colour, and heights in metres packed into colours apart.
 *
 * Terrarium: 256 R + G + B / 256 - 32768 m. Mapbox Terrain-RGB: (65536 R + 256 G + B) / 10 - 10000 m. Both are numbers of three digits to
 * the base 256, and are found by what colours of a picture never do: the high digit stays within the few values that heights on Earth have,
 * and where a digit goes up by one, the next lower digit falls by nearly a whole turn (a carry). In pictures the channels rise and fall
 * together. */
#include "scene/image/metres.h"

#include <stdlib.h>

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

/* Returns true if the pixels bear the marks of Mapbox Terrain-RGB: the upper digit is so small in no picture but nearly black ones, whose
 * channels do not fall where another rises. */
static bool is_mapbox(const Pixels *p, int high) {
  double follows;
  return high > 0 && high <= MAPBOX_HIGH && count_carries(p, 1, &follows) >= CARRIES_MIN && follows < lower_falls;
}

HeightmapKind pixels_kind(const Pixels *p) {
  int low, high;
  if (is_grey(p)) return HEIGHTMAP_GREY;
  if (p->deep || p->lossy || !red_range(p, &low, &high)) return HEIGHTMAP_COLOUR;
  if (is_terrarium(p, low, high)) return HEIGHTMAP_TERRARIUM;
  if (is_mapbox(p, high)) return HEIGHTMAP_MAPBOX;
  return HEIGHTMAP_COLOUR;
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

double pixels_base_m(HeightmapKind kind) {
  return kind == HEIGHTMAP_TERRARIUM ? -32768 : -10000;
}

bool pixels_is_empty(const Pixels *p, HeightmapKind kind, size_t at) {
  return kind == HEIGHTMAP_TERRARIUM || kind == HEIGHTMAP_MAPBOX ? is_no_data(p, at) : is_transparent(p, at);
}
