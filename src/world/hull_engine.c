/* Hulls in the engine: its convex bodies, which touch boxes, each other and the ground. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "world/world_private.h"

/* The engine takes each triangle as a face of its own. */
static void fill_engine(const Hull *hull, HullEngine *engine) {
  for (int n = 0; n < 3 * hull->vertex_count; n++) engine->points[n] = (dReal)hull->vertices[n];
  for (int t = 0; t < hull->triangle_count; t++) {
    const uint16_t *const triangle = &hull->triangles[3 * t];
    const dReal *const a = &engine->points[3 * triangle[0]];
    dVector3 u, v, normal;
    engine->polygons[4 * t] = 3;
    for (int c = 0; c < 3; c++) {
      engine->polygons[4 * t + 1 + c] = triangle[c];
      u[c] = engine->points[3 * triangle[1] + c] - a[c];
      v[c] = engine->points[3 * triangle[2] + c] - a[c];
    }
    dCalcVectorCross3(normal, u, v);
    dSafeNormalize3(normal);
    memcpy(&engine->planes[4 * t], normal, 3 * sizeof(dReal));
    engine->planes[4 * t + 3] = dCalcVectorDot3(normal, a);
  }
}

bool hulls_create(World *world, Error *error) {
  const int count = world->scene.hull_count;
  if (count == 0) return true;
  world->hulls = memory_create((size_t)count, sizeof *world->hulls);
  world->own->hulls = memory_create((size_t)count, sizeof *world->own->hulls);
  if (!world->hulls || !world->own->hulls) return error_set(error, "%s: not enough memory", world->scene.name);
  for (int n = 0; n < count; n++) {
    const SceneHull *wanted = &world->scene.hulls[n];
    Error reason;
    if (!hull_read(wanted->path, wanted->length, &world->hulls[n], &reason))
      return error_set(error, "%s:%d: hull: %s", world->scene.path, wanted->line, reason.text);
    fill_engine(&world->hulls[n], &world->own->hulls[n]);
  }
  world->hull_count = count;
  return true;
}

void hulls_destroy(World *world) {
  memory_free(world->hulls);
  memory_free(world->own->hulls);
}

dGeomID hull_geom(World *world, const Body *body, dMass *mass) {
  const Hull *hull = &world->hulls[body->hull];
  HullEngine *engine = &world->own->hulls[body->hull];
  const dReal density = (dReal)body->shape.mass / (dReal)hull->volume;
  dReal inertia[6];
  for (int n = 0; n < 6; n++) inertia[n] = density * (dReal)hull->inertia[n];
  dMassSetParameters(mass, (dReal)body->shape.mass, 0, 0, 0, inertia[0], inertia[1], inertia[2], inertia[3], inertia[4],
                     inertia[5]);
  return dCreateConvex(world->own->space, engine->planes, (unsigned)hull->triangle_count, engine->points,
                       (unsigned)hull->vertex_count, engine->polygons);
}
