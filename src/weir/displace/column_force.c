/* Forces of the water on bodies (physics after Gritzner 2010, equation 2.20, and Kellomaki 2014): per column, with s its submerged extent,
 *  buoyancy  F = rho*g*area*s, against the pressure gradient (up, and down the slope of the surface)
 *  drag      F = rho*area*s*(k1 + k2*|w|)*w,   w = velocity of the water - of the body at the middle of the submerged part
 * The same forces at their places give the torque, so bodies right themselves, rock and capsize.
 *
 * Forces are found as soon as the bodies are in the water, before it moves. A body that goes along at v raises the water ahead of it by
 * what it displaced in the tick, and the step takes just that away again: after the step the surface lies lower ahead by dt times the
 * flow that passes, which drew a body without drag along, faster and faster, at a rate of 0.2/s. */
#include "weir/displace/displace.h"

#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "base/team.h"
#include "weir/displace/ring.h"
#include "weir/displace/tuned.h"
#include "weir/grid/dirty_mask.h"
#include "weir/grid/tuned.h"
#include "weir/shapes/shape.h"

/* Ground and surface of cells [i0, i0 + count) of row k, and slopes by central differences; a neighbour that is dry or outside counts as
 * level with the cell (between steps the halo is scratch): shores and sides do not tilt a body. */
static void ambient_cells(const WeirWater *w, int i0, int count, int k, Ambient *ambient, int to) {
  const ptrdiff_t at = water_index(w, i0, k);
  const float *const b = w->terrain.cells + at, *const d = w->depth.cells + at;
  float *const tilt_x = ambient->of[TILT_X] + to;
  const float per = 0.5f / w->cell;
  const AmbientGrid row = {k > 0 ? -w->stride : 0, k + 1 < w->nz ? w->stride : 0, per, w->cell, i0, k, to};
  kernels()->displace->ambient(&row, b, d, ambient, count);
  for (int side = 0; side < 2; side++) { /* once more for cells at the grid's sides, without the halo */
    const int n = side == 0 ? -i0 : w->nx - 1 - i0, in = side == 0 ? n + 1 : n - 1;
    if (n < 0 || n >= count) continue;
    const float rise = d[in] > DEPTH_WET ? (b[in] + d[in]) - (b[n] + d[n]) : 0.0f;
    tilt_x[n] = clamp_float((side == 0 ? rise : -rise) * per, -TILT_MAX, TILT_MAX);
  }
}

/* The horizontal velocity of the water, as reading.c has it. */
static void ambient_speeds(const WeirWater *w, ptrdiff_t at, int count, Ambient *ambient, int to) {
  float *restrict const x = ambient->of[WATER_X] + to, *restrict const z = ambient->of[WATER_Z] + to;
  const float *restrict const u = w->flow.speed_x.cells + at, *restrict const v = w->flow.speed_z.cells + at;
  const float *restrict const d = w->depth.cells + at;
  const ptrdiff_t s = w->stride;
  for (int n = 0; n < count; n++) {
    const float along = u[n] + u[n - 1], across = v[n] + v[n - s], share = d[n] < DEPTH_WET ? 0.0f : 0.5f;
    x[n] = share * along;
    z[n] = share * across;
  }
}

/* The ambient state of a row of cells under a body whose columns are finer: cells [i0, i0 + count) of row k. On the stack of
 * body_columns. */
typedef struct CellRow {
  Ambient cells;
  int i0, k, count;
} CellRow;

/* Reads the cells of row k under the whole body or, where that is too wide, under columns [first, last] of its lattice. */
static void cell_row_read(const WeirWater *w, const RasterBody *body, int first, int last, int k, CellRow *row) {
  const int base = lattice_cell(body->i0, body->refine), across = lattice_cell(body->i0 + body->ni - 1, body->refine) - base + 1;
  const bool fits = across <= AMBIENT_MAX - 2 * RUN_GROUP;
  row->i0 = fits ? base : first;
  row->count = fits ? across : last - first + 1;
  row->k = k;
  const int whole = (row->count + RUN_GROUP - 1) / RUN_GROUP * RUN_GROUP;
  for (int n = 0; n < whole; n++) row->cells.of[WATER_X][n] = row->cells.of[WATER_Z][n] = 0.0f;
  ambient_cells(w, row->i0, whole, k, &row->cells, 0);
  if (w->solver != WEIR_MEMBRANE) ambient_speeds(w, water_index(w, row->i0, k), row->count, &row->cells, 0);
}

