/* Floating booms: a chain of floats across a stream, which holds back what drifts and lets the water through below. Its ends run up and
 * down on two piles, so that it rises and falls with the water. */
#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "format/stream.h"
#include "world/world_private.h"

#define USUAL 12.0f        /* m from end to end, where the drop states no length */
#define FLOAT_LENGTH 1.6f  /* m, about */
#define FLOAT_SHARE 0.94f  /* of a float's part of the chain: the rest is its link */
#define RADIUS 0.36f       /* m */
#define SLACK 0.06f        /* of the length, by which the piles are closer: the chain gives way to what it holds */
#define DENSITY_OF 480.0f  /* kg/m3: it lies half in the water, so that what drifts meets its side */
#define PILE_HERTZ2 1500.0 /* 1/s2: how stiffly a pile holds its end, over the mass of a float */
#define PILE_DAMPING 40.0  /* 1/s */
#define SKIRT_DEEP 0.8     /* m below a float's middle: stops what would slip under it; the water runs through */
#define SKIRT_THICK 0.12   /* m */
#define BALLAST 0.15       /* m: how far below a float's middle its weight acts, which keeps the skirt down */
enum { FLOATS_MIN = 3, FLOATS_MAX = WHEEL_PADDLES_MAX };

static float length_of(const BodyDrop *drop) {
  return maths_clampf(drop->size[0] > 0 ? drop->size[0] : USUAL, 2, 60);
}

static int floats_of(const BodyDrop *drop) {
  const int count = (int)roundf(length_of(drop) / FLOAT_LENGTH);
  return count < FLOATS_MIN ? FLOATS_MIN : count > FLOATS_MAX ? FLOATS_MAX : count;
}

static int parts_of_drop(const BodyDrop *drop) {
  return floats_of(drop) - 1;
}

static int parts_of_machine(const WorldMachine *machine) {
  return machine->is.boom.floats - 1;
}

/* The size of a dropped boom is that of the whole chain, as it will lie: complete makes floats of it. */
static void measure(const Params *params, const BodyDrop *drop, float size[3], float *density) {
  (void)params;
  size[0] = size[2] = 2 * RADIUS;
  size[1] = length_of(drop);
  *density = DENSITY_OF;
}

/* Makes a float: a log and a skirt, along its own x axis, which points down. */
static dBodyID make(World *world, const Body *body) {
  const dBodyID ode = body_engine_log(world, body);
  const dGeomID skirt = dCreateBox(world->own->space, SKIRT_DEEP, 2 * (dReal)body->shape.half[1] / (dReal)FLOAT_SHARE, SKIRT_THICK);
  dGeomSetBody(skirt, ode);
  dGeomSetOffsetPosition(skirt, 0.5 * SKIRT_DEEP, 0, 0);
  return ode;
}

/* Makes float `n` of the chain that begins with `first`, from the pose in which that was made, and its link to the one before. */
static void join_float(World *world, Body *first, float apart, int n) {
  Body *const body = first + n;
  body->shape = (WeirBody){.mass = first->shape.mass, .shape = WEIR_CYLINDER, .id = body->serial + 1};
  memcpy(body->shape.half, first->shape.half, sizeof body->shape.half);
  memcpy(body->shape.rotation, first->made.rotation, sizeof body->shape.rotation);
  dReal link[3];
  for (int axis = 0; axis < 3; axis++) {
    const float along = first->made.rotation[3 * axis + 1];
    body->shape.position[axis] = first->made.position[axis] + (float)n * apart * along;
    link[axis] = (dReal)(first->made.position[axis] + ((float)n - 0.5f) * apart * along);
  }
  body->ode_body = make(world, body);
  body->ode_joint = dJointCreateBall(world->own->ode, NULL);
  dJointAttach(body->ode_joint, (body - 1)->ode_body, body->ode_body);
  dJointSetBallAnchor(body->ode_joint, link[0], link[1], link[2]);
}

