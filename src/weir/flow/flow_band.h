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
enum { ADVECTED_RISE = FRONT_RINGS, HALF_STEP_RISE, WITHIN_X, SLOPE_X, STEP_X, ACROSS_X, WITHIN_Z, SLOPE_Z, STEP_Z, ACROSS_Z, SWE_RINGS };
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

/* The rows of the front at row r, without its tiles and sides. */
FlowFront band_front(const Band *band, int r);
/* swe: the rows of the differences of u through the faces of row k to the east (FACE_EAST) or south. */
FlowSlopes band_slopes(const Band *band, int side, int k);
/* swe: the rows of the faces to the east of row k, and to its south. */
FaceUpdate band_update_east(const Band *band, int k);
FaceUpdate band_update_south(const Band *band, int k);
/* The stretches of row k whose tiles are active. */
const Stretches *band_stretches_wanted(const Band *band, int k);
/* Those on which intermediate values are needed for the wanted results: those of the rows around too. */
const Stretches *band_stretches_around(const Band *band, int k);

#endif
