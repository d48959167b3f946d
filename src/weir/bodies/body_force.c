/* What water does to a body that it flows around. Per cell of the body, with s the submerged height times the cover:
 *  buoyancy  rho*g*dx^2*s, up, at the cell's centre: linear weights keep the moment that the samples had
 *  drag      rho*dx^2*s*(k1 + k2*|w|)*w, w = velocity of the water - of the body; spin is slowed as a whole, since in cells
 *            wider than the body the levers would be too long
 *  lift      1/2*rho*dx^2*cover*C*|w|^2 of what the surface runs through, across w and upwards: it does no work
 * Per face, with p the part that the body blocks between low and the surface, a high:
 *  pressure  rho*g*dx*p*a*(difference of the heads), against the inertia of the body and of the water that its smeared edge
 *            carries along (p - psi)
 * A body that sinks by a little lifts the head under it at once by far more, since the slot that is left stores little: heave and roll
 * are taken at the velocity that the body will have (implicit Euler), so that a step can take them. */
#include <math.h>

#include "weir/bodies/pressure.h"
#include "weir/grid/tuned.h"
#include "weir/shapes/shape.h"

/* The motion of body `index`; motions are in the order of the bodies. */
static const BodyMotion *motion_find(const Subgrid *s, int index) {
  int low = 0, high = s->motion_count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (s->motions[middle].body < index)
      low = middle + 1;
    else
      high = middle;
  }
  return low < s->motion_count && s->motions[low].body == index ? &s->motions[low] : NULL;
}

/* Moments of inertia about the body's own axes, kg m^2; a convex mesh counts as the box around it. */
static void inertia_own(const WeirBody *body, const Shape *shape, double own[3]) {
  const float *const h = body->half;
  for (int n = 0; n < 3; n++) {
    const float a = h[(n + 1) % 3], b = h[(n + 2) % 3];
    const float square = body->shape == WEIR_CONVEX ? shape->lever : a * a + b * b; /* m^2, times mass/3 for a box */
    own[n] = (double)(body->mass * square) / (body->shape == WEIR_CYLINDER ? 4 : 3);
  }
}

/* Moment of inertia about an axis of the world, kg m^2, neglecting the products of inertia. */
static double inertia_about(const WeirBody *body, const double own[3], int axis) {
  double sum = 0;
  for (int n = 0; n < 3; n++) sum += (double)(body->rotation[3 * axis + n] * body->rotation[3 * axis + n]) * own[n];
  return sum;
}

/* Adds the torque that slows spin at `rate`, 1/s, about each of the body's own axes. */
static void spin_slow(const WeirBody *body, const double own[3], double rate, double step, WeirForce *force) {
  for (int n = 0; n < 3; n++) {
    double spin = 0;
    for (int axis = 0; axis < 3; axis++) spin += (double)(body->rotation[3 * axis + n] * body->spin[axis]);
    for (int axis = 0; axis < 3; axis++)
      force->torque[axis] -= (float)((double)body->rotation[3 * axis + n] * own[n] * spin * rate / (1 + step * rate));
  }
}

static void heave_implicit(const WeirWater *w, const WeirBody *body, const BodyLoad *load, const double own[3], double step,
                           WeirForce *force) {
  const double mass = (double)body->mass, g = (double)w->tuning.gravity, v = (double)body->velocity[1];
  const double heave_factor = 1 / (1 + step * step * load->heave / mass), stiff[3] = {load->roll_x, 0, load->roll_z};
  force->force[1] = (float)(mass * (((v + step * ((double)force->force[1] / mass - g)) * heave_factor - v) / step + g));
  for (int n = 0; n < 3; n += 2) {
    const double inertia = inertia_about(body, own, n), spin = (double)body->spin[n], factor = 1 / (1 + step * step * stiff[n] / inertia);
    force->torque[n] = (float)(inertia * ((spin + step * (double)force->torque[n] / inertia) * factor - spin) / step);
  }
}

void subgrid_force(const WeirWater *w, const WeirBody *body, int index, float dt, WeirForce *force) {
  const BodyMotion *const motion = motion_find(w->bodies.subgrid, index);
  if (!motion) return;
  if (w->bodies.subgrid->motions + w->bodies.subgrid->motion_count - motion > 2) body_load_prefetch(w, motion + 2);
  BodyLoad load;
  body_load(w, body, motion, &load);
  const Shape shape = shape_measure(body);
  double own[3];
  inertia_own(body, &shape, own);
  const double mass = (double)body->mass;
  force->submerged = (float)load.submerged;
  force->aboard = (float)load.aboard;
  force->volume = motion->volume;
  force->water_y = load.covered > 0 ? (float)(load.level / load.covered) : 0.0f;
  /* bounded as in displace/column_force.c: drag never reverses a slip within the step */
  const double rate = (double)(w->tuning.density * force->submerged * (body->drag_linear + body->drag_square * load.fastest)) / mass;
  const double bound = 1 / (1 + (double)dt * rate), share = force->volume > 0.0f ? (double)(force->submerged / force->volume) : 0;
  const double spin_share = mass / (mass + 0.5 * (load.edge_mass[FACE_EAST] + load.edge_mass[FACE_SOUTH]));
  const double along[3] = {mass / (mass + load.edge_mass[FACE_EAST]), 1, mass / (mass + load.edge_mass[FACE_SOUTH])};
  for (int n = 0; n < 3; n++) {
    force->force[n] = (float)(load.lift[n] + bound * load.drag[n] + along[n] * load.pressure[n]);
    force->torque[n] = (float)(load.lift[TORQUE + n] + bound * load.drag[TORQUE + n] + spin_share * load.pressure[TORQUE + n]);
  }
  spin_slow(body, own, rate + (double)SPIN_DRAG * share, (double)dt, force);
  if (dt > 0.0f) heave_implicit(w, body, &load, own, (double)dt, force);
}
