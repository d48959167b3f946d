#ifndef WEIR_GRID_ROLLBACK_H
#define WEIR_GRID_ROLLBACK_H

#include "weir/grid/scheme.h"

/* The last line of defence. Every scheme is bounded by construction; should a value none the less be no number, or a depth
 * run away, the state before the step is brought back and the step taken again with half the substep, which is counted. */

enum { ROLLBACK_TRIES = 3 }; /* the last try stills the water instead of stepping */

bool rollback_create(WeirWater *water);
void rollback_destroy(WeirWater *water);

/* Saves the state, its budget and the clock. */
void rollback_save(WeirWater *water);
/* Brings them back; `scheme` is the water's. */
void rollback_restore(WeirWater *water, const Scheme *scheme);

/* True when a step from the saved state could have led here; `bad` values are not finite. */
bool rollback_is_sound(const WeirWater *water, int bad);

/* Brings the saved state back without motion; cells that are no number even there become dry, and what that took is added to the budget. */
void rollback_mend(WeirWater *water, const Scheme *scheme);

#endif
