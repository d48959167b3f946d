#ifndef WORLD_HEIGHTMAP_H
#define WORLD_HEIGHTMAP_H

#include <stdbool.h>

#include "base/error.h"

/* Limits of an image: pixels a side, pixels in all. */
enum { HEIGHTMAP_SIDE_MAX = 16384, HEIGHTMAP_PIXELS_MAX = 100000000 };

/* A height image as stored in its file: w*h heights in [0, 1], row after row from the north. Filled by heightmap_read; the
 * caller owns it and releases it with heightmap_free. */
typedef struct Heightmap {
  float *heights;
  int w, h;
  float quantum; /* step between two stored values: 1/255 or 1/65535 */
} Heightmap;

/* Reads PNG, JPEG, BMP or TGA, 8 or 16 bit, grey or colour (its luminance), and keeps the part [x0, x1) x [z0, z1), in shares
 * of the image. False with a one-line error, and an empty map, when it cannot be read, is no image, ends before its pixels do, is
 * smaller than 2 x 2 or larger than allowed, or the part is smaller than 2 x 2. */
bool heightmap_read(const char *path, const float crop[4], Heightmap *map, Error *error);
void heightmap_free(Heightmap *map);

#endif
