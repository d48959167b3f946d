/* Boats: a watertight box with a propeller and a rudder at its stern, which act while they are under water and push the water astern by as
 * much as the boat ahead. What slows it is the water's force on its hull, as on every body. */
#include <math.h>

#include "base/maths.h"
#include "world/world_private.h"

#define DENSITY 300.0f /* kg/m3 over all that its hull encloses */
#define DRAG 0.1f      /* of the drag of a crate: a boat's lines are smooth */

/* Shares of the boat's length. */
#define HEIGHT 0.22f
#define WIDTH 0.36f
#define LENGTH_MIN 0.5f  /* m */
#define LENGTH_MAX 60.0f /* m */

#define THRUST_BACK 0.5    /* of the thrust ahead, in reverse */
#define PROPELLER_LOW 0.7  /* of half the height, below the middle */
#define RUDDER_AREA 0.01   /* of the square of the length */
#define RUDDER_LIFT 1.0    /* sideways force over rho/2 * area * speed^2 of the fully turned rudder */
#define RUDDER_WASH 0.25   /* of the thrust, which the fully turned rudder turns sideways */
#define WASH_RADIUS 0.4f   /* of half the length: of the water astern that takes up what the boat is pushed by */
#define WASH_CELLS 1.5f    /* cells: that radius at least */
#define WASH_FASTEST 20.0f /* m/s^2 at most: in a film of water there is little to push */

static void measure(const Params *params, const BodyDrop *drop, float size[3], float *density) {
  (void)params;
  const float length = maths_clampf(drop->size[0] > 0 ? drop->size[0] : 6, LENGTH_MIN, LENGTH_MAX);
  size[0] = length, size[1] = HEIGHT * length, size[2] = WIDTH * length;
  *density = DENSITY;
}

const BodyKindInfo boat_body = {.measure = measure, .drag = DRAG};

/* N: what propeller and rudder do to the boat, along its own x and z; nothing while they are out of the water. */
typedef struct BoatForce {
  double ahead, aside;
} BoatForce;

/* Where propeller and rudder are, in the boat's own axes. */
static void stern_of(const Body *boat, dReal at[2]) {
  at[0] = -(dReal)boat->shape.half[0], at[1] = -PROPELLER_LOW * (dReal)boat->shape.half[1];
}

static BoatForce force_of(const World *world, const Body *boat) {
  const dBodyID ode = boat->ode_body;
  const double gas = (double)world->drive.gas, steer = (double)world->drive.steer;
  dReal at[2];
  dVector3 stern, speed;
  stern_of(boat, at);
  dBodyGetRelPointPos(ode, at[0], at[1], 0, stern);
  dBodyGetRelPointVel(ode, at[0], at[1], 0, speed);
  const WeirSample water = weir_water_sample(world->water, (float)stern[0], (float)stern[2]);
  if (!(water.depth > 0) || stern[1] > (dReal)water.surface) return (BoatForce){0, 0};
  const dReal *const r = dBodyGetRotation(ode);
  const dReal ahead = (speed[0] - (dReal)water.velocity[0]) * r[0] + (speed[2] - (dReal)water.velocity[2]) * r[8];
  const dReal weight = (dReal)boat->shape.mass * (dReal)world->params.gravity;
  const dReal thrust = gas * (dReal)BOAT_THRUST * (gas < 0 ? THRUST_BACK : 1) * weight;
  const dReal area = RUDDER_AREA * 4 * at[0] * at[0], lift = 0.5 * (dReal)world->params.density * RUDDER_LIFT * area * ahead * fabs(ahead);
  return (BoatForce){thrust, -steer * (RUDDER_WASH * (thrust > 0 ? thrust : 0) + lift)};
}

/* The boat that is driven now, or -1. */
static int driven_boat(const World *world) {
  const int newest = newest_vehicle(world);
  const bool is_boat = newest >= 0 && world->bodies[newest].kind == BODY_BOAT;
  return is_boat && (world->drive.gas != 0 || world->drive.steer != 0) ? newest : -1;
}

void boats_drive(World *world) {
  const int driven = driven_boat(world);
  if (driven < 0) return;
  sleeping_wake(world, driven);
  const BoatForce force = force_of(world, &world->bodies[driven]);
  dReal at[2];
  stern_of(&world->bodies[driven], at);
  dBodyAddRelForceAtRelPos(world->bodies[driven].ode_body, force.ahead, 0, force.aside, at[0], at[1], 0);
}

/* m^3 of the water in a disc, each cell by the weight that weir_water_impulse gives it, (1 - r^2/R^2)^2. */
static double weighted_water(const World *world, float x, float z, float radius) {
  const WeirView depth = weir_water_depth(world->water);
  const int i0 = (int)maths_maxf(floorf((x - radius) / world->cell), 0), k0 = (int)maths_maxf(floorf((z - radius) / world->cell), 0);
  double sum = 0;
  for (int k = k0; k < world->nz && (float)k * world->cell < z + radius; k++)
    for (int i = i0; i < world->nx && (float)i * world->cell < x + radius; i++) {
      const float dx = ((float)i + 0.5f) * world->cell - x, dz = ((float)k + 0.5f) * world->cell - z;
      const float t = 1 - (dx * dx + dz * dz) / (radius * radius);
      if (t > 0) sum += (double)(t * t * depth.data[k * depth.stride + i]);
    }
  return sum * (double)(world->cell * world->cell);
}

void boats_wash(World *world, float dt) {
  const int driven = driven_boat(world);
  if (driven < 0 || weir_water_solver(world->water) == WEIR_MEMBRANE) return;
  const Body *const boat = &world->bodies[driven];
  const BoatForce force = force_of(world, boat);
  const float *const r = boat->shape.rotation, half = boat->shape.half[0];
  const float radius = maths_maxf(WASH_CELLS * world->cell, WASH_RADIUS * half);
  const float x = boat->position[0] - (half + radius) * r[0], z = boat->position[2] - (half + radius) * r[6];
  const double water = weighted_water(world, x, z, radius);
  if (!(water > 0)) return;
  const double speed = (double)dt / ((double)world->params.density * water); /* m/s for each newton */
  const float vx = -(float)(speed * (force.ahead * (double)r[0] + force.aside * (double)r[2]));
  const float vz = -(float)(speed * (force.ahead * (double)r[6] + force.aside * (double)r[8]));
  const float most = maths_hypotf(vx, vz), bound = most > WASH_FASTEST * dt ? WASH_FASTEST * dt / most : 1;
  if (most > 0) weir_water_impulse(world->water, x, z, radius, bound * vx, bound * vz);
}
