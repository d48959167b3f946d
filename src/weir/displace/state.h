#ifndef WEIR_DISPLACE_STATE_H
#define WEIR_DISPLACE_STATE_H

#include "weir/displace/raster.h"
#include "weir/grid/water.h"

/* What displacing keeps from call to call: the bodies' columns, what came of each body, the forces on it, and how displaced
 * water finds its way out. Owned by the water; what grows with the bodies is there once there are some. */
typedef struct Displace {
  Raster raster;
  struct BodyDisplaced *displaced; /* of the raster's bodies */
  WeirForce *forces;          /* on them, where water goes through bodies */
  int displaced_capacity, force_capacity;
  struct Ring *ring;
} Displace;

#endif
