#ifndef SCENE_IMAGE_HEIGHTMAP_H
#define SCENE_IMAGE_HEIGHTMAP_H

#include <stdbool.h>

#include "base/error.h"
#include "scene/image/pixels.h"

/* Limits of an image: pixels a side, pixels in all. */
enum { HEIGHTMAP_SIDE_MAX = 16384, HEIGHTMAP_PIXELS_MAX = 100000000 };

/* A height image as stored in its file: w*h heights in [0, 1], row after row from the north; 0 and 1 are black and white or, of heights in
 * metres, the lowest and the highest. Filled by heightmap_read; the caller owns it and releases it with heightmap_free. */
typedef struct Heightmap {
  float *heights;
  int w, h;
  HeightmapKind kind;
  int bits;            /* 8 or 16, of a channel of the file */
  float quantum;       /* step between two stored values, found by the values: 8-bit heights in a 16-bit file have a step of 1/255 */
  bool has_steps;      /* the stored values are so few that a slope of them is a stair */
  float low, high;     /* lowest and highest of the heights */
  float low_m, high_m; /* of heights in metres: those that 0 and 1 stand for */
  int empty, extreme;  /* pixels filled from around: transparent or marked as without data; lone ones of the lowest or highest value */
} Heightmap;

/* Returns true if the image's heights are in metres. */
bool heightmap_in_metres(const Heightmap *map);

/* Reads PNG, JPEG, BMP or TGA, 8 or 16 bit, and keeps the part [x0, x1) x [z0, z1), in shares of the image. Colour is read as Terrarium or
 * Mapbox Terrain-RGB where its bytes are such heights, else as its luminance. Pixels without a height are filled from around. Returns false
 * and sets *error, with an empty map, if the file cannot be read, is not an image, ends before its pixels do, is smaller than 2 x 2 or
 * larger than allowed, or if the part is smaller than 2 x 2. */
bool heightmap_read(const char *path, const float crop[4], Heightmap *map, Error *error);
void heightmap_free(Heightmap *map);

#endif
