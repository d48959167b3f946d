/* The solver of shallow water, with velocity that carries itself along (Kellomaki 2015, section 4.3, after Chentanez and Mueller 2010),
 * advected in the momentum-conserving form of Stelling and Duinmeijer 2003, to second order with limited slopes: bores
 * have the right height, and eddies stand behind piers. */
#include <math.h>

#include "weir/flow/flow.h"

/* (sqrt(g*d_max) + |u|_max)*dt/dx <= 1/sqrt(2). Films thinner than a hundredth of the deepest water are left out of the
 * maximum: they run fast, the limiter bounds them, and they must not slow everything else. */
static float swe_largest_step(const WeirWater *w) {
  const float speed = sqrtf(w->tuning.gravity * w->extremes.depth) + w->extremes.speed;
  return speed > 0.0f ? w->cell / (1.41421356f * speed) : 1.0f;
}

const Scheme scheme_swe = {"swe", flow_enter, swe_largest_step, flow_batch, flow_substeps, flow_restore, flow_measure};
