#ifndef BENCH_ACTIVITY_H
#define BENCH_ACTIVITY_H

/* How much of the grid works in a tick, told from outside: the share of the tiles of 64 x 8 cells (those that the library lets fall
 * asleep) in which a depth changes between two moments, or in a tile beside them, which has to be awake for that. */

#include "weir/weir.h"

/* The depths of a moment, from bench_activity_begin to bench_activity_end, which frees them; without memory the share is 1. */
typedef struct BenchActivity {
  float *depth; /* m, nx*nz; NULL: memory ran out */
  int nx, nz;
} BenchActivity;

BenchActivity bench_activity_begin(const WeirWater *water);

/* The share of the tiles that have worked since, 0 to 1; frees what the beginning took. */
double bench_activity_end(BenchActivity *activity, const WeirWater *water);

#endif
