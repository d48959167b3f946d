/* Water wheels: a hub on a hinge to the world, with paddles that are rigid parts of it. To the water the hub and each paddle are bodies
 * like all others: the water's force on the paddles turns the hub, against its inertia and the brake's torque (millstones), and the
 * paddles push the water in turn. The load takes up brake * speed.
 *
 * In the engine the hub is one body with the paddles' boxes as its collision shapes; the paddles' own engine bodies have no shape and
 * follow the hub's pose. At yaw 0 the axle, which is the hub's own y axis, lies along z: the wheel turns in a stream along x. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "format/stream.h"
#include "world/world_private.h"

/* Shares of the wheel's radius. */
#define PADDLE_DEPTH 0.36f /* along the radius, up to the wheel's rim */
#define PADDLE_THICKNESS 0.06f
#define HUB_RADIUS 0.10f
#define GYRATION 0.8f /* radius of gyration about the axle */

#define WHEEL_DENSITY 600.0f /* kg/m3 */
#define FRAME_SHARE 1.0f     /* rims and spokes weigh as much as the paddles */
#define RADIUS_MIN 0.2f      /* m */
#define RADIUS_MAX 50.0f     /* m */
#define BRAKE_MAX 1e8f       /* N m */

/* Direction of paddle `n` of `count`, in the hub's x and z. */
static void direction_of(int n, int count, float direction[2]) {
  const float angle = 6.2831853f * (float)n / (float)count;
  direction[0] = maths_cosf(angle), direction[1] = maths_sinf(angle);
}

/* Pose and velocity of a paddle from the hub's. The paddle's own x axis points outwards, its y axis along the axle. */
static void place_paddle(const WeirBody *hub, float middle, const float direction[2], WeirBody *paddle) {
  const float *const r = hub->rotation;
  float arm[3];
  for (int row = 0; row < 3; row++) {
    const float outwards = direction[0] * r[3 * row] + direction[1] * r[3 * row + 2];
    arm[row] = middle * outwards;
    paddle->position[row] = hub->position[row] + arm[row];
    paddle->rotation[3 * row] = outwards;
    paddle->rotation[3 * row + 1] = r[3 * row + 1];
    paddle->rotation[3 * row + 2] = direction[0] * r[3 * row + 2] - direction[1] * r[3 * row];
  }
  for (int n = 0; n < 3; n++) {
    const int a = (n + 1) % 3, b = (n + 2) % 3;
    paddle->spin[n] = hub->spin[n];
    paddle->velocity[n] = hub->velocity[n] + hub->spin[a] * arm[b] - hub->spin[b] * arm[a];
  }
}

static float middle_of(const WaterWheel *wheel) {
  return (1 - 0.5f * PADDLE_DEPTH) * wheel->radius;
}

static void measure(const Params *params, const BodyDrop *drop, float size[3], float *density) {
  (void)params, (void)density;
  const float radius = maths_clampf(drop->size[0] > 0 ? 0.5f * drop->size[0] : WORLD_WHEEL_RADIUS, RADIUS_MIN, RADIUS_MAX);
  const float width = maths_clampf(drop->size[1] > 0 ? drop->size[1] : 2, RADIUS_MIN, RADIUS_MAX);
  size[0] = size[2] = 2 * HUB_RADIUS * radius;
  size[1] = width;
}

static float foot(const World *world, const BodyDrop *drop, const float size[3]) {
  (void)world, (void)drop;
  return 0.5f * size[0] / HUB_RADIUS;
}

/* The collision box of a paddle, a part of the hub. */
static void add_shape(World *world, dBodyID hub, const WeirBody *paddle, float middle, const float direction[2]) {
  const float *const h = paddle->half;
  dGeomID box = dCreateBox(world->own->space, 2 * (dReal)h[0], 2 * (dReal)h[1], 2 * (dReal)h[2]);
  dGeomSetBody(box, hub);
  const dReal c = (dReal)direction[0], s = (dReal)direction[1];
  const dMatrix3 rotation = {c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0};
  dGeomSetOffsetPosition(box, (dReal)middle * c, 0, (dReal)middle * s);
  dGeomSetOffsetRotation(box, rotation);
}

static void join_paddle(World *world, const Body *hub, const WaterWheel *wheel, int n, Body *body) {
  body->shape = (WeirBody){.half = {0.5f * PADDLE_DEPTH * wheel->radius, 0.5f * wheel->width, 0.5f * PADDLE_THICKNESS * wheel->radius},
                           .mass = hub->shape.mass / (float)wheel->paddles,
                           .shape = WEIR_BOX,
                           .id = body->serial + 1};
  float direction[2];
  direction_of(n, wheel->paddles, direction);
  place_paddle(&hub->shape, middle_of(wheel), direction, &body->shape);
  add_shape(world, hub->ode_body, &body->shape, middle_of(wheel), direction);
  body->ode_body = dBodyCreate(world->own->ode);
  body_engine_pose(body->ode_body, &body->shape);
  dBodySetKinematic(body->ode_body);
}

