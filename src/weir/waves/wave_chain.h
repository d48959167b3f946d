#ifndef WEIR_WAVES_WAVE_CHAIN_H
#define WEIR_WAVES_WAVE_CHAIN_H

#include "weir/waves/wave_grids.h"
#include "weir/waves/wave_sum.h"

/* All that is done on one grid before the next is one pass down its rows, a chain of stages, each a row behind the one before it:
 *
 *   0           r as it is, its guess, or what the coarser grid adds to it
 *   1 to sweeps relaxation
 *   then        the residual, and where two rows of it are there, a row of the coarser grid's right side
 *
 * so that rows are still in the cache when the next stage wants them. Each thread has a band of rows and keeps the last rows of its stages in a
 * ring; beyond the ends of its band it computes by itself what it needs. It reads one field and writes another, whose rows are its own. */

enum { SWEEPS_COARSEST = 8 };

/* The greatest changes that the first sweep and the last would have made by a whole step, and the greatest r before the first; finest grid
 * only. */
typedef struct WaveChanges {
  float first, last, r;
} WaveChanges;

/* A pass over one grid. On the stack. */
typedef struct Chain {
  const WeirWater *w;
  Waves *waves;
  const WaveGrid *grid, *coarse; /* coarse: the next one, for what rises and descends */
  int level;                     /* of the grid: 0 is the finest */
  bool again;                    /* not the first cycle */
  float b;
  const float *from;    /* cell (0, 0) of r; NULL: 0 everywhere */
  const float *before;  /* of r a substep ago, where the chain begins with the guess; else NULL */
  const float *right;   /* of the right side */
  float *to;            /* of what comes out; not `from` */
  int zero_after;       /* solves in a row that have left a row out, after which it is 0 there already; 0: that is not known */
  bool rises, descends; /* begins with what the coarser grid adds; ends with its right side */
  bool coarsens;        /* writes the coarser grid, too */
  float lead;
  int sweeps;
  float step[SWEEPS_COARSEST];
  bool joined_z;
  int bands;
  bool whole;           /* nothing is left out */
  struct Chain *beside; /* NULL, or another of the same grid, run row by row with this one: both read the same depths */
  const WaveSum *sum;   /* NULL, or what to sum of the rows that come out of both */
  WaveChanges changes;  /* of the one beside, once it has been run */
} Chain;

/* Runs a chain, and the one beside it; returns its changes, and leaves those of the other in beside->changes. */
WaveChanges wave_chain_run(Chain *chain);

#endif
