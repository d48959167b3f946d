#ifndef WEIR_GRID_FLOW_FORMULAS_H
#define WEIR_GRID_FLOW_FORMULAS_H

#include "base/lane.h"
#include "weir/grid/water.h"

/* The formulas that the sweep over rows (flow/, vectors) shares with the sides of the grid and with the cells that bodies cut (boundary/,
 * bodies/: single cells): what leaves one cell must enter the next to the last bit, whichever of them computes it. Each is written once,
 * in flow_formulas_body.h: here compiled for float, by flow/row_parts.h for Lanes as `name_lanes`.
 *
 *   limited_flow           of a flow through a face, what the limits of its cells leave
 *   cell_limit             the share of its outflow that a cell has water for
 *   depth_after            a cell's depth after the substep, with dithered rounding
 *   minmod,
 *   monotonised_central    slope limiters
 *   ripple_flow            the flow that smooths two-cell ripples of the surface
 *
 * One formula has a twin that is written apart, since either one's order of products would change the other's bits: the advection of
 * shallow water (`carried` in flow/ and in bodies/substep.c). */

#define Real float
#define Mask bool
#define OP(function) lane_##function
#define NAMED(formula) formula
#include "weir/grid/flow_formulas_body.h"
#undef Real
#undef Mask
#undef OP
#undef NAMED

#endif
