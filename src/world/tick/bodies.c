/* Rigid bodies in the Open Dynamics Engine (ODE), on the terrain as its heightfield, between four walls. The engine does
 * contacts, stacking and friction; the water contributes a force and a torque. */
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "world/world_private.h"

enum { BODY_SUBSTEPS = 2, CONTACTS_MAX = 12, QUICK_ITERATIONS = 30, GROUND_SAMPLES_MAX = 1024 };

#define SPEED_MAX 60.0f     /* m/s */
#define SPIN_MAX 25.0f      /* rad/s */
#define FRICTION 0.7        /* Coulomb, of contacts */
#define ROCKING 0.4         /* rad/s: slower bodies that touch something are damped by ROCKING_DAMPING */
#define ROCKING_DAMPING 3.0 /* 1/s */
#define SMALL 0.25f         /* m, the longest side of bodies that fall between the engine's checks of ground that is a sheet of triangles */
#define TYRE_FRICTION 1.1   /* Coulomb, of tyres, which are the only spheres (machines/car.c) */

static void ode_init(void) {
  dInitODE2(0);
}

/* Reads samples [i0, i1) x [k0, k1) of ODE's ground from the water's and widens the bounds to hold them. */
static void ground_sample(World *world, int i0, int k0, int i1, int k1) {
  WorldPrivate *own = world->own;
  const float side_x = (float)(world->nx - 1) * world->cell, side_z = (float)(world->nz - 1) * world->cell;
  for (int k = k0; k < k1; k++)
    for (int i = i0; i < i1; i++) {
      const float x = 0.5f * world->cell + side_x * (float)i / (float)(own->ground_ni - 1);
      const float z = 0.5f * world->cell + side_z * (float)k / (float)(own->ground_nk - 1);
      const float b = weir_water_terrain_at(world->water, x, z);
      own->ground[(ptrdiff_t)k * own->ground_ni + i] = b;
      own->ground_low = maths_minf(own->ground_low, b);
      own->ground_high = maths_maxf(own->ground_high, b);
    }
}

/* A geom keeps its box until it is moved: setting its position marks the box as outdated. */
void bodies_bound_ground(const World *world) {
  const WorldPrivate *own = world->own;
  dGeomHeightfieldDataSetBounds(own->ground_data, (dReal)own->ground_low - 20, (dReal)own->ground_high);
  dGeomSetPosition(own->ground_geom, 0.5 * (dReal)world->nx * (dReal)world->cell, 0, 0.5 * (dReal)world->nz * (dReal)world->cell);
}

/* Heights for ODE: at cell centres, at most GROUND_SAMPLES_MAX a side and no finer than an eighth of a metre. */
static bool ground_create(World *world) {
  WorldPrivate *own = world->own;
  const float side_x = (float)(world->nx - 1) * world->cell, side_z = (float)(world->nz - 1) * world->cell;
  const int ni = (int)maths_maxf(maths_minf(maths_minf((float)world->nx, (float)GROUND_SAMPLES_MAX), side_x / 0.125f + 1.0f), 2.0f);
  const int nk = (int)maths_maxf(maths_minf(maths_minf((float)world->nz, (float)GROUND_SAMPLES_MAX), side_z / 0.125f + 1.0f), 2.0f);
  own->ground = memory_create((size_t)ni * (size_t)nk, sizeof *own->ground);
  if (!own->ground) return false;
  own->ground_ni = ni;
  own->ground_nk = nk;
  own->ground_low = INFINITY;
  own->ground_high = -INFINITY;
  ground_sample(world, 0, 0, ni, nk);
  own->ground_data = dGeomHeightfieldDataCreate();
  dGeomHeightfieldDataBuildSingle(own->ground_data, own->ground, 0, (dReal)side_x, (dReal)side_z, ni, nk, 1, 0, 20, 0);
  dGeomHeightfieldDataSetBounds(own->ground_data, (dReal)own->ground_low - 20, (dReal)own->ground_high);
  own->ground_geom = dCreateHeightfield(own->space, own->ground_data, 1);
  bodies_bound_ground(world);
  return true;
}

/* The samples that cells [first, end) have a part in: a sample lies between the centres of two cells. */
static void ground_range(int cells, int samples, int first, int end, int *from, int *to) {
  const float apart = (float)(cells - 1) / (float)(samples - 1); /* cells from sample to sample */
  *from = (int)maths_maxf(floorf((float)(first - 1) / apart), 0.0f);
  *to = (int)maths_minf(ceilf((float)end / apart) + 1.0f, (float)samples);
}

