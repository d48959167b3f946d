#ifndef WEIR_GRID_SCHEME_H
#define WEIR_GRID_SCHEME_H

#include "weir/grid/water.h"

/* The solvers behind one small table. */
typedef struct Scheme {
  const char *name;
  /* Prepares the scheme's own state from the depths. */
  void (*enter)(WeirWater *water);
  /* The largest stable step, s, for the water as it is. */
  float (*largest_step)(const WeirWater *water);
  /* How many substeps may be taken at once, while nothing else happens between them. */
  int (*batch)(const WeirWater *water);
  /* So many substeps; `last`: the step's last one is among them. The first one after rollback_save leaves the state before it. */
  void (*substeps)(WeirWater *water, float dt, int count, bool last);
  /* Takes the water's fields back to the state before the step (rollback.h); may be asked again. */
  void (*restore)(WeirWater *water);
  /* Measures what the bounds need (depth_max, ...); returns how much of the state is not finite. */
  int (*measure)(WeirWater *water);
} Scheme;

#endif
