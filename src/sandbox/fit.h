#ifndef SANDBOX_FIT_H
#define SANDBOX_FIT_H

/* Puts a grid on the cells of a world: each cell has the mean under a tent as wide as itself, or as the grid's values are apart where that is
 * more, so that neither noise nor edges come through. */

#include <stdbool.h>

/* The tents along one axis. Zeroed at the start; fit_free ends it. */
typedef struct FitAxis {
  int from, to;   /* values, cells */
  int *first;     /* by cell: the first value under its tent, */
  int *count;     /* how many there are, */
  float *weights; /* and their weights, `most` for each cell */
  int most;
} FitAxis;

/* The way from one size of grid to one size of world; remade when either changes. */
typedef struct Fit {
  FitAxis x, z;
  float *rows; /* the grid's rows, as wide as the world's */
} Fit;

/* Writes nx*nz cells from a grid of sx*sz values; a value that is NaN makes the cells NaN in whose tents it lies. Returns false if memory runs
 * out. */
bool fit_run(Fit *fit, const float *values, int sx, int sz, float *cells, int nx, int nz);
void fit_free(Fit *fit);

#endif
