#ifndef WEIR_DISPLACE_RASTER_ROWS_H
#define WEIR_DISPLACE_RASTER_ROWS_H

#include <stdint.h>

#include "weir/displace/columns.h"

/* Within displace/raster.c and displace/raster_rows.c: a body over its lattice, and the loop over the lattice's rows. */

enum { BORDERS_MAX = 3 * WEIR_TRIANGLES_MAX, BOX_CORNERS = 8, LOW = 0, TOP = 1 };

#define COVER_MIN 1.0e-9 /* of a lattice cell; less is rounding */

/* The change across an edge on the way east, on either side of the body (LOW: faces that look down, TOP: up): faces that begin less faces
 * that end, and the same of their planes. A plain value. */
typedef struct Jump {
  double cover[2], ax[2], az[2], c[2];
} Jump;

/* An edge between two corners, seen from above: in lattice cells from the lattice's corner, z0 < z1. Lives in a Solid. */
typedef struct Edge {
  double x0, z0, x1, z1, slope; /* slope: of x */
  int from, to;                 /* corners, for joining */
  Jump jump;
} Edge;

/* Sums of a lattice cell on edges: what they add to the cell, and (`run`) to every cell east of it in the row. Shares of a cell; `mean`, the
 * first moments, counts from the cell's corner. Members are worked on four doubles at a time. A row of them for each thread, in
 * Raster.scratch: all 0 between rows. */
typedef struct RasterCell {
  double cover[2], run[2];
  double y[2], run_y[2];
  double run_slope[2], mean[2];
  double run_z;
} RasterCell;

/* A body over its lattice, as corners and edges. In a RasterWork. */
typedef struct Solid {
  double corners[SHAPE_CORNERS_MAX][3]; /* x, z in lattice cells from the lattice's corner; y in m from the body's place */
  double low, high;                     /* m, of y */
  Edge borders[BORDERS_MAX];
  int16_t order[BORDERS_MAX]; /* by z0 */
  int count;
  int8_t joined[BOX_CORNERS][BOX_CORNERS]; /* of a box: 1 + the edge from a corner to another; 0: none yet */
} Solid;

/* An edge that goes through the row, and where it crosses the row's northern side. In a RasterWork. */
typedef struct ActiveEdge {
  const Edge *edge;
  double x;
} ActiveEdge;

/* The memory for one body that is too large for the stack of a small thread, 200 KB. One for each thread, before its row of cells in
 * Raster.scratch. */
typedef struct RasterWork {
  Solid solid;
  ActiveEdge active[BORDERS_MAX];
} RasterWork;

/* The place in the raster that one body's columns go to, and one lattice row at a time, in the scratch of one thread. On the stack of
 * raster_body. */
typedef struct Sink {
  Raster *raster;
  RasterBody *body;
  double low, high, base; /* m: bounds of y, and what it counts from */
  int column;
  ActiveEdge *active; /* BORDERS_MAX */
  RasterCell *cells;
  uint64_t *marks; /* which of the cells are on edges */
  int ni, k;       /* cells of the row; the row */
} Sink;

/* The table of loops over a body's lattice, compiled for one vector width. Static. */
typedef struct RasterRows {
  /* Writes the columns and runs of all rows of a body. */
  void (*rows)(const Solid *solid, Sink *sink);
} RasterRows;
extern const RasterRows raster_rows_plain, raster_rows_avx2, raster_rows_avx512;

#endif
