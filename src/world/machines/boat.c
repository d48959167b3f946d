/* Boats: a watertight box with a propeller and a rudder at its stern, which act while they are under water. What slows it is the water's
 * force on its hull, as on every body. */
#include <math.h>

#include "world/machines/machines.h"
#include "world/world_private.h"

/* As shares of the boat's length. */
#define HEIGHT 0.22f
#define WIDTH 0.36f
#define LENGTH_MIN 0.5f  /* m */
#define LENGTH_MAX 60.0f /* m */

#define THRUST_BACK 0.5   /* of the thrust ahead, in reverse */
#define PROPELLER_LOW 0.7 /* of half the height, below the middle */
#define RUDDER_AREA 0.01  /* of the square of the length */
#define RUDDER_LIFT 1.0   /* sideways force over rho/2 * area * speed^2 of the fully turned rudder */
#define RUDDER_WASH 0.25  /* of the thrust, which the fully turned rudder turns sideways */

void boat_measure(float length, float size[3]) {
  const float within = length < LENGTH_MIN ? LENGTH_MIN : length > LENGTH_MAX ? LENGTH_MAX : length;
  size[0] = within, size[1] = HEIGHT * within, size[2] = WIDTH * within;
}

static void drive_boat(World *world, const Body *boat, double gas, double steer) {
  const dBodyID ode = boat->ode_body;
  const dReal half = (dReal)boat->shape.half[0], low = -PROPELLER_LOW * (dReal)boat->shape.half[1];
  dVector3 stern, speed;
  dBodyGetRelPointPos(ode, -half, low, 0, stern);
  dBodyGetRelPointVel(ode, -half, low, 0, speed);
  const WeirSample water = weir_water_sample(world->water, (float)stern[0], (float)stern[2]);
  if (!(water.depth > 0) || stern[1] > (dReal)water.surface) return;
  const dReal *const r = dBodyGetRotation(ode);
  const dReal ahead = (speed[0] - (dReal)water.velocity[0]) * r[0] + (speed[2] - (dReal)water.velocity[2]) * r[8];
  const dReal weight = (dReal)boat->shape.mass * (dReal)world->params.gravity;
  const dReal thrust = gas * (dReal)BOAT_THRUST * (gas < 0 ? THRUST_BACK : 1) * weight;
  const dReal area = RUDDER_AREA * 4 * half * half, lift = 0.5 * (dReal)world->params.density * RUDDER_LIFT * area * ahead * fabs(ahead);
  dBodyAddRelForceAtRelPos(ode, thrust, 0, -steer * (RUDDER_WASH * (thrust > 0 ? thrust : 0) + lift), -half, low, 0);
}

void boats_drive(World *world) {
  const int newest = newest_vehicle(world);
  if (newest < 0 || world->bodies[newest].kind != BODY_BOAT) return;
  if (world->drive.gas == 0 && world->drive.steer == 0) return;
  sleeping_wake(world, newest);
  drive_boat(world, &world->bodies[newest], (double)world->drive.gas, (double)world->drive.steer);
}
