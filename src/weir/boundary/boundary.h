#ifndef WEIR_BOUNDARY_BOUNDARY_H
#define WEIR_BOUNDARY_BOUNDARY_H

#include "weir/boundary/sides.h"
#include "weir/grid/flow_step.h"
#include "weir/grid/water.h"

/* The sides of the grid (physics.md, section 4). Each kind is a way to fill the halo, so that the inner loops know none of
 * them; a wall is terrain that no water reaches. With four walls every call returns at once. */

bool edges_create(WeirWater *water);
void edges_destroy(WeirWater *water);

/* The boundaries of a def: true when each is within its range and periodic sides come in pairs. */
bool edges_check(const WeirBoundary boundary[WEIR_SIDE_COUNT], int nx, int nz, WeirError *error);

/* Gives all sides the boundaries `wanted`, which have been checked: sides of another kind begin anew; of the same kind, their values are
 * all that changes. True when the last side that let water through has been closed. */
bool boundary_change(WeirWater *water, const WeirBoundary wanted[WEIR_SIDE_COUNT]);

/* What sponge sides need of memory; false when there is none. */
bool edges_sponge_ready(WeirWater *water, const WeirBoundary boundary[WEIR_SIDE_COUNT]);

/* At the start: what each side remembers of the water as it stands. */
void edges_remember(WeirWater *water);
/* At the start, and after the solver or the membrane's ground has changed: all halos anew; sides keep what they remember. */
void edges_refresh(WeirWater *water);
/* After the terrain has changed: the terrain of the halos. */
void edges_terrain(WeirWater *water);

/* m: the highest level that a side can hold, or -WALL_HEIGHT. */
float edges_highest(const WeirWater *water);

/* Pipe and swe. Before a substep: halos, and what sides do in it. */
void edges_before(WeirWater *water);

/* ... and before bodies' heads are sought: what will go through faces that bodies cover in part, by the speeds of the substep before. */
void edges_expect(const WeirWater *water, float pace);

/* Within it, row by row: what the sides do to row k; the faces of the sides, once their neighbours have been pushed
 * (`own`: the caller writes this row; else he only needs its flows); the limits of what comes from outside; what went
 * through the sides of row k. */
FlowSides edges_sides(const WeirWater *water);
void edges_row(const WeirWater *water, int k, FlowSides *sides);
void edges_push_x(WeirWater *water, int k, float dt, bool own, float *speed, float *flow);
void edges_push_z(WeirWater *water, WeirSide side, float dt, const float *inner, float *speed, float *flow);
void edges_limit(const WeirWater *water, int k, float *limit, uint8_t *tight);
void edges_through(WeirWater *water, int k, const FlowOut *cells);

/* After it: the account, and sponges. */
void edges_after(WeirWater *water, float dt);

/* Membrane: the halo before a substep, and after it with the account. */
void edges_membrane_before(WeirWater *water, float dt);
void edges_membrane_after(WeirWater *water, float dt);

/* Any scheme: strips that lay the water to the level it had. */
void edges_sponge(WeirWater *water, float dt);

#endif
