/* The solver of virtual pipes (O'Brien and Hodgins 1995, in the form of Kellomaki 2015, sections 4.5 and 4.6). */
#include <math.h>

#include "weir/flow/flow.h"

/* sqrt(g*d_max)*dt/dx <= 1/sqrt(2). */
static float pipe_largest_step(const WeirWater *w) {
  const float speed = sqrtf(w->tuning.gravity * w->extremes.depth);
  return speed > 0.0f ? w->cell / (1.41421356f * speed) : 1.0f;
}

const Scheme scheme_pipe = {"pipe", flow_enter, pipe_largest_step, flow_batch, flow_substeps, flow_restore, flow_measure};
