#ifndef GEO_GEO_PRIVATE_H
#define GEO_GEO_PRIVATE_H

/* The inside of the room: the readers of each kind, and what they share. */

#include <math.h>
#include <stdio.h>

#include "geo/geo.h"

/* A file that is read; `name` is its path in messages. On the stack. */
typedef struct GeoFile {
  FILE *file;
  const char *name;
  double bytes; /* size of the file */
} GeoFile;

/* Each reads one kind, from the beginning of the file; geo_read says the rest. */
bool asc_read(const GeoFile *file, const GeoReading *reading, GeoGrid *grid, Error *error);
bool hgt_read(const GeoFile *file, const GeoReading *reading, GeoGrid *grid, Error *error);
bool raw_read(const GeoFile *file, const GeoReading *reading, GeoGrid *grid, Error *error);
bool pfm_read(const GeoFile *file, const GeoReading *reading, GeoGrid *grid, Error *error);
bool tiff_read(const GeoFile *file, const GeoReading *reading, GeoGrid *grid, Error *error);

/* Makes room for a file's w x h values, or for means of them. Returns false and sets *error if that is less or more than allowed, or if memory
 * runs out. */
bool geo_create(const GeoFile *file, const GeoReading *reading, double w, double h, GeoGrid *grid, Error *error);

/* Tells how much has been read. Returns false if reading is to end. */
static inline bool geo_goes_on(const GeoReading *reading, double share) {
  return !reading->progress.go_on || reading->progress.go_on(reading->progress.user, share);
}

/* Divides the sums, where a value is a mean. */
void geo_finish(GeoGrid *grid);

/* Puts the value in column i and row k of the file, each of them once; NAN: it has none. geo_read divides the sums. */
static inline void geo_put(GeoGrid *grid, int64_t i, int64_t k, float value) {
  if (grid->by == 1) {
    grid->values[k * grid->w + i] = value;
    return;
  }
  const int64_t column = i / grid->by, row = k / grid->by, at = row * grid->w + column;
  if (column >= grid->w || row >= grid->h || isnan(value)) return;
  grid->values[at] += value;
  grid->counts[at]++;
}

/* Returns true if no height has this value: not finite, beyond all that is on Earth, or a mark that is commonly used. */
bool geo_is_missing(float value);

#endif
