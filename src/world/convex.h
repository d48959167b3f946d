#ifndef WORLD_CONVEX_H
#define WORLD_CONVEX_H

#include <ode/ode.h>
#include <stdint.h>

/* A closed convex mesh as the engine wants it: `points` 3 a vertex, and for each triangle, which is a face of its own, 4 numbers of its
 * plane and 4 of its polygon. The arrays are the caller's, and the engine reads them for as long as the geom lives. */
void convex_fill(const float *vertices, int vertex_count, const uint16_t *triangles, int triangle_count, dReal *points, dReal *planes,
                 unsigned *polygons);

#endif
