#ifndef BENCH_RIVAL_ROWS_H
#define BENCH_RIVAL_ROWS_H

/* The inner loops of the rivals (rival.h), compiled once for each vector width as the library's row kernels are (src/CMakeLists.txt), but
 * with -ffast-math: the compiler may contract a*b + c, reorder sums and take roots and quotients from estimates, as a game would let it.
 * Arrays have a halo on every side, so that no loop asks where it is. */

#include <stddef.h>

enum {
  RIVAL_LANES = 16,       /* floats of the widest vector: halo to the west and east of a row */
  RIVAL_HALO = 2,         /* rows to the north and south */
  RIVAL_ACROSS_MAX = 8192 /* cells from west to east */
};

/* One step of a height-only membrane on a row of cells: before = a*before + b*now + c*(the four neighbours of now). */
typedef struct HeightsRow {
  float *before;
  const float *now;
  ptrdiff_t stride;
  int count;
  float a, b, c;
} HeightsRow;

/* One step of plain pipes on a row of cells. The flows to the south are computed here too, but for the row's north side, which has been. */
typedef struct PipesRow {
  const float *bed;
  float *surface, *flow_x, *flow_z; /* to the east and south of each cell */
  const float *north;               /* flows through the row's north side */
  const float *south;               /* through its south side, where they have been computed; else NULL */
  ptrdiff_t stride;
  int count;
  float keep, push, ratio; /* factor on the flow, g*dt/dx, dt/dx */
} PipesRow;

/* The loops for one vector width. A constant. */
typedef struct RivalRows {
  void (*heights)(const HeightsRow *row);
  void (*pipe_flows)(const PipesRow *row, float *to_south); /* the flows through a row's south side alone */
  void (*pipes)(const PipesRow *row);
  void (*copy)(float *to, const float *from, size_t count, float scale);
} RivalRows;

extern const RivalRows rival_rows_plain, rival_rows_avx2, rival_rows_avx512;

#endif
