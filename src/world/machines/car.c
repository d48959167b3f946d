/* Cars: a chassis on four wheels, each on a sprung joint that turns for steering and is driven by the engine. All four
 * wheels are driven. To the water a car is a watertight box and four cylinders: it fords what it is heavy enough for, and
 * floats away in deeper water. */
#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "world/world_private.h"

/* Shares of the car's length. */
#define HEIGHT 0.22f /* of the box */
#define WIDTH 0.33f  /* of the box, which is between the wheels */
#define WHEEL_RADIUS 0.112f
#define WHEEL_WIDTH 0.075f
#define WHEEL_BASE 0.31f   /* of the axles from the middle, ahead and behind */
#define WHEEL_TRACK 0.205f /* of the wheels from the middle, left and right */
#define AXLE_DROP 0.085f   /* of the axles below the middle */
#define CABIN_LONG 0.44f   /* of the cabin, which only collides: water runs through it */
#define CABIN_HIGH 0.15f

#define WHEEL_DENSITY 400.0f /* kg/m3 */
#define SPRING_HERTZ 2.0     /* Hz: natural frequency of the car on its springs */
#define SPRING_DAMPING 0.5   /* of critical */
#define STEER_MAX 0.55       /* rad, at walking speed; half of it at STEER_HALF */
#define STEER_HALF 12.0      /* m/s */
#define STEER_GAIN 12.0      /* 1/s */
#define SPEED_AHEAD 28.0     /* m/s, the engine's top speed */
#define SPEED_BACK 7.0       /* m/s, in reverse */
#define GRIP 0.5             /* of the weight: limit of what engine and brakes bring to the ground, so that no tyre slips */
#define ROLLING 0.12         /* of the weight: resistance of a rolling car, more than the pull of a gentle slope */
#define STANDING 0.8         /* m/s: below it, without gas, the brakes hold the car */

enum { CAR_WHEELS = 4 };

static void measure(const Params *params, const BodyDrop *drop, float size[3], float *density) {
  const float length = maths_clampf(drop->size[0] > 0 ? drop->size[0] : params->car_length, 0.5f, 30);
  size[0] = length, size[1] = HEIGHT * length, size[2] = WIDTH * length;
  *density = params->car_density;
}

static float foot(const World *world, const BodyDrop *drop, const float size[3]) {
  (void)world, (void)drop;
  return (AXLE_DROP + WHEEL_RADIUS) * size[0];
}

static void add_cabin(dSpaceID space, const Body *car) {
  const dReal length = 2 * (dReal)car->shape.half[0], high = (dReal)CABIN_HIGH * length;
  dGeomID cabin = dCreateBox(space, (dReal)CABIN_LONG * length, high, (dReal)WIDTH * length);
  dGeomSetBody(cabin, car->ode_body);
  dGeomSetOffsetPosition(cabin, -0.06 * length, (dReal)car->shape.half[1] + 0.5 * high, 0);
}

/* Pose of wheel `n`: 0 front left, 1 front right, 2 rear left, 3 rear right. */
static void place_wheel(const WeirBody *car, int n, WeirBody *wheel) {
  const float length = 2 * car->half[0], *const r = car->rotation;
  const float at[3] = {(n < 2 ? WHEEL_BASE : -WHEEL_BASE) * length, -AXLE_DROP * length, (n % 2 ? WHEEL_TRACK : -WHEEL_TRACK) * length};
  *wheel = (WeirBody){.half = {WHEEL_RADIUS * length, 0.5f * WHEEL_WIDTH * length, WHEEL_RADIUS * length}, .shape = WEIR_CYLINDER};
  for (int row = 0; row < 3; row++) {
    wheel->position[row] = car->position[row] + r[3 * row] * at[0] + r[3 * row + 1] * at[1] + r[3 * row + 2] * at[2];
    /* The wheel's own y axis is the car's z axis. */
    wheel->rotation[3 * row] = r[3 * row];
    wheel->rotation[3 * row + 1] = r[3 * row + 2];
    wheel->rotation[3 * row + 2] = -r[3 * row + 1];
  }
  memcpy(wheel->velocity, car->velocity, sizeof wheel->velocity);
  wheel->mass = WHEEL_DENSITY * (float)M_PI * wheel->half[0] * wheel->half[0] * 2 * wheel->half[1];
}

