/* Forces of the water on a body that it flows around. Per cell of the body, with s the submerged height times the cover:
 *  buoyancy  rho*g*dx^2*s, up, at the cell's centre: linear weights keep the moment that the samples had
 *  drag      rho*dx^2*s*(k1 + k2*|w|)*w, w = velocity of the water - of the body; spin is slowed as a whole, since in cells
 *            wider than the body the levers would be too long
 *  lift      1/2*rho*dx^2*cover*C*|w|*|w level| of what the surface runs through, across w and upwards: it does no work, and a body that
 *            falls straight down has none (all of |w|^2 would throw it to whichever side rounding has it)
 * Per face, with p the part that the body blocks between low and the surface, a high:
 *  pressure  rho*g*dx*p*a*(difference of the heads), against the inertia of the body and of the water that its smeared edge
 *            carries along (p - psi)
 * A body that sinks by a little lifts the head under it at once by far more, since the slot that is left stores little: heave and roll
 * are taken at the velocity that the body will have (implicit Euler), so that a step can take them.
 *
 * Water around a body moves with it: its added mass A = share*C*rho*(volume under water), C by shapes/shape.c. The grid moves that
 * water itself under a body that floats, so the share grows from 0 where it floats to 1 where it is covered, as
 * ((under - afloat)/(1 - afloat))^2 with its shares under water now and afloat. The code that moves the body knows only its mass m, so
 * the force is what gives m the acceleration a that m + A would have, with N the force of all else that acts on it (BodyPush):
 *   (m + A)*a = F + N,   force = m*a - N
 * A body that others hold has a = 0 and N = -F, and gets all of F. */
#include <math.h>

#include "base/maths.h"
#include "weir/bodies/pressure.h"
#include "weir/bodies/tuned.h"
#include "weir/grid/heave.h"
#include "weir/grid/tuned.h"
#include "weir/shapes/shape.h"

