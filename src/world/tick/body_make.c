/* Makes and removes bodies: the shape of each kind in the engine and in the water. */
#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "world/machines/machines.h"
#include "world/world_private.h"

#define CRATE_FLATNESS 0.6667f /* height over width: at 600 kg/m3 a uniform cube does not float upright, this box does */
#define BOAT_DENSITY 300.0f    /* kg/m3 over all that its hull encloses */
#define HOUSE_DENSITY 450.0f   /* kg/m3 over all that its walls enclose: it floats where 45 % of their height is under water */
#define SIZE_LEAST 0.02f       /* m, of a side; smaller bodies fall through the ground */
#define BODY_SIZE_MAX 200.0f   /* m */
#define LEVEL_MAX 1e4f         /* m, of a machine's middle, up and down */
#define DENSITY_LEAST 5.0f     /* kg/m3 */
#define BODY_DENSITY_MAX 30000.0f

static float clamp_within(float value, float low, float high) {
  return maths_minf(maths_maxf(value, low), high);
}

/* --- measures ---------------------------------------------------------------------------------------------------------- */

void body_measure(const Params *params, const Command *drop, float size[3], float *density) {
  const float densities[MATERIAL_COUNT] = {params->wood_density, params->metal_density, params->stone_density};
  const float width = params->crate_size, thick = params->log_width;
  const float crate[3] = {width, CRATE_FLATNESS * width, width}, log[3] = {thick, params->log_length, thick};
  static const float house[3] = {7, 3.5f, 5}, gate[3] = {5, 2.5f, 0.3f};
  const float *const usual = drop->body == BODY_LOG ? log : drop->body == BODY_HOUSE ? house : drop->body == BODY_GATE ? gate : crate;
  for (int n = 0; n < 3; n++) size[n] = clamp_within(drop->size[n] > 0 ? drop->size[n] : usual[n], SIZE_LEAST, BODY_SIZE_MAX);
  if (drop->body == BODY_LOG) size[2] = size[0];
  if (drop->body == BODY_CAR) car_measure(clamp_within(drop->size[0] > 0 ? drop->size[0] : params->car_length, 0.5f, 30), size);
  if (drop->body == BODY_BOAT) boat_measure(drop->size[0] > 0 ? drop->size[0] : 6, size);
  if (drop->body == BODY_MILL) wheel_measure(drop, size);
  float own = densities[drop->material];
  if (drop->body == BODY_CAR) own = params->car_density;
  if (drop->body == BODY_HOUSE) own = HOUSE_DENSITY;
  if (drop->body == BODY_BOAT) own = BOAT_DENSITY;
  *density = clamp_within(drop->density > 0 ? drop->density : own, DENSITY_LEAST, BODY_DENSITY_MAX);
}

/* --- places ------------------------------------------------------------------------------------------------------------ */

static void find_reaches(const WeirBody *shape, float reach[3]) {
  for (int axis = 0; axis < 3; axis++) reach[axis] = body_reach(shape->half, shape->rotation, axis);
}

/* Lifts a new body above any other whose upright bounding box meets its own: two never start inside each other. */
static void lift_clear(const World *world, WeirBody *shape) {
  const float gap = 0.05f; /* m; more than the rounding of the greatest height */
  float mine[3], theirs[3];
  find_reaches(shape, mine);
  for (int n = 0; n < world->body_count; n++) {
    const WeirBody *other = &world->bodies[n].shape;
    bool clear = false;
    find_reaches(other, theirs);
    for (int axis = 0; axis < 3; axis++) clear = clear || fabsf(other->position[axis] - shape->position[axis]) >= mine[axis] + theirs[axis];
    if (clear) continue;
    shape->position[1] = other->position[1] + mine[1] + theirs[1] + gap;
    n = -1; /* from the start: the new place may touch one that was clear */
  }
}

static void clamp_to_walls(const World *world, WeirBody *shape) {
  const float side[3] = {(float)world->nx * world->cell, 0, (float)world->nz * world->cell};
  for (int axis = 0; axis < 3; axis += 2) {
    const float reach = 1.1f * body_reach(shape->half, shape->rotation, axis), middle = 0.5f * side[axis];
    shape->position[axis] = clamp_within(shape->position[axis], maths_minf(reach, middle), maths_maxf(side[axis] - reach, middle));
  }
}

/* A machine may reach through the walls, its middle may not. */
static void clamp_middle(const World *world, WeirBody *shape) {
  shape->position[0] = clamp_within(shape->position[0], 0, (float)world->nx * world->cell);
  shape->position[1] = clamp_within(shape->position[1], -LEVEL_MAX, LEVEL_MAX);
  shape->position[2] = clamp_within(shape->position[2], 0, (float)world->nz * world->cell);
}

