#ifndef WEIR_GRID_DYE_H
#define WEIR_GRID_DYE_H

#include "weir/grid/water.h"

/* Dye: a passive tracer that the flow carries. Its field is an amount per area, m_d; over the water that is there, V (the depth; less what
 * bodies take of it), it is a concentration c = m_d/V. Each flow q through a face takes along the concentration of the cell that it leaves
 * (the donor cell: Courant, Isaacson and Rees 1952):
 *   m_d <- m_d - dt/dx*((q*c_east - q*c_west) + (q*c_south - q*c_north))
 * What leaves a cell enters its neighbour, and since no cell gives more water than it has (limited_flow), none gives more dye: the total
 * holds and no cell falls below 0. An even concentration stays even. Upwind differences mix it besides, as turbulence would: by
 * |u|*(dx - |u|*dt)/2.
 *
 *   sweep        flow/flow_sweep.c, with the kernels of flow/update_rows.c: within the substep, while its flows are in the cache
 *   removals     drains, infiltration, sponges and sides take the dye of the water that they remove; what evaporates leaves its dye behind
 *   drying       a cell that has fallen dry has no dye: what it had lies on the ground and counts as left
 *   at rest      the membrane, and bodies in two layers, know no flow that could carry it: it stays in its cell */

/* Returns true if there is dye, or has been; all other calls are for this case alone. */
static inline bool dye_any(const WeirWater *water) {
  return water->dye.amount.block != NULL;
}

/* Allocates the fields. Returns false, without any of them, if memory runs out. */
bool dye_reserve(WeirWater *water);

/* Row k has lost so much dye (per area, summed over its cells); by the thread that owns the row, counted by the next dye_count. */
static inline void dye_leaves(WeirWater *water, int k, double amount_per_area) {
  water->dye.row_left[k] += amount_per_area;
}

/* Water has been removed from cell (i, k), whose depth was `before`: its dye goes with it. */
void dye_remove(WeirWater *water, int i, int k, float before);
/* All but a share (0 to 1) of the water of cell (i, k) has been removed, and its dye with it. */
void dye_keep_share(WeirWater *water, int i, int k, float share);
/* Removes the dye of cell (i, k) if the cell has fallen dry: it counts as left. */
void dye_settle(WeirWater *water, int i, int k);
/* Settles all cells as dye_settle does one, and adds up what rows have lost. */
void dye_settle_all(WeirWater *water);
/* Adds up what rows have lost, in order. */
void dye_count(WeirWater *water);
/* Sets the dye that has left to what was added and is not in the cells, after cells that are not finite have been cleared. */
void dye_recount(WeirWater *water);
/* A substep that carries no dye: it stays in its cells. `from` is the state before it. */
void dye_stay(WeirWater *water, const FlowState *from);

#endif
