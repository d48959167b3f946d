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
/* Gives what the rounding of depths has lost or made back to the moving water, all of it by the same last place: to be called at the end of
 * each step. No difference between two cells that move changes, and what changes beside them is within the dead bands of still water: waves
 * go on as they were, and lakes at rest stay as they are. Without it, what a step adds to a cell is lost where it is below half of the
 * depth's last place: a valley of 96 x 64 cells with rain and a stream came apart from its budget by 3e-5 in 1000 s. */
void budget_compensate(WeirWater *water);
/* Returns true if budget_compensate is going to look at the depths at the end of the step that is under way. */
bool budget_is_due(const WeirWater *water);
/* grid/sources.c: rain, evaporation, infiltration, springs and drains of one substep. The budget gets what really went in or out, and what
 * rounding did not let in stays as a residual for the next substep. */
void sources_apply(WeirWater *water, float dt);
/* Adds depth to one cell and to the solver's own state with it; depth stops at 0. Returns the metres that were added after rounding. A
 * membrane takes no water on land. */
double depth_add(WeirWater *water, int i, int k, double metres);
/* Membrane: spreads `volume` m^3 evenly over those of `count` cells that take water, and adds it to the budget. */
void sources_inflow(WeirWater *water, ptrdiff_t first, ptrdiff_t next, int count, double volume);

#endif
