#ifndef WEIR_READERS_READERS_H
#define WEIR_READERS_READERS_H

#include "weir/grid/water.h"

/* The calls that a game makes in each tick to read the water; none changes a bit of it. Changes, ticks and events keep data of their own once
 * they have been asked for; these are neither saved nor hashed.
 *
 *   changes    the parts of the grid that have changed since a version, for a copy of the water elsewhere
 *   ticks      fixed ticks under frames of any length, and the surface between two ticks
 *   events     bodies that enter the water or leave it, fronts that arrive at gauges
 *   sampling   the water at places, one or many
 *   delta      a saved state as what differs from another */

/* Updates what is kept after a step. */
void readers_after_step(WeirWater *water);
/* Compares bodies with the water at the beginning of weir_water_displace. */
void readers_see_bodies(WeirWater *water, const WeirBody *bodies, int count);
void readers_destroy(WeirWater *water);

/* The parts of the three calls above, by file. */
void ticks_after_step(WeirWater *water);
void ticks_destroy(WeirWater *water);
void events_after_step(WeirWater *water);
void events_destroy(WeirWater *water);
void changes_destroy(WeirWater *water);

#endif