/* Rotation by `yaw` about y, row-major; at yaw 0 a log lies along x, a water wheel's axle along z. */
static void yaw_of(BodyKind kind, float yaw, float rotation[9]) {
  const float c = maths_cosf(yaw), s = maths_sinf(yaw);
  const float upright[9] = {c, 0, s, 0, 1, 0, -s, 0, c}, lying[9] = {0, c, s, -1, 0, 0, 0, -s, c};
  const float mill[9] = {c, s, 0, 0, 0, -1, -s, c, 0};
  memcpy(rotation, kind == BODY_LOG ? lying : kind == BODY_MILL ? mill : upright, sizeof upright);
}

/* --- in the engine ----------------------------------------------------------------------------------------------------- */

static dBodyID make_box(World *world, const Body *body) {
  const dReal x = 2 * (dReal)body->shape.half[0], y = 2 * (dReal)body->shape.half[1], z = 2 * (dReal)body->shape.half[2];
  dMass mass;
  dMassSetBoxTotal(&mass, (dReal)body->shape.mass, x, y, z);
  return body_engine(world, body, &mass, dCreateBox(world->own->space, x, y, z));
}

/* A log collides as a capsule, with rounded ends: capsules roll and pile up without the jitter of the engine's cylinders. The
 * water and the picture have the cylinder. The engine's axis of both is z. */
static dBodyID make_log(World *world, const Body *body) {
  const dReal radius = (dReal)body->shape.half[0], length = 2 * (dReal)body->shape.half[1];
  dMass mass;
  dMassSetCylinderTotal(&mass, (dReal)body->shape.mass, 2, radius, length);
  dGeomID geom = dCreateCapsule(world->own->space, radius, maths_max(length - 2 * radius, 0.01 * radius));
  dBodyID ode = body_engine(world, body, &mass, geom);
  const dMatrix3 lay = {1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0}; /* a quarter turn about x */
  dGeomSetOffsetRotation(geom, lay);
  return ode;
}

static dBodyID make_hull(World *world, const Body *body) {
  dMass mass;
  dGeomID geom = hull_geom(world, body, &mass);
  return body_engine(world, body, &mass, geom);
}

static dBodyID make_engine_body(World *world, const Body *body) {
  if (body->kind == BODY_LOG) return make_log(world, body);
  return body->kind == BODY_HULL ? make_hull(world, body) : make_box(world, body);
}

/* --- adding and removing ------------------------------------------------------------------------------------------------- */

static void engine_forget(Body *body) {
  for (dGeomID geom = dBodyGetFirstGeom(body->ode_body), next; geom; geom = next) {
    next = dBodyGetNextGeom(geom);
    dGeomDestroy(geom);
  }
  if (body->ode_joint) dJointDestroy(body->ode_joint);
  dBodyDestroy(body->ode_body);
}

/* The bodies of a group are adjacent in the list, for they were made together. */
void bodies_remove(World *world, uint32_t serial) {
  const int index = world_body(world, serial);
  if (index < 0) return;
  const uint32_t group = world->bodies[index].group;
  int first = index, end = index;
  while (first > 0 && world->bodies[first - 1].group == group) first--;
  while (end < world->body_count && world->bodies[end].group == group) engine_forget(&world->bodies[end++]);
  for (int n = first; n < index; n++) engine_forget(&world->bodies[n]);
  memmove(&world->bodies[first], &world->bodies[end], sizeof world->bodies[0] * (size_t)(world->body_count - end));
  world->body_count -= end - first;
  machines_forget(world, group);
  sleeping_wake_all(world);
  bodies_show(world);
}

static bool is_round(BodyKind kind) {
  return kind == BODY_LOG || kind == BODY_MILL;
}

static void describe(const World *world, const Command *drop, WeirBody *shape) {
  float size[3], density;
  body_measure(&world->params, drop, size, &density);
  *shape = (WeirBody){.position = {drop->x, maths_minf(drop->y, 2e5f), drop->z}};
  for (int n = 0; n < 3; n++) shape->half[n] = 0.5f * size[n];
  memcpy(shape->velocity, drop->velocity, sizeof shape->velocity);
  memcpy(shape->spin, drop->spin, sizeof shape->spin);
  yaw_of(drop->body, drop->yaw, shape->rotation);
  const bool round = is_round(drop->body);
  shape->shape = round ? WEIR_CYLINDER : WEIR_BOX;
  const float fill = round ? 0.25f * (float)M_PI : 1; /* share of the box around it */
  shape->mass = density * fill * size[0] * size[1] * size[2];
}

