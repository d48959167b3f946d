#ifndef WEIR_COUPLING_H
#define WEIR_COUPLING_H

#include "weir/water.h"

/* Bodies and water: weir_water_displace and weir_water_push (weir.h). */

bool coupling_create(WeirWater *water);
void coupling_destroy(WeirWater *water);

/* Whether bodies touch the grid, or did at the last call. */
bool coupling_any(const WeirWater *water);

/* Membrane: the faces of cells that bodies occupy at the surface close in proportion to their cover. */
void coupling_open_faces(WeirWater *water);

/* rim.c: what is pending under and around bodies goes to the free cells, over a rim `width` m wide. */
bool rim_create(WeirWater *water);
void rim_destroy(WeirWater *water);
void rim_spread(WeirWater *water, float width);

/* Adds displaced water to a cell, taking at most half of its depth, and books what really moved; metres moved. */
double rim_give(WeirWater *water, int i, int k, double metres);

#endif
