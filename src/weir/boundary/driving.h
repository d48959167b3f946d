#ifndef WEIR_BOUNDARY_DRIVING_H
#define WEIR_BOUNDARY_DRIVING_H

#include "weir/grid/water.h"

/* Levels and discharges at the sides over time: constants, time series, tides. */

/* m: the surface that a WEIR_LEVEL side holds at time t (s of simulated time), or that the wave of a WEIR_WAVE side has there. */
float driving_level(const WeirWater *water, WeirSide side, double t);

/* m: the same without its tide: for WEIR_WAVE the level of rest, for WEIR_LEVEL the boundary's own level, or its series' highest. */
float driving_rest_level(const WeirWater *water, WeirSide side);

/* m: the highest level that the side can have. */
float driving_highest_level(const WeirWater *water, WeirSide side);

/* m^3/s through a WEIR_INFLOW side at time t; negative: out. */
double driving_discharge(const WeirWater *water, WeirSide side, double t);

/* Empties a side's series: the side changes its kind. */
void driving_forget(WeirWater *water, WeirSide side);
void driving_destroy(WeirWater *water);

/* Returns the fault of a series for a side of that kind, as a text, or NULL if it has none. */
const char *driving_series_fault(WeirEdge kind, const double *times, const float *values, int count);

/* Allocates the series of all sides, for a state that is being loaded. Returns false if memory runs out. */
bool driving_reserve(WeirWater *water);
/* Returns true if weir_water_set_series would accept the series that were loaded. */
bool driving_is_sound(const WeirWater *water);

#endif
