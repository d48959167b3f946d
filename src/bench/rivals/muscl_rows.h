#ifndef BENCH_MUSCL_ROWS_H
#define BENCH_MUSCL_ROWS_H

/* The sweep of MUSCL-HLL over a band of rows (muscl_rows.c), for each vector width. */

#include <stddef.h>

#include "bench/rivals/rows.h"

enum { MUSCL_WIDE = RIVAL_ACROSS_MAX + 4 * RIVAL_LANES }; /* of a row; cell 0 is at RIVAL_LANES */

/* A row of cells: depth, surface and velocities. */
typedef struct MusclFlow {
  _Alignas(64) float depth[MUSCL_WIDE], surface[MUSCL_WIDE], u[MUSCL_WIDE], v[MUSCL_WIDE];
} MusclFlow;

typedef struct MusclSouth {
  _Alignas(64) float depth[MUSCL_WIDE], across[MUSCL_WIDE], along[MUSCL_WIDE];
} MusclSouth;

/* Memory of a sweep about the sides of rows: the water at the south sides of row k - 1 half a step later; what passes the north sides of that
 * row, and its west sides: mass, momentum across for the cell before the side and for the one behind it, momentum along. */
typedef struct MusclSides {
  _Alignas(64) MusclSouth south[2];
  float north_mass[MUSCL_WIDE], north_behind[MUSCL_WIDE], north_along[MUSCL_WIDE];
  float west_mass[MUSCL_WIDE], west_before[MUSCL_WIDE], west_behind[MUSCL_WIDE], west_along[MUSCL_WIDE];
} MusclSides;

/* A band's own memory. */
typedef struct MusclRows {
  MusclFlow flow[3], beyond[2];
  MusclSides sides;
} MusclRows;

/* A band of rows [first, end) of a grid, and the step. All arrays begin at cell (0, 0); rows have room for whole vectors; the bed goes on
 * level for two cells beyond the walls. */
typedef struct MusclBand {
  const float *bed;               /* m */
  float *depth, *flow_x, *flow_z; /* m, m^2/s */
  ptrdiff_t stride;
  int nx, nz, vectors, first, end;
  float ratio, gravity, dry; /* dt/dx, m/s^2, m: thinner water stands still */
} MusclBand;

/* The sweep for one vector width: begin for all bands, then sweep for all. A constant. */
typedef struct MusclKernels {
  void (*begin)(const MusclBand *band, MusclRows *rows);
  void (*sweep)(const MusclBand *band, MusclRows *rows);
} MusclKernels;

extern const MusclKernels muscl_kernels_plain, muscl_kernels_avx2, muscl_kernels_avx512;

#endif
