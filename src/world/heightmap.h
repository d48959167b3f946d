#ifndef WORLD_HEIGHTMAP_H
#define WORLD_HEIGHTMAP_H

#include <stdbool.h>

#include "base/error.h"

/* A height image as it was stored: w*h values in [0, 1], row after row from the north. `quantum` is the step between two
 * stored values (1/255 or 1/65535). Release with heightmap_free. */
typedef struct Heightmap {
  float *heights;
  int w, h;
  float quantum;
} Heightmap;

/* Reads PNG, JPEG, BMP or TGA, 8 or 16 bit, grey or colour (its luminance). False with one line when it cannot be read,
 * is no image, or is smaller than 2 x 2 or larger than 16384 a side. */
bool heightmap_read(const char *path, Heightmap *map, Error *error);
void heightmap_free(Heightmap *map);

/* Keeps the part [x0, x1) x [z0, z1) of the image, in shares; at least 2 x 2 samples. */
bool heightmap_crop(Heightmap *map, const float crop[4]);

#endif
