#ifndef SCENE_IMAGE_METRES_H
#define SCENE_IMAGE_METRES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How the pixels of an image stand for heights. */
typedef enum HeightmapKind {
  HEIGHTMAP_GREY,      /* black to white */
  HEIGHTMAP_COLOUR,    /* a colour picture: its luminance, black to white */
  HEIGHTMAP_TERRARIUM, /* metres in three bytes: 256 R + G + B / 256 - 32768 */
  HEIGHTMAP_MAPBOX     /* metres in three bytes: (65536 R + 256 G + B) / 10 - 10000 */
} HeightmapKind;

/* The pixels of a decoded image; borrowed. */
typedef struct Pixels {
  const void *data; /* w*h*channels values: 16 bit if deep, else 8 */
  int w, h, channels;
  bool deep, lossy;
} Pixels;

/* Returns the kind of the pixels: grey where red, green and blue are the same, a code of heights where the bytes can be nothing else, else
 * colour. */
HeightmapKind pixels_kind(const Pixels *pixels);

/* Returns a pixel's stored value: grey or luminance as the file has it; of a code its three bytes as one number, a unit of which is
 * pixels_unit_m metres above pixels_base_m. */
uint32_t pixels_value(const Pixels *pixels, HeightmapKind kind, size_t at);
double pixels_unit_m(HeightmapKind kind);
double pixels_base_m(HeightmapKind kind);

/* Returns true if the pixel has no height: it is more transparent than not or, of a code, its bytes are 0. */
bool pixels_is_empty(const Pixels *pixels, HeightmapKind kind, size_t at);

#endif
