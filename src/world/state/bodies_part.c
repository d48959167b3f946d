/* Bodies: what the world knows of each, and the engine's numbers. Sizes and masses that follow from others are passed on all the same and
 * compared when the engine's bodies are made (engine.c). */
#include <math.h>

#include "world/state/parts.h"

#define UNIT_SLACK 1e-3 /* of a quaternion's length and a rotation's rows, which are rounded */

static bool has_joints(BodyKind kind) {
  return kind == BODY_CAR || kind == BODY_MILL;
}

/* Rows of length 1, at right angles. */
static bool is_rotation(const double r[9]) {
  for (int a = 0; a < 3; a++)
    for (int b = 0; b <= a; b++) {
      const double product = r[3 * a] * r[3 * b] + r[3 * a + 1] * r[3 * b + 1] + r[3 * a + 2] * r[3 * b + 2];
      if (!(fabs(product - (a == b)) < UNIT_SLACK)) return false;
    }
  return true;
}

static void pass_made(StateStream *s, BodyMade *made) {
  static const char *const what = "the pose in which a body was made";
  double rotation[9];
  state_floats(s, made->position, 3, -STATE_FAR, STATE_FAR, what);
  state_floats(s, made->rotation, 9, -2, 2, what);
  for (int n = 0; n < 9; n++) rotation[n] = (double)made->rotation[n];
  state_expect(s, is_rotation(rotation), what);
}

#define FORCE_FIELD(member) STATE_FIELD(STATE_FLOAT, WeirForce, member, -STATE_HUGE, STATE_HUGE, "the water's force on a body")
static const StateField force_fields[] = {FORCE_FIELD(force),  FORCE_FIELD(torque),  FORCE_FIELD(submerged),
                                          FORCE_FIELD(volume), FORCE_FIELD(water_y), FORCE_FIELD(aboard)};

static void pass_body(StateStream *s, const World *world, Body *body) {
  state_choice(s, &body->kind, BODY_KIND_COUNT, "the kind of a body");
  state_choice(s, &body->material, MATERIAL_COUNT, "the material of a body");
  if (body->kind == BODY_HULL) state_int(s, &body->hull, 0, SCENE_HULLS - 1, "the mesh of a body");
  state_expect(s, body->kind != BODY_HULL || body->hull < world->scene.hull_count, "the mesh of a body");
  state_bool(s, &body->held, "a body");
  state_bool(s, &body->guided, "a body");
  state_bool(s, &body->asleep, "a body");
  state_bool(s, &body->was_away, "a body");
  state_doubles(s, &body->free_at, 1, 0, 1e12, "the time at which a body comes free");
  state_uint32(s, &body->serial, "the number of a body");
  state_uint32(s, &body->group, "the group of a body");
  state_floats(s, body->shape.half, 3, 1e-4f, 1e6f, "the size of a body");
  state_floats(s, &body->shape.mass, 1, 1e-9f, 1e15f, "the mass of a body");
  if (has_joints(body->kind)) pass_made(s, &body->made);
  state_floats(s, body->rest.position, 3, -STATE_FAR, STATE_FAR, "the place where a body rests");
  state_floats(s, body->rest.quaternion, 4, -2, 2, "the rotation with which a body rests");
  state_floats(s, body->rest.force, 3, -STATE_HUGE, STATE_HUGE, "the force on a body at rest");
  state_floats(s, body->rest.torque, 3, -STATE_HUGE, STATE_HUGE, "the torque on a body at rest");
  state_floats(s, &body->rest.seconds, 1, 0, STATE_FAR, "the time for which a body rests");
  state_fields(s, &body->water, force_fields, sizeof force_fields / sizeof *force_fields);
}

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
  state_doubles(s, &engine->wheel[0], 1, -1e30, 1e30, "a motor of a car"); /* velocity and force of each motor; the spring's two numbers */
  state_doubles(s, &engine->wheel[1], 1, 0, INFINITY, "a motor of a car");
  state_doubles(s, &engine->wheel[2], 1, -1e30, 1e30, "a motor of a car");
  state_doubles(s, &engine->wheel[3], 1, 0, INFINITY, "a motor of a car");
  state_doubles(s, &engine->wheel[4], 2, 0, 1e6, "a spring of a car");
}

