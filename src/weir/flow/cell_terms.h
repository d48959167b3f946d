#ifndef WEIR_FLOW_CELL_TERMS_H
#define WEIR_FLOW_CELL_TERMS_H

#include "weir/grid/flow_step.h"
#include "weir/grid/flow_terms.h"
#include "weir/grid/water.h"

/* The four faces around a cell. */
enum { AROUND_WEST, AROUND_EAST, AROUND_NORTH, AROUND_SOUTH, AROUND };

/* ROWS rows around the cell, columns from -PATCH_LEAD on about `first_column`, which is column 0 of the rows. */
enum { PATCH_REACH = 4, PATCH_ROWS = 2 * PATCH_REACH + 1, PATCH_LEAD = 20, PATCH_WIDTH = 64 };
typedef float PatchRow[PATCH_WIDTH];

/* A copy of the state around one cell before a substep, for the kernels of the sweep; on the stack or in a FlowWatch. What lies beyond the
 * halo is a wall. */
typedef struct Patch {
  int i, k;         /* the cell */
  int first_column; /* of the grid: column 0 here; 0 where the west side is near, so that both count alike */
  FlowStep step;
  PatchRow bed[PATCH_ROWS], depth[PATCH_ROWS], speed_x[PATCH_ROWS], speed_z[PATCH_ROWS];
  PatchRow discharge_x[PATCH_ROWS], discharge_z[PATCH_ROWS]; /* swe */
} Patch;

void patch_copy(Patch *patch, const WeirWater *water, const FlowStep *step, const FlowState *from, int i, int k);

/* The speed before the substep at a face of the patch's cell, m/s. */
float patch_speed(const Patch *patch, int face);

/* The terms of the four faces as the sweep's own rows make them, whatever bodies and sides do to the faces then. */
void cell_terms(const WeirWater *water, const Patch *patch, FlowTerms terms[AROUND]);

#endif
