/* Bodies: what the world knows of each, and the engine's numbers, out of ODE and into it again, to the bit. Sizes and masses that follow from
 * others are passed on all the same and compared when the engine's bodies are made.
 *
 * What ODE knows of a world beyond each body's pose and velocities: the order of its bodies and of their joints, which decides the order in
 * which constraints are solved; the order of collision shapes in the space, which decides the order of contacts and changes with every
 * move (a shape that has moved since the last collision is put first); and the places of joints within their bodies, which were computed
 * from the poses that the bodies had when they were made. So bodies are made again in their order, those with joints in the pose in which
 * they were made, then moved to where they are, and at last the shapes are put into the order that they had. Nothing else lasts from step
 * to step: contacts are made again, random numbers are seeded by the tick, ODE's own sleep and warm starting are off. */
#include <math.h>
#include <string.h>

#include "world/state/parts.h"

/* --- what the world knows ------------------------------------------------------------------------------------------------------------ */

#define UNIT_SLACK 1e-3 /* of a quaternion's length and a rotation's rows, which are rounded */

/* Rows of length 1, at right angles. */
static bool is_rotation(const double r[9]) {
  for (int a = 0; a < 3; a++)
    for (int b = 0; b <= a; b++) {
      const double product = r[3 * a] * r[3 * b] + r[3 * a + 1] * r[3 * b + 1] + r[3 * a + 2] * r[3 * b + 2];
      if (!(fabs(product - (a == b)) < UNIT_SLACK)) return false;
    }
  return true;
}

#define NUMBERS(type, member, low, high, what) STATE_FIELD(STATE_FLOAT, type, member, low, high, what)

static const StateTable made_table =
    STATE_TABLE(BodyMade, NUMBERS(BodyMade, position, -STATE_FAR, STATE_FAR, "the pose in which a body was made"),
                NUMBERS(BodyMade, rotation, -2, 2, "the pose in which a body was made"));

static void pass_made(StateStream *s, void *of) {
  Body *const body = of;
  double rotation[9];
  if (!body_kind(body->kind)->has_joints) return;
  state_fields(s, &body->made, &made_table);
  for (int n = 0; n < 9; n++) rotation[n] = (double)body->made.rotation[n];
  state_expect(s, is_rotation(rotation), "the pose in which a body was made");
}

static void pass_hull(StateStream *s, void *of) {
  Body *const body = of;
  if (body->kind == BODY_HULL) state_int(s, &body->hull, 0, SCENE_HULLS - 1, "the mesh of a body");
}

static void pass_shape(StateStream *s, void *of) {
  WeirBody *const shape = &((Body *)of)->shape;
  state_floats(s, shape->half, 3, 1e-4f, 1e6f, "the size of a body");
  state_floats(s, &shape->mass, 1, 1e-9f, 1e15f, "the mass of a body");
}

static const StateTable sleep_table =
    STATE_TABLE(BodySleep, NUMBERS(BodySleep, position, -STATE_FAR, STATE_FAR, "the place where a body rests"),
                NUMBERS(BodySleep, quaternion, -2, 2, "the rotation with which a body rests"),
                NUMBERS(BodySleep, force, -STATE_HUGE, STATE_HUGE, "the force on a body at rest"),
                NUMBERS(BodySleep, torque, -STATE_HUGE, STATE_HUGE, "the torque on a body at rest"),
                NUMBERS(BodySleep, seconds, 0, STATE_FAR, "the time for which a body rests"));

static const StateTable force_table =
    STATE_TABLE(WeirForce, STATE_RUN(STATE_FLOAT, WeirForce, force, aboard, -STATE_HUGE, STATE_HUGE, "the water's force on a body"));

