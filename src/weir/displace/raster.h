#ifndef WEIR_DISPLACE_RASTER_H
#define WEIR_DISPLACE_RASTER_H

#include "weir/displace/columns.h"

/* The grid that bodies are rasterised for. A plain value. */
typedef struct RasterGrid {
  int nx, nz;
  float cell;
  int threads; /* 0: one */
} RasterGrid;

/* Fills the raster with the columns of all bodies that are present, each on a lattice fine enough to carry torque (at least 6 columns
 * across the body's smallest side, or the water's own cells where those are finer). Allocates only when it has to grow. Any number of
 * threads gives the same bits. Returns false, with the raster empty, if memory runs out. */
bool raster_bodies(Raster *raster, const RasterGrid *grid, const WeirBody *bodies, int count);
void raster_free(Raster *raster);

#endif
