#ifndef BENCH_NAIVE_H
#define BENCH_NAIVE_H

#include <stdbool.h>

/* The sources' loops, written plainly: what `weir bench` measures the library against, and what results are compared with.
 * Cells one after another, a branch wherever the text has an "if", float, tight rows, rows shared out among threads (their
 * `parallel for`). Built with -O2 and not made faster on purpose or by accident: keep it as it reads. */

/* The membrane of Gritzner 2010, section 2.3 with the occupancy grid of 2.5: two arrays, heights and speeds. */
typedef struct NaiveMembrane {
  int nx, nz, threads;
  float cell, wave_speed, damping; /* m, m/s, 1/s */
  float *height, *speed;           /* m, m/s; nx*nz */
  unsigned char *occupied;         /* nx*nz: 1 reflects */
} NaiveMembrane;

/* Virtual pipes as in Kellomaki 2015, sections 4.5 and 4.6: flows, then the limiter, then depths. */
typedef struct NaivePipe {
  int nx, nz, threads;
  float cell, gravity, friction; /* m, m/s^2, 1/s */
  float *terrain, *depth;        /* m */
  float *flow_x, *flow_z;        /* m^3/s to (i+1, k), to (i, k+1) */
  float *limit;                  /* share of its outflow that a cell can afford */
} NaivePipe;

/* All 0, occupied and terrain too; false without memory. Free with the other. */
bool naive_membrane_create(NaiveMembrane *membrane, int nx, int nz);
void naive_membrane_destroy(NaiveMembrane *membrane);
void naive_membrane_step(NaiveMembrane *membrane, float dt);

bool naive_pipe_create(NaivePipe *pipe, int nx, int nz);
void naive_pipe_destroy(NaivePipe *pipe);
void naive_pipe_step(NaivePipe *pipe, float dt);

/* --- boxes ----------------------------------------------------------------------------------------------------------- */

/* Boxes in the membrane as Gritzner 2010 has them, sections 2.5 to 2.8 (lines 1 to 17 of the extended pseudo-code), written
 * plainly: every cell is cleared and rebuilt in every frame, by one thread, as in that program. The text leaves collision
 * queries and the search for a region's ring open; here they are a line against a box's three slabs and a flood fill. */

/* A box, as the plain loops know it. */
typedef struct NaiveBox {
  float half[3], position[3];     /* m */
  float rotation[9];              /* row-major, box axes to world axes */
  float velocity[3], spin[3];     /* m/s, rad/s */
  float drag_linear, drag_square; /* 1/s, 1/m: F = density*volume*(k1 + k2|w|)w, w the water's velocity past the column */
  float force[3], torque[3];      /* what comes out: N, N m about the position */
} NaiveBox;

/* The grids that the boxes are rasterised into. */
typedef struct NaiveObjects {
  NaiveMembrane *liquid;      /* its heights are metres above `level` */
  float level, bottom;        /* m: of the liquid at rest, of the bed */
  float density, gravity;     /* kg/m^3, m/s^2 */
  float *displaced, *change;  /* r and dr: m of liquid replaced in the cell; nx*nz */
  unsigned char *seen, *ring; /* of the flood fill */
  int *work, *edge;
} NaiveObjects;

/* False without memory. The liquid is borrowed. Free with the other. */
bool naive_objects_create(NaiveObjects *objects, NaiveMembrane *liquid);
void naive_objects_destroy(NaiveObjects *objects);

/* Rasterises the boxes, moves the liquid that they replace, and fills their forces. Once before each frame's steps. */
void naive_objects_interact(NaiveObjects *objects, NaiveBox *boxes, int count);

#endif
