#ifndef WEIR_GRID_DEPTH_H
#define WEIR_GRID_DEPTH_H

#include "weir/grid/water.h"

/* Adds depth to one cell and keeps the solver's own state in step; depth stops at 0. Returns the metres that really
 * went in: what rounding lost is not in it. The membrane takes nothing on land. */
double depth_add(WeirWater *water, int i, int k, double metres);

#endif
