/* Water on bodies (physics after Gritzner 2010, 2.20, and Kellomaki 2014): per column, with s its submerged extent,
 *   buoyancy  F = rho*g*area*s, against the pressure gradient (up, and down the slope of the surface)
 *   drag      F = rho*area*s*(k1 + k2*|w|)*w,   w = water's velocity - body's at the middle of the submerged part
 * The same forces at their places give the torque, so bodies right themselves, rock and capsize. */
#include <math.h>
#include <string.h>

#include "weir/coupling.h"
#include "weir/touch.h"
#include "weir/tuned.h"

/* What a run's columns stand in, by cells or by columns: ground, surface and its slopes (0 next to dry cells), the
 * water's velocity, the cell's middle along x. A dry cell's surface is its ground. */
typedef enum Wet { GROUND, SURFACE, TILT_X, TILT_Z, SPEED_X, SPEED_Z, MIDDLE, WETS } Wet;

typedef struct Bath {
  float of[WETS][RUN_MOST];
} Bath;

typedef enum Sum { LIFT_X, LIFT_Y, LIFT_Z, LIFT_TX, LIFT_TY, LIFT_TZ, DRAG_X, DRAG_Y, DRAG_Z, DRAG_TX, DRAG_TY, DRAG_TZ,
                   SUBMERGED, AREA, LEVEL, VOLUME, SUMS } Sum;

/* Slopes of cells [i0, i0 + count) of row k, by central differences; a neighbour that is dry or outside counts as level
 * with the cell (between steps the halo is scratch): shores and sides do not tilt a body. */
static void bath_tilts(const WeirWater *w, int i0, int count, int k, Bath *bath) {
  const ptrdiff_t at = water_index(w, i0, k), s = w->stride;
  const ptrdiff_t north = k > 0 ? -s : 0, south = k + 1 < w->nz ? s : 0;
  const float *restrict const b = w->terrain.cells + at, *restrict const d = w->depth.cells + at;
  float *restrict const tilt_x = bath->of[TILT_X], *restrict const tilt_z = bath->of[TILT_Z];
  const float per = 0.5f / w->cell;
  for (int n = 0; n < count; n++) {
    const float h = b[n] + d[n], west = b[n - 1] + d[n - 1], east = b[n + 1] + d[n + 1];
    const float before = b[n + north] + d[n + north], after = b[n + south] + d[n + south];
    const float rise_x = (d[n + 1] > DEPTH_WET ? east : h) - (d[n - 1] > DEPTH_WET ? west : h);
    const float rise_z = (d[n + south] > DEPTH_WET ? after : h) - (d[n + north] > DEPTH_WET ? before : h);
    tilt_x[n] = clamp_float(rise_x * per, -TILT_MAX, TILT_MAX);
    tilt_z[n] = clamp_float(rise_z * per, -TILT_MAX, TILT_MAX);
  }
  for (int side = 0; side < 2; side++) { /* the grid's own sides again, without the halo */
    const int n = side == 0 ? -i0 : w->nx - 1 - i0, in = side == 0 ? n + 1 : n - 1;
    if (n < 0 || n >= count) continue;
    const float rise = d[in] > DEPTH_WET ? (b[in] + d[in]) - (b[n] + d[n]) : 0.0f;
    tilt_x[n] = clamp_float((side == 0 ? rise : -rise) * per, -TILT_MAX, TILT_MAX);
  }
}

/* The water's horizontal velocity, as velocity_at has it. */
static void bath_speeds(const WeirWater *w, ptrdiff_t at, int count, Bath *bath) {
  const float *restrict const u = w->speed_x.cells + at, *restrict const v = w->speed_z.cells + at;
  const float *restrict const d = w->depth.cells + at;
  float *restrict const x = bath->of[SPEED_X], *restrict const z = bath->of[SPEED_Z];
  const ptrdiff_t s = w->stride;
  if (w->solver == WEIR_MEMBRANE) { /* its water stays where it is */
    memset(x, 0, sizeof(float) * (size_t)count);
    memset(z, 0, sizeof(float) * (size_t)count);
    return;
  }
  for (int n = 0; n < count; n++) {
    const float along = u[n] + u[n - 1], across = v[n] + v[n - s], share = d[n] < DEPTH_WET ? 0.0f : 0.5f;
    x[n] = share * along;
    z[n] = share * across;
  }
}

