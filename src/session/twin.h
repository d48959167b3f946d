#ifndef SESSION_TWIN_H
#define SESSION_TWIN_H

/* A second world that gets every command of the first, in the same tick, but for what the two are to differ in. */

#include <stddef.h>

#include "world/world.h"

/* The second world's difference from the first; a value. */
typedef struct TwinHow {
  bool solver_differs, param_differs;
  WeirSolver solver;
  int param;   /* index into params_table, */
  float value; /* and what it is there */
} TwinHow;

/* The second world, and how it hears the first. Made by twin_create, destroyed before the world that it goes with. Its calls, like that
 * world's, are for one thread at a time. */
typedef struct Twin {
  World *of, *world; /* the caller steps `world` after each tick of `of` */
  TwinHow how;
  int waiting; /* commands that waited when the copy was made: it has them already */
} Twin;

/* Makes a twin of `of`, which may have commands waiting: a copy of it or, where it is not NULL, the world `other` of the same grid, which
 * is the twin's from now on, in any case. Returns NULL and sets *error if memory runs out or too much listens to `of` already. */
Twin *twin_create(World *of, World *other, const TwinHow *how, int threads, Error *error);
void twin_destroy(Twin *twin);
/* Sets what it differs in from the next tick on. What it differed in before follows the first world again. */
void twin_differ(Twin *twin, const TwinHow *how);

/* --- how two waters over the same grid differ at one moment --- */

#define DIFFERENCE_PARTED 0.01 /* m: a larger difference means that the two have parted */

/* One of the two. Borrowed for the call. */
typedef struct DifferenceSide {
  const float *ground, *depth; /* m, nx*nz in rows of the strides */
  ptrdiff_t ground_stride, depth_stride;
  const Body *bodies; /* in order of serial */
  int body_count;
} DifferenceSide;

/* A value: the largest difference of the surfaces (m; where only one is wet: its depth) and where, the root of their mean square over all
 * places that are wet in either, and the farthest that a body is from itself. */
typedef struct Difference {
  double largest, mean, bodies; /* m */
  float x, z;                   /* m */
} Difference;

/* `field`, where it is not NULL, gets nx*nz differences in m, the second side's surface above the first one's; 0 where both are dry. */
Difference difference_of(const DifferenceSide sides[2], int nx, int nz, float cell, float *field);

#endif
