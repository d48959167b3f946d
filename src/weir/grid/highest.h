#ifndef WEIR_GRID_HIGHEST_H
#define WEIR_GRID_HIGHEST_H

#include "weir/grid/water.h"

/* The highest surface that each cell has had: updates the field after a step, if it is kept. */
void highest_after(WeirWater *water);
void highest_destroy(WeirWater *water);

#endif