/* Lends the mesh to the body's shape. */
static void lend_hull(const Hull *hull, Body *body) {
  memcpy(body->shape.half, hull->half, sizeof hull->half);
  body->shape.shape = WEIR_CONVEX;
  body->shape.vertices = hull->vertices;
  body->shape.vertex_count = hull->vertex_count;
  body->shape.triangles = hull->triangles;
  body->shape.triangle_count = hull->triangle_count;
}

static void copy_hull(const World *world, const Command *drop, Body *body) {
  const Hull *hull = &world->hulls[drop->param];
  float size[3], density;
  body_measure(&world->params, drop, size, &density);
  body->hull = drop->param;
  lend_hull(hull, body);
  body->shape.mass = density * hull->volume;
}

static bool is_machine(BodyKind kind) {
  return kind == BODY_GATE || kind == BODY_MILL;
}

/* Bodies that a drop makes. */
static int count_of(const Command *drop) {
  if (drop->body == BODY_MILL) return 1 + wheel_paddles(drop);
  return drop->body == BODY_CAR ? 1 + CAR_WHEELS : 1;
}

/* Removes the oldest bodies until there is room, machines last. */
static void make_room(World *world, int count) {
  while (world->body_count + count > WORLD_BODIES_MAX) {
    int oldest = 0;
    while (oldest < world->body_count && (is_machine(world->bodies[oldest].kind) || world->bodies[oldest].kind == BODY_PADDLE)) oldest++;
    bodies_remove(world, world->bodies[oldest < world->body_count ? oldest : 0].serial);
  }
}

void bodies_add(World *world, const Command *drop) {
  if ((unsigned)drop->body >= BODY_KIND_COUNT || (unsigned)drop->material >= MATERIAL_COUNT) return;
  if (drop->body == BODY_WHEEL || drop->body == BODY_PADDLE) return; /* made with their car or water wheel alone */
  if (drop->body == BODY_HULL && (unsigned)drop->param >= (unsigned)world->hull_count) return;
  if (is_machine(drop->body) && !machines_have_room(world)) return;
  make_room(world, count_of(drop));
  const int index = world->body_count;
  Body *body = &world->bodies[index];
  *body = (Body){.kind = drop->body,
                 .material = drop->material,
                 .held = drop->held && drop->body != BODY_CAR && !is_machine(drop->body),
                 .serial = world->dropped++};
  body->group = body->serial;
  describe(world, drop, &body->shape);
  if (drop->body == BODY_HULL) copy_hull(world, drop, body);
  body->shape.id = body->serial + 1;
  const bool machine = is_machine(drop->body);
  if (machine)
    clamp_middle(world, &body->shape);
  else
    clamp_to_walls(world, &body->shape);
  if (!drop->set && !machine) lift_clear(world, &body->shape); /* the new body is not in the list yet */
  world->body_count++;
  body->ode_body = make_engine_body(world, body);
  if (drop->body == BODY_CAR || drop->body == BODY_MILL) {
    memcpy(body->made.position, body->shape.position, sizeof body->made.position);
    memcpy(body->made.rotation, body->shape.rotation, sizeof body->made.rotation);
  }
  if (drop->body == BODY_CAR) car_complete(world, index);
  if (drop->body == BODY_MILL) wheel_complete(world, index, drop);
  if (drop->body == BODY_GATE) gate_complete(world, index, drop->amount);
  if (body->held) dBodySetKinematic(body->ode_body);
  bodies_show(world);
}

void bodies_make_again(World *world, int first) {
  Body *const body = &world->bodies[first];
  WeirBody *const shape = &body->shape;
  shape->shape = is_round(body->kind) ? WEIR_CYLINDER : WEIR_BOX;
  shape->id = body->serial + 1;
  if (body->kind == BODY_HULL) lend_hull(&world->hulls[body->hull], body);
  if (body->kind == BODY_CAR || body->kind == BODY_MILL) {
    memcpy(shape->position, body->made.position, sizeof shape->position);
    memcpy(shape->rotation, body->made.rotation, sizeof shape->rotation);
  }
  body->ode_body = make_engine_body(world, body);
  if (body->kind == BODY_CAR) car_make_again(world, first);
  if (body->kind == BODY_MILL) wheel_make_again(world, first);
  if (body_is_fixed(body)) dBodySetKinematic(body->ode_body);
}
