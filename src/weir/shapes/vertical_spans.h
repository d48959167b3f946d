#ifndef WEIR_SHAPES_VERTICAL_SPANS_H
#define WEIR_SHAPES_VERTICAL_SPANS_H

#include "weir/shapes/shape.h"

/* A body in some pose, as vertical lines and other directions meet it. Directions are unit vectors along the world's axes. */

/* The parts of vertical lines that lie in the body: x[n], z[n] m from its position, from low[n] to high[n] m above it. A line
 * that misses it has high <= low. */
void spans_find(const WeirBody *body, const float rotation[9], const float *x, const float *z, int count, float *low, float *high);

/* Where the vertical through (x, z) of the world is in the body, in double precision against the planes of its faces; false where it
 * misses. For convex shapes what two depth buffers would find (Kellomaki 2014, section 3.3). */
bool span_of_line(const WeirBody *body, float x, float z, float *low, float *high);

/* m: how far it reaches to either side of its position along a direction, at most. */
float spans_reach(const WeirBody *body, const float rotation[9], const float along[3]);

/* m^2: its shadow along a direction. */
float spans_projected_area(const WeirBody *body, const float rotation[9], const float along[3]);

#endif