/* The drop's place is the middle of the chain. */
static void complete(World *world, Body *first, const BodyDrop *drop) {
  Boom *const boom = &machines_new(world, MACHINE_BOOM, first->shape.position[0], first->shape.position[2], first)->is.boom;
  boom->floats = floats_of(drop);
  boom->apart = 2 * first->shape.half[1] / (float)boom->floats;
  first->shape.half[1] = 0.5f * FLOAT_SHARE * boom->apart;
  first->shape.mass *= FLOAT_SHARE / (float)boom->floats;
  for (int axis = 0; axis < 3; axis++) {
    const float along = first->made.rotation[3 * axis + 1], reach = 0.5f * (float)boom->floats * boom->apart * along;
    if (axis != 1) {
      boom->piles[0][axis / 2] = first->made.position[axis] - (1 - SLACK) * reach;
      boom->piles[1][axis / 2] = first->made.position[axis] + (1 - SLACK) * reach;
    }
    first->made.position[axis] -= reach - 0.5f * boom->apart * along;
  }
  memcpy(first->shape.position, first->made.position, sizeof first->shape.position);
  body_engine_forget(first); /* a chain in one piece */
  first->ode_body = make(world, first);
}

static void join(World *world, Body *first) {
  const WorldMachine *const machine = machines_of(world, MACHINE_BOOM, first->serial);
  for (int n = 1; machine && n < machine->is.boom.floats; n++) join_float(world, first, machine->is.boom.apart, n);
}

/* Draws one end of the chain to its pile, sideways alone: a spring with a damper, as after a step of dt (implicit), so that it is stable at
 * any step. */
static void hold_end(const Body *body, double side, const float pile[2], double dt) {
  const dReal mass = (dReal)body->shape.mass, end = side * (dReal)body->shape.half[1];
  const dReal soft = 1 + PILE_DAMPING * dt + PILE_HERTZ2 * dt * dt;
  dVector3 at, speed;
  dBodyGetRelPointPos(body->ode_body, 0, end, 0, at);
  dBodyGetRelPointVel(body->ode_body, 0, end, 0, speed);
  dReal pull[3] = {0};
  for (int axis = 0; axis < 3; axis += 2)
    pull[axis] = mass * (PILE_HERTZ2 * ((dReal)pile[axis / 2] - at[axis]) - (PILE_DAMPING + PILE_HERTZ2 * dt) * speed[axis]) / soft;
  dBodyAddForceAtPos(body->ode_body, pull[0], 0, pull[2], at[0], at[1], at[2]);
}

static void drive(World *world, WorldMachine *machine, double dt) {
  const Body *const first = &world->bodies[world_body(world, machine->serial)], *const last = first + machine->is.boom.floats - 1;
  for (const Body *body = first; body <= last; body++) { /* the weight below the middle turns the skirt down */
    const dReal *const r = dBodyGetRotation(body->ode_body);
    const dReal weight = (dReal)body->shape.mass * (dReal)world->params.gravity * BALLAST;
    if (!body->asleep) dBodyAddTorque(body->ode_body, r[8] * weight, 0, -r[0] * weight);
  }
  if (!first->asleep) hold_end(first, -1, machine->is.boom.piles[0], dt);
  if (!last->asleep) hold_end(last, 1, machine->is.boom.piles[1], dt);
}

static const StateTable state_table =
    STATE_TABLE(Boom, STATE_FIELD(STATE_INT, Boom, floats, FLOATS_MIN, FLOATS_MAX, "the floats of a boom"),
                STATE_FIELD(STATE_FLOAT, Boom, apart, 1e-3f, 1e3f, "the length of a boom"),
                STATE_FIELD(STATE_FLOAT, Boom, piles, -STATE_FAR, STATE_FAR, "the piles of a boom"));

const MachineInfo boom_machine = {.body = BODY_BOOM, .state = &state_table, .drive = drive};

const BodyKindInfo boom_body = {.is_machine = true,
                                .is_round = true,
                                .has_joints = true,
                                .is_never_held = true,
                                .pose = POSE_LYING,
                                .measure = measure,
                                .make = make,
                                .part = BODY_FLOAT,
                                .parts_of_drop = parts_of_drop,
                                .parts_of_machine = parts_of_machine,
                                .complete = complete,
                                .join = join};
const BodyKindInfo float_body = {.is_part = true, .is_never_held = true};