/* Tyres collide as spheres: these roll over an edge of the ground where the engine's cylinders catch. */
static void join_wheel(World *world, const Body *car, int n, Body *wheel) {
  place_wheel(&car->shape, n, &wheel->shape);
  wheel->shape.id = wheel->serial + 1;
  const dReal radius = (dReal)wheel->shape.half[0];
  dMass mass;
  dMassSetCylinderTotal(&mass, (dReal)wheel->shape.mass, 2, radius, 2 * (dReal)wheel->shape.half[1]);
  wheel->ode_body = body_engine(world, wheel, &mass, dCreateSphere(world->own->space, radius));
  dBodySetAngularDamping(wheel->ode_body, 0); /* done in cars_steer */
  dBodySetMaxAngularSpeed(wheel->ode_body, 2 * SPEED_AHEAD / radius);
  const float *const r = car->shape.rotation, *const p = wheel->shape.position;
  dJointID joint = dJointCreateHinge2(world->own->ode, NULL);
  dJointAttach(joint, car->ode_body, wheel->ode_body);
  dJointSetHinge2Anchor(joint, (dReal)p[0], (dReal)p[1], (dReal)p[2]);
  const dVector3 up = {(dReal)r[1], (dReal)r[4], (dReal)r[7]}, axle = {(dReal)r[2], (dReal)r[5], (dReal)r[8]};
  dJointSetHinge2Axes(joint, up, axle);
  wheel->ode_joint = joint;
}

static void join(World *world, Body *car) {
  add_cabin(world->own->space, car);
  for (int n = 0; n < CAR_WHEELS; n++) join_wheel(world, car, n, car + 1 + n);
}

const BodyKindInfo car_body = {.has_joints = true,
                               .is_never_held = true,
                               .rolls = true,
                               .measure = measure,
                               .foot = foot,
                               .part = BODY_WHEEL,
                               .part_count = CAR_WHEELS,
                               .join = join};
const BodyKindInfo tyre_body = {.is_part = true, .is_never_held = true, .rolls = true};

/* The driving state of one car, for one step of the engine. */
typedef struct Driving {
  dReal steer, gas; /* -1 to 1; both 0 for a car without a driver */
  dReal speed;      /* m/s, forwards */
  dReal weight;     /* N */
  dReal power;      /* W */
} Driving;

static Driving driving_of(const World *world, const Body *car, bool driven) {
  const dReal *v = dBodyGetLinearVel(car->ode_body), *r = dBodyGetRotation(car->ode_body);
  return (Driving){.steer = driven ? (dReal)world->drive.steer : 0,
                   .gas = driven ? (dReal)world->drive.gas : 0,
                   .speed = v[0] * r[0] + v[1] * r[4] + v[2] * r[8],
                   .weight = (dReal)car->shape.mass * (dReal)world->params.gravity,
                   .power = 1e3 * (dReal)world->params.car_power};
}

/* Sets a spring and a damper as ODE's ERP and CFM: implicit, for steps of dt. */
static void spring_wheel(dJointID joint, double mass, double dt) {
  const double turn = 2 * M_PI * SPRING_HERTZ, stiffness = mass * turn * turn, damping = 2 * SPRING_DAMPING * mass * turn;
  dJointSetHinge2Param(joint, dParamSuspensionERP, dt * stiffness / (dt * stiffness + damping));
  dJointSetHinge2Param(joint, dParamSuspensionCFM, 1 / (dt * stiffness + damping));
}

/* rad, -pi to pi: steering angle of a wheel about the car's upright axis, from its axle's direction in the car's x and z. ODE's
 * own angle comes from the C library's atan2, which differs between machines; for the same reason its stops are not used. */
static dReal steer_angle(dJointID joint, const Body *car) {
  dVector3 axle;
  dJointGetHinge2Axis2(joint, axle);
  const dReal *r = dBodyGetRotation(car->ode_body);
  const dReal x = r[0] * axle[0] + r[4] * axle[1] + r[8] * axle[2], z = r[2] * axle[0] + r[6] * axle[1] + r[10] * axle[2];
  return -maths_atan2(x, z);
}

