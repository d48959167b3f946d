#ifndef WEIR_FLOW_FLOW_H
#define WEIR_FLOW_FLOW_H

#include "weir/grid/scheme.h"
#include "weir/grid/water.h"

extern const Scheme scheme_pipe, scheme_swe;

/* What pipes and shallow water share: velocities on faces, depths in cells, one substep. The two differ in how a face's
 * velocity changes and in which depth it carries (flow/flow_rows.c). */
void flow_enter(WeirWater *water);

int flow_batch(const WeirWater *water);
void flow_substeps(WeirWater *water, float dt, int count, bool last);

/* After rollback_save, the next substep writes to the other set of fields and leaves the state there. Restoring brings it back, and may
 * be asked again. */
void flow_restore(WeirWater *water);

/* Greatest depth, surface and speed, kept in the water for the bounds of the next step; counts what is not finite. */
int flow_measure(WeirWater *water);

#endif
