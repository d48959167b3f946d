/* The engine's side of a world, out of ODE and into it again, to the bit.
 *
 * What ODE knows of a world beyond each body's pose and velocities: the order of its bodies and of their joints, which decides the order in
 * which constraints are solved; the order of collision shapes in the space, which decides the order of contacts and changes with every
 * move (a shape that has moved since the last collision is put first); and the places of joints within their bodies, which were computed
 * from the poses that the bodies had when they were made. So bodies are made again in their order, those with joints in the pose in which
 * they were made, then moved to where they are, and at last the shapes are put into the order that they had. Nothing else lasts from step
 * to step: contacts are made again, random numbers are seeded by the tick, ODE's own sleep and warm starting are off. */
#include <string.h>

#include "world/machines/machines.h"
#include "world/state/parts.h"

static const int wheel_params[6] = {dParamVel, dParamFMax, dParamVel2, dParamFMax2, dParamSuspensionERP, dParamSuspensionCFM};

static void copy_doubles(double *to, const dReal *from, int count) {
  for (int n = 0; n < count; n++) to[n] = (double)from[n];
}

void engine_get(const Body *body, EngineBody *engine) {
  const dBodyID ode = body->ode_body;
  const dReal *const r = dBodyGetRotation(ode);
  *engine = (EngineBody){.drag = {body->shape.drag_linear, body->shape.drag_square}};
  copy_doubles(engine->position, dBodyGetPosition(ode), 3);
  copy_doubles(engine->quaternion, dBodyGetQuaternion(ode), 4);
  for (int row = 0; row < 3; row++) copy_doubles(&engine->rotation[3 * row], &r[4 * row], 3);
  copy_doubles(engine->velocity, dBodyGetLinearVel(ode), 3);
  copy_doubles(engine->spin, dBodyGetAngularVel(ode), 3);
  copy_doubles(engine->force, dBodyGetForce(ode), 3);
  copy_doubles(engine->torque, dBodyGetTorque(ode), 3);
  for (int n = 0; n < 6 && body->kind == BODY_WHEEL; n++) engine->wheel[n] = dJointGetHinge2Param(body->ode_joint, wheel_params[n]);
}

/* --- the order of collision shapes --------------------------------------------------------------------------------------------------- */

/* All shapes by their numbers; returns how many there are. */
static int list_geoms(const World *world, dGeomID geoms[STATE_GEOMS_MAX]) {
  const WorldPrivate *const own = world->own;
  int count = 0;
  for (int n = 0; n < STATE_WORLD_GEOMS - 1; n++) geoms[count++] = own->walls[n];
  geoms[count++] = own->ground_geom;
  for (int n = 0; n < world->body_count; n++)
    for (dGeomID geom = dBodyGetFirstGeom(world->bodies[n].ode_body); geom; geom = dBodyGetNextGeom(geom)) geoms[count++] = geom;
  return count;
}

void engine_order(const World *world, EngineOrder *order) {
  dGeomID geoms[STATE_GEOMS_MAX];
  order->count = list_geoms(world, geoms);
  for (int n = 0; n < order->count; n++) dGeomSetData(geoms[n], (void *)(uintptr_t)n);
  for (int n = 0; n < order->count; n++) order->number[n] = (int)(uintptr_t)dGeomGetData(dSpaceGetGeom(world->own->space, n));
}

/* A shape that is added to a space becomes its first one. Added shapes count as moved; those of a world that has collided have not moved
 * since, or moved in this very order, so that the next collision finds them the same. */
static bool put_in_order(const World *world, const EngineOrder *order) {
  const dSpaceID space = world->own->space;
  dGeomID geoms[STATE_GEOMS_MAX];
  if (list_geoms(world, geoms) != order->count) return false;
  for (int n = order->count - 1; n >= 0; n--) {
    dSpaceRemove(space, geoms[order->number[n]]);
    dSpaceAdd(space, geoms[order->number[n]]);
  }
  if (world->tick > 0) dSpaceClean(space);
  return true;
}

