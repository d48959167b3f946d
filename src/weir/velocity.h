#ifndef WEIR_VELOCITY_H
#define WEIR_VELOCITY_H

#include "weir/water.h"

typedef struct Velocity {
  float x, y, z; /* m/s; y: of the surface */
} Velocity;

/* The water's velocity in one cell. */
Velocity velocity_at(const WeirWater *water, int i, int k);

#endif
