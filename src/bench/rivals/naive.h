#ifndef BENCH_NAIVE_H
#define BENCH_NAIVE_H

#include <stdbool.h>

/* The sources' loops, written plainly: what `weir bench` measures the library against, and what results are compared with.
 * Cells one after another, a branch wherever the text has an "if", float, tight rows, OpenMP over rows (their `parallel
 * for`). Built with -O2 and not made faster on purpose or by accident: keep it as it reads. */

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

#endif