/* The cells under a run; then, where columns are finer than cells, each column's own. */
static void bath_read(const WeirWater *w, const RasterBody *body, const Run *run, Bath *bath) {
  const int i0 = run->i / body->refine, count = (run->i + run->count - 1) / body->refine - i0 + 1, k = run->k / body->refine;
  const ptrdiff_t at = water_index(w, i0, k);
  bath_tilts(w, i0, count, k, bath);
  bath_speeds(w, at, count, bath);
  for (int n = 0; n < count; n++) {
    const float b = w->terrain.cells[at + n], d = w->depth.cells[at + n];
    bath->of[GROUND][n] = b;
    bath->of[SURFACE][n] = b + (d < DEPTH_WET ? 0.0f : d);
    bath->of[MIDDLE][n] = ((float)(i0 + n) + 0.5f) * w->cell;
  }
  if (body->refine == 1) return;
  for (int n = run->count - 1; n >= 0; n--) { /* from the last: no cell lies behind its columns */
    const int cell = (run->i + n) / body->refine - i0;
    for (int wet = 0; wet < WETS; wet++) bath->of[wet][n] = bath->of[wet][cell];
  }
}

typedef struct Pull { /* what a body's columns share */
  float weight, density, linear, square; /* N/m^3, kg/m^3, 1/s, 1/m */
  float middle_z;                        /* m, of the run's cells */
} Pull;

