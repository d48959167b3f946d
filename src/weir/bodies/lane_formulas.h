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

/* The share of a velocity u that the bed under an opening leaves in a substep; `rough` times |u| and `viscous`, m and m^2, are dt times the
 * drag; `per`, 1/m, of the opening. */
static inline float bed_friction_share(float rough, float u, float viscous, float per) {
  return 1.0f / (1.0f + (rough * fabsf(u) + viscous * per) * per);
}

/* m/s through a face. The dead band is subtracted from the head, not cut off, or there might be no solution. */
static inline float face_speed(float head, float head_dead_band, float gain, float base, float cap, float velocity_dead_band) {
  const float u = gain * (head - clamp_float(head, -head_dead_band, head_dead_band)) + base;
  return fabsf(u) > velocity_dead_band ? clamp_float(u, -cap, cap) : 0.0f;
}

/* Writes the surfaces at which `lanes` cells (1 or HEAD_GROUP) hold `water`. V(h) is piecewise linear and rises: it is followed from the
 * bed upwards, from one end of a cover interval to the next. Intervals stand one after the other, each with one value a lane; one without
 * cover has no ends. */
static inline void heads_from_water(int lanes, int intervals, const float *low, const float *high, const float *share, const float *bed,
                                    const float *restrict water, float solid_fraction, float storage_min, float *restrict head) {
  float h[HEAD_GROUP], left[HEAD_GROUP], to[HEAD_GROUP], cover[HEAD_GROUP];
  for (int n = 0; n < lanes; n++) h[n] = bed[n], left[n] = water[n];
  for (int end = 0; end <= 2 * intervals; end++) {
    int more = 0;
    for (int n = 0; n < lanes; n++) cover[n] = 0.0f, to[n] = INFINITY;
    for (int interval = 0; interval < intervals; interval++) {
      const float *const from = low + interval * lanes, *const until = high + interval * lanes, *const part = share + interval * lanes;
#pragma omp simd
      for (int n = 0; n < lanes; n++) {
        cover[n] += ((h[n] >= from[n]) & (h[n] < until[n])) ? part[n] : 0.0f;
        to[n] = ((part[n] > 0.0f) & (from[n] > h[n]) & (from[n] < to[n])) ? from[n] : to[n];
        to[n] = ((part[n] > 0.0f) & (until[n] > h[n]) & (until[n] < to[n])) ? until[n] : to[n];
      }
    }
#pragma omp simd reduction(| : more)
    for (int n = 0; n < lanes; n++) {
      const float storage = max_float(1.0f - solid_fraction * cover[n], storage_min), room = (to[n] - h[n]) * storage;
      const float rest = left[n] / storage;
      const bool ends = left[n] <= room;
      head[n] = h[n] + rest;
      more |= !ends;
      left[n] = ends ? left[n] : left[n] - room;
      h[n] = ends ? h[n] : to[n];
    }
    if (!more) return;
  }
}

#endif
