#ifndef WEIR_FLOW_FLOW_BAND_H
#define WEIR_FLOW_FLOW_BAND_H

/* The band of rows that a thread sweeps in one substep: its rows in the scratch memory, and where each row is read and written. Shared by
 * the sweep (flow_sweep.c) and by the passes over a few cells that weir_water_why makes (watch.c). */

#include "weir/boundary/boundary.h"
#include "weir/flow/flow.h"
#include "weir/grid/flow_bodies.h"
#include "weir/grid/sleeping.h"

/* REACH: rows beyond its own that a band reads. RING: rows kept of each kind. LEAD, TAIL: floats before column 0 and after the last. */
enum { REACH = 4, RING = 4, LEAD = 32, TAIL = 48, NO_COLUMN = -LEAD };

/* Rows of a ring: those of FlowRing, the last two for swe; swe: differences of the speeds before, as in FlowSlopes; results. */
enum { HEAD_X, FACE_DEPTH_X, BEND_X, HEAD_Z, FACE_DEPTH_Z, CLEARANCE_Z, SHOCK, SHEAR, BEND_Z, SMOOTHING_CAP, FRONT_RINGS };
enum {
  ADVECTED_RISE = FRONT_RINGS,
  HALF_STEP_RISE,
  WITHIN_X,
  SLOPE_X,
  STEP_X,
  ACROSS_X,
  WITHIN_Z,
  SLOPE_Z,
  STEP_Z,
  ACROSS_Z,
  WAVE_PUSH_X,
  WAVE_PUSH_Z,
  SPILL_X,
  SPILL_Z,
  SWE_RINGS
};
enum { FLOW_X = SWE_RINGS, FLOW_Z, LIMIT, CONCENTRATION, RINGS };

enum { DEPTH, SPEED_X, SPEED_Z, DISCHARGE_X, DISCHARGE_Z, DYE, STATES };

/* The stretches of columns whose tiles are active in tile row a or b, found once for the many rows that use them. In FlowScratch. */
typedef struct Stretches {
  int a, b, count;
  int (*at)[2];
} Stretches;

/* A band of rows in one substep, on the stack of its thread; its rows lie in FlowScratch. A pass of watch.c makes one of a few rows
 * that it has itself: no water, no tiles. */
typedef struct Band {
  WeirWater *w;
  const FlowStep *step;
  const FlowBodies *bodies;               /* NULL: none */
  bool swe, has_sides, has_dye, joined_z; /* joined_z: the sides to the north and south are joined */
  int k0, k1;                             /* rows that it writes */
  int low, high;                          /* rows whose limits it needs */
  bool in_place;
  ptrdiff_t stride; /* floats from a row of the next three to the next */
  const float *terrain, *from[STATES];
  struct {
    const float *head, *beside; /* cell (0, 0) of FlowFront.wave_head and of FaceUpdate.beside; NULL: none */
  } waves;
  float *to[STATES];
  float *ring[RINGS][RING];
  uint8_t *tight[RING];
  FlowSides sides;
  Stretches *wanted, *around;           /* two, for odd and even tile rows; one */
  float *discarded;                     /* takes what is written to rows of other bands */
  const uint8_t *none;                  /* tiles of a row of which none is active */
  float *saved_rows[STATES][2 * REACH]; /* in place: rows k0 - REACH ... k0 - 1, k1 ... k1 + REACH - 1 before the substep */
} Band;

static inline float *ring(const Band *b, int which, int k) {
  return b->ring[which][(unsigned)k % RING];
}

static inline uint8_t *tight(const Band *b, int k) {
  return b->tight[(unsigned)k % RING];
}

static inline const float *terrain_row(const Band *b, int k) {
  return b->terrain + k * b->stride;
}

/* Row k of a state as it was before the substep. */
static inline const float *row_from(const Band *b, int state, int k) {
  if (b->in_place && k < b->k0 && b->k0 > 0) return b->saved_rows[state][k - (b->k0 - REACH)];
  if (b->in_place && k >= b->k1 && b->k1 < b->w->nz) return b->saved_rows[state][REACH + k - b->k1];
  return b->from[state] + k * b->stride;
}

