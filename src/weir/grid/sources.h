#ifndef WEIR_GRID_SOURCES_H
#define WEIR_GRID_SOURCES_H

#include "weir/grid/water.h"

/* Rain, evaporation, springs and drains of one substep. What really went in or out is booked, so that the account closes
 * to rounding whatever the floats swallow. */
/* Whether anything is due from step to step: a source, rain or evaporation. */
bool sources_any(const WeirWater *water);

void sources_apply(WeirWater *water, float dt);

/* Membrane: m^3 spread evenly over those of `count` cells that take water, and booked. */
void sources_inflow(WeirWater *water, ptrdiff_t first, ptrdiff_t next, int count, double volume);

#endif
