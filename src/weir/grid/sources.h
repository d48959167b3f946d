#ifndef WEIR_GRID_SOURCES_H
#define WEIR_GRID_SOURCES_H

#include "weir/grid/water.h"

/* Rain, evaporation, infiltration, springs and drains of one substep. The budget gets what really went in or out, and what rounding did
 * not let in stays as a residual for the next substep. */

/* Returns true if a source, rain, evaporation or infiltration changes the water from step to step. */
bool sources_any(const WeirWater *water);

void sources_apply(WeirWater *water, float dt);

/* Membrane: spreads `volume` m^3 evenly over those of `count` cells that take water, and adds it to the budget. */
void sources_inflow(WeirWater *water, ptrdiff_t first, ptrdiff_t next, int count, double volume);

#endif
