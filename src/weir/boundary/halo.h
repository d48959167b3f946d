#ifndef WEIR_BOUNDARY_HALO_H
#define WEIR_BOUNDARY_HALO_H

#include "weir/boundary/sides.h"
#include "weir/grid/water.h"

/* The cells beyond the sides of the grid, HALO_ROWS of them. Joined sides show the opposite side's cells, closed ones keep their wall,
 * all others go on with the outermost cell's value until something else is written there. */

/* A field of cells, on one side; a field of cells, on all sides that are not closed. */
void halo_fill(WeirWater *water, Field *field, WeirSide side);
void halo_fill_all(WeirWater *water, Field *field);

/* A field of vectors on faces: x on the faces to the east, z on those to the south. */
void halo_fill_vector(WeirWater *water, Field *x, Field *z);

/* Joined sides to the north and south once more, after seas have been written at their corners: the copy of a row must be as the row. */
void halo_fill_corners(WeirWater *water, Field *field);

/* Depths beyond a side that holds a level (WEIR_LEVEL, WEIR_ZERO); nothing for other kinds. */
void halo_fill_level(WeirWater *water, WeirSide side);

/* Everything behind one side as if nothing had ever been there; its own faces keep their velocities unless it is closed. */
void halo_reset(WeirWater *water, WeirSide side);

/* Membrane: the displacements behind a side go on from its outermost cells; nothing for other solvers. */
void halo_reset_membrane(WeirWater *water, WeirSide side);

#endif
