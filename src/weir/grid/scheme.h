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
  /* Brings the water's fields back to the state before the step (scheme.h); may be called more than once. */
  void (*restore)(WeirWater *water);
  /* Measures the extremes that bound the next step (ExtremesPart); returns how many values or tiles are not finite. */
  int (*measure)(WeirWater *water);
} Scheme;

/* Repeating a step that became unstable. Every scheme is bounded by construction; should a value be not finite none the less, or a depth
 * run away, the state before the step is restored and the step taken again with half the substep, which is counted. */

enum { ROLLBACK_TRIES = 3 }; /* the last try removes all motion instead of stepping */

bool rollback_create(WeirWater *water);
void rollback_destroy(WeirWater *water);
/* Saves the state, its budget and the clock. */
void rollback_save(WeirWater *water);
/* Restores them; `scheme` is the water's. */
void rollback_restore(WeirWater *water, const Scheme *scheme);
/* Returns true if a step from the saved state could have led to the present one, of which `bad` values are not finite. */
bool rollback_is_sound(const WeirWater *water, int bad);
/* Restores the saved state without motion; cells that are not finite even there become dry, and the budget gets the difference. */
void rollback_mend(WeirWater *water, const Scheme *scheme);

#endif