static const StateField body_rows[] = {
    STATE_FIELD(STATE_CHOICE, Body, kind, 0, BODY_KIND_COUNT, "the kind of a body"),
    STATE_FIELD(STATE_CHOICE, Body, material, 0, MATERIAL_COUNT, "the material of a body"),
    STATE_PART_OF(Body, hull, pass_hull, 0),
    STATE_FIELD(STATE_BOOL, Body, held, 0, 1, "a body"),
    STATE_FIELD(STATE_BOOL, Body, guided, 0, 1, "a body"),
    STATE_FIELD(STATE_BOOL, Body, asleep, 0, 1, "a body"),
    STATE_FIELD(STATE_BOOL, Body, was_away, 0, 1, "a body"),
    STATE_FIELD(STATE_DOUBLE, Body, free_at, 0, 1e12, "the time at which a body comes free"),
    STATE_FIELD(STATE_UINT32, Body, serial, 0, 0, "the number of a body"),
    STATE_FIELD(STATE_UINT32, Body, group, 0, 0, "the group of a body"),
    STATE_PART_OF(Body, shape, pass_shape, 0),
    STATE_PART_OF(Body, made, pass_made, 0),
    STATE_ALL_OF(Body, rest, sleep_table),
    STATE_ALL_OF(Body, water, force_table),
    STATE_NONE_OF(Body, ode_body, ode_joint, "made again"),
    STATE_NONE_OF(Body, position, quaternion, "the engine's"),
};
const StateTable state_body_table = STATE_TABLE_OF(Body, body_rows);

/* --- what bodies and machines say of each other ------------------------------------------------------------------------------------- */

/* The machine that moves the gate or wheel with this serial; NULL: there is none, or more than one. */
static const WorldMachine *machine_of(const World *world, const Body *body) {
  const WorldMachine *found = NULL;
  for (int n = 0; n < world->machine_count; n++) {
    const WorldMachine *const machine = &world->machines[n];
    const BodyKind kind = machine_info(machine->kind)->body;
    if (kind == BODY_KIND_COUNT || machine->serial != body->serial) continue;
    if (found || kind != body->kind) return NULL;
    found = machine;
  }
  return found;
}

/* Bodies of the first one's group, in its kind's number; 0: it cannot begin a group. */
static int group_size(const World *world, const Body *first) {
  const BodyKindInfo *const kind = body_kind(first->kind);
  const WorldMachine *const moves = kind->is_machine ? machine_of(world, first) : NULL;
  if (kind->is_part || (kind->is_machine && !moves)) return 0;
  return 1 + (kind->parts_of_machine ? kind->parts_of_machine(moves) : kind->part_count);
}

static bool is_member(const Body *first, const Body *body) {
  const BodyKindInfo *const kind = body_kind(body->kind);
  if (body->group != first->serial || body->guided != kind->is_guided || (kind->is_never_held && body->held)) return false;
  if (body->held && body->asleep) return false;
  return body == first || body->kind == body_kind(first->kind)->part;
}

static bool groups_are_sound(const World *world) {
  for (int n = 0, end = 0; n < world->body_count; n = end) {
    const Body *const first = &world->bodies[n];
    const int size = group_size(world, first);
    end = n + size;
    if (size == 0 || end > world->body_count) return false;
    for (int m = n; m < end; m++)
      if (!is_member(first, &world->bodies[m])) return false;
  }
  return true;
}

static void check_bodies(StateStream *s, const World *world) {
  for (int n = 0; n < world->body_count; n++) {
    const uint32_t serial = world->bodies[n].serial;
    state_expect(s, serial < world->dropped && (n == 0 || serial > world->bodies[n - 1].serial), "the number of a body");
  }
  state_expect(s, s->fault || groups_are_sound(world), "the group of a body");
  for (int n = 0; n < world->machine_count && !s->fault; n++) { /* each gate and wheel has its body */
    const WorldMachine *const machine = &world->machines[n];
    const BodyKind kind = machine_info(machine->kind)->body;
    const int index = kind == BODY_KIND_COUNT ? -1 : world_body(world, machine->serial);
    state_expect(s, kind == BODY_KIND_COUNT || (index >= 0 && world->bodies[index].kind == kind), "the group of a body");
  }
}

/* --- the engine's numbers ------------------------------------------------------------------------------------------------------------ */

