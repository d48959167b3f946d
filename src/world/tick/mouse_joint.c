/* The mouse joint: a damped spring from a point of a body to the mouse's target. Its force is in proportion to the mass, so
 * that a block of stone follows as a crate does, and bounded, so that a jerk of the pointer throws no body out of the world. */
#include <string.h>

#include "base/maths.h"
#include "world/body_kind.h"
#include "world/machines/machines.h"
#include "world/world_private.h"

#define JOINT_STIFFNESS 60.0  /* 1/s2 */
#define JOINT_DAMPING 15.5    /* 1/s: twice the root of the stiffness, so it comes to rest without swinging */
#define JOINT_REACH 3.0       /* m: the pull grows no further beyond it; a thrown body leaves with at most 12 m/s */
#define JOINT_FORCE_MAX 120.0 /* m/s2, at most */
#define JOINT_STEADY 3.0      /* 1/s: damping of a held body's spin */

void mouse_joint_grab(World *world, const BodyGrab *grab) {
  const int index = world_body(world, grab->serial);
  if (index < 0) return;
  sleeping_wake(world, index);
  world->mouse_joint = (MouseJoint){.holds = true, .serial = grab->serial, .target = {grab->x, grab->y, grab->z}};
  memcpy(world->mouse_joint.grip, grab->grip, sizeof world->mouse_joint.grip);
}

static void bound(dVector3 vector, dReal most) {
  const dReal length = dCalcVectorLength3(vector);
  if (length > most) dScaleVector3(vector, most / length);
}

void mouse_joint_apply(World *world, double dt) {
  const int index = world->mouse_joint.holds ? world_body(world, world->mouse_joint.serial) : -1;
  world->mouse_joint.holds = index >= 0;
  if (index < 0 || world->bodies[index].held) return;
  const Body *body = &world->bodies[index];
  /* A paddle is a part of its water wheel's hub, the first of the group. */
  const bool paddle = body_kind(body->kind)->is_part && body->guided;
  const dBodyID ode = paddle ? world->bodies[world_body(world, body->group)].ode_body : body->ode_body;
  dVector3 grip, at, speed, pull; /* grip: m, along the body's own axes */
  for (int n = 0; n < 3; n++) grip[n] = (dReal)maths_clampf(world->mouse_joint.grip[n], -body->shape.half[n], body->shape.half[n]);
  if (body->guided && !paddle) {
    machines_drag(world, body, world->mouse_joint.target[1] - (float)grip[1]);
    return;
  }
  dBodyGetRelPointPos(body->ode_body, grip[0], grip[1], grip[2], at);
  dBodyGetRelPointVel(body->ode_body, grip[0], grip[1], grip[2], speed);
  for (int n = 0; n < 3; n++) pull[n] = (dReal)world->mouse_joint.target[n] - at[n];
  bound(pull, JOINT_REACH);
  for (int n = 0; n < 3; n++) pull[n] = JOINT_STIFFNESS * pull[n] - JOINT_DAMPING * speed[n];
  if (!paddle) pull[1] += (dReal)world->params.gravity;
  bound(pull, JOINT_FORCE_MAX);
  dReal mass = 0; /* kg: the joint carries all bodies of the group */
  for (int n = 0; n < world->body_count; n++)
    if (world->bodies[n].group == body->group) mass += (dReal)world->bodies[n].shape.mass;
  dBodyAddForceAtPos(ode, mass * pull[0], mass * pull[1], mass * pull[2], at[0], at[1], at[2]);
  const dReal *spin = dBodyGetAngularVel(ode), left = 1 - maths_min(JOINT_STEADY * dt, 1);
  dBodySetAngularVel(ode, left * spin[0], left * spin[1], left * spin[2]);
}
