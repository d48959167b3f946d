#ifndef WORLD_CONVEX_H
#define WORLD_CONVEX_H

#include <ode/ode.h>
#include <stdint.h>

/* Fills a closed convex mesh in ODE's format: 3 `points` for each vertex; for each triangle 4 numbers of its plane and 4 of its
 * polygon (3 and the vertices). The caller owns the arrays; ODE reads them for as long as the geom lives. */
void convex_fill(const float *vertices, int vertex_count, const uint16_t *triangles, int triangle_count, dReal *points, dReal *planes,
                 unsigned *polygons);

#endif
