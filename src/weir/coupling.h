#ifndef WEIR_COUPLING_H
#define WEIR_COUPLING_H

#include "weir/water.h"

/* Bodies and water: weir_water_displace and weir_water_push (weir.h). */

bool coupling_create(WeirWater *water);
void coupling_destroy(WeirWater *water);

/* Membrane: the faces of cells that bodies occupy at the surface close in proportion to their cover. */
void coupling_open_faces(WeirWater *water);

#endif
