/* Bodies and water: each call goes to the coupling method in use; and a free body's motion. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/team.h"
#include "weir/bodies/bodies.h"
#include "weir/displace/displace.h"
#include "weir/displace/ring.h"
#include "weir/grid/depths.h"
#include "weir/grid/step_threads.h"
#include "weir/layers/layers.h"
#include "weir/readers/readers.h"
#include "weir/roof.h"

/* Returns true if the sub-grid method couples the bodies now; uses_layers, if the two layers do. Both serve the flow solvers alone: a
 * membrane displaces, whatever the coupling is. */
static bool uses_subgrid(const WeirWater *w) {
  return w->bodies.subgrid && w->solver != WEIR_MEMBRANE;
}
static bool uses_layers(const WeirWater *w) {
  return w->bodies.layers && w->solver != WEIR_MEMBRANE;
}

bool weir_water_reserve_bodies(WeirWater *w) {
  if (w->coupling == WEIR_SUBGRID && w->solver != WEIR_MEMBRANE && !subgrid_create(w)) return false;
  return displace_reserve(w);
}

void displace(WeirWater *w, const WeirBody *bodies, int count, float dt) {
  if (count > 0 && !weir_water_reserve_bodies(w)) count = 0; /* without memory for them there are no bodies */
  if (!w->bodies.occupancy.block) return;
  const float step = dt > 0.0f ? min_float(dt, 1.0f) : 0.0f; /* a dt that is not finite counts as 0 */
  if (uses_subgrid(w)) {                                     /* without memory for it bodies do not change the water */
    if (!subgrid_set_bodies(w, bodies, count, step)) subgrid_set_bodies(w, NULL, 0, step);
    return;
  }
  const bool counts = count > 0; /* calls without bodies say nothing of those with some */
  const int threads = counts ? step_threads_begin(w, &w->clock.displace_threads) : w->threads;
  const double began = counts && threads > 1 ? clock_seconds() : 0;
  if (!displace_rasterise(w, bodies, count)) displace_rasterise(w, NULL, 0);
  if (uses_layers(w))
    layers_set_bodies(w, bodies, w->bodies.displace->raster.body_count);
  else
    displace_bodies(w, bodies, step);
  if (counts) step_threads_end(w, &w->clock.displace_threads, threads, threads > 1 ? clock_seconds() - began : 0);
}

/* A call for the forces on bodies. On the stack. */
typedef struct Push {
  const WeirWater *water;
  const WeirBody *bodies;
  WeirForce *forces;
  float dt; /* s */
} Push;

static void push_bodies(void *data, int first, int end) {
  const Push *const p = data;
  for (int n = first; n < end; n++) {
    p->forces[n] = (WeirForce){0};
    subgrid_force(p->water, &p->bodies[n], n, p->dt, &p->forces[n]);
    if (!force_is_finite(&p->forces[n])) p->forces[n] = (WeirForce){0};
  }
}

void weir_water_push(const WeirWater *w, const WeirBody *bodies, int count, float dt, WeirForce *forces) {
  depths_update(w);
  const float step = dt > 0.0f ? min_float(dt, 1.0f) : 0.0f;
  if (uses_layers(w)) {
    displace_forces_now(w, bodies, count, step, forces);
  } else if (!uses_subgrid(w)) {
    displace_forces(w, count, forces);
  } else {
    Push push = {w, bodies, forces, step};
    team_rows(count > BODIES_PER_TEAM ? w->threads : 1, 0, count, push_bodies, &push);
  }
}

void weir_water_displace(WeirWater *w, const WeirBody *bodies, int count, float dt) {
  depths_change(w);
  count = !bodies || count < 0 ? 0 : count > WEIR_BODIES_MAX ? WEIR_BODIES_MAX : count;
  readers_see_bodies(w, bodies, count);
  displace(w, bodies, count, dt);
}