void bodies_ground_changed(World *world, int i0, int k0, int i1, int k1) {
  WorldPrivate *own = world->own;
  const float low = own->ground_low, high = own->ground_high;
  int from_i, to_i, from_k, to_k;
  ground_range(world->nx, own->ground_ni, i0, i1, &from_i, &to_i);
  ground_range(world->nz, own->ground_nk, k0, k1, &from_k, &to_k);
  ground_sample(world, from_i, from_k, to_i, to_k);
  if (own->ground_low < low || own->ground_high > high) bodies_bound_ground(world);
  for (int n = 0; n < world->body_count; n++) {
    const Body *const body = &world->bodies[n];
    const float *const half = body->shape.half;
    const float reach = world->cell + sqrtf(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]);
    if (body->position[0] > (float)i0 * world->cell - reach && body->position[0] < (float)i1 * world->cell + reach &&
        body->position[2] > (float)k0 * world->cell - reach && body->position[2] < (float)k1 * world->cell + reach)
      sleeping_wake(world, n);
  }
}

bool bodies_create(World *world, Error *error) {
  static pthread_once_t once = PTHREAD_ONCE_INIT; /* several threads make worlds */
  WorldPrivate *own = world->own;
  pthread_once(&once, ode_init);
  own->ode = dWorldCreate();
  own->space = dHashSpaceCreate(0);
  own->contacts = dJointGroupCreate(0);
  dWorldSetERP(own->ode, 0.3);
  dWorldSetQuickStepNumIterations(own->ode, QUICK_ITERATIONS);
  dWorldSetContactMaxCorrectingVel(own->ode, 4);
  dWorldSetContactSurfaceLayer(own->ode, 0.002);
  dWorldSetMaxAngularSpeed(own->ode, (dReal)SPIN_MAX);
  dWorldSetAngularDamping(own->ode, 0.002);
  own->walls[0] = dCreatePlane(own->space, 1, 0, 0, 0);
  own->walls[1] = dCreatePlane(own->space, -1, 0, 0, -(dReal)world->nx * (dReal)world->cell);
  own->walls[2] = dCreatePlane(own->space, 0, 0, 1, 0);
  own->walls[3] = dCreatePlane(own->space, 0, 0, -1, -(dReal)world->nz * (dReal)world->cell);
  own->ground_plane = dCreatePlane(0, 0, 1, 0, 0); /* in no space: bodies_near asks for it by name */
  return ground_create(world) ? true : error_set(error, "bodies: not enough memory");
}

void bodies_destroy(World *world) {
  WorldPrivate *own = world->own;
  if (own->ground_plane) dGeomDestroy(own->ground_plane);
  if (own->contacts) dJointGroupDestroy(own->contacts);
  if (own->space) dSpaceDestroy(own->space);
  if (own->ode) dWorldDestroy(own->ode);
  if (own->ground_data) dGeomHeightfieldDataDestroy(own->ground_data);
  memory_free(own->ground);
  pairs_destroy(world);
}

/* --- the mouse joint: a damped spring from a point of a body to the mouse's target. Its force is in proportion to the mass, so that a
 * block of stone follows as a crate does, and bounded, so that a jerk of the pointer throws no body out of the world. --- */

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

