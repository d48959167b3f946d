#ifndef WEIR_GRID_BUDGET_H
#define WEIR_GRID_BUDGET_H

#include "weir/grid/water.h"

/* The volume budget: the volume in the depths is start + added - removed + displaced (BudgetPart). */

/* Adds m^3 that entered (or, negative, left). */
void budget_add(WeirWater *water, double volume);

/* Sum over the grid of depth times cell area, m^3: by rows, in order. */
double budget_volume(WeirWater *water);

/* m^3 that the depths hold less than the budget says. */
double budget_missing(WeirWater *water);

/* Gives what the rounding of depths has lost or made back to the moving water, all of it by the same last place: to be called at the end
 * of each step. No difference between two cells that move changes, and what changes beside them is within the dead bands of still water: waves go on as
 * they were, and lakes at rest stay as they are. Without it, what a step adds to a cell is lost where it is below half of the depth's last
 * place: a valley of 96 x 64 cells with rain and a stream came apart from its budget by 3e-5 in 1000 s. */
void budget_compensate(WeirWater *water);

#endif
