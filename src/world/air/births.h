#ifndef WORLD_AIR_BIRTHS_H
#define WORLD_AIR_BIRTHS_H

/* Where water comes into the air: where it breaks, around bodies that move against it, and from the edges of bodies that water lies
 * on. */

#include "base/rng.h"
#include "world/world.h"

/* A share of the grid in each tick. A membrane has no velocities: there it makes none. */
void births_of_water(World *world, Rng *rng);
void births_of_bodies(World *world, Rng *rng);

#endif
