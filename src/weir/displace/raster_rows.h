#ifndef WEIR_DISPLACE_RASTER_ROWS_H
#define WEIR_DISPLACE_RASTER_ROWS_H

#include <stdint.h>

#include "weir/displace/columns.h"

/* Within displace/raster.c, displace/raster_solid.c and displace/raster_rows.c: a body over its lattice, and the loop over the lattice's rows. */

enum { BORDERS_MAX = 3 * WEIR_TRIANGLES_MAX, LOW = 0, TOP = 1 };

#define COVER_MIN 1.0e-9 /* of a lattice cell; less is rounding */

/* The change across an edge on the way east, on either side of the body (LOW: faces that look down, TOP: up): faces that begin less faces
 * that end, and the same of their planes. A plain value. */
typedef struct Jump {
  double cover[2], ax[2], top[2], az[2], c[2]; /* top: cover[TOP] twice, behind `ax` */
} Jump;

/* An edge between two corners, seen from above: in lattice cells from the lattice's corner, z0 < z1. Lives in a Solid. */
typedef struct Edge {
  double x0, z0, x1, z1, slope; /* slope: of x */
  int from, to;                 /* corners, for joining */
  Jump jump;
} Edge;

/* Sums of a lattice cell on edges: what they add to the cell, and (`run`) to every cell east of it in the row. Shares of a cell; `mean`, the
 * first moments along z and x, counts from the cell's corner. Members are worked on four doubles at a time. A row of them for each thread, in
 * Raster.scratch: all 0 between rows. */
typedef struct RasterCell {
  double cover[2], run[2];
  double y[2], run_y[2];
  double run_slope[2], mean[2];
  double run_z, spare[3];
} RasterCell;

/* A body over its lattice, as corners and edges. In a RasterWork. */
typedef struct Solid {
  double corners[SHAPE_CORNERS_MAX][3]; /* x, z in lattice cells from the lattice's corner; y in m from the body's place */
  double low, high;                     /* m, of y */
  Edge borders[BORDERS_MAX];
  int16_t order[BORDERS_MAX]; /* by z0 */
  int count;
} Solid;

enum { PARTS = 32, PIECES = 64, PIECE_GROUP = 8, ROWS = 16 }; /* gathered at most; worked on together; rows that they may end */

/* Finds the edges of a body whose corners are known, and their order (raster_solid.c). */
void solid_make(const WeirBody *body, Solid *solid);

/* Parts of edges, each within a lattice row: the edge and the row's northern side, then how it crosses the row's cells from west to east:
 * `x`, `z` its ends (z counts from the row's side), `first_*` its piece in its first cell, `last_x` where it ends in its last, both counted
 * from the cell's corner. In a RasterWork; whole groups are worked on, so numbers of edges are always finite, there or not. */
typedef struct Parts {
  double x0[PARTS], z0[PARTS], x1[PARTS], z1[PARTS], slope[PARTS], row[PARTS];
  double x[2][PARTS], z[2][PARTS], per[PARTS]; /* per: z per x */
  double base[PARTS], end[PARTS], first_x[2][PARTS], first_z[PARTS], last_x[PARTS];
  double turn[PARTS], sort[PARTS];            /* turn: below 0, the edge runs from east to west */
  int first[PARTS], last[PARTS], kind[PARTS]; /* `base`, `end` and `sort` again, as indices */
  const Jump *jump[PARTS];
  int rows, ends[ROWS]; /* of each row that ends: the parts up to its end */
} Parts;

/* Parts of edges, each within a cell: their ends from west to east, counted from the corner of the cell, and what they come to. In a
 * RasterWork, and as finite as Parts. */
typedef struct Pieces {
  double u[2][PIECES], w[2][PIECES], turn[PIECES], row[PIECES];
  double z[PIECES], at_x[PIECES];
  double share[PIECES][2], at_z[PIECES][2], mean[PIECES][2]; /* of the cell and of its height; their moments along z; along z and x */
  const Jump *jump[PIECES];
  int cell[PIECES];
  int count, rows, ends[ROWS];
} Pieces;

/* The memory for one body that is too large for the stack of a small thread, 200 KB. One for each thread, before its row of cells in
 * Raster.scratch. */
typedef struct RasterWork {
  Parts parts;
  Pieces pieces;
  Solid solid;
  const Edge *active[BORDERS_MAX]; /* edges that go through the row */
} RasterWork;

/* The place in the raster that one body's columns go to, and one lattice row at a time, in the scratch of one thread. On the stack of
 * raster_body. */
typedef struct Sink {
  Raster *raster;
  RasterBody *body;
  /* Bounds, what is added to them, and what makes m of them: of y of the lower and the upper side, of z and of x in the lattice. */
  double low[4], high[4], base[4], scale[4];
  int column;
  RasterWork *work;
  RasterCell *cells;
  uint64_t *marks; /* which of the cells are on edges */
  int ni, k;       /* cells of the row; the row */
} Sink;

/* The table of loops over a body's lattice, compiled for one vector width. Static. */
typedef struct RasterRows {
  /* Writes the columns and runs of all rows of a body. */
  void (*rows)(Sink *sink);
} RasterRows;
extern const RasterRows raster_rows_plain, raster_rows_avx2, raster_rows_avx512;

#endif
