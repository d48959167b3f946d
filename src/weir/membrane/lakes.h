#ifndef WEIR_MEMBRANE_LAKES_H
#define WEIR_MEMBRANE_LAKES_H

#include "weir/grid/water.h"

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
