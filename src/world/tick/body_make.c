/* Makes and removes bodies: the shape of each kind in the engine and in the water; dams. */
#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "world/world_private.h"

#define LEVEL_MAX 1e4f /* m, of a machine's middle, up and down */

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

/* Brings a new body within the walls. A machine may reach through them, its middle may not. */
static void clamp_to_walls(const World *world, bool is_machine, WeirBody *shape) {
  const float side[3] = {(float)world->nx * world->cell, 0, (float)world->nz * world->cell};
  for (int axis = 0; axis < 3; axis += 2) {
    const float reach = is_machine ? 0 : 1.1f * body_reach(shape->half, shape->rotation, axis), middle = 0.5f * side[axis];
    shape->position[axis] = maths_clampf(shape->position[axis], maths_minf(reach, middle), maths_maxf(side[axis] - reach, middle));
  }
  if (is_machine) shape->position[1] = maths_clampf(shape->position[1], -LEVEL_MAX, LEVEL_MAX);
}

/* Rotation by `yaw` about y, row-major; at yaw 0 a log lies along x, a water wheel's axle along z. */
static void yaw_of(BodyPose pose, float yaw, float rotation[9]) {
  const float c = maths_cosf(yaw), s = maths_sinf(yaw);
  const float upright[9] = {c, 0, s, 0, 1, 0, -s, 0, c}, lying[9] = {0, c, s, -1, 0, 0, 0, -s, c};
  const float axle[9] = {c, s, 0, 0, 0, -1, -s, c, 0};
  memcpy(rotation, pose == POSE_LYING ? lying : pose == POSE_AXLE ? axle : upright, sizeof upright);
}

static dBodyID make_engine_body(World *world, const Body *body) {
  const BodyKindInfo *const kind = body_kind(body->kind);
  const dReal x = 2 * (dReal)body->shape.half[0], y = 2 * (dReal)body->shape.half[1], z = 2 * (dReal)body->shape.half[2];
  dMass mass;
  if (kind->make) return kind->make(world, body);
  dMassSetBoxTotal(&mass, (dReal)body->shape.mass, x, y, z);
  return body_engine(world, body, &mass, dCreateBox(world->own->space, x, y, z));
}

