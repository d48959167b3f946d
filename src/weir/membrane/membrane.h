#ifndef WEIR_MEMBRANE_MEMBRANE_H
#define WEIR_MEMBRANE_MEMBRANE_H

#include "weir/grid/water.h"

/* The state as the guard keeps it: like flow_keep and flow_restore. */
void membrane_restore(WeirWater *water);

#endif