/* Adds the mouse joint's force before an ODE step of dt seconds. */
static void mouse_joint_apply(World *world, double dt) {
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

/* --- stepping --------------------------------------------------------------------------------------------------------- */

static bool is_movable(dBodyID body) {
  return body && dBodyIsEnabled(body) && !dBodyIsKinematic(body);
}

/* -1 for the ground and for a body that the world no longer has. */
static int index_of(const World *world, dBodyID body) {
  const int index = body ? (int)(uintptr_t)dBodyGetData(body) - 1 : -1;
  return index < world->body_count ? index : -1;
}

/* Joins the islands of both; a sleeping body that an awake one touches wakes. */
static void note_contact(World *world, int a, int b) {
  if (a < 0 || b < 0 || body_is_fixed(&world->bodies[a]) || body_is_fixed(&world->bodies[b])) return;
  sleeping_note_contact(world, a, b);
  if (world->bodies[a].asleep == world->bodies[b].asleep) return;
  sleeping_wake(world, world->bodies[a].asleep ? a : b);
  world->own->woken = true;
}

/* Returns true for a water wheel's hub, whose paddles may run in a trough of the ground and between walls. */
static bool passes_ground(const World *world, int index) {
  return index >= 0 && body_kind(world->bodies[index].kind)->passes_ground;
}

/* Lays the plane for small bodies along the ground under a body: it is solid all the way down, which a sheet of triangles is not. */
static dGeomID ground_plane(const World *world, const WeirBody *body) {
  const float x = body->position[0], z = body->position[2], d = 0.5f * world->cell;
  const float east = weir_water_terrain_at(world->water, x + d, z), west = weir_water_terrain_at(world->water, x - d, z);
  const float south = weir_water_terrain_at(world->water, x, z + d), north = weir_water_terrain_at(world->water, x, z - d);
  const double slope_x = (double)(east - west) / (double)world->cell, slope_z = (double)(south - north) / (double)world->cell;
  const double up = 1 / sqrt(1 + slope_x * slope_x + slope_z * slope_z), normal[3] = {-slope_x * up, up, -slope_z * up};
  const double y = (double)weir_water_terrain_at(world->water, x, z);
  dGeomPlaneSetParams(world->own->ground_plane, normal[0], normal[1], normal[2],
                      normal[0] * (double)x + normal[1] * y + normal[2] * (double)z);
  return world->own->ground_plane;
}

static bool is_small(const WeirBody *body) {
  return 2 * maths_maxf(maths_maxf(body->half[0], body->half[1]), body->half[2]) <= SMALL;
}

/* Returns true if a geom is the wall on a side that the body leaves by. */
static bool passes_wall(const World *world, dGeomID wall, int index) {
  for (int side = 0; index >= 0 && side < WEIR_SIDE_COUNT; side++)
    if (wall == world->own->walls[side]) return leaving_passes(world, &world->bodies[index], side);
  return false;
}

static void geoms_collide(World *world, dGeomID a, dGeomID b) {
  dBodyID body_a = dGeomGetBody(a), body_b = dGeomGetBody(b);
  if (!is_movable(body_a) && !is_movable(body_b)) return;
  const int index_a = index_of(world, body_a), index_b = index_of(world, body_b);
  if (index_a >= 0 && index_b >= 0 && world->bodies[index_a].group == world->bodies[index_b].group) return;
  if (passes_ground(world, index_a) ? index_b < 0 : index_a < 0 && passes_ground(world, index_b)) return;
  if (passes_wall(world, a, index_b) || passes_wall(world, b, index_a)) return;
  dContact contacts[CONTACTS_MAX];
  const int count = dCollide(a, b, CONTACTS_MAX, &contacts[0].geom, sizeof contacts[0]);
  if (count > 0) note_contact(world, index_a, index_b);
  if (count > 0 && index_a >= 0) world->own->touching[index_a] = true;
  if (count > 0 && index_b >= 0) world->own->touching[index_b] = true;
  const bool tyre = dGeomGetClass(a) == dSphereClass || dGeomGetClass(b) == dSphereClass;
  for (int n = 0; n < count; n++) {
    contacts[n].surface = (dSurfaceParameters){.mode = dContactBounce | dContactApprox1,
                                               .mu = tyre ? TYRE_FRICTION : FRICTION,
                                               .bounce = (dReal)world->params.bounce,
                                               .bounce_vel = 0.5};
    dJointID joint = dJointCreateContact(world->own->ode, world->own->contacts, &contacts[n]);
    dJointAttach(joint, body_a, body_b);
  }
}

static void bodies_near(void *data, dGeomID a, dGeomID b) {
  World *const world = data;
  const dGeomID ground = world->own->ground_geom;
  const dGeomID on_ground = a == ground ? b : b == ground ? a : NULL;
  const int index = on_ground ? index_of(world, dGeomGetBody(on_ground)) : -1;
  if (index >= 0 && is_small(&world->bodies[index].shape)) return; /* bodies_collide: with a plane */
  geoms_collide(world, a, b);
}

/* Repeated whenever a contact has woken a body: contacts between sleeping bodies were left out. */
static void bodies_collide(World *world) {
  WorldPrivate *own = world->own;
  do {
    own->woken = false;
    dJointGroupEmpty(own->contacts);
    memset(own->touching, 0, sizeof own->touching);
    pairs_collide(world, bodies_near);
    for (int n = 0; n < world->body_count; n++) {
      const Body *const body = &world->bodies[n];
      if (!is_small(&body->shape) || !is_movable(body->ode_body)) continue;
      geoms_collide(world, dBodyGetFirstGeom(body->ode_body), ground_plane(world, &body->shape));
    }
  } while (own->woken);
}

static bool all_finite(const dReal *values, int count) {
  for (int n = 0; n < count; n++)
    if (!isfinite(values[n])) return false;
  return true;
}

/* Brings a body back inside the walls, above the ground and below SPEED_MAX, whatever the engine did; bodies lifted out of
 * the ground are counted. */
static void body_store(World *world, Body *body) {
  dBodyID ode = body->ode_body;
  if (!all_finite(dBodyGetPosition(ode), 3) || !all_finite(dBodyGetLinearVel(ode), 3) || !all_finite(dBodyGetAngularVel(ode), 3) ||
      !all_finite(dBodyGetQuaternion(ode), 4)) {
    const dQuaternion upright = {1, 0, 0, 0};
    dBodySetQuaternion(ode, upright);
    dBodySetPosition(ode, (dReal)body->position[0], (dReal)body->position[1], (dReal)body->position[2]);
    dBodySetLinearVel(ode, 0, 0, 0);
    dBodySetAngularVel(ode, 0, 0, 0);
    world->rescued++;
  }
  const dReal *v = dBodyGetLinearVel(ode);
  const dReal speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), share = (dReal)SPEED_MAX / speed;
  if (speed > (dReal)SPEED_MAX) dBodySetLinearVel(ode, share * v[0], share * v[1], share * v[2]);
  const dReal *p = dBodyGetPosition(ode);
  const float x = maths_clampf((float)p[0], -leaving_room(world, body, WEIR_WEST),
                               (float)world->nx * world->cell + leaving_room(world, body, WEIR_EAST));
  const float z = maths_clampf((float)p[2], -leaving_room(world, body, WEIR_NORTH),
                               (float)world->nz * world->cell + leaving_room(world, body, WEIR_SOUTH));
  if (x < 0 || z < 0 || x > (float)world->nx * world->cell || z > (float)world->nz * world->cell) return; /* there is no ground */
  const float ground = weir_water_terrain_at(world->water, x, z);
  const float half = body_reach(body->shape.half, body->shape.rotation, 1);
  const float least = is_small(&body->shape) ? SMALL : maths_minf(half, 0.5f * world->cell); /* a plane brings small ones back itself */
  if ((float)p[1] >= ground - least && (float)p[0] == x && (float)p[2] == z) return;
  v = dBodyGetLinearVel(ode);
  dBodySetPosition(ode, (dReal)x, maths_max(p[1], (dReal)(ground + half)), (dReal)z);
  dBodySetLinearVel(ode, 0.5 * v[0], maths_max(v[1], 0), 0.5 * v[2]);
  world->rescued++;
}

