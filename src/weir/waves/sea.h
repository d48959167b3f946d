#ifndef WEIR_WAVES_SEA_H
#define WEIR_WAVES_SEA_H

/* A sea that wind makes, sent in through a WEIR_SEA side: many waves of small height, of as many periods and directions.
 *
 *   sea_spectrum  its waves
 *   sea_line      the line within the side on which they are made
 *   sea           what the line brings in, substep by substep
 *   sea_begin     what is there of a sea that has run before the first step */

#include "weir/grid/water.h"

/* Pipe and swe: sends in through all WEIR_SEA sides what their seas bring in `dt` seconds. Before a substep; nothing for other kinds. */
void sea_apply(WeirWater *water, float dt);
/* Pipe and swe, before the first step of a new water: fills it with the waves of seas that have run before (WeirBoundary.tide_phase). Without
 * memory they begin at the line as others do. Returns true if the water has changed and is to be measured again. */
bool sea_begin(WeirWater *water);

#endif