/* The motion of body `index`; motions are in the order of the bodies. */
static BodyMotion *motion_find(const Subgrid *s, int index) {
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

/* Adds the torque that slows spin at `rate`, 1/s, about each of the body's own axes. */
static void spin_slow(const WeirBody *body, const double own[3], double rate, double step, WeirForce *force) {
  for (int n = 0; n < 3; n++) {
    double spin = 0;
    for (int axis = 0; axis < 3; axis++) spin += (double)(body->rotation[3 * axis + n] * body->spin[axis]);
    for (int axis = 0; axis < 3; axis++)
      force->torque[axis] -= (float)((double)body->rotation[3 * axis + n] * own[n] * spin * rate / (1 + step * rate));
  }
}

/* Writes the added mass, kg, along each axis of the world, neglecting the products; returns the share of it that is added. */
static double added_mass_find(const WeirWater *w, const WeirBody *body, const Shape *shape, const WeirForce *force, double added[3]) {
  added[0] = added[1] = added[2] = 0;
  const double water = (double)w->tuning.density * (double)force->submerged, all = (double)w->tuning.density * (double)force->volume;
  if (!(water > 0 && all > 0)) return 0;
  const double afloat = maths_min((double)body->mass / all, AFLOAT_MAX), share = (water / all - afloat) / (1 - afloat);
  if (!(share > 0)) return 0;
  double own[3];
  shape_added_mass(body, shape, own);
  for (int axis = 0; axis < 3; axis++)
    for (int n = 0; n < 3; n++) {
      const double turn = (double)body->rotation[3 * axis + n];
      added[axis] += water * share * share * turn * turn * own[n];
    }
  return share * share;
}

static void heave_implicit(const WeirWater *w, const WeirBody *body, const BodyLoad *load, double added, double slowing, double others,
                           double step, WeirForce *force) {
  const float up[3] = {0, 1, 0};
  const double mass = (double)body->mass, g = (double)w->tuning.gravity;
  const Heave h = {.mass = mass,
                   .added = added,
                   .others = others,
                   .velocity = (double)body->velocity[1],
                   .step = step,
                   .net = (double)force->force[1] - mass * g,
                   .lifting = load->heave,
                   .weight = (double)(w->tuning.density * w->tuning.gravity),
                   .under = (double)force->submerged,
                   .volume = (double)force->volume,
                   .waterline = load->plane,
                   .y = (double)body->position[1],
                   .reach = (double)spans_reach(body, body->rotation, up),
                   .level = (double)force->water_y,
                   .depth = load->plane > 0 ? 0 : (double)weir_water_depth_at(w, body->position[0], body->position[2]),
                   .slowing = slowing};
  force->force[1] = (float)(mass * ((heave_velocity(&h) - h.velocity) / step + g) - others);
}

/* Takes roll and pitch at the spin after the step, as heave, neglecting the products of inertia. */
static void roll_implicit(const WeirWater *w, const WeirBody *body, const BodyLoad *load, const double own[3], double step,
                          WeirForce *force) {
  const double weight = (double)(w->tuning.density * w->tuning.gravity);
  const double lifting[3] = {load->roll_x, 0, load->roll_z}, plane[3] = {weight * load->plane_x, 0, weight * load->plane_z};
  for (int n = 0; n < 3; n += 2) {
    const double spin = (double)body->spin[n];
    double inertia = 0;
    for (int m = 0; m < 3; m++) inertia += (double)(body->rotation[3 * n + m] * body->rotation[3 * n + m]) * own[m];
    const double stiff = lifting[n] + plane[n] * implicit_share(plane[n], inertia, step);
    const double next = (spin + step * (double)force->torque[n] / inertia) / (1 + step * step * stiff / inertia);
    force->torque[n] = (float)(inertia * (next - spin) / step);
  }
}

/* --- bodies smaller than a cell -------------------------------------------------------------------------------------- */

static double part_of(double share, double one, double other) {
  return one + share * (other - one);
}

/* Corrects the load of a body that is smaller than a cell. Cells hold a body by the mean of its lower and upper ends, which gives neither
 * its draft nor the moment that rights it; its shape and the level of the water do, exactly. The larger it is, the more its cells count.
 * Where drag and pressure act is not known within a cell, so they do not turn it. */
static void small_body_load(const WeirWater *w, const WeirBody *body, const Shape *shape, const BodyMotion *motion, BodyLoad *load) {
  const double share = maths_min(1, SMALL_CELLS - (double)(shape->longest / w->cell));
  if (!(share > 0) || !(motion->volume > 0.99f * shape->volume)) return;
  const CutCells *const table = &w->bodies.subgrid->cells;
  double all = 0, wet_cover = 0, wet_level = 0;
  for (int n = 0; n < motion->sums->interval_count; n++) {
    const BodyInterval *const one = &motion->sums->intervals[n];
    const double cover = (double)one->interval.cover;
    all += cover;
    if (!(table->depth[one->cut_cell] >= DEPTH_WET)) continue;
    wet_cover += cover;
    wet_level += cover * (double)cut_cell_surface(table, one->cut_cell);
  }
  if (!(wet_cover > 0)) return;
  const double wet = wet_cover / all, mean_level = wet_level / wet_cover; /* the share of the body over water; of that water, m */
  const float x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
  const float reach = spans_reach(body, body->rotation, y), about = 0.05f * reach, level = (float)mean_level;
  const double reach_x = (double)spans_reach(body, body->rotation, x), reach_z = (double)spans_reach(body, body->rotation, z);
  const SubmergedVolume below = shape_submerged_volume(body, level);
  const double more = shape_submerged_volume(body, level + about).volume - shape_submerged_volume(body, level - about).volume;
  const double plane = maths_max(wet * more / (2 * (double)about), 0), weight = (double)(w->tuning.density * w->tuning.gravity);
  const double cells = load->submerged;
  load->lift[1] += share * weight * (wet * below.volume - cells);
  load->lift[TORQUE] = part_of(share, load->lift[TORQUE], -weight * wet * below.z);
  load->lift[TORQUE + 2] = part_of(share, load->lift[TORQUE + 2], weight * wet * below.x);
  load->submerged = part_of(share, load->submerged, wet * below.volume);
  load->plane = part_of(share, load->plane, plane);
  load->plane_x = part_of(share, load->plane_x, plane * reach_z * reach_z / 3); /* as of a rectangle */
  load->plane_z = part_of(share, load->plane_z, plane * reach_x * reach_x / 3);
  load->roll_x *= 1 - share;
  load->roll_z *= 1 - share;
  const double wetter = wet * below.volume < cells ? wet * below.volume / cells : 1; /* drag and pressure are of the cells' part */
  for (int n = 0; n < WRENCH; n++) {
    const double left = n < TORQUE ? part_of(share, 1, wetter) : 1 - share;
    load->drag[n] *= left;
    load->pressure[n] *= left;
  }
  load->level = part_of(share, load->level, load->covered * mean_level);
}

/* Keeps what the body's velocity is to be, for the next call; beyond floats there is none. Several threads may ask for the same push at
 * once. */
static void push_note(const WeirWater *w, const WeirBody *body, const WeirForce *force, float step, BodyPush *push) {
  float velocity[3];
  bool finite = true;
  for (int n = 0; n < 3; n++) {
    velocity[n] = body->velocity[n] + step * (force->force[n] / body->mass - (n == 1 ? w->tuning.gravity : 0.0f));
    finite = finite && isfinite(velocity[n]);
  }
  for (int n = 0; n < 3; n++) {
    float v = finite ? velocity[n] : 0.0f;
    __atomic_store(&push->velocity[n], &v, __ATOMIC_RELAXED);
  }
  float noted = finite ? step : 0.0f;
  __atomic_store(&push->step, &noted, __ATOMIC_RELAXED);
}

/* Drag of a body in one step. On the stack of subgrid_force. */
typedef struct Slowing {
  double drag, planing; /* kg: N s/m of drag, and of the lift of what planes, times the step */
} Slowing;

/* Returns the part of vertical drag, kg, that is taken at the end of the step. In the middle of it, as Crank and Nicolson do, it is exact
 * to second order; where the step is too long for that, so late that the velocity does not swing about the one where drag and lift are
 * equal. */
static double slowing_late(double drag, double inertia) {
  return drag * maths_max(0.5, 1 - inertia / maths_max(drag, 1e-30));
}

/* Returns the share of drag and planing that a step can take: bounded as in displace/column_force.c, drag never reverses a slip within the
 * step; nor does planing give a light body more speed than it planes with. */
static double slowing_bound(const Slowing *slowing, double inertia) {
  const double planing = slowing->planing / inertia;
  return 1 / (1 + slowing->drag / inertia + planing * maths_min(1, planing));
}

void subgrid_force(const WeirWater *w, const WeirBody *body, int index, float dt, WeirForce *force) {
  BodyMotion *const motion = motion_find(w->bodies.subgrid, index);
  if (!motion) return;
  if (w->bodies.subgrid->motions + w->bodies.subgrid->motion_count - motion > 2) body_load_prefetch(w, motion + 2);
  BodyLoad load;
  body_load(w, body, motion, &load);
  const Shape shape = shape_measure(body);
  const double planing = 0.5 * (double)(w->tuning.density * PLANING_LIFT * load.fastest) * load.plane; /* N s/m */
  small_body_load(w, body, &shape, motion, &load);
  double own[3], added[3] = {0, 0, 0};
  inertia_own(body, &shape, own);
  const double mass = (double)body->mass;
  force->submerged = (float)load.submerged;
  force->aboard = (float)load.aboard;
  force->volume = motion->volume;
  force->water_y = load.covered > 0 ? (float)(load.level / load.covered) : 0.0f;
  const double covered = dt > 0.0f ? added_mass_find(w, body, &shape, force, added) : 0;
  const double water = (double)(w->tuning.density * force->submerged);
  const double rate = water * (double)(body->drag_linear + body->drag_square * load.fastest) / mass,
               share = force->volume > 0.0f ? (double)(force->submerged / force->volume) : 0;
  const Slowing slowing = {(double)dt * rate * mass, (double)dt * planing};
  const double spin_bound = slowing_bound(&slowing, mass);
  const double spin_share = mass / (mass + 0.5 * (load.edge_mass[FACE_EAST] + load.edge_mass[FACE_SOUTH]));
  const Slowing early = {(1 - covered) * slowing.drag, (1 - covered) * slowing.planing};
  const double tangent = water * (double)(dt * (body->drag_linear + 2.0f * body->drag_square * load.fastest));
  const double late = covered * slowing_late(tangent, mass + added[1]);
  for (int n = 0; n < 3; n++) {
    const double inertia = mass + added[n], edge = n == 1 ? 0 : load.edge_mass[n == 0 ? FACE_EAST : FACE_SOUTH];
    const double slowed = slowing_bound(n == 1 ? &early : &slowing, inertia);
    force->force[n] = (float)(load.lift[n] + slowed * load.drag[n] + load.pressure[n] * (inertia / (inertia + edge)));
    force->torque[n] = (float)(load.lift[TORQUE + n] + spin_bound * load.drag[TORQUE + n] + spin_share * load.pressure[TORQUE + n]);
  }
  if (dt > 0.0f)
    for (int n = 0; n < 3; n += 2)
      force->force[n] = (float)(((double)force->force[n] * mass - added[n] * (double)motion->push.others[n]) / (mass + added[n]));
  spin_slow(body, own, rate + (double)SPIN_DRAG * share, (double)dt, force);
  if (dt > 0.0f) heave_implicit(w, body, &load, added[1], late, (double)motion->push.others[1], (double)dt, force);
  if (dt > 0.0f) roll_implicit(w, body, &load, own, (double)dt, force);
  if (dt > 0.0f) push_note(w, body, force, dt, &motion->push);
}
