#ifndef WEIR_VALIDATE_H
#define WEIR_VALIDATE_H

#include "weir/water.h"

/* The deepest cell, m. A value that is not finite counts as WEIR_TERRAIN_MAX, so that the next step is slowed. */
float validate_depth_max(WeirWater *water);

#endif
