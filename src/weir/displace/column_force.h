#ifndef WEIR_DISPLACE_COLUMN_FORCE_H
#define WEIR_DISPLACE_COLUMN_FORCE_H

#include "weir/grid/water.h"

/* Writes the forces of the water on the first `count` bodies of the raster in a step of dt, column by column. Each body by itself: any
 * number of threads gives the same bits. */
void column_forces(const WeirWater *water, const WeirBody *bodies, int count, float dt, WeirForce *forces);

/* Returns true if no number of a force is beyond floats. */
bool force_is_finite(const WeirForce *force);

#endif
