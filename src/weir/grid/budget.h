#ifndef WEIR_GRID_BUDGET_H
#define WEIR_GRID_BUDGET_H

#include "weir/grid/water.h"

/* The volume budget: what the depths hold is what they held at the start, and what was added, removed and is displaced since. */

/* m^3 that came in (or, negative, left). */
void budget_add(WeirWater *water, double volume);

/* Sum over the grid of depth times cell area, m^3: by rows, in order. */
double budget_volume(WeirWater *water);

#endif
