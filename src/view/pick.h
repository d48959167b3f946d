#ifndef VIEW_PICK_H
#define VIEW_PICK_H

/* The first thing that a ray meets. */

#include "world/world.h"

/* Where a ray first meets water, ground or a body: a result by value. The direction need not be of unit length. */
typedef struct Pick {
  bool hit, wet;     /* wet: the water there is deeper than 1 cm */
  float position[3]; /* m */
  int body;          /* index of the world's bodies, or -1 */
} Pick;
Pick world_pick(const World *world, const float origin[3], const float direction[3]);

#endif
