#ifndef WEIR_GRID_BUDGET_H
#define WEIR_GRID_BUDGET_H

#include "weir/grid/water.h"

/* The volume budget: the volume in the depths is start + added - removed + displaced (BudgetPart). */

/* Adds m^3 that entered (or, negative, left). */
void budget_add(WeirWater *water, double volume);

/* Sum over the grid of depth times cell area, m^3: by rows, in order. */
double budget_volume(WeirWater *water);

#endif
