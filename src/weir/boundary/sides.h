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

#endif
