#ifndef WEIR_FLOW_FLOW_SWEEP_H
#define WEIR_FLOW_FLOW_SWEEP_H

#include "weir/flow/flow_rows.h"
#include "weir/grid/water.h"

/* One substep of pipe or swe as a sweep over rows: heads and depths at the faces of a row, speeds and flows, the limits of the row before
 * and the depths of the one before that. Each field is read and written once; intermediate values live in a few rows that stay in the
 * cache. */

/* Allocates the scratch rows, one set for each thread; before the first substep and when the number of threads changes. Returns false if
 * memory runs out. */
bool flow_sweep_create(WeirWater *water);
void flow_sweep_destroy(WeirWater *water);

/* Runs the substep. From `from` to the water's own fields, which may be the same. */
void flow_sweep(WeirWater *water, const FlowStep *step, const FlowState *from);

#endif
