#ifndef GEO_GEO_H
#define GEO_GEO_H

/* Grids of heights or of results in the files that programs for maps exchange, and where on the map they lie.
 *
 *   files      which file is which
 *   grid       room for a grid, values that are no heights, metres a cell
 *   asc        ESRI ASCII grids, read; asc_write writes them
 *   plain      grids with a short head or none: HGT, raw samples, PFM
 *   tiff_read  GeoTIFF, by libtiff where the build has it (WEIR_HAS_TIFF); tiff_write writes it */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* The kinds of files that are read. */
typedef enum GeoKind { GEO_NONE, GEO_ASC, GEO_TIFF, GEO_HGT, GEO_RAW, GEO_PFM } GeoKind;

enum { GEO_HEAD = 32 }; /* bytes at the beginning of a file that tell its kind */
enum { GEO_BY_MAX = 16 };

/* Where a grid lies on a map, in the units of its coordinate system. A plain value; all 0: nowhere. */
typedef struct GeoFrame {
  bool is_known;         /* the file says so; else only the cells' size may be known */
  double west, north;    /* outer corner of the first cell of the first row */
  double cell_x, cell_z; /* units a cell to the east and to the south, above 0; 0: not known */
  double metres_a_unit;  /* of the coordinates, 1 for metres; 0: degrees */
  int epsg;              /* number of the coordinate system; 0: the file says none */
} GeoFrame;

/* A grid of w*h values, row after row from the north; NAN: no value. The caller owns it and frees it with geo_free. */
typedef struct GeoGrid {
  float *values; /* m, or samples of a picture */
  int w, h;
  GeoFrame frame;
  int grey_bits;    /* 0: the values are metres; 8 or 16: black is 0 and white the largest number of so many bits */
  int bits;         /* of a value in the file; of text as for whole numbers of 32 */
  int by;           /* each value is the mean of by x by of the file's, which has more than allowed; else 1 */
  uint16_t *counts; /* values that a mean has so far; NULL where by is 1 */
} GeoGrid;

/* Follows the reading of a large file: told the share that has been read, now and then. Returns false to have reading end there, which
 * fails then. A plain value, borrowed for the call; go_on NULL: nothing is told. */
typedef struct GeoProgress {
  bool (*go_on)(void *user, double share);
  void *user;
} GeoProgress;

/* Limits and what a file cannot say itself. */
typedef struct GeoReading {
  int side_max; /* of a file that has more, up to GEO_BY_MAX times, means are taken */
  int64_t cells_max;
  int raw_w, raw_h; /* of raw samples; 0: they are a square */
  GeoProgress progress;
} GeoReading;

/* Returns the kind of the file of that name: by its first bytes or, where those say nothing, by the name's ending; GEO_NONE: of none of them, or
 * it cannot be opened. */
GeoKind geo_file_kind(const char *path);
/* Returns the name of a kind as in "GeoTIFF". */
const char *geo_kind_name(GeoKind kind);
/* Reads a file of that kind; values that its own mark or one that is never a height says are missing become NAN. Returns false and sets
 * *error to one line, with an empty grid, if it cannot be read, is damaged, has a feature that is not read, is smaller than 2 x 2 or larger than
 * allowed, or if memory runs out. */
bool geo_read(const char *path, GeoKind kind, const GeoReading *reading, GeoGrid *grid, Error *error);
void geo_free(GeoGrid *grid);

/* Finds the metres that a cell of a grid of h rows measures to the east and to the south: where the units are degrees, in its middle row.
 * Returns false where the file does not say. */
bool geo_cell_metres(const GeoFrame *frame, int h, double metres[2]);
/* Stands in files for a cell without a value: no height or result comes near it. */
#define GEO_NODATA (-9999.0f)

/* Returns the grid's place on the map; of a grid whose place is not known, metres from its south-west corner. */
GeoFrame geo_frame_of(const GeoGrid *grid);

/* Write a grid as an ESRI ASCII grid, with as many digits as bring the same floats back, and as a GeoTIFF of floats (PixelIsArea,
 * deflated, with GDAL's nodata). Cells without a value are GEO_NODATA. An ASCII grid whose cells are not square has dx and dy, as GDAL
 * writes it; it cannot name its coordinate system. Return false and set *error to "PATH: why" if the file cannot be written; it is
 * whole or as it was before. */
bool geo_write_asc(const char *path, const GeoGrid *grid, Error *error);
bool geo_write_tiff(const char *path, const GeoGrid *grid, Error *error);
/* Returns true if this build has libtiff: without it geo_write_tiff fails. */
bool geo_has_tiff(void);

#endif