/* Gives the hub its mass, that of paddles, rims and spokes, and hangs it by a hinge from the world. */
static void join_hub(World *world, Body *hub, const WaterWheel *wheel) {
  dBodySetLinearVel(hub->ode_body, 0, 0, 0);
  dBodySetAngularVel(hub->ode_body, 0, 0, 0);
  dBodySetAngularDamping(hub->ode_body, 0); /* the load alone slows it */
  memset(hub->shape.velocity, 0, sizeof hub->shape.velocity);
  memset(hub->shape.spin, 0, sizeof hub->shape.spin);
  const float paddle = PADDLE_DEPTH * PADDLE_THICKNESS * wheel->radius * wheel->radius * wheel->width; /* m3 */
  hub->shape.mass = (1 + FRAME_SHARE) * WHEEL_DENSITY * paddle * (float)wheel->paddles;
  const dReal m = (dReal)hub->shape.mass, gyration = (dReal)GYRATION * (dReal)wheel->radius, width = (dReal)wheel->width;
  const dReal about_axle = m * gyration * gyration, across = 0.5 * about_axle + m * width * width / 12;
  dMass mass;
  dMassSetParameters(&mass, m, 0, 0, 0, across, about_axle, across, 0, 0, 0);
  dBodySetMass(hub->ode_body, &mass);
  const float *const p = hub->shape.position, *const r = hub->shape.rotation;
  hub->ode_joint = dJointCreateHinge(world->own->ode, NULL);
  dJointAttach(hub->ode_joint, hub->ode_body, NULL);
  dJointSetHingeAnchor(hub->ode_joint, (dReal)p[0], (dReal)p[1], (dReal)p[2]);
  dJointSetHingeAxis(hub->ode_joint, (dReal)r[1], (dReal)r[4], (dReal)r[7]);
  dJointSetHingeParam(hub->ode_joint, dParamVel, 0);
  dJointSetHingeParam(hub->ode_joint, dParamFMax, (dReal)wheel->brake);
}

static int paddles_of_drop(const BodyDrop *drop) {
  if (drop->paddles <= 0) return 10;
  return drop->paddles < WHEEL_PADDLES_MIN ? WHEEL_PADDLES_MIN : drop->paddles > WHEEL_PADDLES_MAX ? WHEEL_PADDLES_MAX : drop->paddles;
}

static void complete(World *world, Body *hub, const BodyDrop *drop) {
  WorldMachine *const machine = machines_new(world, MACHINE_WHEEL, hub->shape.position[0], hub->shape.position[2], hub);
  machine->is.wheel = (WaterWheel){.radius = hub->shape.half[0] / HUB_RADIUS,
                                   .width = 2 * hub->shape.half[1],
                                   .paddles = paddles_of_drop(drop),
                                   .brake = maths_clampf(drop->brake, 0, BRAKE_MAX)};
}

static void join(World *world, Body *hub) {
  const WorldMachine *const machine = machines_of(world, MACHINE_WHEEL, hub->serial);
  if (!machine) return;
  join_hub(world, hub, &machine->is.wheel);
  for (int n = 0; n < machine->is.wheel.paddles; n++) join_paddle(world, hub, &machine->is.wheel, n, hub + 1 + n);
}

static void build(World *world) {
  for (const SceneWheel *scene = world->scene.wheels; scene < world->scene.wheels + world->scene.wheel_count; scene++) {
    bodies_add(world, &(BodyDrop){.body = BODY_MILL,
                                  .material = MATERIAL_WOOD,
                                  .x = scene->x * (float)world->nx * world->cell,
                                  .y = scene->level,
                                  .z = scene->z * (float)world->nz * world->cell,
                                  .yaw = scene->yaw_deg * 0.017453293f,
                                  .size = {2 * scene->radius, scene->width},
                                  .paddles = scene->paddles,
                                  .brake = scene->brake,
                                  .set = true});
    machines_number(world, MACHINE_WHEEL, (int)(scene - world->scene.wheels) + 1);
  }
}

void wheel_brake(World *world, const MachineSet *set) {
  WorldMachine *const machine = machines_find(world, MACHINE_WHEEL, set);
  if (!machine) return;
  const Body *const hub = &world->bodies[world_body(world, machine->serial)];
  machine->is.wheel.brake = maths_clampf(set->value, 0, BRAKE_MAX);
  dJointSetHingeParam(hub->ode_joint, dParamFMax, (dReal)machine->is.wheel.brake);
}

