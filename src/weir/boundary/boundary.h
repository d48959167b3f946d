#ifndef WEIR_BOUNDARY_BOUNDARY_H
#define WEIR_BOUNDARY_BOUNDARY_H

#include "weir/grid/flow_step.h"
#include "weir/grid/water.h"

/* The sides of the grid (docs/physics.md, section 4). Each kind of side is a way to fill the halo, so that the inner loops know none of
 * them; a wall is terrain that no water reaches. With four walls every call returns at once.
 *
 * The equations, with their sources, stand in the files:
 *   setup       memory of the sides, their check and their change; levels and discharges over time: constants, series, tides
 *   halo        the cells beyond the sides; the sides of a membrane
 *   sponge      strips that damp waves
 *   flow_sides  the sides of pipe and swe, among them those that let waves out (Mur 1981; Flather 1976; Blayo and Debreu 2005), and a
 *               given wave in
 *   current_begin  a current that has run before the first step
 *   tuned       numbers chosen by trial */

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

/* Returns true if waves come in from a side of that kind, and all others leave. */
static inline bool kind_is_wave(WeirEdge kind) {
  return kind == WEIR_WAVE || kind == WEIR_SEA;
}

/* Returns true if a sea lies beyond a side of that kind, at a level of its own. */
static inline bool kind_is_sea(WeirEdge kind) {
  return kind == WEIR_LEVEL || kind_is_wave(kind);
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

/* Row or column `at` of `count`, or its counterpart across joined sides; -1: beyond the grid. */
static inline int grid_place(int at, int count, bool joined) {
  if (at >= 0 && at < count) return at;
  return !joined ? -1 : at < 0 ? at + count : at - count;
}

bool boundary_create(WeirWater *water);
void boundary_destroy(WeirWater *water);
/* Returns true if the boundaries of a def are each within range and periodic sides come in pairs. Returns false and sets *error (which may
 * be NULL) if not, or if a side has too few cells across for its kind. */
bool boundary_check(const WeirBoundary boundary[WEIR_SIDE_COUNT], int nx, int nz, WeirError *error);
/* Gives all sides the boundaries `wanted`, which have been checked: a side of another kind begins again; of a side that keeps its kind,
 * only the values change. Returns true if the last side that let water through has been closed. */
bool boundary_change(WeirWater *water, const WeirBoundary wanted[WEIR_SIDE_COUNT]);
/* Allocates or frees the memory of sponge sides. Returns false if memory runs out. */
bool boundary_reserve_sponge(WeirWater *water, const WeirBoundary boundary[WEIR_SIDE_COUNT]);
/* Allocates the fields of sponges, for a state that is being loaded; boundary_destroy frees them. Returns false if memory runs out. */
bool boundary_create_sponge(WeirWater *water);
void boundary_free_sponge(WeirWater *water);
/* At the start: each side remembers the water as it stands. */
void boundary_remember(WeirWater *water);
/* Fills all halos again, at the start and after the solver or the membrane's ground has changed; sides keep what they remember. */
void boundary_refresh(WeirWater *water);
/* After the terrain has changed: fills the terrain of the halos. */
void boundary_terrain(WeirWater *water);
/* m: the highest level that a side can hold, or -WALL_HEIGHT. */
float boundary_highest_level(const WeirWater *water);
/* Pipe and swe, before a substep: fills the halos and decides what the sides do in it. */
void boundary_before_substep(WeirWater *water);
/* Pipe and swe, before the heads under bodies are solved: tells the bodies what will go through the sides' faces in this substep, by the
 * speeds of the one before. */
void boundary_expect_outflow(const WeirWater *water, float dt_over_dx);
/* Within the substep, row by row, by the thread that sweeps the row: what the sides do to the cells of row k; the faces of the sides, once
 * their neighbours are updated (`own`: the caller writes this row; else it only needs the row's flows); the limits of what comes from
 * outside; what went through the sides of row k. */
FlowSides boundary_flow_sides(const WeirWater *water);
void boundary_flow_row(const WeirWater *water, int k, FlowSides *sides);
void boundary_update_x(WeirWater *water, int k, float dt, bool own, float *speed, float *flow);
void boundary_update_z(WeirWater *water, WeirSide side, float dt, const float *inner, float *speed, float *flow);
void boundary_limit(const WeirWater *water, int k, float *limit, uint8_t *tight);
void boundary_store_through(WeirWater *water, int k, const FlowCells *cells);
/* After the substep: adds to the volume budget what went through the sides, and applies sponges. */
void boundary_after_substep(WeirWater *water, float dt);
/* Pipe and swe, before the first step of a new water: sets it in motion as currents move it that have run before (WEIR_INFLOW sides with a
 * WeirBoundary.tide_phase). Nothing where water cannot leave, or without memory. Returns true if the water has changed and is to be measured
 * again. */
bool current_begin(WeirWater *water);
/* Fills the halo of a field of cells beyond the sides that are not closed, with the opposite side's cells or the outermost ones'. */
void boundary_fill_halo(WeirWater *water, Field *field);
/* Brings the state beyond the sides up to date after a step: for what is read beside them (how fast a surface rises, by what comes through
 * its faces), and so that a save has the same bytes whatever whole vectors a kernel wrote there. */
void boundary_after_step(WeirWater *water);
/* Membrane: fills the halo before a substep, and after it the ghosts of open sides. */
void boundary_membrane_before(WeirWater *water, float dt);
void boundary_membrane_after(WeirWater *water, float dt);
/* Pipe and swe: draws the water in sponge strips towards the level that it had. */
void boundary_sponge(WeirWater *water, float dt);

/* The numbers of a substep that a membrane's sponge needs. A plain value. */
typedef struct SpongeStep {
  float dt;            /* s */
  float drag, damping; /* factors by which the sweep multiplies velocities: of the old ones alone, and of the new ones */
} SpongeStep;

/* Prepares the flow in a membrane's sponges before the sweep; after it, takes its share of waves from displacements and velocities. Depths
 * and the budget are left to the caller. */
void sponge_before_membrane(WeirWater *water, const SpongeStep *step);
void sponge_after_membrane(WeirWater *water, const SpongeStep *step);
/* Empties the flow in the strips: velocities have been set from outside. */
void sponge_forget_membrane(WeirWater *water);

/* --- levels and discharges over time --------------------------------------------------------------------------------- */

/* m: the surface that a WEIR_LEVEL side holds at time t (s of simulated time), or that the wave of a WEIR_WAVE side has there. */
float driving_level(const WeirWater *water, WeirSide side, double t);
/* m: the same with a share of the tide. */
float driving_level_of(const WeirWater *water, WeirSide side, double t, float share);
/* m: the same without its tide: for WEIR_WAVE the level of rest, for WEIR_LEVEL the boundary's own level, or its series' highest. */
float driving_rest_level(const WeirWater *water, WeirSide side);
/* m^3/s through a WEIR_INFLOW side at time t; negative: out. */
double driving_discharge(const WeirWater *water, WeirSide side, double t);
/* Returns the fault of a series for a side of that kind, as a text, or NULL if it has none. */
const char *driving_series_fault(WeirEdge kind, const double *times, const float *values, int count);
/* Allocates the series of all sides, for a state that is being loaded. Returns false if memory runs out. */
bool driving_reserve(WeirWater *water);
/* Returns true if weir_water_set_series would accept the series that were loaded. */
bool driving_is_sound(const WeirWater *water);

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