/* --- bodies -------------------------------------------------------------------------------------------------------------------------- */

/* ODE makes quaternions and rotations that it is given unit ones, which changes their last bits. What it returns points at the body's own
 * numbers: they are written there. Setting the position tells the body's shapes that it has moved. */
static void put_pose(dBodyID ode, const EngineBody *engine) {
  dReal *const quaternion = (dReal *)dBodyGetQuaternion(ode), *const rotation = (dReal *)dBodyGetRotation(ode);
  const double *const p = engine->position;
  for (int n = 0; n < 4; n++) quaternion[n] = (dReal)engine->quaternion[n];
  for (int n = 0; n < 9; n++) rotation[4 * (n / 3) + n % 3] = (dReal)engine->rotation[n];
  dBodySetPosition(ode, (dReal)p[0], (dReal)p[1], (dReal)p[2]);
}

static void put_motion(const Body *body, const EngineBody *engine) {
  const dBodyID ode = body->ode_body;
  const double *const v = engine->velocity, *const w = engine->spin, *const f = engine->force, *const t = engine->torque;
  dBodySetLinearVel(ode, (dReal)v[0], (dReal)v[1], (dReal)v[2]);
  dBodySetAngularVel(ode, (dReal)w[0], (dReal)w[1], (dReal)w[2]);
  dBodySetForce(ode, (dReal)f[0], (dReal)f[1], (dReal)f[2]);
  dBodySetTorque(ode, (dReal)t[0], (dReal)t[1], (dReal)t[2]);
  for (int n = 0; n < 6 && body->kind == BODY_WHEEL; n++) dJointSetHinge2Param(body->ode_joint, wheel_params[n], (dReal)engine->wheel[n]);
  if (body->asleep) dBodyDisable(ode);
}

/* The measures of a body's shape that follow from other bodies: half its extents and its mass. */
typedef struct Measures {
  float half[3], mass;
} Measures;

static Measures measures_of(const WeirBody *shape) {
  return (Measures){{shape->half[0], shape->half[1], shape->half[2]}, shape->mass};
}

/* Makes the group that begins with body `first`. False: wheels or paddles have other measures than theirs. */
static bool make_group(World *world, const EngineBody *engine, int first, int *end) {
  Measures wanted[1 + WHEEL_PADDLES_MAX];
  const uint32_t group = world->bodies[first].serial;
  for (*end = first; *end < world->body_count && world->bodies[*end].group == group; (*end)++) {
    WeirBody *const shape = &world->bodies[*end].shape;
    wanted[*end - first] = measures_of(shape);
    for (int n = 0; n < 3; n++) shape->position[n] = (float)engine[*end].position[n]; /* any pose does for a body without joints */
    for (int n = 0; n < 9; n++) shape->rotation[n] = (float)engine[*end].rotation[n];
  }
  bodies_make_again(world, first);
  for (int n = first; n < *end; n++) {
    const Measures has = measures_of(&world->bodies[n].shape);
    if (memcmp(&has, &wanted[n - first], sizeof has) != 0) return false;
  }
  return true;
}

bool engine_build(World *world, const EngineBody *engine, const EngineOrder *order) {
  WorldPrivate *const own = world->own;
  for (int first = 0, end = 0; first < world->body_count; first = end)
    if (!make_group(world, engine, first, &end)) return false;
  for (int n = 0; n < world->body_count; n++) {
    put_pose(world->bodies[n].ode_body, &engine[n]);
    put_motion(&world->bodies[n], &engine[n]);
  }
  bodies_show(world);
  for (int n = 0; n < world->body_count; n++) {
    WeirBody *const shape = &world->bodies[n].shape;
    shape->drag_linear = engine[n].drag[0], shape->drag_square = engine[n].drag[1];
    own->shapes[n] = *shape;
    own->forces[n] = world->bodies[n].water;
  }
  return put_in_order(world, order);
}
