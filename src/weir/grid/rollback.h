#ifndef WEIR_GRID_ROLLBACK_H
#define WEIR_GRID_ROLLBACK_H

#include "weir/grid/water.h"

/* The last line of defence. Every scheme is bounded by construction; should a value none the less be no number, or a depth
 * run away, the state before the step is brought back and the step taken again with half the substep, which is counted. */

enum { GUARD_TRIES = 3 }; /* the last try stills the water instead of stepping */

bool guard_create(WeirWater *water);
void guard_destroy(WeirWater *water);

/* Remembers the state, its account and the clock. */
void guard_keep(WeirWater *water);
void guard_restore(WeirWater *water);

/* True when a step from the kept state could have led here; `bad` values are not finite. */
bool guard_good(const WeirWater *water, int bad);

/* The kept state without motion; cells that are no number even there become dry, and what that took is booked. */
void guard_mend(WeirWater *water);

#endif
