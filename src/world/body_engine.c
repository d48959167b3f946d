/* A body by its serial, its extent, and what it has in the engine: pose and velocities, to there and back, and the shape of a hull. */
#include <math.h>

#include "base/maths.h"
#include "base/memory.h"
#include "world/body_kind.h"
#include "world/convex.h"
#include "world/world_private.h"

int world_body(const World *world, uint32_t serial) {
  int low = 0, high = world->body_count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (world->bodies[middle].serial < serial)
      low = middle + 1;
    else
      high = middle;
  }
  return low < world->body_count && world->bodies[low].serial == serial ? low : -1;
}

float body_reach(const float half[3], const float rotation[9], int axis) {
  float reach = 0;
  for (int n = 0; n < 3; n++) reach += fabsf(rotation[3 * axis + n]) * half[n];
  return reach;
}

/* A log collides as a capsule, with rounded ends: capsules roll and pile up without the jitter of the engine's cylinders. The
 * water and the picture have the cylinder. The engine's axis of both is z. */
dBodyID body_engine_log(World *world, const Body *body) {
  const dReal radius = (dReal)body->shape.half[0], length = 2 * (dReal)body->shape.half[1];
  dMass mass;
  dMassSetCylinderTotal(&mass, (dReal)body->shape.mass, 2, radius, length);
  dGeomID geom = dCreateCapsule(world->own->space, radius, maths_max(length - 2 * radius, 0.01 * radius));
  dBodyID ode = body_engine(world, body, &mass, geom);
  const dMatrix3 lay = {1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0}; /* a quarter turn about x */
  dGeomSetOffsetRotation(geom, lay);
  return ode;
}

void body_engine_pose(dBodyID ode, const WeirBody *shape) {
  dMatrix3 turn = {0};
  for (int row = 0; row < 3; row++)
    for (int column = 0; column < 3; column++) turn[4 * row + column] = (dReal)shape->rotation[3 * row + column];
  dBodySetPosition(ode, (dReal)shape->position[0], (dReal)shape->position[1], (dReal)shape->position[2]);
  dBodySetRotation(ode, turn);
  dBodySetLinearVel(ode, (dReal)shape->velocity[0], (dReal)shape->velocity[1], (dReal)shape->velocity[2]);
  dBodySetAngularVel(ode, (dReal)shape->spin[0], (dReal)shape->spin[1], (dReal)shape->spin[2]);
}

dBodyID body_engine(World *world, const Body *body, const dMass *mass, dGeomID geom) {
  dBodyID ode = dBodyCreate(world->own->ode);
  dBodySetMass(ode, mass);
  dGeomSetBody(geom, ode);
  body_engine_pose(ode, &body->shape);
  return ode;
}

dBodyID body_engine_bare(World *world, const Body *body) {
  dBodyID ode = dBodyCreate(world->own->ode);
  body_engine_pose(ode, &body->shape);
  return ode;
}

void body_engine_forget(Body *body) {
  for (dGeomID geom = dBodyGetFirstGeom(body->ode_body), next; geom; geom = next) {
    next = dBodyGetNextGeom(geom);
    dGeomDestroy(geom);
  }
  if (body->ode_joint) dJointDestroy(body->ode_joint);
  dBodyDestroy(body->ode_body);
}

void bodies_show(World *world) {
  for (int n = 0; n < world->body_count; n++) {
    Body *const body = &world->bodies[n];
    const dReal *p = dBodyGetPosition(body->ode_body), *q = dBodyGetQuaternion(body->ode_body);
    const dReal *v = dBodyGetLinearVel(body->ode_body), *s = dBodyGetAngularVel(body->ode_body);
    const dReal *r = dBodyGetRotation(body->ode_body);
    for (int i = 0; i < 3; i++) {
      body->position[i] = body->shape.position[i] = (float)p[i];
      body->shape.velocity[i] = (float)v[i];
      body->shape.spin[i] = (float)s[i];
      for (int k = 0; k < 3; k++) body->shape.rotation[3 * i + k] = (float)r[4 * i + k];
    }
    for (int i = 0; i < 4; i++) body->quaternion[i] = (float)q[i];
    const float drag = body_kind(body->kind)->drag > 0 ? body_kind(body->kind)->drag : 1;
    body->shape.drag_linear = drag * world->params.body_drag;
    body->shape.drag_square = drag * world->params.body_drag_square;
    world->own->shapes[n] = body->shape;
  }
}

/* --- hulls: ODE's convex geoms, which collide with boxes, each other and the ground ---------------------------------------- */

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

dBodyID body_engine_hull(World *world, const Body *body) {
  const Hull *hull = &world->hulls[body->hull];
  HullEngine *engine = &world->own->hulls[body->hull];
  const dReal density = (dReal)body->shape.mass / (dReal)hull->volume;
  dReal inertia[6];
  dMass mass;
  for (int n = 0; n < 6; n++) inertia[n] = density * (dReal)hull->inertia[n];
  dMassSetParameters(&mass, (dReal)body->shape.mass, 0, 0, 0, inertia[0], inertia[1], inertia[2], inertia[3], inertia[4], inertia[5]);
  dGeomID geom = dCreateConvex(world->own->space, engine->planes, (unsigned)hull->triangle_count, engine->points,
                               (unsigned)hull->vertex_count, engine->polygons);
  return body_engine(world, body, &mass, geom);
}
