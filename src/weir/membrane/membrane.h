#ifndef WEIR_MEMBRANE_MEMBRANE_H
#define WEIR_MEMBRANE_MEMBRANE_H

/* The solver of the surface as a membrane (Gritzner 2010, sections 2.3 to 2.8; Mueller-Fischer 2008; Bressler 2007): displacement u about a
 * level of rest and its vertical velocity v in cells,
 *   v <- s*(v + dt*(c^2*L(u)/dx^2 - drag*v)),   u <- u + dt*v
 *   L(u) = u_E + u_W + u_N + u_S - 4u (Gritzner 2.19),   L9(u) = 1/2*[L(u) + 1/2*(u_NE + u_NW + u_SE + u_SW - 4u)]
 * A face is as open as the less open of its two cells, for both of them: what one side loses the other gains, so the volume holds by
 * construction, and a closed face reflects.
 *
 *   membrane        substeps: land as fixed points, sides, slope clamp, the largest step; the solver's table
 *   membrane_sweep  several substeps as one sweep over rows, in bands of threads
 *   membrane_rows   the kernels, compiled for each vector width
 *   lakes           connected wet regions: levels of rest, and volume that they make up for */

#include "weir/grid/scheme.h"
#include "weir/membrane/membrane_rows.h"

extern const Scheme scheme_membrane;

/* --- the sweep ------------------------------------------------------------------------------------------------------- */

/* Several substeps of the membrane as one sweep over rows: the first substep leads, each further one is a row behind the one before, so
 * that a row is in the cache for all of them. */
enum { MEMBRANE_BATCH_MAX = 8 /* substeps of one sweep */ };

/* Allocates scratch rows, kinds and the second set of fields; before the first substep and when the number of threads grows. Returns false
 * if memory runs out. */
bool membrane_sweep_create(WeirWater *water);
void membrane_sweep_destroy(WeirWater *water);

/* Runs `count` substeps. `fresh`: the state before stays in the other set of fields. `depths`: the last substep writes depths and their
 * extremes. Returns true if some cell is below its bed (only with `depths`). */
bool membrane_sweep(WeirWater *water, const MembraneStep *step, int count, bool nine, bool bodies, bool fresh, bool depths);

/* Computes the depths from the displacements, where there is water. */
void membrane_depths(WeirWater *water);

/* Returns true, once a sweep, if the extremes and *bad are those of the last sweep; *bad: lanes of the bands with a value that is not
 * finite. */
bool membrane_measured(WeirWater *water, int *bad);

/* Makes the next membrane_measured return false: depths have been changed since the sweep. */
void membrane_forget_measured(WeirWater *water);

/* Exchanges the state and the previous one. */
void membrane_swap(WeirWater *water);

/* --- lakes ----------------------------------------------------------------------------------------------------------- */

/* Lakes of a membrane, its connected wet regions: where the papers' schemes lose or gain volume (a surface that meets the bed, a slope
 * that is clamped), the rest of the same lake makes up for it (Mueller-Fischer 2008, "Water loss"). */

bool lakes_create(WeirWater *water);
void lakes_destroy(WeirWater *water);

/* Labels the regions deeper than 1 cm and sets openness, rest level and displacement from the depths. */
void lakes_find(WeirWater *water);

/* Finds the mask of land from the labels; lakes_find does. */
void lakes_mark_land(WeirWater *water);

/* Lifts cells below their bed to it, and removes the volume from the other cells of their lake, at most half of a cell's depth at a
 * time. */
void lakes_repair_bed(WeirWater *water);

/* Adds the metres that the slope clamp removed from each cell (membrane.scratch) back, evenly over each lake. */
void lakes_repair_taken(WeirWater *water);

/* The last resort against a surface that stands absurdly high (LAKE_ABSURD times the deepest rest depth), which only parameters that
 * change faster than waves run can cause: flattens every lake at its own mean, so that its volume stays. */
void lakes_flatten_absurd(WeirWater *water);

/* Subtracts the mean vertical velocity of each lake from its cells: fixed points would raise or lower a lake as a whole, which its volume
 * does not allow (Mueller-Fischer's "water loss", prevented). */
void lakes_remove_mean_velocity(WeirWater *water);

#endif
