#include "weir/flow/flow_band.h"

static const Stretches *stretches_of(const Band *band, Stretches *s, int a, int b) {
  if (s->a == a && s->b == b) return s;
  s->a = a;
  s->b = b;
  s->count = 0;
  for (int i0 = 0, i1 = 0; tiles_stretch(band->w, a, b, &i0, &i1); s->count++) {
    s->at[s->count][0] = i0;
    s->at[s->count][1] = i1;
  }
  return s;
}

const Stretches *band_stretches_wanted(const Band *b, int k) {
  const int row = tile_row_of(b, k);
  return stretches_of(b, &b->wanted[row % 2], row, row);
}

const Stretches *band_stretches_around(const Band *b, int k) {
  return stretches_of(b, b->around, tile_row_of(b, k - REACH), tile_row_of(b, k + REACH));
}

static FlowRing ring_of(const Band *b, int k) {
  return (FlowRing){.head_z = ring(b, HEAD_Z, k),
                    .head_x = ring(b, HEAD_X, k),
                    .face_depth_z = ring(b, FACE_DEPTH_Z, k),
                    .face_depth_x = ring(b, FACE_DEPTH_X, k),
                    .clearance_z = ring(b, CLEARANCE_Z, k),
                    .shock = ring(b, SHOCK, k),
                    .shear = ring(b, SHEAR, k),
                    .bend_z = ring(b, BEND_Z, k),
                    .bend_x = ring(b, BEND_X, k),
                    .smoothing_cap = ring(b, SMOOTHING_CAP, k),
                    .advected_rise = ring(b, ADVECTED_RISE, k),
                    .half_step_rise = ring(b, HALF_STEP_RISE, k)};
}

FlowFront band_front(const Band *b, int r) {
  FlowFront front = {.bed_north = terrain_row(b, r - 1),
                     .bed = terrain_row(b, r),
                     .bed_south = terrain_row(b, r + 1),
                     .depth = row_from(b, DEPTH, r),
                     .depth_south = row_from(b, DEPTH, r + 1),
                     .ux = row_from(b, SPEED_X, r),
                     .ux_south = row_from(b, SPEED_X, r + 1),
                     .uz = row_from(b, SPEED_Z, r),
                     .uz_north = row_from(b, SPEED_Z, r - 1),
                     .before = ring_of(b, r - 1),
                     .now = ring_of(b, r),
                     .speed_out_x = row_to(b, SPEED_X, r),
                     .speed_out_z = row_to(b, SPEED_Z, r - 1),
                     .flow_x = ring(b, FLOW_X, r),
                     .flow_z = ring(b, FLOW_Z, r - 1)};
  if (b->swe) {
    front.discharge_x = row_from(b, DISCHARGE_X, r);
    front.discharge_z = row_from(b, DISCHARGE_Z, r);
    front.discharge_z_north = row_from(b, DISCHARGE_Z, r - 1);
  }
  return front;
}

FlowSlopes band_slopes(const Band *b, int side, int k) {
  const int speed = side == FACE_EAST ? SPEED_X : SPEED_Z, first = side == FACE_EAST ? WITHIN_X : WITHIN_Z;
  const int slope = first + (SLOPE_X - WITHIN_X), step = first + (STEP_X - WITHIN_X), across = first + (ACROSS_X - WITHIN_X);
  return (FlowSlopes){.u = row_from(b, speed, k),
                      .u_next = row_from(b, speed, k + 1),
                      .difference_north = ring(b, step, k - 1),
                      .within = ring(b, first, k),
                      .slope = ring(b, slope, k),
                      .difference = ring(b, step, k),
                      .slope_across = ring(b, across, k)};
}