void weir_water_set_coupling(WeirWater *w, WeirCoupling coupling) {
  depths_change(w);
  if ((unsigned)coupling >= WEIR_COUPLING_COUNT || coupling == w->coupling) return;
  displace(w, NULL, 0, 0.0f); /* removes what the method in use displaces, before the other takes over */
  layers_leave(w);
  if (coupling != WEIR_SUBGRID) subgrid_destroy(w);
  if (coupling != WEIR_LAYERS) layers_destroy(w);
  if (coupling == WEIR_LAYERS && !layers_create(w)) coupling = WEIR_DISPLACE; /* no memory for it */
  w->coupling = coupling;
}

WeirCoupling weir_water_coupling(const WeirWater *w) {
  return w->coupling;
}

/* --- a free body's motion, for programs without a physics engine: Newton's and Euler's equations, half implicit ----------- */

/* kg m^2 about the body's own axes: of a box, an upright cylinder, or the box around a mesh. */
static void inertia_of(const WeirBody *b, float inertia[3]) {
  float half[3] = {b->half[0], b->half[1], b->half[2]};
  if (b->shape == WEIR_CONVEX) {
    memset(half, 0, sizeof half);
    for (int n = 0; n < 3 * b->vertex_count; n++)
      if (fabsf(b->vertices[n]) > half[n % 3]) half[n % 3] = fabsf(b->vertices[n]);
  }
  const bool round = b->shape == WEIR_CYLINDER; /* a quarter of the radius' square where the box has a third of the half side's */
  const float share[3] = {round ? 0.25f : 1 / 3.0f, 1 / 3.0f, round ? 0.25f : 1 / 3.0f};
  float part[3];
  for (int n = 0; n < 3; n++) part[n] = share[n] * half[n] * half[n];
  for (int n = 0; n < 3; n++) inertia[n] = b->mass * (part[(n + 1) % 3] + part[(n + 2) % 3]);
}

/* out = R I R^T v, or with the inverse of I: between spin and angular momentum. */
static void through_inertia(const float r[9], const float inertia[3], bool inverse, const float v[3], float out[3]) {
  float own[3];
  for (int n = 0; n < 3; n++) {
    own[n] = r[n] * v[0] + r[3 + n] * v[1] + r[6 + n] * v[2];
    own[n] = inverse ? own[n] / inertia[n] : own[n] * inertia[n];
  }
  for (int n = 0; n < 3; n++) out[n] = r[3 * n] * own[0] + r[3 * n + 1] * own[1] + r[3 * n + 2] * own[2];
}

/* R <- R + dt*[spin]R, made a rotation again by Gram and Schmidt's steps on its columns. */
static void rotate(float r[9], const float w[3], float dt) {
  for (int c = 0; c < 3; c++) {
    const float x = r[c], y = r[3 + c], z = r[6 + c];
    r[c] += dt * (w[1] * z - w[2] * y), r[3 + c] += dt * (w[2] * x - w[0] * z), r[6 + c] += dt * (w[0] * y - w[1] * x);
    for (int d = 0; d < c; d++) {
      const float dot = r[c] * r[d] + r[3 + c] * r[3 + d] + r[6 + c] * r[6 + d];
      for (int k = 0; k < 9; k += 3) r[k + c] -= dot * r[k + d];
    }
    const float size = sqrtf(r[c] * r[c] + r[3 + c] * r[3 + c] + r[6 + c] * r[6 + c]);
    for (int k = 0; k < 9; k += 3) r[k + c] /= size;
  }
}

bool weir_body_move(WeirBody *body, const WeirForce *force, float gravity, float dt) {
  if (!(dt >= 0.0f) || !weir_body_check(body, NULL)) return false;
  WeirBody b = *body;
  float inertia[3], momentum[3];
  inertia_of(&b, inertia);
  through_inertia(b.rotation, inertia, false, b.spin, momentum);
  for (int n = 0; n < 3; n++) {
    b.velocity[n] += dt * (force->force[n] / b.mass - (n == 1 ? gravity : 0.0f));
    b.position[n] += dt * b.velocity[n];
    momentum[n] += dt * force->torque[n];
  }
  through_inertia(b.rotation, inertia, true, momentum, b.spin);
  rotate(b.rotation, b.spin, dt);
  through_inertia(b.rotation, inertia, true, momentum, b.spin);
  if (!weir_body_check(&b, NULL)) return false;
  *body = b;
  return true;
}
