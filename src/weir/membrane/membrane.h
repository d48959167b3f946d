#ifndef WEIR_MEMBRANE_MEMBRANE_H
#define WEIR_MEMBRANE_MEMBRANE_H

/* The solver of the surface as a membrane (Gritzner 2010, sections 2.3 to 2.8; Mueller-Fischer 2008; Bressler 2007): displacement u about a
 * level of rest and its vertical velocity v in cells,
 *   v <- s*(v + dt*(c^2*L(u)/dx^2 - drag*v)),   u <- u + dt*v
 *   L(u) = u_E + u_W + u_N + u_S - 4u (Gritzner 2.19),   L9(u) = 1/2*[L(u) + 1/2*(u_NE + u_NW + u_SE + u_SW - 4u)]
 * A face is as open as the less open of its two cells, for both of them: what one side loses the other gains, so the volume holds by
 * construction, and a closed face reflects.
 *
 *   membrane        substeps: land as fixed points, sides, slope clamp, the largest step; the solver's table
 *   membrane_sweep  several substeps as one sweep over rows, in bands of threads
 *   membrane_rows   the kernels, compiled for each vector width
 *   lakes           connected wet regions: levels of rest, and volume that they make up for */

#include "weir/grid/scheme.h"

extern const Scheme scheme_membrane;

#endif