static bool is_pose(const EngineBody *engine) {
  const double *const q = engine->quaternion;
  const dQuaternion same = {q[0], q[1], q[2], q[3]};
  dMatrix3 turn;
  if (!(fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) < UNIT_SLACK) || !is_rotation(engine->rotation)) return false;
  dRfromQ(turn, same);
  for (int n = 0; n < 9; n++)
    if (!(fabs(turn[4 * (n / 3) + n % 3] - engine->rotation[n]) < 10 * UNIT_SLACK)) return false;
  return true;
}

static void pass_engine(StateStream *s, BodyKind kind, EngineBody *engine) {
  state_doubles(s, engine->position, 3, -1e8, 1e8, "the place of a body");
  state_doubles(s, engine->quaternion, 4, -2, 2, "the rotation of a body");
  state_doubles(s, engine->rotation, 9, -2, 2, "the rotation of a body");
  state_expect(s, s->fault || is_pose(engine), "the rotation of a body");
  state_doubles(s, engine->velocity, 3, -1e9, 1e9, "the velocity of a body");
  state_doubles(s, engine->spin, 3, -1e9, 1e9, "the spin of a body");
  state_doubles(s, engine->force, 3, -1e30, 1e30, "the force on a body");
  state_doubles(s, engine->torque, 3, -1e30, 1e30, "the torque on a body");
  state_floats(s, engine->drag, 2, 0, STATE_FAR, "the drag of a body");
  if (kind != BODY_WHEEL) return;
  for (int motor = 0; motor < 2; motor++) { /* velocity and force of each; then the spring's two numbers */
    state_doubles(s, &engine->wheel[2 * motor], 1, -1e30, 1e30, "a motor of a car");
    state_doubles(s, &engine->wheel[2 * motor + 1], 1, 0, INFINITY, "a motor of a car");
  }
  state_doubles(s, &engine->wheel[4], 2, 0, 1e6, "a spring of a car");
}

static const int wheel_params[6] = {dParamVel, dParamFMax, dParamVel2, dParamFMax2, dParamSuspensionERP, dParamSuspensionCFM};

static void copy_doubles(double *to, const dReal *from, int count) {
  for (int n = 0; n < count; n++) to[n] = (double)from[n];
}