/* Forces of a run's columns, in order of Sum, and what they slip along an axis at most, m/s. */
static void run_push(const Raster *raster, const Run *run, const Bath *bath, const WeirBody *body, const Pull *pull,
                     float out[restrict SUMS][RUN_MOST], float slip[restrict RUN_MOST]) {
  const float *restrict const area = raster->area + run->first, *restrict const xs = raster->x + run->first;
  const float *restrict const y0 = raster->y0 + run->first, *restrict const y1 = raster->y1 + run->first;
  const float *restrict const zs = raster->z + run->first;
  const float px = body->position[0], py = body->position[1], pz = body->position[2];
  const float vx = body->velocity[0], vy = body->velocity[1], vz = body->velocity[2];
  const float sx = body->spin[0], sy = body->spin[1], sz = body->spin[2];
  const float weight = pull->weight, density = pull->density, linear = pull->linear, square = pull->square;
  const float middle_z = pull->middle_z;
  const int count = run->count;
  for (int n = 0; n < count; n++) {
    const float b = bath->of[GROUND][n], h = bath->of[SURFACE][n], tx = bath->of[TILT_X][n], tz = bath->of[TILT_Z][n];
    const float there = h > b ? 1.0f : 0.0f;
    const float slope = tx * (xs[n] - bath->of[MIDDLE][n]) + tz * (zs[n] - middle_z);
    const float surface = max_float(b, h + there * slope);
    const float low = max_float(y0[n], b), high = min_float(y1[n], surface);
    const float volume = there * area[n] * max_float(high - low, 0.0f);
    const float rx = xs[n] - px, ry = 0.5f * (low + high) - py, rz = zs[n] - pz;
    const float wx = bath->of[SPEED_X][n] - (vx + sy * rz - sz * ry);
    /* The surface's own rise is left out: it is not the speed of the water below, and near a body it is the body's doing. */
    const float wy = -(vy + sz * rx - sx * rz);
    const float wz = bath->of[SPEED_Z][n] - (vz + sx * ry - sy * rx);
    const float speed = sqrtf(wx * wx + wy * wy + wz * wz);
    const float up = weight * volume, rate = density * volume * (linear + square * speed);
    const float fx = -up * tx, fz = -up * tz, dx = rate * wx, dy = rate * wy, dz = rate * wz;
    out[LIFT_X][n] = fx, out[LIFT_Y][n] = up, out[LIFT_Z][n] = fz;
    out[LIFT_TX][n] = ry * fz - rz * up, out[LIFT_TY][n] = rz * fx - rx * fz, out[LIFT_TZ][n] = rx * up - ry * fx;
    out[DRAG_X][n] = dx, out[DRAG_Y][n] = dy, out[DRAG_Z][n] = dz;
    out[DRAG_TX][n] = ry * dz - rz * dy, out[DRAG_TY][n] = rz * dx - rx * dz, out[DRAG_TZ][n] = rx * dy - ry * dx;
    out[SUBMERGED][n] = volume;
    out[AREA][n] = area[n];
    out[LEVEL][n] = area[n] * surface;
    out[VOLUME][n] = area[n] * (y1[n] - y0[n]);
    const float most = max_float(fabsf(wx), max_float(fabsf(wy), fabsf(wz)));
    slip[n] = volume > 0.0f ? most : 0.0f;
  }
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

/* All columns of a body; the fastest slip, m/s. */
static float body_columns(const WeirWater *w, const WeirBody *body, const RasterBody *raster, double totals[SUMS]) {
  LaneSum sums[SUMS] = {0};
  float out[SUMS][RUN_MOST], slip[RUN_MOST], fastest[16] = {0};
  Bath bath;
  Pull pull = {w->tuning.density * w->tuning.gravity, w->tuning.density, body->drag_linear, body->drag_square, 0.0f};
  for (int r = raster->first_run; r < raster->first_run + raster->run_count; r++) {
    const Run *const run = &w->raster.runs[r];
    bath_read(w, raster, run, &bath);
    pull.middle_z = ((float)(run->k / raster->refine) + 0.5f) * w->cell;
    run_push(&w->raster, run, &bath, body, &pull, out, slip);
    for (int n = run->count; n % 16; n++) slip[n] = 0.0f;
    for (int n = 0; n < run->count; n += 16)
      for (int lane = 0; lane < 16; lane++) fastest[lane] = max_float(slip[n + lane], fastest[lane]);
    for (int sum = 0; sum < SUMS; sum++) lane_sum_add(&sums[sum], out[sum], run->count);
  }
  for (int sum = 0; sum < SUMS; sum++) totals[sum] = lane_sum(&sums[sum]);
  for (int lane = 1; lane < 16; lane++) fastest[0] = max_float(fastest[lane], fastest[0]);
  return fastest[0];
}

static void body_push(const WeirWater *w, const WeirBody *body, const RasterBody *raster, float dt, WeirForce *out) {
  double sums[SUMS];
  const float fastest = body_columns(w, body, raster, sums);
  out->submerged = (float)sums[SUBMERGED];
  out->volume = (float)sums[VOLUME];
  out->water_y = sums[AREA] > 0 ? (float)(sums[LEVEL] / sums[AREA]) : 0.0f;
  /* Drag is bounded as an implicit step would bound it: however light the body and however fast, it never reverses. */
  const float rate = w->tuning.density * out->submerged * (body->drag_linear + body->drag_square * fastest) / body->mass;
  const float bound = 1.0f / (1.0f + dt * rate);
  const float share = out->volume > 0.0f ? out->submerged / out->volume : 0.0f;
  const float spin = SPIN_DRAG * share * body_inertia(body, &raster->shape) / (1.0f + dt * SPIN_DRAG * share);
  for (int n = 0; n < 3; n++) {
    out->force[n] = (float)sums[LIFT_X + n] + bound * (float)sums[DRAG_X + n];
    out->torque[n] = (float)sums[LIFT_TX + n] + bound * (float)sums[DRAG_TX + n] - spin * body->spin[n];
  }
}

void weir_water_push(const WeirWater *w, const WeirBody *bodies, int count, float dt, WeirForce *forces) {
  const float step = dt > 0.0f ? min_float(dt, 1.0f) : 0.0f;
  /* Each body by itself: any number of threads gives the same bits. */
#pragma omp parallel for schedule(static) num_threads(w->threads) if (count > 8)
  for (int n = 0; n < count; n++) {
    forces[n] = (WeirForce){0};
    if (n >= w->raster.body_count || !w->raster.bodies[n].shape.present) continue;
    body_push(w, &bodies[n], &w->raster.bodies[n], step, &forces[n]);
    if (!force_finite(&forces[n])) forces[n] = (WeirForce){0}; /* sizes and speeds beyond what floats can square */
  }
}
