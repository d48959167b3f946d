#ifndef SESSION_TWIN_H
#define SESSION_TWIN_H

/* A second world that gets every command of the first, in the same tick, but for what the two are to differ in. */

#include "world/world.h"

/* The second world's difference from the first; a value. */
typedef struct TwinHow {
  bool solver_differs, param_differs;
  WeirSolver solver;
  int param;   /* index into params_table, */
  float value; /* and what it is there */
} TwinHow;

/* Made by twin_create, destroyed before the world that it goes with. Its calls, like that world's, are for one thread at a time. */
typedef struct Twin Twin;

/* Makes a twin of `of`, which may have commands waiting: a copy of it or, where it is not NULL, the world `other` of the same grid, which
 * is the twin's from now on, in any case. Returns NULL and sets *error if memory runs out or too much listens to `of` already. */
Twin *twin_create(World *of, World *other, const TwinHow *how, int threads, Error *error);
void twin_destroy(Twin *twin);

World *twin_world(Twin *twin);

/* Sets what it differs in from the next tick on. What it differed in before follows the first world again. */
void twin_differ(Twin *twin, const TwinHow *how);

/* Takes the same tick, after each tick of the first world. */
void twin_step(Twin *twin);

#endif
