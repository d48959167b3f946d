#ifndef WEIR_GRID_ROUNDING_H
#define WEIR_GRID_ROUNDING_H

#include "weir/grid/water.h"

/* Volume that the rounding of depths has lost or made, against the volume budget (budget.h). */

/* Gives the difference back to the moving water, all of it by the same last place: to be called at the end of each step. No
 * difference between two cells that move changes, and what changes beside them is within the dead bands of still water: waves go on as
 * they were, and lakes at rest stay as they are. Without it, what a step adds to a cell is lost where it is below half of the depth's last
 * place: a valley of 96 x 64 cells with rain and a stream came apart from its budget by 3e-5 in 1000 s. */
void rounding_compensate(WeirWater *water);

#endif
