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
  /* So many substeps; `last`: the step's last one is among them. The first one after a guard_keep leaves the kept state. */
  void (*substeps)(WeirWater *water, float dt, int count, bool last);
  /* Measures what the bounds need (depth_max, ...); returns how much of the state is not finite. */
  int (*measure)(WeirWater *water);
} Scheme;

extern const Scheme scheme_membrane, scheme_pipe, scheme_swe;
const Scheme *scheme_of(WeirSolver solver);

#endif
