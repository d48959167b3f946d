/* Hulls in the engine: ODE's convex geoms, which collide with boxes, each other and the ground. */
#include <math.h>

#include "base/memory.h"
#include "world/convex.h"
#include "world/world_private.h"

bool hulls_reserve(World *world) {
  const int count = world->scene.hull_count;
  if (count == 0) return true;
  world->hulls = memory_create((size_t)count, sizeof *world->hulls);
  world->own->hulls = memory_create((size_t)count, sizeof *world->own->hulls);
  return world->hulls && world->own->hulls;
}

void hulls_fill(World *world) {
  world->hull_count = world->scene.hull_count;
  for (int n = 0; n < world->hull_count; n++) {
    const Hull *const hull = &world->hulls[n];
    HullEngine *const engine = &world->own->hulls[n];
    convex_fill(hull->vertices, hull->vertex_count, hull->triangles, hull->triangle_count, engine->points, engine->planes,
                engine->polygons);
  }
}

bool hulls_create(World *world, Error *error) {
  if (!hulls_reserve(world)) return error_set(error, "%s: not enough memory", world->scene.name);
  for (int n = 0; n < world->scene.hull_count; n++) {
    const SceneHull *wanted = &world->scene.hulls[n];
    Error reason;
    if (!hull_read(wanted->path, wanted->length, &world->hulls[n], &reason))
      return error_set(error, "%s:%d: hull: %s", world->scene.path, wanted->line, reason.text);
  }
  hulls_fill(world);
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
  dMassSetParameters(mass, (dReal)body->shape.mass, 0, 0, 0, inertia[0], inertia[1], inertia[2], inertia[3], inertia[4], inertia[5]);
  return dCreateConvex(world->own->space, engine->planes, (unsigned)hull->triangle_count, engine->points, (unsigned)hull->vertex_count,
                       engine->polygons);
}