void state_bodies(StateStream *s, World *world, EngineBody *engine) {
  for (int n = 0; n < world->body_count && !s->fault; n++) {
    pass_body(s, world, &world->bodies[n]);
    pass_engine(s, world->bodies[n].kind, &engine[n]);
  }
}

void state_order(StateStream *s, EngineOrder *order) {
  bool there[STATE_GEOMS_MAX] = {false};
  state_int(s, &order->count, STATE_WORLD_GEOMS, STATE_GEOMS_MAX, "the number of collision shapes");
  for (int n = 0; n < order->count; n++) {
    state_int(s, &order->number[n], 0, order->count - 1, "a collision shape");
    if (s->in) state_expect(s, !there[order->number[n]], "a collision shape"), there[order->number[n]] = true;
  }
}

/* --- what bodies and machines say of each other ------------------------------------------------------------------------------------- */

/* The machine that moves the gate or wheel with this serial; NULL: there is none, or more than one. */
static const WorldMachine *machine_of(const World *world, const Body *body) {
  const WorldMachine *found = NULL;
  for (int n = 0; n < world->machine_count; n++) {
    const WorldMachine *const machine = &world->machines[n];
    if (machine->kind == MACHINE_PUMP || machine->serial != body->serial) continue;
    if (found || machine->kind != (body->kind == BODY_GATE ? MACHINE_GATE : MACHINE_WHEEL)) return NULL;
    found = machine;
  }
  return found;
}

/* Bodies of the first one's group, in its kind's number; 0: it cannot begin a group. */
static int group_size(const World *world, const Body *first) {
  const bool machine = first->kind == BODY_GATE || first->kind == BODY_MILL;
  const WorldMachine *const moves = machine ? machine_of(world, first) : NULL;
  if (machine && !moves) return 0;
  switch (first->kind) {
    case BODY_CAR: return 1 + CAR_WHEELS;
    case BODY_MILL: return 1 + moves->is.wheel.paddles;
    case BODY_WHEEL:
    case BODY_PADDLE: return 0;
    default: return 1;
  }
}

static bool is_member(const Body *first, const Body *body) {
  const bool guided = body->kind == BODY_PADDLE || body->kind == BODY_GATE;
  const bool free = body->kind == BODY_CAR || body->kind == BODY_WHEEL || body->kind == BODY_MILL || guided;
  if (body->group != first->serial || body->guided != guided || (free && body->held) || (body->held && body->asleep)) return false;
  if (body == first) return true;
  return body->kind == (first->kind == BODY_CAR ? BODY_WHEEL : BODY_PADDLE);
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

static bool serials_ascend(const World *world) {
  for (int n = 0; n < world->body_count; n++)
    if (world->bodies[n].serial >= world->dropped || (n > 0 && world->bodies[n].serial <= world->bodies[n - 1].serial)) return false;
  return true;
}

/* Each gate and wheel of the list has its body. */
static bool machines_have_bodies(const World *world) {
  for (int n = 0; n < world->machine_count; n++) {
    const WorldMachine *const machine = &world->machines[n];
    const int index = machine->kind == MACHINE_PUMP ? -1 : world_body(world, machine->serial);
    if (machine->kind == MACHINE_PUMP) continue;
    if (index < 0 || world->bodies[index].kind != (machine->kind == MACHINE_GATE ? BODY_GATE : BODY_MILL)) return false;
  }
  return true;
}

void state_bodies_check(StateStream *s, const World *world) {
  state_expect(s, serials_ascend(world), "the number of a body");
  state_expect(s, s->fault || (groups_are_sound(world) && machines_have_bodies(world)), "the group of a body");
}