static void get_body(const Body *body, EngineBody *engine) {
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

void engine_get(const World *world, EngineBodies *engine) {
  dGeomID geoms[STATE_GEOMS_MAX];
  const int count = list_geoms(world, geoms);
  for (int n = 0; n < world->body_count; n++) get_body(&world->bodies[n], &engine->bodies[n]);
  for (int n = 0; n < count; n++) dGeomSetData(geoms[n], (void *)(uintptr_t)n);
  for (int n = 0; n < count; n++) engine->order[n] = (int)(uintptr_t)dGeomGetData(dSpaceGetGeom(world->own->space, n));
  engine->shape_count = count;
}

void state_bodies(StateStream *s, World *world, EngineBodies *engine) {
  bool there[STATE_GEOMS_MAX] = {false};
  state_int(s, &world->body_count, 0, WORLD_BODIES_MAX, "the number of bodies");
  for (int n = 0; n < world->body_count && !s->fault; n++) {
    Body *const body = &world->bodies[n];
    state_fields(s, body, &state_body_table);
    state_expect(s, body->kind != BODY_HULL || body->hull < world->scene.hull_count, "the mesh of a body");
    pass_engine(s, body->kind, &engine->bodies[n]);
  }
  if (s->in) check_bodies(s, world);
  state_int(s, &engine->shape_count, STATE_WORLD_GEOMS, STATE_GEOMS_MAX, "the number of collision shapes");
  for (int n = 0; n < engine->shape_count; n++) {
    state_int(s, &engine->order[n], 0, engine->shape_count - 1, "a collision shape");
    if (s->in) state_expect(s, !there[engine->order[n]], "a collision shape"), there[engine->order[n]] = true;
  }
}

/* --- made again ---------------------------------------------------------------------------------------------------------------------- */

/* A shape that is added to a space becomes its first one. Added shapes count as moved; those of a world that has collided have not moved
 * since, or moved in this very order, so that the next collision finds them the same. */
static bool put_in_order(const World *world, const EngineBodies *engine) {
  const dSpaceID space = world->own->space;
  dGeomID geoms[STATE_GEOMS_MAX];
  if (list_geoms(world, geoms) != engine->shape_count) return false;
  for (int n = engine->shape_count - 1; n >= 0; n--) {
    dSpaceRemove(space, geoms[engine->order[n]]);
    dSpaceAdd(space, geoms[engine->order[n]]);
  }
  if (world->tick > 0) dSpaceClean(space);
  return true;
}

/* ODE makes quaternions and rotations that it is given unit ones, which changes their last bits. What it returns points at the body's own
 * numbers: they are written there. Setting the position tells the body's shapes that it has moved. */
static void put_body(const Body *body, const EngineBody *engine) {
  const dBodyID ode = body->ode_body;
  dReal *const quaternion = (dReal *)dBodyGetQuaternion(ode), *const rotation = (dReal *)dBodyGetRotation(ode);
  const double *const p = engine->position, *const v = engine->velocity, *const w = engine->spin;
  const double *const f = engine->force, *const t = engine->torque;
  for (int n = 0; n < 4; n++) quaternion[n] = (dReal)engine->quaternion[n];
  for (int n = 0; n < 9; n++) rotation[4 * (n / 3) + n % 3] = (dReal)engine->rotation[n];
  dBodySetPosition(ode, (dReal)p[0], (dReal)p[1], (dReal)p[2]);
  dBodySetLinearVel(ode, (dReal)v[0], (dReal)v[1], (dReal)v[2]);
  dBodySetAngularVel(ode, (dReal)w[0], (dReal)w[1], (dReal)w[2]);
  dBodySetForce(ode, (dReal)f[0], (dReal)f[1], (dReal)f[2]);
  dBodySetTorque(ode, (dReal)t[0], (dReal)t[1], (dReal)t[2]);
  for (int n = 0; n < 6 && body->kind == BODY_WHEEL; n++) dJointSetHinge2Param(body->ode_joint, wheel_params[n], (dReal)engine->wheel[n]);
  if (body->asleep) dBodyDisable(ode);
}

/* Makes the group that begins with body `first`. False: wheels or paddles have other measures than theirs. */
static bool make_group(World *world, const EngineBody *engine, int first, int *end) {
  WeirBody wanted[1 + WHEEL_PADDLES_MAX];
  const uint32_t group = world->bodies[first].serial;
  for (*end = first; *end < world->body_count && world->bodies[*end].group == group; (*end)++) {
    WeirBody *const shape = &world->bodies[*end].shape;
    wanted[*end - first] = *shape;
    for (int n = 0; n < 3; n++) shape->position[n] = (float)engine[*end].position[n]; /* any pose does for a body without joints */
    for (int n = 0; n < 9; n++) shape->rotation[n] = (float)engine[*end].rotation[n];
  }
  bodies_make_again(world, first);
  for (int n = first; n < *end; n++) {
    const WeirBody *const has = &world->bodies[n].shape, *const was = &wanted[n - first];
    if (memcmp(has->half, was->half, sizeof has->half) != 0 || has->mass != was->mass) return false;
  }
  return true;
}

bool engine_build(World *world, const EngineBodies *engine) {
  WorldPrivate *const own = world->own;
  for (int first = 0, end = 0; first < world->body_count; first = end)
    if (!make_group(world, engine->bodies, first, &end)) return false;
  for (int n = 0; n < world->body_count; n++) put_body(&world->bodies[n], &engine->bodies[n]);
  bodies_show(world);
  for (int n = 0; n < world->body_count; n++) {
    WeirBody *const shape = &world->bodies[n].shape;
    shape->drag_linear = engine->bodies[n].drag[0], shape->drag_square = engine->bodies[n].drag[1];
    own->shapes[n] = *shape;
    own->forces[n] = world->bodies[n].water;
  }
  return put_in_order(world, engine);
}
