#ifndef WEIR_SHAPES_VERTICAL_SPANS_H
#define WEIR_SHAPES_VERTICAL_SPANS_H

#include "weir/shapes/shape.h"

/* Intersections of a body in some pose with vertical lines, and its extents along directions, which are unit vectors along the world's
 * axes. */

/* The spans of vertical lines within the body: the line at x[n], z[n] m from its position from low[n] to high[n] m above it. A line that
 * misses it has high <= low. */
void spans_find(const WeirBody *body, const float rotation[9], const float *x, const float *z, int count, float *low, float *high);

/* Finds the span within the body of the vertical line through (x, z) of the world, m, in double precision against the planes of its faces.
 * For convex shapes this is the span that two depth buffers would find (Kellomaki 2014, section 3.3). Returns false where the line misses
 * the body. */
bool span_of_line(const WeirBody *body, float x, float z, float *low, float *high);

/* m: the body's greatest reach to either side of its position along a direction. */
float spans_reach(const WeirBody *body, const float rotation[9], const float along[3]);

/* m^2: the body's projected area along a direction. */
float spans_projected_area(const WeirBody *body, const float rotation[9], const float along[3]);

#endif
