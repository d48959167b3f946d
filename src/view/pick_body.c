#include "view/pick_body.h"

#include <math.h>
#include <ode/ode.h>

#include "base/maths.h"
#include "world/convex.h"

/* A mesh in ODE's format (convex.h), on the stack for one ray. */
typedef struct Convex {
  dReal planes[4 * WEIR_TRIANGLES_MAX], points[3 * WEIR_VERTICES_MAX];
  unsigned polygons[4 * WEIR_TRIANGLES_MAX];
} Convex;

/* A temporary geom of the body's shape, in no space. */
static dGeomID geom_of(const WeirBody *body, Convex *convex) {
  const dReal x = (dReal)body->half[0], y = (dReal)body->half[1], z = (dReal)body->half[2];
  if (body->shape == WEIR_CYLINDER) return dCreateCylinder(0, maths_max(x, z), 2 * y);
  if (body->shape != WEIR_CONVEX) return dCreateBox(0, 2 * x, 2 * y, 2 * z);
  convex_fill(body->vertices, body->vertex_count, body->triangles, body->triangle_count, convex->points, convex->planes, convex->polygons);
  return dCreateConvex(0, convex->planes, (unsigned)body->triangle_count, convex->points, (unsigned)body->vertex_count, convex->polygons);
}

/* Returns true if the ray meets the sphere around the body: a cheap test before the engine's. */
static bool passes_near(const WeirBody *body, const double from[3], const double direction[3], double reach) {
  double along = 0, away = 0, radius = 0;
  for (int n = 0; n < 3; n++) {
    const double to = (double)body->position[n] - from[n];
    along += to * direction[n];
    away += to * to;
    radius += (double)body->half[n] * (double)body->half[n];
  }
  if (body->shape == WEIR_CONVEX)
    for (int n = 0; n < body->vertex_count; n++) {
      const float *const at = &body->vertices[3 * n];
      radius = maths_max(radius, (double)at[0] * (double)at[0] + (double)at[1] * (double)at[1] + (double)at[2] * (double)at[2]);
    }
  return away - along * along <= radius && along + sqrt(radius) > 0 && along - sqrt(radius) < reach;
}

bool pick_body(const WeirBody *body, const double from[3], const double direction[3], double reach, double *distance) {
  if (!passes_near(body, from, direction, reach)) return false;
  Convex convex;
  dContactGeom contact;
  const dGeomID geom = geom_of(body, &convex);
  const dReal length = 1 + (dReal)sqrt((from[0] - (double)body->position[0]) * (from[0] - (double)body->position[0]) +
                                       (from[1] - (double)body->position[1]) * (from[1] - (double)body->position[1]) +
                                       (from[2] - (double)body->position[2]) * (from[2] - (double)body->position[2])) *
                               2;
  const dGeomID ray = dCreateRay(0, length);
  dMatrix3 own, turned;
  const dMatrix3 quarter = {1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0}; /* a quarter turn about x: a cylinder's z becomes the body's y */
  for (int n = 0; n < 3; n++)
    for (int m = 0; m < 4; m++) own[4 * n + m] = m < 3 ? (dReal)body->rotation[3 * n + m] : 0;
  dMultiply0_333(turned, own, quarter);
  dGeomSetPosition(geom, (dReal)body->position[0], (dReal)body->position[1], (dReal)body->position[2]);
  dGeomSetRotation(geom, body->shape == WEIR_CYLINDER ? turned : own);
  dGeomRaySet(ray, (dReal)from[0], (dReal)from[1], (dReal)from[2], (dReal)direction[0], (dReal)direction[1], (dReal)direction[2]);
  const bool hit = dCollide(ray, geom, 1, &contact, sizeof contact) > 0;
  dGeomDestroy(ray);
  dGeomDestroy(geom);
  if (!hit || !((double)contact.depth < reach)) return false;
  *distance = (double)contact.depth;
  return true;
}