/* Damps bodies that rock slowly on others or on the ground: contacts have no rolling resistance of their own, and a stack of
 * eight swayed for six seconds. */
static void bodies_steady(World *world, dReal dt) {
  for (int n = 0; n < world->body_count; n++) {
    const Body *body = &world->bodies[n];
    const bool rolls = body_kind(body->kind)->rolls;
    if (!world->own->touching[n] || body->asleep || body_is_fixed(body) || rolls) continue;
    const dReal *spin = dBodyGetAngularVel(body->ode_body);
    if (dCalcVectorLength3(spin) > ROCKING) continue;
    const dReal left = maths_exp(-ROCKING_DAMPING * dt);
    dBodySetAngularVel(body->ode_body, left * spin[0], left * spin[1], left * spin[2]);
  }
}

/* Applies the water's forces. Drag may stop the spin of a light body within one step, never reverse it: see weir_water_push. */
static void bodies_force(const World *world) {
  for (int n = 0; n < world->body_count; n++) {
    WeirForce f = world->own->forces[n];
    dBodyID ode = world->bodies[n].ode_body;
    if (body_is_fixed(&world->bodies[n]) || world->bodies[n].asleep) continue;
    leaving_bear(world, n, &f);
    dBodyAddForce(ode, (dReal)f.force[0], (dReal)f.force[1], (dReal)f.force[2]);
    dBodyAddTorque(ode, (dReal)f.torque[0], (dReal)f.torque[1], (dReal)f.torque[2]);
  }
}

void bodies_step(World *world) {
  WorldPrivate *own = world->own;
  /* ODE shuffles its constraints by one global generator: seeded by the tick, so that other worlds do not change the result. */
  dRandSetSeed((unsigned long)((uint64_t)world->tick * 2654435761u + world->seed));
  const float *const pull = world->disasters.acceleration;
  dWorldSetGravity(own->ode, (dReal)pull[0], -(dReal)world->params.gravity, (dReal)pull[1]);
  if (pull[0] != 0 || pull[1] != 0) sleeping_wake_all(world);
  leaving_begin(world);
  sleeping_update(world);
  sleeping_begin(world);
  for (int n = 0; n < world->body_count; n++) {
    world->bodies[n].water = own->forces[n];
    dBodySetData(world->bodies[n].ode_body, (void *)((uintptr_t)n + 1));
  }
  const dReal dt = (dReal)world->params.tick / BODY_SUBSTEPS;
  for (int part = 0; part < BODY_SUBSTEPS; part++) {
    bodies_force(world);
    mouse_joint_apply(world, dt);
    cars_drive(world, dt);
    boats_drive(world);
    machines_drive(world, dt);
    bodies_collide(world);
    dWorldQuickStep(own->ode, dt);
    cars_steer(world, dt);
    machines_follow(world);
    bodies_steady(world, dt);
    dJointGroupEmpty(own->contacts);
    for (int n = 0; n < world->body_count; n++)
      if (!body_is_fixed(&world->bodies[n]) && !world->bodies[n].asleep) body_store(world, &world->bodies[n]);
  }
  bodies_show(world);
  sleeping_end(world);
  leaving_remove(world);
}
