#ifndef WEIR_BODIES_LANE_FORMULAS_H
#define WEIR_BODIES_LANE_FORMULAS_H

#include <math.h>
#include <stdbool.h>

#include "weir/bodies/row_types.h"
#include "weir/grid/water.h"

/* What the kernels of bodies' cells and faces share, one lane of it: as expressions, that loops over lanes stay without a branch. */

/* The head that does not move water, in what rounding makes of it in the rows: what is so small the pores have made of a rounding,
 * or, beside a body that stands still, the solver has left. Taken off, not cut off, or there might be no solution. */
#define ROUGH_MOVING (1.0f / SLOT_FRACTION)
#define ROUGH_AT_REST 100.0f /* so that all of the solver's 1e-5 m is none: 2e-5 m in 4 m of water */

/* How much higher the water stands here than there, of what reaches above y. */
static inline float above(float here, float there, float y) {
  return max_float(here, y) - max_float(there, y);
}

static inline float dead_band_factor(float speed) {
  return speed == 0.0f ? ROUGH_AT_REST : ROUGH_MOVING;
}

/* Heads weighted by what is open below the bodies, between their ends, above. */
static inline float weighted_heads(float under, float within, float over, float head, float head_low, float head_high) {
  return under * head + within * head_low + over * head_high;
}

static inline float face_speed(float push, float rough, float params, float base, float most, float dead_band) {
  const float u = params * (push - clamp_float(push, -rough, rough)) + base;
  return fabsf(u) > dead_band ? clamp_float(u, -most, most) : 0.0f;
}

#endif
