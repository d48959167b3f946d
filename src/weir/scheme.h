#ifndef WEIR_SCHEME_H
#define WEIR_SCHEME_H

#include "weir/water.h"

/* The solvers behind one small table. */
typedef struct Scheme {
  const char *name;
  /* Prepares the scheme's own state from the depths. */
  void (*enter)(WeirWater *water);
  /* The largest stable step, s, for the water as it is. */
  float (*largest_step)(const WeirWater *water);
  /* One substep. */
  void (*substep)(WeirWater *water, float dt);
  /* Measures what the bounds need (depth_max, ...); returns how much of the state is not finite. */
  int (*measure)(WeirWater *water);
} Scheme;

extern const Scheme scheme_membrane, scheme_pipe, scheme_swe;
const Scheme *scheme_of(WeirSolver solver);

#endif
