#ifndef WEIR_FLOW_SWEEP_ROWS_H
#define WEIR_FLOW_SWEEP_ROWS_H

/* The rows that the kernels of a substep leave for each other: of the sweep itself (flow_sweep.c) and of the passes over a few cells that
 * weir_water_why makes (cell_terms.c). */

#include "weir/flow/flow_rows.h"

enum { /* of a FlowRing */
       HEAD_X,
       FACE_DEPTH_X,
       BEND_X,
       HEAD_Z,
       FACE_DEPTH_Z,
       CLEARANCE_Z,
       SHOCK,
       SHEAR,
       BEND_Z,
       SMOOTHING_CAP,
       ADVECTED_RISE,
       HALF_STEP_RISE,
       RING_ROWS
};

enum { /* swe: differences of the speeds before, as in FlowSlopes; after them each user counts its own rows */
       WITHIN_X = RING_ROWS,
       SLOPE_X,
       STEP_X,
       ACROSS_X,
       WITHIN_Z,
       SLOPE_Z,
       STEP_Z,
       ACROSS_Z,
       SHARED_ROWS
};

/* A ring from its rows, in the order of the enumeration above. */
static inline FlowRing ring_from(float *const rows[RING_ROWS]) {
  return (FlowRing){.head_z = rows[HEAD_Z],
                    .head_x = rows[HEAD_X],
                    .face_depth_z = rows[FACE_DEPTH_Z],
                    .face_depth_x = rows[FACE_DEPTH_X],
                    .clearance_z = rows[CLEARANCE_Z],
                    .shock = rows[SHOCK],
                    .shear = rows[SHEAR],
                    .bend_z = rows[BEND_Z],
                    .bend_x = rows[BEND_X],
                    .smoothing_cap = rows[SMOOTHING_CAP],
                    .advected_rise = rows[ADVECTED_RISE],
                    .half_step_rise = rows[HALF_STEP_RISE]};
}

#endif
