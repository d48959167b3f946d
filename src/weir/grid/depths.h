#ifndef WEIR_GRID_DEPTHS_H
#define WEIR_GRID_DEPTHS_H

#include "weir/grid/water.h"

/* The depths of a membrane follow from its displacements, and are half of what a single substep writes and reads. So a step after which they have
 * not been read lately leaves them out (membrane/membrane.c), and they are computed when they are asked for. Pipe and swe move the depths
 * themselves, which are never out of date. */

enum { DEPTHS_CURRENT, DEPTHS_STALE, DEPTHS_UPDATING };

/* Brings the depths and the greatest of them up to date. Each public call that reads depths begins with it; several threads may. */
void depths_update(const WeirWater *water);

/* Does the same for a public call that changes depths or displacements, whose bounds are then unknown. */
void depths_change(WeirWater *water);

/* Computes the depths from the displacements, where there is water. */
void depths_compute(WeirWater *water);

/* Returns true if the step that ends should write depths: as many steps have gone since they were last asked for as between the last two times.
 * Counts the steps. */
bool depths_due(WeirWater *water);

#endif
