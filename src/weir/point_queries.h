#ifndef WEIR_POINT_QUERIES_H
#define WEIR_POINT_QUERIES_H

#include "weir/grid/water.h"

/* A water's velocity at one place. A plain value. */
typedef struct Velocity {
  float x, y, z; /* m/s; y: of the surface */
} Velocity;

/* The water's velocity in one cell. */
Velocity velocity_at(const WeirWater *water, int i, int k);

#endif
