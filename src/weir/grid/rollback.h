#ifndef WEIR_GRID_ROLLBACK_H
#define WEIR_GRID_ROLLBACK_H

#include "weir/grid/scheme.h"

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