FaceUpdate band_update_east(const Band *b, int k) {
  const float *const bed = terrain_row(b, k), *const depth = row_from(b, DEPTH, k), *const head = ring(b, HEAD_X, k);
  const float *const bend = ring(b, BEND_X, k), *const cap = ring(b, SMOOTHING_CAP, k), *const q = row_from(b, DISCHARGE_X, k);
  const float *const south = row_from(b, DISCHARGE_Z, k), *const north = row_from(b, DISCHARGE_Z, k - 1);
  const float *const within = ring(b, WITHIN_X, k), *const slope = ring(b, SLOPE_X, k);
  const float *const advected_rise = ring(b, ADVECTED_RISE, k), *const half_step_rise = ring(b, HALF_STEP_RISE, k);
  return (FaceUpdate){.bed = {bed, bed + 1},
                      .depth = {depth, depth + 1},
                      .depth_back = depth - 1,
                      .depth_far = depth + 2,
                      .bed_back = bed - 1,
                      .bed_far = bed + 2,
                      .head = {head - 1, head, head + 1},
                      .face_depth = ring(b, FACE_DEPTH_X, k),
                      .bend = {bend, bend + 1},
                      .smoothing_cap = {cap, cap + 1},
                      .advected_rise = {advected_rise, advected_rise + 1},
                      .half_step_rise = {half_step_rise, half_step_rise + 1},
                      .speed_before = row_from(b, SPEED_X, k),
                      .difference_along = {within - 1, within},
                      .difference_across = {ring(b, STEP_X, k - 1), ring(b, STEP_X, k)},
                      .slope_along = {slope - 1, slope, slope + 1},
                      .slope_across = {ring(b, ACROSS_X, k - 1), ring(b, ACROSS_X, k), ring(b, ACROSS_X, k + 1)},
                      .discharge = {q - 1, q, q + 1},
                      .cross_discharge = {south, south + 1, north, north + 1},
                      .speed = row_to(b, SPEED_X, k),
                      .flow = ring(b, FLOW_X, k)};
}

FaceUpdate band_update_south(const Band *b, int k) {
  const float *const bend = ring(b, BEND_Z, k), *const within = ring(b, WITHIN_Z, k), *const slope = ring(b, SLOPE_Z, k);
  const float *const here = row_from(b, DISCHARGE_X, k), *const on = row_from(b, DISCHARGE_X, k + 1);
  return (FaceUpdate){.bed = {terrain_row(b, k), terrain_row(b, k + 1)},
                      .depth = {row_from(b, DEPTH, k), row_from(b, DEPTH, k + 1)},
                      .depth_back = row_from(b, DEPTH, k - 1),
                      .depth_far = row_from(b, DEPTH, k + 2),
                      .bed_back = terrain_row(b, k - 1),
                      .bed_far = terrain_row(b, k + 2),
                      .head = {ring(b, HEAD_Z, k - 1), ring(b, HEAD_Z, k), ring(b, HEAD_Z, k + 1)},
                      .face_depth = ring(b, FACE_DEPTH_Z, k),
                      .bend = {bend, ring(b, BEND_Z, k + 1)},
                      .smoothing_cap = {ring(b, SMOOTHING_CAP, k), ring(b, SMOOTHING_CAP, k + 1)},
                      .advected_rise = {ring(b, ADVECTED_RISE, k), ring(b, ADVECTED_RISE, k + 1)},
                      .half_step_rise = {ring(b, HALF_STEP_RISE, k), ring(b, HALF_STEP_RISE, k + 1)},
                      .speed_before = row_from(b, SPEED_Z, k),
                      .difference_along = {ring(b, STEP_Z, k - 1), ring(b, STEP_Z, k)},
                      .difference_across = {within - 1, within},
                      .slope_along = {ring(b, ACROSS_Z, k - 1), ring(b, ACROSS_Z, k), ring(b, ACROSS_Z, k + 1)},
                      .slope_across = {slope - 1, slope, slope + 1},
                      .discharge = {row_from(b, DISCHARGE_Z, k - 1), row_from(b, DISCHARGE_Z, k), row_from(b, DISCHARGE_Z, k + 1)},
                      .cross_discharge = {here, on, here - 1, on - 1},
                      .speed = row_to(b, SPEED_Z, k),
                      .flow = ring(b, FLOW_Z, k)};
}
