#ifndef WEIR_FLOW_H
#define WEIR_FLOW_H

#include "weir/flow_rows.h"
#include "weir/water.h"

/* What pipes and shallow water share: velocities on faces, depths in cells, one substep. The two differ in how a face's
 * velocity changes and in which depth it carries. */
typedef struct FlowLaw {
  FlowSpeedRow *speed;
  FlowRateRow *rate;
} FlowLaw;

void flow_enter(WeirWater *water);
void flow_substep(WeirWater *water, float dt, const FlowLaw *law);

/* Greatest depth, surface and speed, kept in the water for the bounds of the next step; counts what is not finite. */
int flow_measure(WeirWater *water);

#endif
