#include "bench/coupling/rig.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"

void coupling_row(CouplingReport *report, CouplingWant want, double value, const char *unit, const char *quantity, ...) {
  if (report->count == COUPLING_ROWS_MAX) return;
  va_list rest;
  interrupt_hold();
  CouplingRow *const row = &report->rows[report->count++];
  *row = (CouplingRow){report->name, report->solver, report->coupling, unit, "", value, want};
  va_start(rest, quantity);
  vsnprintf(row->quantity, sizeof row->quantity, quantity, rest);
  va_end(rest);
  interrupt_release();
}

/* --- tanks ----------------------------------------------------------------------------------------------------------- */

Rig rig_tank(int nx, int nz, float cell, float depth) {
  return (Rig){.nx = nx, .nz = nz, .cell = cell, .depth = depth, .tuning = weir_tuning_default()};
}

void rig_ideal(Rig *rig) {
  rig->tuning.friction = rig->tuning.roughness = rig->tuning.damping = 0;
}

WeirWater *rig_water(const Rig *rig, CouplingReport *report) {
  const size_t cells = (size_t)rig->nx * (size_t)rig->nz;
  float *const fields = malloc(4 * cells * sizeof *fields);
  WeirError reason = {"not enough memory"};
  WeirWaterDef def = weir_water_def_default();
  def.nx = rig->nx;
  def.nz = rig->nz;
  def.cell = rig->cell;
  def.solver = report->solver;
  def.tuning = rig->tuning;
  memcpy(def.boundary, rig->boundary, sizeof def.boundary);
  for (size_t n = 0; fields && n < cells; n++) {
    const float x = ((float)(n % (size_t)rig->nx) + 0.5f) * rig->cell, z = ((float)(n / (size_t)rig->nx) + 0.5f) * rig->cell;
    const float bed = rig->bed ? rig->bed(x, z) : 0;
    fields[n] = bed;
    fields[cells + n] = fmaxf(0, (rig->step > 0 && x >= rig->step ? rig->east : rig->depth) - bed);
    fields[2 * cells + n] = rig->current;
    fields[3 * cells + n] = 0;
  }
  if (fields) def.terrain = fields, def.depth = fields + cells, def.velocity_x = fields + 2 * cells, def.velocity_z = fields + 3 * cells;
  WeirWater *water = fields ? weir_water_create(&def, &reason) : NULL;
  free(fields);
  if (water) weir_water_set_coupling(water, report->coupling);
  if (water && report->dispersion && !weir_water_set_dispersion(water, true, &reason)) weir_water_destroy(water), water = NULL;
  if (!water) coupling_row(report, coupling_upper_bound(0), (double)NAN, "1", "no water: %.60s", reason.text);
  return water;
}

/* --- bodies ---------------------------------------------------------------------------------------------------------- */

static uint32_t last_id;

WeirBody rig_box(float width, float height, float breadth, float x, float y, float z, float yaw, float density) {
  const float c = cosf(yaw), s = sinf(yaw);
  return (WeirBody){.half = {0.5f * width, 0.5f * height, 0.5f * breadth},
                    .position = {x, y, z},
                    .rotation = {c, 0, s, 0, 1, 0, -s, 0, c},
                    .mass = density * width * height * breadth,
                    .id = ++last_id,
                    .shape = WEIR_BOX};
}

WeirBody rig_cylinder(float radius, float length, int axis, float x, float y, float z, float density) {
  static const float turns[3][9] = {{0, 1, 0, -1, 0, 0, 0, 0, 1}, {1, 0, 0, 0, 1, 0, 0, 0, 1}, {1, 0, 0, 0, 0, -1, 0, 1, 0}};
  WeirBody body = {.half = {radius, 0.5f * length, radius}, .position = {x, y, z}, .id = ++last_id, .shape = WEIR_CYLINDER};
  memcpy(body.rotation, turns[axis], sizeof turns[axis]);
  const float box = 8 * body.half[0] * body.half[1] * body.half[2];
  body.mass = density * (0.78539816f * box);
  return body;
}

void rig_step(WeirWater *water, const WeirBody *bodies, int count, float dt, WeirForce *forces) {
  weir_water_displace(water, bodies, count, dt);
  weir_water_step(water, dt);
  if (forces) weir_water_push(water, bodies, count, dt, forces);
}

void rig_settle(WeirWater *water, const WeirBody *body, float dt, int steps, float friction) {
  WeirTuning tuning = weir_water_tuning(water);
  const float friction_of_case = tuning.friction;
  tuning.friction = friction;
  weir_water_set_tuning(water, &tuning);
  for (int step = 0; step < steps; step++) rig_step(water, body, 1, dt, NULL);
  tuning.friction = friction_of_case;
  weir_water_set_tuning(water, &tuning);
}

