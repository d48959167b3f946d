#ifndef SCENE_IMAGE_PIXELS_H
#define SCENE_IMAGE_PIXELS_H

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

/* The set of values that an image has; made by values_create, owned by the caller and freed with memory_free. */
typedef struct ValueSet {
  int bits;         /* of a value: 8 to 24 */
  uint64_t words[]; /* a bit for each value */
} ValueSet;

/* Returns NULL when memory runs out. */
ValueSet *values_create(int bits);
void values_add(ValueSet *values, uint32_t value);

/* Returns the step between the values, at least 1: where nearly all gaps between those that occur are multiples of one number, that number
 * (257 where 8 bits were widened to 16, another where they were stretched); else 1. */
double values_step(const ValueSet *values);

/* Makes holes (NaN) of lone extremes: pixels of the lowest or the highest value, few of all, that differ from every other pixel around them
 * by more than a quarter of the range of all others: marks of missing data, not peaks. Sets *count. Returns false if memory runs out. */
bool holes_find_extremes(float *heights, int w, int h, int *count);

/* Fills holes (NaN) smoothly from around; one height at least must be there. Returns false if memory runs out. */
bool holes_fill(float *heights, int w, int h);

#endif
