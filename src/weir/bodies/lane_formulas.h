#ifndef WEIR_BODIES_LANE_FORMULAS_H
#define WEIR_BODIES_LANE_FORMULAS_H

#include <math.h>
#include <stdbool.h>

#include "weir/bodies/row_types.h"
#include "weir/grid/water.h"

/* Formulas that the kernels of cut cells and of their faces share, for one lane: expressions without a branch, so that loops stay
 * vectors. */

/* By how much the water stands higher here than there, of what reaches above y. */
static inline float above(float here, float there, float y) {
  return max_float(here, y) - max_float(there, y);
}

/* How wide the head dead band of a face is, by its body's speed. */
static inline float dead_band_factor(float speed) {
  return speed == 0.0f ? DEAD_BAND_AT_REST : DEAD_BAND_MOVING;
}

/* Heads weighted by the openings under, within and over the bodies. */
static inline float weighted_heads(float under, float within, float over, float head, float head_low, float head_high) {
  return under * head + within * head_low + over * head_high;
}

/* m/s through a face. The dead band is subtracted from the head, not cut off, or there might be no solution. */
static inline float face_speed(float head, float head_dead_band, float gain, float base, float cap, float velocity_dead_band) {
  const float u = gain * (head - clamp_float(head, -head_dead_band, head_dead_band)) + base;
  return fabsf(u) > velocity_dead_band ? clamp_float(u, -cap, cap) : 0.0f;
}

#endif
