#ifndef WEIR_RASTERISE_H
#define WEIR_RASTERISE_H

#include <stdbool.h>
#include <stddef.h>

#include "weir/shape.h"

/* One vertical column of a body: the part of it over one (sub-)cell. The sum of area*(y1 - y0) over a body's columns is
 * its volume; area, faces and centroid are exact for convex shapes (each face's shadow is clipped to the cell). */
typedef struct Column {
  int i, k;    /* the water's cell that it stands in */
  float area;  /* m^2 covered */
  float y0, y1; /* m, mean under and upper face over the covered part */
  float x, z;  /* m, centroid of the covered part */
} Column;

typedef struct Raster {
  Column *columns;
  int count, capacity;
  int *first; /* columns of body n: first[n] to first[n + 1] */
  Shape *shapes; /* of body n */
  int body_count, body_capacity;
  struct RasterCell *scratch;
  size_t scratch_capacity;
} Raster;

typedef struct RasterGrid {
  int nx, nz;
  float cell;
} RasterGrid;

/* Fills raster->columns with those of all bodies that are present, each on a lattice fine enough to carry torque (at least
 * 6 columns across the body's smallest side, or the water's own cells where those are finer), and raster->shapes. False
 * when memory is short: the raster is then empty. Allocates only when it has to grow. */
bool raster_bodies(Raster *raster, const RasterGrid *grid, const WeirBody *bodies, int count);
void raster_free(Raster *raster);

#endif
