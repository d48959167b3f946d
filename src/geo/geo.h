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

#endif
