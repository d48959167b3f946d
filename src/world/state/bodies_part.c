/* Bodies: what the world knows of each, and the engine's numbers. Sizes and masses that follow from others are passed on all the same and
 * compared when the engine's bodies are made (engine.c). */
#include <math.h>

#include "world/body_kind.h"
#include "world/machines/machines.h"
#include "world/state/parts.h"

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

static const StateField made_rows[] = {
    NUMBERS(BodyMade, position, -STATE_FAR, STATE_FAR, "the pose in which a body was made"),
    NUMBERS(BodyMade, rotation, -2, 2, "the pose in which a body was made"),
};
static const StateTable made_table = STATE_TABLE(BodyMade, made_rows);

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

static const StateField sleep_rows[] = {
    NUMBERS(BodySleep, position, -STATE_FAR, STATE_FAR, "the place where a body rests"),
    NUMBERS(BodySleep, quaternion, -2, 2, "the rotation with which a body rests"),
    NUMBERS(BodySleep, force, -STATE_HUGE, STATE_HUGE, "the force on a body at rest"),
    NUMBERS(BodySleep, torque, -STATE_HUGE, STATE_HUGE, "the torque on a body at rest"),
    NUMBERS(BodySleep, seconds, 0, STATE_FAR, "the time for which a body rests"),
};
static const StateTable sleep_table = STATE_TABLE(BodySleep, sleep_rows);

#define FORCE(member) NUMBERS(WeirForce, member, -STATE_HUGE, STATE_HUGE, "the water's force on a body")
static const StateField force_rows[] = {FORCE(force), FORCE(torque), FORCE(submerged), FORCE(volume), FORCE(water_y), FORCE(aboard)};
static const StateTable force_table = STATE_TABLE(WeirForce, force_rows);

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
const StateTable state_body_table = STATE_TABLE(Body, body_rows);

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
    Body *const body = &world->bodies[n];
    state_fields(s, body, &state_body_table);
    state_expect(s, body->kind != BODY_HULL || body->hull < world->scene.hull_count, "the mesh of a body");
    pass_engine(s, body->kind, &engine[n]);
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

void state_bodies_check(StateStream *s, const World *world) {
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
