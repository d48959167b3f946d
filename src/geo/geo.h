#ifndef GEO_GEO_H
#define GEO_GEO_H

/* Grids of heights or of results in the files that programs for maps exchange, and where on the map they lie.
 *
 *   asc      ESRI ASCII grids, read and written
 *   tiff     GeoTIFF, read and written
 *   plain    grids without a head or with a short one: HGT, raw samples, PFM
 *   geo      which file is which, and metres a cell */

#include <stdbool.h>

#include "base/error.h"

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
  float *values; /* m, of heights */
  int w, h;
  GeoFrame frame;
} GeoGrid;

void geo_free(GeoGrid *grid);

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
