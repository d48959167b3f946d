#ifndef SCENE_IMAGE_HEIGHTMAP_H
#define SCENE_IMAGE_HEIGHTMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "geo/geo.h"

/* How the pixels of an image stand for heights. */
typedef enum HeightmapKind {
  HEIGHTMAP_GREY,      /* black to white */
  HEIGHTMAP_COLOUR,    /* a colour picture: its luminance, black to white */
  HEIGHTMAP_TERRARIUM, /* metres in three bytes: 256 R + G + B / 256 - 32768 */
  HEIGHTMAP_MAPBOX,    /* metres in three bytes: (65536 R + 256 G + B) / 10 - 10000 */
  HEIGHTMAP_METRES     /* metres, of a file that programs for maps write (geo/geo.h) */
} HeightmapKind;

/* How values that a file has no height for are made up. */
typedef enum HeightmapMissing {
  HEIGHTMAP_FILL, /* smoothly from around */
  HEIGHTMAP_SEA,  /* below all others */
  HEIGHTMAP_WALL  /* above all others */
} HeightmapMissing;

/* A request for a part of an image. */
typedef struct HeightmapReading {
  float crop[4];    /* x0, z0, x1, z1: shares of the image */
  int raw_w, raw_h; /* of raw samples; 0: they are a square */
  HeightmapMissing missing;
  GeoProgress progress; /* of the file's bytes or rows; what is done with them then takes as long as a few hundredths of that */
} HeightmapReading;

/* Limits of an image: pixels a side, pixels in all. */
enum { HEIGHTMAP_SIDE_MAX = 16384, HEIGHTMAP_PIXELS_MAX = 100000000 };

/* A height image as stored in its file: w*h heights in [0, 1], row after row from the north; 0 and 1 are black and white or, of heights in
 * metres, the lowest and the highest. Filled by heightmap_read; the caller owns it and releases it with heightmap_free. */
typedef struct Heightmap {
  float *heights;
  int w, h;
  HeightmapKind kind;
  int bits;            /* of a channel or value of the file */
  float quantum;       /* step between two stored values, found by the values: 8-bit heights in a 16-bit file have a step of 1/255 */
  bool has_steps;      /* the stored values are so few that a slope of them is a stair */
  float low, high;     /* lowest and highest of the heights */
  float low_m, high_m; /* of heights in metres: those that 0 and 1 stand for */
  float lowest_m;      /* and the lowest that is not made up */
  int empty, extreme;  /* pixels made up: transparent or marked as without data; lone ones of the lowest or highest value */
  GeoKind file;        /* GEO_NONE: an image */
  int by;              /* each value is the mean of by x by of the file's; else 1 */
  GeoFrame frame;      /* where they lie on a map, in units of the pixels */
  double cell_m[2];    /* m, of a pixel to the east and to the south; 0: the file does not say */
} Heightmap;

/* Returns true if the image's heights are in metres. */
bool heightmap_in_metres(const Heightmap *map);
/* Reads PNG, JPEG, BMP or TGA, 8 or 16 bit, or a file of geo/geo.h, and keeps the part that is asked for. Colour is read as Terrarium or
 * Mapbox Terrain-RGB where its bytes are such heights, else as its luminance. Pixels without a height are made up. Returns false and sets
 * *error, with an empty map, if the file cannot be read, is not an image, ends before its pixels do, is smaller than 2 x 2 or larger than
 * allowed, or if the part is smaller than 2 x 2. */
bool heightmap_read(const char *path, const HeightmapReading *reading, Heightmap *map, Error *error);
void heightmap_free(Heightmap *map);

/* --- what the files of this folder share: heightmap.c, the images; grid.c, files of geo; pixels.c, pixels and heights --- */

/* Makes up the heights that are missing (NAN), and finds range and step; of heights in metres they are then shares of that range. `lossy`: no
 * lone extremes are looked for. Returns false and sets *error if memory runs out. */
bool heightmap_finish(const char *path, HeightmapMissing missing, bool lossy, Heightmap *map, Error *error);
/* Reads a file of that kind. Returns false and sets *error as heightmap_read does. */
bool grid_read(const char *path, GeoKind kind, const HeightmapReading *reading, Heightmap *map, Error *error);
/* Returns the first of `count` pixels that lies behind a share of them. */
int crop_index(float share, int count);

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
 * pixels_unit_m metres, above the lowest that the code has. */
uint32_t pixels_value(const Pixels *pixels, HeightmapKind kind, size_t at);
double pixels_unit_m(HeightmapKind kind);
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
