#ifndef WORLD_AIR_SPRAY_H
#define WORLD_AIR_SPRAY_H

/* Water in the air: clumps of drops that breaking water and moving bodies throw up, that fly as parabolas with some drag, and that fall
 * back. Each carries a volume which is taken from the water at its birth and given back where it lands: water and air together hold
 * what they held. Serial code with random numbers of its own, from the world's seed and the tick. */

#include "world/world.h"

/* After the water and the bodies have moved: drops fly, land and are born. Does nothing while the parameter `spray` is 0 and the air is
 * empty. */
void spray_step(World *world);

/* m3 of water that is out of the grid but not lost: in the air, and what it has not taken back yet. */
double spray_volume(const Spray *spray);

/* The hash with the spray added to it; as it was while the parameter is 0 and no drop has flown. */
uint64_t spray_hash(const Spray *spray, float parameter, uint64_t hash);

#endif
