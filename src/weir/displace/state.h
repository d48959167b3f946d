#ifndef WEIR_DISPLACE_STATE_H
#define WEIR_DISPLACE_STATE_H

#include "weir/displace/raster.h"
#include "weir/grid/water.h"

/* The state of displacing: the bodies' columns, what each body displaces, the forces on it, and the exterior ring. Owned by the water
 * from displace_create to displace_destroy; what grows with the bodies is there once there are some. */
typedef struct Displace {
  Raster raster;
  struct BodyDisplaced *displaced; /* per body of the raster */
  WeirForce *forces;               /* per body of the raster, where water passes through bodies */
  int displaced_capacity, force_capacity;
  struct Ring *ring;
} Displace;

#endif
