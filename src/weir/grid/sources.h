#ifndef WEIR_GRID_SOURCES_H
#define WEIR_GRID_SOURCES_H

#include "weir/grid/water.h"

/* Rain, evaporation, infiltration, springs and drains of one substep. The budget gets what really went in or out, and what rounding did
 * not let in stays as a residual for the next substep. */

void sources_apply(WeirWater *water, float dt);

/* Adds depth to one cell and to the solver's own state with it; depth stops at 0. Returns the metres that were added after rounding. A
 * membrane takes no water on land. */
double depth_add(WeirWater *water, int i, int k, double metres);

/* Membrane: spreads `volume` m^3 evenly over those of `count` cells that take water, and adds it to the budget. */
void sources_inflow(WeirWater *water, ptrdiff_t first, ptrdiff_t next, int count, double volume);

#endif