/* The bodies of a group are adjacent in the list, for they were made together. */
void bodies_remove(World *world, uint32_t serial) {
  const int index = world_body(world, serial);
  if (index < 0) return;
  const uint32_t group = world->bodies[index].group;
  int first = index, end = index;
  while (first > 0 && world->bodies[first - 1].group == group) first--;
  while (end < world->body_count && world->bodies[end].group == group) body_engine_forget(&world->bodies[end++]);
  for (int n = first; n < index; n++) body_engine_forget(&world->bodies[n]);
  memmove(&world->bodies[first], &world->bodies[end], sizeof world->bodies[0] * (size_t)(world->body_count - end));
  world->body_count -= end - first;
  machines_forget(world, group);
  sleeping_wake_all(world);
  bodies_show(world);
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

static void describe(const World *world, const BodyDrop *drop, Body *body) {
  WeirBody *const shape = &body->shape;
  float size[3], density;
  body_measure(&world->params, drop, size, &density);
  *shape = (WeirBody){.position = {drop->x, maths_minf(drop->y, 2e5f), drop->z}};
  for (int n = 0; n < 3; n++) shape->half[n] = 0.5f * size[n];
  memcpy(shape->velocity, drop->velocity, sizeof shape->velocity);
  memcpy(shape->spin, drop->spin, sizeof shape->spin);
  yaw_of(body_kind(drop->body)->pose, drop->yaw, shape->rotation);
  const bool round = body_kind(drop->body)->is_round;
  shape->shape = round ? WEIR_CYLINDER : WEIR_BOX;
  const float fill = round ? 0.25f * (float)M_PI : 1; /* share of the box around it */
  shape->mass = density * fill * size[0] * size[1] * size[2];
  if (drop->body != BODY_HULL) return;
  body->hull = drop->hull;
  lend_hull(&world->hulls[drop->hull], body);
  shape->mass = density * world->hulls[drop->hull].volume;
}

/* Removes the oldest bodies until there is room, machines last. */
static void make_room(World *world, int count) {
  while (world->body_count + count > WORLD_BODIES_MAX) {
    int oldest = 0;
    while (oldest < world->body_count && body_kind(world->bodies[world_body(world, world->bodies[oldest].group)].kind)->is_machine)
      oldest++;
    bodies_remove(world, world->bodies[oldest < world->body_count ? oldest : 0].serial);
  }
}

void bodies_add(World *world, const BodyDrop *drop) {
  if ((unsigned)drop->body >= BODY_KIND_COUNT || (unsigned)drop->material >= MATERIAL_COUNT) return;
  const BodyKindInfo *const kind = body_kind(drop->body);
  if (kind->is_part) return;
  if (drop->body == BODY_HULL && (unsigned)drop->hull >= (unsigned)world->hull_count) return;
  if (kind->is_machine && world->machine_count == WORLD_MACHINES_MAX) return;
  const int parts = kind->parts_of_drop ? kind->parts_of_drop(drop) : kind->part_count;
  make_room(world, 1 + parts);
  Body *const body = &world->bodies[world->body_count];
  *body = (Body){.kind = drop->body, .material = drop->material, .held = drop->held && !kind->is_never_held, .serial = world->dropped++};
  body->group = body->serial;
  describe(world, drop, body);
  body->shape.id = body->serial + 1;
  clamp_to_walls(world, kind->is_machine, &body->shape);
  if (!drop->set && !kind->is_machine) lift_clear(world, &body->shape); /* the new body is not in the list yet */
  world->body_count++;
  body->ode_body = make_engine_body(world, body);
  if (kind->has_joints) {
    memcpy(body->made.position, body->shape.position, sizeof body->made.position);
    memcpy(body->made.rotation, body->shape.rotation, sizeof body->made.rotation);
  }
  if (kind->complete) kind->complete(world, body, drop);
  for (int n = 0; n < parts; n++) {
    const uint32_t serial = world->dropped++;
    world->bodies[world->body_count++] = (Body){
        .kind = kind->part, .material = drop->material, .guided = body_kind(kind->part)->is_guided, .serial = serial, .group = body->group};
  }
  if (kind->join) kind->join(world, body);
  if (body->held) dBodySetKinematic(body->ode_body);
  bodies_show(world);
}

void bodies_make_again(World *world, int first) {
  Body *const body = &world->bodies[first];
  WeirBody *const shape = &body->shape;
  const BodyKindInfo *const kind = body_kind(body->kind);
  shape->shape = kind->is_round ? WEIR_CYLINDER : WEIR_BOX;
  shape->id = body->serial + 1;
  if (body->kind == BODY_HULL) lend_hull(&world->hulls[body->hull], body);
  if (kind->has_joints) {
    memcpy(shape->position, body->made.position, sizeof shape->position);
    memcpy(shape->rotation, body->made.rotation, sizeof shape->rotation);
  }
  body->ode_body = make_engine_body(world, body);
  if (kind->join) kind->join(world, body);
  if (body_is_fixed(body)) dBodySetKinematic(body->ode_body);
}

/* --- dams: rows of fixed blocks that hold water back until COMMAND_RELEASE_DAM. A block stands on the lowest ground under it, so those at
 * the ends are set into the bank. These stay: let go, a block inside the ground is thrown out of it, with all that it strikes. --- */

#define BREACH 2.5 /* s, between the release of a dam's first and last block */

static const float block_width = 2.5f; /* m, rounded so that whole blocks fill the dam */
static const float block_gap = 0.01f;  /* m, between two blocks: they must not touch while they stand */
static const float buried = 0.33f;     /* of its height that ground may reach up a block that goes; more throws blocks metres up */

/* m: the lowest and the highest ground under a block. Water would run under a block that stood on the highest. */
static void ground_under(const World *world, float x, float z, const float along[2], float half_width, float half_thickness, float *low,
                         float *high) {
  *low = INFINITY, *high = -INFINITY;
  for (int i = -2; i <= 2; i++)
    for (int k = -1; k <= 1; k++) {
      const float a = 0.5f * (float)i * half_width, b = (float)k * half_thickness;
      const float level = weir_water_terrain_at(world->water, x + a * along[0] - b * along[1], z + a * along[1] + b * along[0]);
      *low = maths_minf(*low, level), *high = maths_maxf(*high, level);
    }
}

void dams_build(World *world) {
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  for (const SceneDam *dam = world->scene.dams; dam < world->scene.dams + world->scene.dam_count; dam++) {
    const float from[2] = {dam->x0 * wide, dam->z0 * deep}, way[2] = {(dam->x1 - dam->x0) * wide, (dam->z1 - dam->z0) * deep};
    const float length = maths_hypotf(way[0], way[1]);
    if (!(length > 0)) continue;
    const int count = (int)maths_clampf(roundf(length / block_width), 1.0f, 200.0f);
    const float along[2] = {way[0] / length, way[1] / length}, width = length / (float)count;
    for (int n = 0; n < count; n++) {
      const float share = ((float)n + 0.5f) / (float)count, x = from[0] + share * way[0], z = from[1] + share * way[1];
      float foot, ignored;
      ground_under(world, x, z, along, 0.5f * width, 0.5f * dam->thickness, &foot, &ignored);
      if (dam->level - foot < 0.2f) continue; /* the bank holds here */
      bodies_add(world, &(BodyDrop){.material = dam->material,
                                    .x = x,
                                    .y = 0.5f * (foot + dam->level),
                                    .z = z,
                                    .yaw = maths_atan2f(-along[1], along[0]),
                                    .size = {width - block_gap, dam->level - foot, dam->thickness},
                                    .set = true,
                                    .held = true});
    }
  }
}

/* Not all at once: blocks that float up together would stay in a row. Multiples of the golden ratio scatter the times over BREACH. */
void bodies_release(World *world) {
  for (int n = 0; n < world->body_count; n++) {
    Body *const body = &world->bodies[n];
    const float *const r = body->shape.rotation, *const half = body->shape.half, *const p = body->shape.position;
    const double odd = 0.6180339887 * (body->serial + 1);
    float low, high;
    if (!body->held || body->free_at > 0) continue;
    ground_under(world, p[0], p[2], (float[2]){r[0], r[6]}, half[0], half[2], &low, &high);
    if (high - (p[1] - half[1]) > buried * 2 * half[1]) continue; /* set into the bank, as the ground is now */
    body->free_at = world->time + (double)world->params.tick + BREACH * (odd - floor(odd));
  }
}

void bodies_come_free(World *world) {
  bool any = false;
  for (int n = 0; n < world->body_count; n++) {
    Body *const body = &world->bodies[n];
    if (!body->held || !(body->free_at > 0) || world->time < body->free_at) continue;
    dBodySetDynamic(body->ode_body);
    body->held = false;
    any = true;
  }
  if (any) sleeping_wake_all(world);
}
