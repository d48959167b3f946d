#ifndef WEIR_SOURCES_H
#define WEIR_SOURCES_H

#include "weir/water.h"

/* Rain, evaporation, springs and drains of one substep. What really went in or out is booked, so that the account closes
 * to rounding whatever the floats swallow. */
void sources_apply(WeirWater *water, float dt);

#endif
