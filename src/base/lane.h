#ifndef BASE_LANE_H
#define BASE_LANE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* One lane: the functions of base/lanes.h that shared formulas need, for a single float, with the same bits. A formula that is written
 * with these names and + - * / can be compiled for both (weir/grid/flow_formulas.h). They have no branches, so that loops over them
 * vectorise. tests/unit/lanes.c holds both against the same definitions. */

static inline float lane_all(float a) {
  return a;
}
static inline bool lane_greater(float a, float b) {
  return a > b;
}
static inline float lane_max(float a, float b) {
  return a > b ? a : b;
}
static inline float lane_min(float a, float b) {
  return a < b ? a : b;
}
static inline float lane_size_min(float a, float b) {
  return lane_min(fabsf(a), fabsf(b));
}
static inline float lane_size(float a) {
  return fabsf(a);
}
static inline float lane_lesser(float a, float b) {
  return copysignf(lane_size_min(a, b), a);
}
static inline float lane_select(bool mask, float yes, float no) {
  return mask ? yes : no;
}
static inline float lane_where(bool mask, float a) {
  return mask ? a : 0.0f;
}
static inline float lane_and(float a, float b) {
  uint32_t bits_a, bits_b;
  memcpy(&bits_a, &a, sizeof a);
  memcpy(&bits_b, &b, sizeof b);
  bits_a &= bits_b;
  memcpy(&a, &bits_a, sizeof a);
  return a;
}

#endif