/* Reads the cells under a run whose columns are finer than cells, from column `to` of `ambient` on: each column gets its own cell's. */
static void ambient_spread(const WeirWater *w, const RasterBody *body, const Run *run, CellRow *row, Ambient *ambient, int to) {
  const int i0 = lattice_cell(run->i, body->refine), k = lattice_cell(run->k, body->refine),
            last = lattice_cell(run->i + run->count - 1, body->refine);
  if (row->k != k || i0 < row->i0 || last >= row->i0 + row->count) cell_row_read(w, body, i0, last, k, row);
  kernels()->displace->spread_ambient(&row->cells, i0 - row->i0, ambient, to, run->i - i0 * body->refine, body->refine, run_filled(run));
}

/* Reads the cells under a run, from column `to` of `ambient` on. The membrane's water does not travel, and it may have no velocity fields at
 * all. */
static void ambient_read(const WeirWater *w, const Run *run, Ambient *ambient, int to) {
  mask_prefetch(w, &w->terrain, run->i, run->i + run->count, run->k + 3);
  mask_prefetch(w, &w->depth, run->i, run->i + run->count, run->k + 3);
  ambient_cells(w, run->i, run_filled(run), run->k, ambient, to);
  if (w->solver != WEIR_MEMBRANE) ambient_speeds(w, water_index(w, run->i, run->k), run_filled(run), ambient, to);
}

/* Moment of inertia about the longest lever, as of the box around the body, kg m^2: no other is larger, so slowing spin by it never
 * reverses the spin. */
static float body_inertia(const WeirBody *body, const Shape *shape) {
  return body->mass * shape->lever / 3.0f;
}

bool force_is_finite(const WeirForce *f) {
  float sum = f->submerged + f->volume + f->water_y;
  for (int n = 0; n < 3; n++) sum += f->force[n] + f->torque[n];
  return isfinite(sum);
}

/* Sums over all columns of a body; returns the greatest slip along an axis, m/s. */
static float body_columns(const WeirWater *w, const WeirBody *body, const RasterBody *of, double totals[FORCE_SUMS]) {
  const Raster *const raster = &w->bodies.displace->raster;
  LaneSum sums[FORCE_SUMS] = {0}, fastest = {0};
  Ambient ambient;
  CellRow row;
  row.k = -1;
  const ForceParameters params = {w->tuning.density * w->tuning.gravity, w->tuning.density, of->level, body};
  if (of->refine == 1) {
    memset(ambient.of[WATER_X], 0, sizeof ambient.of[WATER_X]);
    memset(ambient.of[WATER_Z], 0, sizeof ambient.of[WATER_Z]);
  }
  for (int r = of->first_run; r < of->first_run + of->run_count;) {
    const int at = raster->runs[r].first; /* a body's runs lie one after the other */
    int count = 0;
    for (; r < of->first_run + of->run_count && count + run_filled(&raster->runs[r]) <= AMBIENT_MAX; r++) {
      if (of->refine > 1)
        ambient_spread(w, of, &raster->runs[r], &row, &ambient, count);
      else
        ambient_read(w, &raster->runs[r], &ambient, count);
      count += run_filled(&raster->runs[r]);
    }
    const Columns columns = {raster->area + at, raster->y0 + at, raster->y1 + at, raster->x + at, raster->z + at};
    kernels()->displace->force(&columns, &ambient, &params, sums, &fastest, count);
  }
  for (int sum = 0; sum < FORCE_SUMS; sum++) totals[sum] = lane_sum(&sums[sum]);
  float fastest_slip = 0.0f;
  for (int lane = 0; lane < 16; lane++) fastest_slip = max_float(fastest.lane[lane], fastest_slip);
  return fastest_slip;
}

/* Where a slanting side crosses the surface, a column's mean faces do not tell how much of it is under water: a crate of half of water's
 * density lost nine tenths of its righting moment at 2 degrees, and lay at 10 for ever. The columns' error under a level surface is
 * known exactly, and is taken for their error under this one. Not for a body that sticks out of the grid or lies on land. */
static void body_correct_columns(const WeirBody *body, const RasterBody *raster, float weight, double sums[FORCE_SUMS]) {
  const double inside = sums[VOLUME] / (double)raster->shape.volume;
  const double share = (double)raster->wet * maths_min(maths_max(10 * inside - 9, 0), 1);
  if (!(share > 0)) return;
  const SubmergedVolume below = shape_submerged_volume(body, raster->level);
  const double more = share * (below.volume - sums[LEVEL_VOLUME]), up = share * (double)weight;
  sums[SUBMERGED] = maths_max(sums[SUBMERGED] + more, 0);
  sums[LIFT_Y] += (double)weight * more;
  sums[LIFT_TX] -= up * (below.z - sums[LEVEL_Z]);
  sums[LIFT_TZ] += up * (below.x - sums[LEVEL_X]);
}

