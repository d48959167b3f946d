#ifndef WEIR_VALIDATE_H
#define WEIR_VALIDATE_H

#include "weir/water.h"

/* The deepest cell, m. */
float validate_depth_max(WeirWater *water);

#endif
