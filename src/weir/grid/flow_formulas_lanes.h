#ifndef WEIR_GRID_FLOW_FORMULAS_LANES_H
#define WEIR_GRID_FLOW_FORMULAS_LANES_H

#include <math.h>

#include "base/lanes.h"
#include "weir/grid/water.h"

/* The formulas of flow_formulas.h for Lanes, as `name_lanes`. */

#define Real Lanes
#define Mask LaneMask
#define OP(function) lanes_##function
#define NAMED(formula) formula##_lanes
#include "weir/grid/flow_formulas_body.h"
#undef Real
#undef Mask
#undef OP
#undef NAMED

#endif
