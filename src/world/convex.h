#ifndef WORLD_CONVEX_H
#define WORLD_CONVEX_H

#include <ode/ode.h>
#include <string.h>

#include "weir/weir.h"

/* A closed convex mesh in ODE's format: 3 `points` for each vertex; for each triangle 4 numbers of its plane and 4 of its polygon (3 and
 * the vertices). Owned by the caller; ODE reads it for as long as a geom of it lives. */
typedef struct Convex {
  dReal planes[4 * WEIR_TRIANGLES_MAX], points[3 * WEIR_VERTICES_MAX];
  unsigned polygons[4 * WEIR_TRIANGLES_MAX];
} Convex;

/* Fills it from a mesh. */
static inline void convex_fill(Convex *convex, const float *vertices, int vertex_count, const uint16_t *triangles, int triangle_count) {
  for (int n = 0; n < 3 * vertex_count; n++) convex->points[n] = (dReal)vertices[n];
  for (int t = 0; t < triangle_count; t++) {
    const uint16_t *const triangle = &triangles[3 * t];
    const dReal *const a = &convex->points[3 * triangle[0]];
    dVector3 u, v, normal;
    convex->polygons[4 * t] = 3;
    for (int n = 0; n < 3; n++) {
      convex->polygons[4 * t + 1 + n] = triangle[n];
      u[n] = convex->points[3 * triangle[1] + n] - a[n];
      v[n] = convex->points[3 * triangle[2] + n] - a[n];
    }
    dCalcVectorCross3(normal, u, v);
    dSafeNormalize3(normal);
    memcpy(&convex->planes[4 * t], normal, 3 * sizeof(dReal));
    convex->planes[4 * t + 3] = dCalcVectorDot3(normal, a);
  }
}

#endif
