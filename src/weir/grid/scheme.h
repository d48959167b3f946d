#ifndef WEIR_GRID_SCHEME_H
#define WEIR_GRID_SCHEME_H

#include "weir/grid/water.h"

/* A solver as a table of functions: constant, with static lifetime (scheme_pipe, scheme_swe, scheme_membrane). */
typedef struct Scheme {
  const char *name;
  /* Prepares the scheme's own state from the depths. */
  void (*enter)(WeirWater *water);
  /* The largest stable step, s, for the water as it is. */
  float (*largest_step)(const WeirWater *water);
  /* How many substeps may be taken at once if nothing else happens between them. NULL: one. */
  int (*batch)(const WeirWater *water);
  /* Takes `count` substeps; `last`: the step's last one is among them. The first one after rollback_save keeps the state before it. */
  void (*substeps)(WeirWater *water, float dt, int count, bool last);
  /* Brings the water's fields back to the state before the step (rollback.h); may be called more than once. */
  void (*restore)(WeirWater *water);
  /* Measures the extremes that bound the next step (ExtremesPart); returns how many values or tiles are not finite. */
  int (*measure)(WeirWater *water);
} Scheme;

#endif
