/* Sleeping: bodies that have been still for a while are left out of the engine until something disturbs them. A sleeping stack
 * does not jitter, costs nothing, and its pose does not change by a bit, so that the water around it comes to rest as well.
 *
 * A body is still while its pose stays within SLEEP_DISTANCE and SLEEP_ANGLE of the remembered one, it does not begin to fall, and the
 * water pushes it as it did then. An island (bodies that touch each other) falls asleep as a whole, once each body has been still long
 * enough. */
#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "world/world_private.h"

#define SLEEP_SECONDS 0.5f    /* s of stillness before sleep */
#define SLEEP_DISTANCE 0.003f /* m; floating bodies that drift at 6 mm/s come to rest */
#define SLEEP_ANGLE 0.002f    /* of a quaternion's numbers: half of that in rad */
#define SLEEP_FALL 0.25f      /* of the speed that a tick of free fall gives: a crate that loses one of two supports gains 0.37 of it */
#define STEADY_SHARE 0.01f    /* of the weight: a floating crate rests until the water has risen by a hundredth of its draft */

static void remember(Body *body) {
  memcpy(body->rest.position, body->position, sizeof body->rest.position);
  memcpy(body->rest.quaternion, body->quaternion, sizeof body->rest.quaternion);
  memcpy(body->rest.force, body->water.force, sizeof body->rest.force);
  memcpy(body->rest.torque, body->water.torque, sizeof body->rest.torque);
  body->rest.seconds = 0;
}

static float furthest(const float *a, const float *b, int count) {
  float most = 0;
  for (int n = 0; n < count; n++) most = maths_maxf(most, fabsf(a[n] - b[n]));
  return most;
}

static bool is_steady(const Body *body, const WeirForce *water, float gravity) {
  const float *const half = body->shape.half, least = STEADY_SHARE * body->shape.mass * gravity;
  return furthest(body->rest.force, water->force, 3) <= least &&
         furthest(body->rest.torque, water->torque, 3) <= least * maths_maxf(half[0], maths_maxf(half[1], half[2]));
}

/* Returns true if the body begins to fall. One that has just lost its support has moved by less than SLEEP_DISTANCE after a tick, and may
 * still count all the seconds that it lay there before, awake beside a body that moved. */
static bool is_falling(const Body *body, float gravity, float tick) {
  const float *const v = body->shape.velocity, least = SLEEP_FALL * gravity * tick;
  return v[1] < 0 && v[0] * v[0] + v[1] * v[1] + v[2] * v[2] > least * least;
}

/* The root of n's island; halves the path to it (union-find). */
static int island_of(int *islands, int n) {
  while (islands[n] != n) n = islands[n] = islands[islands[n]];
  return n;
}

void sleeping_begin(World *world) {
  int *const islands = world->own->islands;
  for (int n = 0; n < world->body_count; n++) {
    islands[n] = n;
    if (n > 0 && world->bodies[n - 1].group == world->bodies[n].group) islands[n] = islands[n - 1];
  }
}

void sleeping_note_contact(World *world, int a, int b) {
  int *const islands = world->own->islands;
  const int first = island_of(islands, a), second = island_of(islands, b);
  if (first < second)
    islands[second] = first;
  else
    islands[first] = second;
}

void sleeping_end(World *world) {
  WorldPrivate *own = world->own;
  const float tick = world->params.tick, gravity = world->params.gravity;
  bool *const restless = own->restless;
  memset(restless, 0, sizeof own->restless);
  for (int n = 0; n < world->body_count; n++) {
    Body *const body = &world->bodies[n];
    if (body->asleep || body_is_fixed(body)) continue;
    if (furthest(body->rest.position, body->position, 3) <= SLEEP_DISTANCE &&
        furthest(body->rest.quaternion, body->quaternion, 4) <= SLEEP_ANGLE && is_steady(body, &body->water, gravity))
      body->rest.seconds += tick;
    else
      remember(body);
    const bool holds = world->mouse_joint.holds && world->mouse_joint.serial == body->serial;
    if (holds || body_kind(body->kind)->is_sleepless || body->rest.seconds < SLEEP_SECONDS || is_falling(body, gravity, tick))
      restless[island_of(own->islands, n)] = true;
  }
  for (int n = 0; n < world->body_count; n++) {
    Body *const body = &world->bodies[n];
    if (body->asleep || body_is_fixed(body) || restless[island_of(own->islands, n)]) continue;
    body->asleep = true;
    memset(body->shape.velocity, 0, sizeof body->shape.velocity);
    memset(body->shape.spin, 0, sizeof body->shape.spin);
    own->shapes[n] = body->shape;
    dBodySetLinearVel(body->ode_body, 0, 0, 0);
    dBodySetAngularVel(body->ode_body, 0, 0, 0);
    dBodyDisable(body->ode_body);
  }
}

static void wake(Body *body) {
  if (!body->asleep) return;
  body->asleep = false;
  dBodyEnable(body->ode_body);
  remember(body);
}

void sleeping_wake(World *world, int index) {
  const uint32_t group = world->bodies[index].group;
  int first = index;
  while (first > 0 && world->bodies[first - 1].group == group) first--;
  for (int n = first; n < world->body_count && world->bodies[n].group == group; n++) wake(&world->bodies[n]);
}

void sleeping_wake_all(World *world) {
  for (int n = 0; n < world->body_count; n++) wake(&world->bodies[n]);
}

void sleeping_update(World *world) {
  WorldPrivate *own = world->own;
  if (own->gravity != world->params.gravity) sleeping_wake_all(world);
  own->gravity = world->params.gravity;
  for (int n = 0; n < world->body_count; n++)
    if (world->bodies[n].asleep && !is_steady(&world->bodies[n], &own->forces[n], own->gravity)) sleeping_wake(world, n);
}