static inline float *row_to(const Band *b, int state, int k) {
  const bool own = (k >= b->k0 || b->k0 == 0) && (k < b->k1 || b->k1 == b->w->nz);
  return own ? b->to[state] + k * b->stride : b->discarded;
}

static inline int tile_row_of(const Band *b, int k) {
  const int within = k < 0 ? 0 : k >= b->w->nz ? b->w->nz - 1 : k;
  return within / TILE_ROWS;
}

/* The row of the grid that row k is, or, beyond joined sides, a copy of; -1: none. */
static inline int grid_row(const Band *b, int k) {
  return grid_place(k, b->w->nz, b->joined_z);
}

/* The row of the grid for row k if bodies have cells in it; -1: none. */
static inline int bodies_row(const Band *b, int k) {
  const int row = grid_row(b, k);
  return b->bodies && row >= 0 && b->bodies->in_row(b->w, row) ? row : -1;
}

/* Those that follow fill structs of some twenty pointers for each row, and are inline for it: a call that hands one back costs a small grid
 * in shallow water 2 % of a step. */

static inline FlowRing ring_of(const Band *b, int k) {
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
                    .half_step_rise = ring(b, HALF_STEP_RISE, k),
                    .wave_push_x = ring(b, WAVE_PUSH_X, k),
                    .wave_push_z = ring(b, WAVE_PUSH_Z, k),
                    .spill_x = ring(b, SPILL_X, k),
                    .spill_z = ring(b, SPILL_Z, k)};
}

/* Writes the rows of the front at row r; its tiles and sides stay as they are. Member by member: a struct built whole is copied. */
static inline void band_front(const Band *b, int r, FlowFront *front) {
  front->bed_north = terrain_row(b, r - 1);
  front->bed = terrain_row(b, r);
  front->bed_south = terrain_row(b, r + 1);
  front->depth = row_from(b, DEPTH, r);
  front->depth_south = row_from(b, DEPTH, r + 1);
  front->ux = row_from(b, SPEED_X, r);
  front->ux_south = row_from(b, SPEED_X, r + 1);
  front->uz = row_from(b, SPEED_Z, r);
  front->uz_north = row_from(b, SPEED_Z, r - 1);
  front->discharge_x = b->swe ? row_from(b, DISCHARGE_X, r) : NULL;
  front->discharge_z = b->swe ? row_from(b, DISCHARGE_Z, r) : NULL;
  front->discharge_z_north = b->swe ? row_from(b, DISCHARGE_Z, r - 1) : NULL;
  front->before = ring_of(b, r - 1);
  front->now = ring_of(b, r);
  front->speed_out_x = row_to(b, SPEED_X, r);
  front->speed_out_z = row_to(b, SPEED_Z, r - 1);
  front->flow_x = ring(b, FLOW_X, r);
  front->flow_z = ring(b, FLOW_Z, r - 1);
  for (int n = 0; n < 2; n++) front->beside[n] = b->waves.beside ? b->waves.beside + (r + n - 1) * b->stride : NULL;
  for (int n = 0; n < 3; n++) front->wave_head[n] = b->waves.head ? b->waves.head + (r + n - 1) * b->stride : NULL;
}

/* swe: the rows of the differences of u through the faces of row k to the east (FACE_EAST) or south. */
static inline FlowSlopes band_slopes(const Band *b, int side, int k) {
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

/* swe: the rows of the faces to the east of row k. */
static inline FaceUpdate band_update_east(const Band *b, int k) {
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
                      .wave_push = b->waves.head ? ring(b, WAVE_PUSH_X, k) : NULL,
                      .spill = ring(b, SPILL_X, k),
                      .beside = b->waves.beside ? b->waves.beside + k * b->stride : NULL,
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

/* swe: the rows of the faces to the south of row k. */
static inline FaceUpdate band_update_south(const Band *b, int k) {
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
                      .wave_push = b->waves.head ? ring(b, WAVE_PUSH_Z, k) : NULL,
                      .spill = ring(b, SPILL_Z, k),
                      .beside = b->waves.beside ? b->waves.beside + k * b->stride : NULL,
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

/* The stretches of row k whose tiles are active. */
const Stretches *band_stretches_wanted(const Band *band, int k);
/* Those on which intermediate values are needed for the wanted results: those of the rows around too. */
const Stretches *band_stretches_around(const Band *band, int k);

#endif
