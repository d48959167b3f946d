#ifndef WEIR_BOUNDARY_BOUNDARY_H
#define WEIR_BOUNDARY_BOUNDARY_H

#include "weir/boundary/sides.h"
#include "weir/grid/flow_step.h"
#include "weir/grid/water.h"

/* The sides of the grid (physics.md, section 4). Each kind is a way to fill the halo, so that the inner loops know none of
 * them; a wall is terrain that no water reaches. With four walls every call returns at once. */

bool boundary_create(WeirWater *water);
void boundary_destroy(WeirWater *water);

/* The boundaries of a def: true when each is within its range and periodic sides come in pairs. */
bool boundary_check(const WeirBoundary boundary[WEIR_SIDE_COUNT], int nx, int nz, WeirError *error);

/* Gives all sides the boundaries `wanted`, which have been checked: sides of another kind begin anew; of the same kind, their values are
 * all that changes. True when the last side that let water through has been closed. */
bool boundary_change(WeirWater *water, const WeirBoundary wanted[WEIR_SIDE_COUNT]);

/* What sponge sides need of memory; false when there is none. */
bool boundary_reserve_sponge(WeirWater *water, const WeirBoundary boundary[WEIR_SIDE_COUNT]);

/* At the start: what each side remembers of the water as it stands. */
void boundary_remember(WeirWater *water);
/* At the start, and after the solver or the membrane's ground has changed: all halos anew; sides keep what they remember. */
void boundary_refresh(WeirWater *water);
/* After the terrain has changed: the terrain of the halos. */
void boundary_terrain(WeirWater *water);

/* m: the highest level that a side can hold, or -WALL_HEIGHT. */
float boundary_highest_level(const WeirWater *water);

/* Pipe and swe. Before a substep: halos, and what sides do in it. */
void boundary_before_substep(WeirWater *water);

/* ... and before bodies' heads are sought: what will go through faces that bodies cover in part, by the speeds of the substep before. */
void boundary_expect_outflow(const WeirWater *water, float dt_over_dx);

/* Within it, row by row: what the sides do to row k; the faces of the sides, once their neighbours have been pushed
 * (`own`: the caller writes this row; else he only needs its flows); the limits of what comes from outside; what went
 * through the sides of row k. */
FlowSides boundary_flow_sides(const WeirWater *water);
void boundary_flow_row(const WeirWater *water, int k, FlowSides *sides);
void boundary_update_x(WeirWater *water, int k, float dt, bool own, float *speed, float *flow);
void boundary_update_z(WeirWater *water, WeirSide side, float dt, const float *inner, float *speed, float *flow);
void boundary_limit(const WeirWater *water, int k, float *limit, uint8_t *tight);
void boundary_record_through(WeirWater *water, int k, const FlowCells *cells);

/* After it: the account, and sponges. */
void boundary_after_substep(WeirWater *water, float dt);

/* Membrane: the halo before a substep, and after it with the account. */
void boundary_membrane_before(WeirWater *water, float dt);
void boundary_membrane_after(WeirWater *water, float dt);

/* Any scheme: strips that lay the water to the level it had. */
void boundary_sponge(WeirWater *water, float dt);

#endif