/* Rodrigues' formula, by which the rows' columns turn; then Gram and Schmidt, as floats drift. */
static void rotate(float rotation[9], const float spin[3], float dt) {
  const double rate = sqrt((double)(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]));
  if (!(rate > 0)) return;
  const double c = cos(rate * (double)dt), s = sin(rate * (double)dt);
  const double k[3] = {(double)spin[0] / rate, (double)spin[1] / rate, (double)spin[2] / rate};
  double axes[3][3]; /* the body's, in the world */
  for (int a = 0; a < 3; a++) {
    const double v[3] = {(double)rotation[a], (double)rotation[3 + a], (double)rotation[6 + a]};
    const double along = (1 - c) * (k[0] * v[0] + k[1] * v[1] + k[2] * v[2]);
    for (int n = 0; n < 3; n++) {
      const int m = (n + 1) % 3, l = (n + 2) % 3;
      axes[a][n] = c * v[n] + s * (k[m] * v[l] - k[l] * v[m]) + along * k[n];
    }
  }
  for (int a = 0; a < 3; a++) {
    for (int b = 0; b < a; b++) {
      const double dot = axes[a][0] * axes[b][0] + axes[a][1] * axes[b][1] + axes[a][2] * axes[b][2];
      for (int n = 0; n < 3; n++) axes[a][n] -= dot * axes[b][n];
    }
    const double length = sqrt(axes[a][0] * axes[a][0] + axes[a][1] * axes[a][1] + axes[a][2] * axes[a][2]);
    for (int n = 0; n < 3; n++) rotation[3 * n + a] = (float)(axes[a][n] / length);
  }
}

void rig_advance(WeirBody *body, float dt) {
  for (int n = 0; n < 3; n++) body->position[n] += dt * body->velocity[n];
  rotate(body->rotation, body->spin, dt);
}

void rig_free(WeirBody *body, const WeirForce *force, float gravity, bool rotates, float dt) {
  for (int n = 0; n < 3; n++) body->velocity[n] += dt * (force->force[n] / body->mass - (n == 1 ? gravity : 0));
  const float *const r = body->rotation, *const h = body->half, *const torque = force->torque;
  for (int a = 0; a < 3 && rotates; a++) {
    /* The moment of inertia about the body's own axis, kg m^2. Without the gyroscopic term, which the slow spins here do not need. */
    const float b = h[(a + 1) % 3] * h[(a + 1) % 3], c = h[(a + 2) % 3] * h[(a + 2) % 3];
    const float box = (b + c) / 3, cylinder = a == 1 ? (b + c) / 4 : h[1] * h[1] / 3 + h[0] * h[0] / 4;
    const float moment = body->mass * (body->shape == WEIR_CYLINDER ? cylinder : box);
    const float own = (r[a] * torque[0] + r[3 + a] * torque[1] + r[6 + a] * torque[2]) / moment;
    for (int n = 0; n < 3; n++) body->spin[n] += dt * own * r[3 * n + a];
  }
  rig_advance(body, dt);
}

/* --- measuring ------------------------------------------------------------------------------------------------------- */

RigSurface rig_surface(const WeirWater *water, double level, RigWhere *where, const void *data) {
  const WeirView bed = weir_water_terrain(water), depth = weir_water_depth(water);
  const float cell = weir_water_cell(water);
  RigSurface s = {.low = INFINITY, .high = -INFINITY};
  double sum = 0, squares = 0;
  int count = 0;
  for (int k = 0; k < depth.nz; k++)
    for (int i = 0; i < depth.nx; i++) {
      if (where && !where(data, ((float)i + 0.5f) * cell, ((float)k + 0.5f) * cell)) continue;
      const double h = (double)bed.data[k * bed.stride + i] + (double)depth.data[k * depth.stride + i] - level;
      sum += h;
      squares += h * h;
      s.peak = fmax(s.peak, fabs(h));
      s.low = fmin(s.low, h);
      s.high = fmax(s.high, h);
      count++;
    }
  s.mean = sum / count + level;
  s.rms = sqrt(fmax(0, squares / count - sum / count * (sum / count)));
  return s;
}

double rig_level(const WeirWater *water, int i0, int i1) {
  const WeirView bed = weir_water_terrain(water), depth = weir_water_depth(water);
  double sum = 0;
  for (int k = 0; k < depth.nz; k++)
    for (int i = i0; i < i1; i++) sum += (double)bed.data[k * bed.stride + i] + (double)depth.data[k * depth.stride + i];
  return sum / ((double)depth.nz * (i1 - i0));
}
