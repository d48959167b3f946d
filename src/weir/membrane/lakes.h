#ifndef WEIR_MEMBRANE_LAKES_H
#define WEIR_MEMBRANE_LAKES_H

#include "weir/grid/water.h"

/* The membrane's bookkeeping by connected wet regions: where the sources lose or gain volume (a bed that is met, a slope
 * that is clamped), the rest of the same lake makes up for it (Mueller-Fischer 2008, "Water loss"). */

bool lakes_create(WeirWater *water);
void lakes_destroy(WeirWater *water);

/* Labels the regions deeper than 1 cm and sets open, rest, offset from the depths. */
void lakes_find(WeirWater *water);

/* Cells below their bed are brought up to it; their lake pays, by at most half of a cell's depth at a time. */
void lakes_repair_bed(WeirWater *water);

/* water->membrane.scratch holds the metres that the slope clamp took from each cell: they go back, evenly over each lake. */
void lakes_repair_taken(WeirWater *water);

/* The last resort: a surface that stands absurdly high (LAKE_ABSURD times the deepest rest depth) can only be the work of
 * parameters that were torn about faster than waves run. Every lake is laid flat at its own mean: the volume stays. */
void lakes_flatten_absurd(WeirWater *water);

/* Fixed points push a lake up or down as a whole, which its volume does not allow: takes the mean rate of each lake out of
 * its cells (Mueller-Fischer's "water loss", before it happens). */
void lakes_remove_mean_velocity(WeirWater *water);

#endif
