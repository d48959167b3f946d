/* A body by its serial, its extent, and what it has in the engine: pose and velocities, to there and back, and the shape of a hull. The
 * table of the kinds of bodies, with the rows of those that are no machines and no vehicles. */
#include <math.h>

#include "base/maths.h"
#include "base/memory.h"
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
    convex_fill(&world->own->hulls[n], hull->vertices, hull->vertex_count, hull->triangles, hull->triangle_count);
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

static dBodyID make_hull(World *world, const Body *body) {
  const Hull *hull = &world->hulls[body->hull];
  const Convex *const convex = &world->own->hulls[body->hull];
  const dReal density = (dReal)body->shape.mass / (dReal)hull->volume;
  dReal inertia[6];
  dMass mass;
  for (int n = 0; n < 6; n++) inertia[n] = density * (dReal)hull->inertia[n];
  dMassSetParameters(&mass, (dReal)body->shape.mass, 0, 0, 0, inertia[0], inertia[1], inertia[2], inertia[3], inertia[4], inertia[5]);
  return body_engine(world, body, &mass,
                     dCreateConvex(world->own->space, convex->planes, (unsigned)hull->triangle_count, convex->points,
                                   (unsigned)hull->vertex_count, convex->polygons));
}

/* --- kinds ---------------------------------------------------------------------------------------------------------------- */

#define CRATE_FLATNESS 0.6667f /* height over width: at 600 kg/m3 a uniform cube does not float upright, this box does */
#define HOUSE_DENSITY 450.0f   /* kg/m3 over all that its walls enclose: it floats where 45 % of their height is under water */
#define SIZE_LEAST 0.02f       /* m, of a side; smaller bodies fall through the ground */
#define SIZE_MAX_M 200.0f      /* m */
#define DENSITY_LEAST 5.0f     /* kg/m3 */
#define DENSITY_MAX 30000.0f

/* Sets a box's size from the drop, or else to `usual`, within what the engine bears. */
static void measure_box(const BodyDrop *drop, const float usual[3], float size[3]) {
  for (int n = 0; n < 3; n++) size[n] = maths_clampf(drop->size[n] > 0 ? drop->size[n] : usual[n], SIZE_LEAST, SIZE_MAX_M);
}

static void measure_log(const Params *params, const BodyDrop *drop, float size[3], float *density) {
  const float usual[3] = {params->log_width, params->log_length, params->log_width};
  (void)density;
  measure_box(drop, usual, size);
  size[2] = size[0];
}

static float foot_of_hull(const World *world, const BodyDrop *drop, const float size[3]) {
  return drop->hull < world->hull_count ? world->hulls[drop->hull].low : 0.5f * size[1];
}

const BodyKindInfo crate_body = {0};
const BodyKindInfo log_body = {.is_round = true, .pose = POSE_LYING, .measure = measure_log, .make = body_engine_log};
const BodyKindInfo hull_body = {.foot = foot_of_hull, .make = make_hull};
const BodyKindInfo house_body = {.usual = {7, 3.5f, 5}, .density = HOUSE_DENSITY};

#define ADDRESS(kind, row) [BODY_##kind] = &row##_body,
static const BodyKindInfo *const kinds[BODY_KIND_COUNT] = {BODY_KINDS(ADDRESS)};

const BodyKindInfo *body_kind(BodyKind kind) {
  return kinds[kind];
}

bool body_is_lying(BodyKind kind) {
  return kinds[kind]->pose == POSE_LYING;
}

void body_measure(const Params *params, const BodyDrop *drop, float size[3], float *density) {
  const float densities[MATERIAL_COUNT] = {params->wood_density, params->metal_density, params->stone_density};
  const float width = params->crate_size, crate[3] = {width, CRATE_FLATNESS * width, width};
  const BodyKindInfo *const kind = kinds[drop->body];
  float own = kind->density > 0 ? kind->density : densities[drop->material];
  if (kind->measure)
    kind->measure(params, drop, size, &own);
  else
    measure_box(drop, kind->usual[0] > 0 ? kind->usual : crate, size);
  *density = maths_clampf(drop->density > 0 ? drop->density : own, DENSITY_LEAST, DENSITY_MAX);
}