/* Adds what the water does to the paddles to the hub, whose weight is balanced: gravity does not turn it. */
static void drive(World *world, WorldMachine *machine, double dt) {
  (void)dt;
  const int first = world_body(world, machine->serial);
  const dBodyID hub = world->bodies[first].ode_body;
  const dReal *const at = dBodyGetPosition(hub), *const r = dBodyGetRotation(hub);
  dReal sum = 0;
  for (int n = first + 1; n <= first + machine->is.wheel.paddles; n++) {
    const WeirForce *const f = &world->own->forces[n];
    const dReal *const p = dBodyGetPosition(world->bodies[n].ode_body);
    dReal torque[3];
    for (int i = 0; i < 3; i++) {
      const int a = (i + 1) % 3, b = (i + 2) % 3;
      torque[i] = (dReal)f->torque[i] + (p[a] - at[a]) * (dReal)f->force[b] - (p[b] - at[b]) * (dReal)f->force[a];
    }
    dBodyAddForce(hub, (dReal)f->force[0], (dReal)f->force[1], (dReal)f->force[2]);
    dBodyAddTorque(hub, torque[0], torque[1], torque[2]);
    sum += torque[0] * r[1] + torque[1] * r[5] + torque[2] * r[9];
  }
  machine->is.wheel.torque = (float)sum;
}

static void follow(World *world, WorldMachine *machine) {
  WaterWheel *const wheel = &machine->is.wheel;
  const int first = world_body(world, machine->serial);
  const dBodyID ode = world->bodies[first].ode_body;
  const dReal *const p = dBodyGetPosition(ode), *const r = dBodyGetRotation(ode), *const v = dBodyGetLinearVel(ode),
                     *const spin = dBodyGetAngularVel(ode);
  WeirBody hub = {.mass = 1};
  for (int n = 0; n < 3; n++) {
    hub.position[n] = (float)p[n], hub.velocity[n] = (float)v[n], hub.spin[n] = (float)spin[n];
    for (int m = 0; m < 3; m++) hub.rotation[3 * n + m] = (float)r[4 * n + m];
  }
  for (int n = 0; n < wheel->paddles; n++) {
    float direction[2];
    direction_of(n, wheel->paddles, direction);
    WeirBody paddle = {.mass = 1};
    place_paddle(&hub, middle_of(wheel), direction, &paddle);
    body_engine_pose(world->bodies[first + 1 + n].ode_body, &paddle);
  }
  wheel->speed = (float)(spin[0] * r[1] + spin[1] * r[5] + spin[2] * r[9]);
  wheel->power = wheel->brake * fabsf(wheel->speed);
}

#define NUMBER(member, low, high, what) STATE_FIELD(STATE_FLOAT, WaterWheel, member, low, high, what)
static const StateTable state_table =
    STATE_TABLE(WaterWheel, NUMBER(radius, 1e-3f, 1e3f, "a water wheel's radius"), NUMBER(width, 1e-3f, 1e3f, "a water wheel's width"),
                STATE_FIELD(STATE_INT, WaterWheel, paddles, WHEEL_PADDLES_MIN, WHEEL_PADDLES_MAX, "a water wheel's paddles"),
                NUMBER(brake, 0, STATE_FAR, "a water wheel's brake"), NUMBER(speed, -STATE_HUGE, STATE_HUGE, "a water wheel's speed"),
                NUMBER(torque, -FLT_MAX, FLT_MAX, "a water wheel's torque"), NUMBER(power, -FLT_MAX, FLT_MAX, "a water wheel's power"));

const MachineInfo wheel_machine = {.body = BODY_MILL, .state = &state_table, .build = build, .drive = drive, .follow = follow};

static int paddles_of_machine(const WorldMachine *machine) {
  return machine->is.wheel.paddles;
}

const BodyKindInfo wheel_body = {.is_machine = true,
                                 .is_round = true,
                                 .has_joints = true,
                                 .is_never_held = true,
                                 .rolls = true,
                                 .is_sleepless = true,
                                 .passes_ground = true,
                                 .pose = POSE_AXLE,
                                 .measure = measure,
                                 .foot = foot,
                                 .part = BODY_PADDLE,
                                 .parts_of_drop = paddles_of_drop,
                                 .parts_of_machine = paddles_of_machine,
                                 .complete = complete,
                                 .join = join};
const BodyKindInfo paddle_body = {.is_part = true, .is_guided = true, .is_never_held = true};
