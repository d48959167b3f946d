#ifndef WEIR_DISPLACE_COLUMN_ROWS_H
#define WEIR_DISPLACE_COLUMN_ROWS_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "weir/displace/columns.h"

/* The inner loops of displacing: over a run of columns, or over a row of cells. */

/* A sum in 16 lanes, whatever the vector width of the machine, so that the bits are the same everywhere. A plain value. */
typedef struct LaneSum {
  float lane[16];
} LaneSum;

static inline void lane_sum_add(LaneSum *sum, const float *values, int count) {
  int n = 0;
  for (; n + 16 <= count; n += 16)
    for (int lane = 0; lane < 16; lane++) sum->lane[lane] += values[n + lane];
  for (int lane = 0; n + lane < count; lane++) sum->lane[lane] += values[n + lane];
}

static inline double lane_sum(const LaneSum *sum) {
  double total = 0;
  for (int lane = 0; lane < 16; lane++) total += (double)sum->lane[lane];
  return total;
}

/* The columns of one run: pointers into the Raster. */
typedef struct Columns {
  const float *area, *y0, *y1, *x, *z;
} Columns;

/* Sums over a body's columns. Displacing: m^3 under the reference surface, m^2, and weighted by area the upper face, the surface and the
 * centroid; wet m^2. Forces: buoyancy and drag with their torques, m^3, m^2, and weighted by area the surface and the columns' height;
 * what columns have below a level surface, m^3, and its moments, m^4; m^2 that the surface cuts, and its second moments, m^4. */
enum { SUM_SUBMERGED, SUM_AREA, SUM_TOP, SUM_SURFACE, SUM_X, SUM_Z, SUM_WET, DISPLACE_SUMS };
enum { LIFT_X, LIFT_Y, LIFT_Z, LIFT_TX, LIFT_TY, LIFT_TZ, DRAG_X, DRAG_Y, DRAG_Z, DRAG_TX, DRAG_TY, DRAG_TZ, WRENCH_SUMS };
enum { SUBMERGED = WRENCH_SUMS, AREA, LEVEL, VOLUME, LEVEL_VOLUME, LEVEL_X, LEVEL_Z, CUT, CUT_XX, CUT_ZZ, FORCE_SUMS };

/* Loops over a run take its last group whole: columns that fill it up have no area and add nothing, wherever they stand. */
enum { GROUND, SURFACE, TILT_X, TILT_Z, WATER_X, WATER_Z, MIDDLE_X, MIDDLE_Z, AMBIENT_FIELDS };
enum { AMBIENT_MAX = 4 * RUN_MAX }; /* columns; more of them at once leave the processor's nearest cache */
/* The ambient state of the columns of some runs of a body, by cells or by columns: ground, surface and its slopes (0 next to dry cells),
 * the velocity of the water, the cell's centre. The surface of a dry cell is its ground. On the stack of body_columns. */
typedef struct Ambient {
  float of[AMBIENT_FIELDS][AMBIENT_MAX];
} Ambient;

/* The water of a body's columns: rows of `stride` floats, of which run r has those from (i, k) on, or strips of its columns, as one run with
 * k = 0. Made for one call of a kernel. */
typedef struct ColumnWater {
  const float *terrain, *depth, *reference; /* m */
  ptrdiff_t stride;
  float per_cell; /* 1/m^2 */
} ColumnWater;

/* Where a row of cells lies in the grid, for reading the ambient state. Made for one call of a kernel. */
typedef struct AmbientGrid {
  ptrdiff_t north, south; /* offsets of the cells beside */
  float per, cell;        /* 1/m, half a central difference; m */
  int i0, k;              /* column and row of the first cell */
  int at;                 /* its place in the Ambient */
} AmbientGrid;

/* The bodies' fields in a row of cells, from its first cell on: m, m, m, m, share. Made for one call of a kernel. */
typedef struct TickRow {
  float *reference, *displaced, *undistributed, *displacement, *occupancy;
} TickRow;

/* The fields that a run of columns finer than cells is added to, from column 0 of the row on. Made for one call of a kernel. */
typedef struct FineRow {
  float *displacement, *displaced, *occupancy;
  int refine;
} FineRow;

/* The parameters that the columns of one body have in common. On the stack of body_columns. */
typedef struct ForceParameters {
  float weight, density; /* N/m^3, kg/m^3 */
  float level;           /* m, of a level surface */
  const WeirBody *body;
} ForceParameters;

/* The table of kernels of displacing, compiled for one vector width. Static; arguments are rows of `count` floats. */
typedef struct ColumnRows {
  /* Begins a tick: takes back the last call's displacement and moves the reference surface towards the true one. At most 64 groups; a
   * bit for each that had cover. */
  uint64_t (*begin_tick)(const float *terrain, const float *depth, const TickRow *row, float share, int count);
  /* Writes how much of the cell's water each column displaces, m, and the share of the surface that it covers. */
  void (*displace)(const ColumnWater *water, const Columns *columns, const Run *runs, int count, float *metres, float *cover,
                   LaneSum sums[DISPLACE_SUMS]);
  /* Where columns are finer than cells: writes to each column of a run the values of its own cell, of which the first column is
   * number `within` of `refine`; whole groups, from whole groups. */
  void (*spread)(const float *const cells[], float *const columns[], int fields, int within, int refine, int count);
  /* Does the same with all ambient state, from cell `cell` of `cells` on to column `to` of `columns`. */
  void (*spread_ambient)(const Ambient *cells, int cell, Ambient *columns, int to, int within, int refine, int count);
  /* Writes a run's displacement and cover to the fields. Returns true if some of the surface is covered. */
  bool (*write)(const float *metres, const float *cover, float near, float *displacement, float *displaced, float *occupancy, int count);
  /* Does the same for columns i to i + count - 1 of a lattice that is finer than cells. Reads whole groups, and 16 columns behind them, and
   * writes up to eight cells behind. Returns a bit for each group of cells, from the first column's on: some of its surface is covered. */
  unsigned (*write_fine)(const float *metres, const float *cover, float near, const FineRow *row, int i, int count);
  /* Writes ground, surface and its slopes by central differences. */
  void (*ambient)(const AmbientGrid *row, const float *terrain, const float *depth, Ambient *ambient, int count);
  void (*force)(const Columns *columns, const Ambient *ambient, const ForceParameters *params, LaneSum sums[FORCE_SUMS], LaneSum *fastest,
                int count);
  /* Membrane: the openness of water that is covered in part; label NULL: none of the cells is land. */
  void (*openness)(const int32_t *label, const float *occupancy, float leak, float *open, int count);
  float (*greatest)(const float *values, int count); /* the greatest magnitude in a group */
} ColumnRows;
extern const ColumnRows column_rows_plain, column_rows_avx2, column_rows_avx512;

/* A copy of what a row has less than a whole group of, with nothing behind it: groups are worked on whole, by one formula. */
static inline float *whole_group(float copy[RUN_GROUP], const float *row, int count) {
  memset(copy, 0, sizeof(float) * RUN_GROUP);
  memcpy(copy, row, sizeof(float) * (size_t)count);
  return copy;
}

static inline void keep_group(float *row, const float copy[RUN_GROUP], int count) {
  memcpy(row, copy, sizeof(float) * (size_t)count);
}

#endif
