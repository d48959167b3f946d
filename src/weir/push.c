/* Water on bodies (physics after Gritzner 2010, 2.20, and Kellomaki 2014): per column, with s its submerged extent,
 *   buoyancy  F = rho*g*area*s, against the pressure gradient (up, and down the slope of the surface)
 *   drag      F = rho*area*s*(k1 + k2*|w|)*w,   w = water's velocity - body's at the middle of the submerged part
 * The same forces at their places give the torque, so bodies right themselves, rock and capsize. */
#include <math.h>

#include "weir/coupling.h"
#include "weir/tuned.h"
#include "weir/velocity.h"

typedef struct Wetted { /* one column in the water */
  float volume;         /* m^3 */
  float arm[3];         /* m from the body's centre to the middle of the submerged part */
  float tilt_x, tilt_z; /* slope of the surface */
  float slip[3];        /* m/s, water minus body */
} Wetted;

/* A neighbour's surface, or this cell's own where the neighbour is dry or outside: shores and sides do not tilt a body
 * (between steps the halo is scratch). */
static float surface_or(const WeirWater *w, int i, int k, float own) {
  const ptrdiff_t at = water_index(w, i, k);
  if (i < 0 || k < 0 || i >= w->nx || k >= w->nz) return own;
  return w->depth.cells[at] > DEPTH_WET ? w->terrain.cells[at] + w->depth.cells[at] : own;
}

static bool column_wetted(const WeirWater *w, const Column *c, const WeirBody *body, Wetted *out, float *water_y) {
  const ptrdiff_t at = water_index(w, c->i, c->k);
  const float b = w->terrain.cells[at], d = w->depth.cells[at], h = b + d;
  *water_y = h;
  if (d < DEPTH_WET) return false;
  const float per = 0.5f / w->cell;
  out->tilt_x = clamp_float((surface_or(w, c->i + 1, c->k, h) - surface_or(w, c->i - 1, c->k, h)) * per, -TILT_MAX, TILT_MAX);
  out->tilt_z =
      clamp_float((surface_or(w, c->i, c->k + 1, h) - surface_or(w, c->i, c->k - 1, h)) * per, -TILT_MAX, TILT_MAX);
  const float dx = c->x - ((float)c->i + 0.5f) * w->cell, dz = c->z - ((float)c->k + 0.5f) * w->cell;
  const float surface = max_float(b, h + out->tilt_x * dx + out->tilt_z * dz);
  *water_y = surface;
  const float low = max_float(c->y0, b), high = min_float(c->y1, surface);
  if (high <= low) return false;
  out->volume = c->area * (high - low);
  const float at_world[3] = {c->x, 0.5f * (low + high), c->z};
  for (int n = 0; n < 3; n++) out->arm[n] = at_world[n] - body->position[n];
  const Velocity v = velocity_at(w, c->i, c->k);
  const float *const s = body->spin, *const r = out->arm;
  out->slip[0] = v.x - (body->velocity[0] + s[1] * r[2] - s[2] * r[1]);
  /* The surface's own rise is left out: it is not the speed of the water below, and near a body it is the body's doing. */
  out->slip[1] = -(body->velocity[1] + s[2] * r[0] - s[0] * r[2]);
  out->slip[2] = v.z - (body->velocity[2] + s[0] * r[1] - s[1] * r[0]);
  return true;
}

static void force_add(WeirForce *sum, const float arm[3], const float f[3]) {
  for (int n = 0; n < 3; n++) sum->force[n] += f[n];
  sum->torque[0] += arm[1] * f[2] - arm[2] * f[1];
  sum->torque[1] += arm[2] * f[0] - arm[0] * f[2];
  sum->torque[2] += arm[0] * f[1] - arm[1] * f[0];
}

/* Buoyancy goes to *lift, drag to *drag: they are joined once drag has been bounded. */
static void column_push(const WeirWater *w, const WeirBody *body, const Wetted *c, WeirForce *lift, WeirForce *drag) {
  const float weight = w->tuning.density * w->tuning.gravity * c->volume;
  const float buoyancy[3] = {-weight * c->tilt_x, weight, -weight * c->tilt_z};
  const float speed = sqrtf(c->slip[0] * c->slip[0] + c->slip[1] * c->slip[1] + c->slip[2] * c->slip[2]);
  const float rate = w->tuning.density * c->volume * (body->drag_linear + body->drag_square * speed);
  const float pull[3] = {rate * c->slip[0], rate * c->slip[1], rate * c->slip[2]};
  force_add(lift, c->arm, buoyancy);
  force_add(drag, c->arm, pull);
  lift->submerged += c->volume;
}

/* Moment of inertia about the longest lever, as of the box around the body, kg m^2: for the spin drag only. */
static float body_inertia(const WeirBody *body, const Shape *shape) {
  return body->mass * shape->lever / 3.0f;
}

static bool force_finite(const WeirForce *f) {
  float sum = f->submerged + f->volume + f->water_y;
  for (int n = 0; n < 3; n++) sum += f->force[n] + f->torque[n];
  return isfinite(sum);
}

static void body_push(const WeirWater *w, const WeirBody *body, int index, float dt, WeirForce *out) {
  WeirForce lift = {0}, drag = {0};
  float area = 0.0f, level = 0.0f, fastest = 0.0f;
  for (int n = w->raster.first[index]; n < w->raster.first[index + 1]; n++) {
    const Column *column = &w->raster.columns[n];
    Wetted wetted;
    float water_y;
    if (column_wetted(w, column, body, &wetted, &water_y)) {
      column_push(w, body, &wetted, &lift, &drag);
      for (int axis = 0; axis < 3; axis++) fastest = max_float(fastest, fabsf(wetted.slip[axis]));
    }
    area += column->area;
    level += column->area * water_y;
    out->volume += column->area * (column->y1 - column->y0);
  }
  out->submerged = lift.submerged;
  out->water_y = area > 0.0f ? level / area : 0.0f;
  /* Drag is bounded as an implicit step would bound it: however light the body and however fast, it never reverses. */
  const float rate = w->tuning.density * lift.submerged * (body->drag_linear + body->drag_square * fastest) / body->mass;
  const float bound = 1.0f / (1.0f + dt * rate);
  const float share = out->volume > 0.0f ? lift.submerged / out->volume : 0.0f;
  const float spin = SPIN_DRAG * share * body_inertia(body, &w->raster.shapes[index]) / (1.0f + dt * SPIN_DRAG * share);
  for (int n = 0; n < 3; n++) {
    out->force[n] = lift.force[n] + bound * drag.force[n];
    out->torque[n] = lift.torque[n] + bound * drag.torque[n] - spin * body->spin[n];
  }
}

void weir_water_push(const WeirWater *w, const WeirBody *bodies, int count, float dt, WeirForce *forces) {
  const float step = dt > 0.0f ? min_float(dt, 1.0f) : 0.0f;
  /* Each body by itself: any number of threads gives the same bits. */
#pragma omp parallel for schedule(static) num_threads(w->threads) if (count > 8)
  for (int n = 0; n < count; n++) {
    forces[n] = (WeirForce){0};
    if (n >= w->raster.body_count || !w->raster.shapes[n].present) continue;
    body_push(w, &bodies[n], n, step, &forces[n]);
    if (!force_finite(&forces[n])) forces[n] = (WeirForce){0}; /* sizes and speeds beyond what floats can square */
  }
}
