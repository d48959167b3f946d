#include "world/convex.h"

#include <string.h>

void convex_fill(const float *vertices, int vertex_count, const uint16_t *triangles, int triangle_count, dReal *points, dReal *planes,
                 unsigned *polygons) {
  for (int n = 0; n < 3 * vertex_count; n++) points[n] = (dReal)vertices[n];
  for (int t = 0; t < triangle_count; t++) {
    const uint16_t *const triangle = &triangles[3 * t];
    const dReal *const a = &points[3 * triangle[0]];
    dVector3 u, v, normal;
    polygons[4 * t] = 3;
    for (int n = 0; n < 3; n++) {
      polygons[4 * t + 1 + n] = triangle[n];
      u[n] = points[3 * triangle[1] + n] - a[n];
      v[n] = points[3 * triangle[2] + n] - a[n];
    }
    dCalcVectorCross3(normal, u, v);
    dSafeNormalize3(normal);
    memcpy(&planes[4 * t], normal, 3 * sizeof(dReal));
    planes[4 * t + 3] = dCalcVectorDot3(normal, a);
  }
}
