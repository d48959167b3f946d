#ifndef WEIR_BOUNDARY_SIDES_H
#define WEIR_BOUNDARY_SIDES_H

#include "weir/grid/water.h"

/* The cells along one side of the grid, from the corner with the lowest index on. A plain value. */
typedef struct Walk {
  ptrdiff_t first, next; /* index of the first cell, and from one cell to the next */
  ptrdiff_t out;         /* from a cell to its neighbour outside */
  ptrdiff_t face;        /* from a cell to its face on the side: a face has the index of the cell behind it */
  int count;
  float sign; /* of a velocity that leads out */
} Walk;

static inline Walk walk_of(const WeirWater *w, WeirSide side) {
  const ptrdiff_t s = w->stride;
  switch (side) {
    case WEIR_WEST: return (Walk){0, s, -1, -1, w->nz, -1.0f};
    case WEIR_EAST: return (Walk){w->nx - 1, s, 1, 0, w->nz, 1.0f};
    case WEIR_NORTH: return (Walk){0, 1, -s, -s, w->nx, -1.0f};
    default: return (Walk){(w->nz - 1) * s, 1, s, 0, w->nx, 1.0f};
  }
}

static inline bool side_faces_x(WeirSide side) {
  return side == WEIR_WEST || side == WEIR_EAST;
}

static inline WeirEdge side_kind(const WeirWater *w, WeirSide side) {
  return w->boundary.sides[side].kind;
}

/* Returns true if a sea lies beyond a side of that kind, at a level of its own. */
static inline bool kind_is_sea(WeirEdge kind) {
  return kind == WEIR_LEVEL || kind == WEIR_WAVE;
}

/* Returns true if the side's outer faces stay closed, whatever happens within. */
static inline bool side_is_closed(const WeirWater *w, WeirSide side) {
  const WeirEdge kind = side_kind(w, side);
  return kind == WEIR_REFLECT || kind == WEIR_SPONGE || (kind == WEIR_INFLOW && w->solver == WEIR_MEMBRANE);
}

/* Returns true if the side is one of two that are joined (WEIR_PERIODIC). */
static inline bool side_is_joined(const WeirWater *w, WeirSide side) {
  return side_kind(w, side) == WEIR_PERIODIC;
}

/* Returns true if any side is not a plain wall. */
static inline bool sides_any(const WeirWater *w) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (w->boundary.sides[side].kind != WEIR_REFLECT) return true;
  return false;
}

/* --- the halo -------------------------------------------------------------------------------------------------------- */

/* The cells beyond the sides of the grid, HALO_ROWS of them. Joined sides show the opposite side's cells, closed ones keep their wall,
 * all others go on with the outermost cell's value until something else is written there. */

/* A field of cells, on all sides that are not closed. */
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