static void steer_wheel(dJointID joint, const Body *car, const Driving *d, dReal radius) {
  const dReal most = STEER_MAX / (1 + fabs(d->speed) / STEER_HALF);
  dJointSetHinge2Param(joint, dParamVel, STEER_GAIN * (most * d->steer - steer_angle(joint, car)));
  dJointSetHinge2Param(joint, dParamFMax, d->weight * radius);
}

/* Engine, brakes and rolling resistance are all one motor: it drives the wheel towards a speed with a bounded torque. */
static void drive_wheel(dJointID joint, const Driving *d, dReal radius) {
  const bool against = d->gas * d->speed < 0 && fabs(d->speed) > STANDING;
  const bool still = d->gas == 0 && fabs(d->speed) < STANDING;
  dReal speed = 0, force = ROLLING * d->weight;
  if (d->gas != 0 && !against) {
    speed = d->gas > 0 ? SPEED_AHEAD : -SPEED_BACK;
    force = fabs(d->gas) * maths_min(GRIP * d->weight, d->power / maths_max(fabs(d->speed), 1));
  } else if (against || still) {
    force = GRIP * d->weight;
  }
  dJointSetHinge2Param(joint, dParamVel2, speed / radius);
  dJointSetHinge2Param(joint, dParamFMax2, force * radius / CAR_WHEELS);
}

int newest_vehicle(const World *world) {
  int newest = world->body_count - 1;
  while (newest >= 0 && world->bodies[newest].kind != BODY_CAR && world->bodies[newest].kind != BODY_BOAT) newest--;
  return newest;
}

void cars_drive(World *world, double dt) {
  const int newest = newest_vehicle(world);
  for (int n = 0; n <= newest; n++) {
    const Body *car = &world->bodies[n];
    if (car->kind != BODY_CAR) continue;
    const Driving d = driving_of(world, car, n == newest);
    if (d.gas != 0 || d.steer != 0) sleeping_wake(world, n);
    if (car->asleep) continue;
    for (int w = 1; w <= CAR_WHEELS; w++) {
      const Body *wheel = &world->bodies[n + w];
      const dReal radius = (dReal)wheel->shape.half[0];
      spring_wheel(wheel->ode_joint, (double)car->shape.mass / CAR_WHEELS, dt);
      if (w <= 2) {
        steer_wheel(wheel->ode_joint, car, &d, radius);
      } else { /* as ODE's stops at 0 on both sides would: straight at ODE's error reduction rate, with unbounded torque */
        dJointSetHinge2Param(wheel->ode_joint, dParamVel, -dWorldGetERP(world->own->ode) / dt * steer_angle(wheel->ode_joint, car));
        dJointSetHinge2Param(wheel->ode_joint, dParamFMax, dInfinity);
      }
      drive_wheel(wheel->ode_joint, &d, radius);
    }
  }
}

/* In a step of dt ODE turns a body that spins at w rad/s by 2*atan(w*dt/2), a tenth too little for the wheel of a fast car. Its
 * exact mode uses the C library's sine; this adds the rest of the angle with base/maths.h, then the angular damping. */
static void roll_wheel(dBodyID wheel, dReal damping, dReal threshold, dReal dt) {
  const dReal *w = dBodyGetAngularVel(wheel), spin = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  if (!(spin > threshold)) return;
  const dReal half = 0.5 * spin * dt, rest = half - maths_atan2(half, 1), share = maths_sin(rest) / spin;
  const dQuaternion turn = {maths_cos(rest), share * w[0], share * w[1], share * w[2]};
  dQuaternion now;
  dQMultiply0(now, turn, dBodyGetQuaternion(wheel));
  dBodySetQuaternion(wheel, now);
  dBodySetAngularVel(wheel, (1 - damping) * w[0], (1 - damping) * w[1], (1 - damping) * w[2]);
}

void cars_steer(World *world, double dt) {
  const dReal damping = dWorldGetAngularDamping(world->own->ode), threshold = dWorldGetAngularDampingThreshold(world->own->ode);
  for (int n = 0; n < world->body_count; n++) {
    const Body *wheel = &world->bodies[n];
    if (wheel->kind == BODY_WHEEL && !wheel->asleep) roll_wheel(wheel->ode_body, damping, threshold, dt);
  }
}