/* Heave and roll at the velocity that the body will have (implicit Euler), with the stiffness of the waterplane. Lift is measured under
 * the body, but the displaced water comes out around it, at a surface that stands higher as it sinks and lower as it rises: without that
 * head each bob would gain energy, the more the less water may follow under the body. So the body feels that head as well: a flow Q over
 * an exterior ring of length P leaves as waves with a head of Q/(P*c), P = 4*sqrt(area). */
static void body_implicit_heave(const WeirWater *w, const WeirBody *body, const Shape *shape, const double sums[FORCE_SUMS], double dt,
                                WeirForce *out) {
  const double weight = (double)(w->tuning.density * w->tuning.gravity), g = (double)w->tuning.gravity;
  const double mass = (double)body->mass, inertia = (double)body_inertia(body, shape), v = (double)body->velocity[1];
  const double heave = weight * sums[CUT], roll[3] = {weight * sums[CUT_ZZ], 0, weight * sums[CUT_XX]};
  const float depth = max_float(weir_water_depth_at(w, body->position[0], body->position[2]), 0.1f * shape->longest);
  const double c = w->solver == WEIR_MEMBRANE ? (double)max_float(w->tuning.wave_speed, 0.1f) /* m/s: of long waves where the body is */
                                              : sqrt(maths_max((double)(w->tuning.gravity * depth), 1e-6));
  const double exterior = heave * sqrt(sums[CUT]) / (4 * c); /* N s/m */
  const double factor = 1 / (1 + dt * (dt * heave + exterior) / mass);
  out->force[1] = (float)(mass * (((v + dt * ((double)out->force[1] / mass - g)) * factor - v) / dt + g));
  for (int n = 0; n < 3; n += 2) {
    const double spin = (double)body->spin[n], share = 1 / (1 + dt * dt * roll[n] / inertia);
    out->torque[n] = (float)(inertia * ((spin + dt * (double)out->torque[n] / inertia) * share - spin) / dt);
  }
}

static void body_force(const WeirWater *w, const WeirBody *body, const RasterBody *raster, float dt, WeirForce *out) {
  double sums[FORCE_SUMS];
  const float fastest = body_columns(w, body, raster, sums);
  const float weight = w->tuning.density * w->tuning.gravity;
  /* not in the two-layer method (layers/layers.h), whose forces are left as its source has them */
  const bool passes_through = w->solver == WEIR_MEMBRANE || w->coupling == WEIR_DISPLACE;
  if (passes_through) body_correct_columns(body, raster, weight, sums);
  out->submerged = (float)sums[SUBMERGED];
  out->volume = (float)sums[VOLUME];
  out->water_y = sums[AREA] > 0 ? (float)(sums[LEVEL] / sums[AREA]) : 0.0f;
  /* Drag is bounded as an implicit step would bound it: however light and fast the body, drag never reverses its slip. */
  const float rate = w->tuning.density * out->submerged * (body->drag_linear + body->drag_square * fastest) / body->mass;
  const float bound = 1.0f / (1.0f + dt * rate);
  const float share = out->volume > 0.0f ? out->submerged / out->volume : 0.0f;
  const float spin = SPIN_DRAG * share * body_inertia(body, &raster->shape) / (1.0f + dt * SPIN_DRAG * share);
  for (int n = 0; n < 3; n++) {
    out->force[n] = (float)sums[LIFT_X + n] + bound * (float)sums[DRAG_X + n];
    out->torque[n] = (float)sums[LIFT_TX + n] + bound * (float)sums[DRAG_TX + n] - spin * body->spin[n];
  }
  if (passes_through && dt > 0.0f) body_implicit_heave(w, body, &raster->shape, sums, (double)dt, out);
}

/* A call for the forces on bodies. On the stack. */
typedef struct Forces {
  const WeirWater *water;
  const WeirBody *bodies;
  WeirForce *forces;
  float dt; /* s */
} Forces;

static void find_forces(void *data, int first, int end) {
  const Forces *const f = data;
  const Raster *const raster = &f->water->bodies.displace->raster;
  for (int n = first; n < end; n++) {
    f->forces[n] = (WeirForce){0};
    if (n < raster->body_count && raster->bodies[n].shape.present)
      body_force(f->water, &f->bodies[n], &raster->bodies[n], f->dt, &f->forces[n]);
    if (!force_is_finite(&f->forces[n])) f->forces[n] = (WeirForce){0}; /* sizes and speeds whose squares are beyond floats */
  }
}

void displace_forces_now(const WeirWater *w, const WeirBody *bodies, int count, float dt, WeirForce *forces) {
  Forces to = {w, bodies, forces, dt};
  team_rows(count > BODIES_PER_TEAM ? w->threads : 1, 0, count, find_forces, &to);
}
