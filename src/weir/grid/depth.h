#ifndef WEIR_GRID_DEPTH_H
#define WEIR_GRID_DEPTH_H

#include "weir/grid/water.h"

/* Adds depth to one cell and to the solver's own state with it; depth stops at 0. Returns the metres that were added after rounding. A
 * membrane takes no water on land. */
double depth_add(WeirWater *water, int i, int k, double metres);

#endif
