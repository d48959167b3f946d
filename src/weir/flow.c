/* One substep of the schemes with flow (O'Brien and Hodgins 1995 and Chentanez and Mueller 2010 in the form of Kellomaki
 * 2015, sections 4.3 to 4.6): new velocities from the surface, flows from the velocities, the limiter that keeps every
 * depth at 0 or above, depths from the flows, ripples. Every litre that leaves a cell enters its neighbour. */
#include "weir/flow.h"

#include <math.h>
#include <string.h>

#include "base/float_mode.h"
#include "weir/edges.h"
#include "weir/tuned.h"

enum { RIPPLE_BLOCK = 32 /* rows; any partition gives the same bits, this one bounds the recomputed rows to 1 in 32 */ };

void flow_enter(WeirWater *w) {
  const size_t bytes = field_bytes(w);
  Field *const fields[] = {&w->speed_x, &w->speed_z, &w->next_x, &w->next_z, &w->flow_x, &w->flow_z};
  for (size_t n = 0; n < sizeof fields / sizeof fields[0]; n++) memset(fields[n]->block, 0, bytes);
  flow_measure(w);
}

static FlowStep flow_step(const WeirWater *w, float dt) {
  const WeirTuning *t = &w->tuning;
  return (FlowStep){.keep = expf(-t->friction * dt),
                    .drive = dt * t->gravity * t->cross_section / w->cell,
                    .share = dt / (w->cell * w->cell),
                    .rough = dt * t->roughness,
                    .manning = dt * t->gravity * t->manning * t->manning,
                    .viscous = 3.0f * t->viscosity * dt,
                    .most = w->cell / (2.0f * dt),
                    .reach = 4.0f * t->gravity,
                    .high = w->surface_max,
                    .fastest = w->speed_max * w->speed_max,
                    .cell = w->cell};
}

static FlowFaces faces_x(const WeirWater *w, int k) {
  const ptrdiff_t at = water_index(w, -1, k);
  return (FlowFaces){.terrain = w->terrain.cells + at, .depth = w->depth.cells + at, .speed = w->speed_x.cells + at,
                     .flow = w->flow_x.cells + at,     .cross = w->flow_z.cells + at, .along = 1, .across = w->stride};
}

static FlowFaces faces_z(const WeirWater *w, int k) {
  const ptrdiff_t at = water_index(w, 0, k);
  return (FlowFaces){.terrain = w->terrain.cells + at, .depth = w->depth.cells + at, .speed = w->speed_z.cells + at,
                     .flow = w->flow_z.cells + at,     .cross = w->flow_x.cells + at, .along = w->stride, .across = 1};
}

/* New velocities beside the old ones, which every face needs of its neighbours. */
static void flow_speeds(WeirWater *w, const FlowStep *step, const FlowLaw *law) {
#pragma omp parallel num_threads(w->threads)
  {
    const FloatMode mode = float_mode_flush();
#pragma omp for schedule(static)
    for (int k = -1; k < w->nz; k++) {
      if (k >= 0) {
        const FlowFaces x = faces_x(w, k);
        law->speed(step, &x, w->next_x.cells + water_index(w, -1, k), w->nx + 1);
      }
      const FlowFaces z = faces_z(w, k);
      law->speed(step, &z, w->next_z.cells + water_index(w, 0, k), w->nx);
    }
    float_mode_restore(mode);
  }
}

static void swap(Field *a, Field *b) {
  const Field kept = *a;
  *a = *b;
  *b = kept;
}

static void flow_rates(WeirWater *w, const FlowStep *step, const FlowLaw *law) {
#pragma omp parallel num_threads(w->threads)
  {
    const FloatMode mode = float_mode_flush();
#pragma omp for schedule(static)
    for (int k = -1; k < w->nz; k++) {
      if (k >= 0) {
        const FlowFaces x = faces_x(w, k);
        law->rate(step, &x, x.speed, w->flow_x.cells + water_index(w, -1, k), w->nx + 1);
      }
      const FlowFaces z = faces_z(w, k);
      law->rate(step, &z, z.speed, w->flow_z.cells + water_index(w, 0, k), w->nx);
    }
    float_mode_restore(mode);
  }
}

static void flow_limits(WeirWater *w, const FlowStep *step) {
  const ptrdiff_t s = w->stride;
  float *const d = w->depth.cells, *const qx = w->flow_x.cells, *const qz = w->flow_z.cells;
#pragma omp parallel num_threads(w->threads)
  {
    const FloatMode mode = float_mode_flush();
#pragma omp for schedule(static)
    for (int k = 0; k < w->nz; k++) {
      const ptrdiff_t r = k * s;
      flow_rows()->limit(d + r, qx + r, qx + r - 1, qz + r, qz + r - s, w->limit.cells + r, w->nx, step->share);
    }
    float_mode_restore(mode);
  }
}

static void flow_depths(WeirWater *w, const FlowStep *step) {
  const ptrdiff_t s = w->stride;
  float *const d = w->depth.cells, *const limit = w->limit.cells;
  float *const qx = w->flow_x.cells, *const qz = w->flow_z.cells;
#pragma omp parallel num_threads(w->threads)
  {
    const FloatMode mode = float_mode_flush();
#pragma omp for schedule(static)
    for (int k = -1; k < w->nz; k++) {
      const ptrdiff_t r = k * s;
      if (k >= 0) flow_rows()->scale(qx + r - 1, limit + r - 1, limit + r, w->nx + 1);
      flow_rows()->scale(qz + r, limit + r, limit + r + s, w->nx);
    }
#pragma omp for schedule(static)
    for (int k = 0; k < w->nz; k++) {
      const ptrdiff_t r = k * s;
      flow_rows()->depth(d + r, qx + r, qx + r - 1, qz + r, qz + r - s, w->nx, step->share);
    }
    float_mode_restore(mode);
  }
}

/* Ripple flows through the faces from row k to the next. None where four cells in a line would reach beyond a side that is
 * not joined: behind a wall there is nothing, and behind an open side a halo that would bend the surface (2 % of a pulse
 * came back). */
static void ripples_south(const WeirWater *w, int k, float *flow) {
  const ptrdiff_t r = k * w->stride;
  if ((k < 1 || k > w->nz - 3) && !edges_joined(w, WEIR_NORTH)) {
    memset(flow, 0, sizeof(float) * (size_t)w->nx);
  } else {
    flow_rows()->ripples(w->terrain.cells + r, w->depth.cells + r, w->stride, flow, w->nx);
  }
}

/* ... and from each column to the next, the west side's face first. */
static void ripples_east(const WeirWater *w, int k, float *flow) {
  const ptrdiff_t r = k * w->stride;
  flow_rows()->ripples(w->terrain.cells + r - 1, w->depth.cells + r - 1, 1, flow, w->nx + 1);
  if (!edges_joined(w, WEIR_WEST)) flow[0] = flow[1] = flow[w->nx - 1] = flow[w->nx] = 0.0f;
}

/* Rows [k0, k1) of the smoothed depth: each face's flow is computed once and handed on to the next row. */
static void smooth_rows(WeirWater *w, int k0, int k1) {
  float east[WEIR_GRID_MAX + 1], across[2][WEIR_GRID_MAX];
  ripples_south(w, k0 - 1, across[0]);
  for (int k = k0; k < k1; k++) {
    const ptrdiff_t r = k * w->stride;
    float *const north = across[(k - k0) % 2], *const south = across[(k - k0 + 1) % 2];
    ripples_south(w, k, south);
    ripples_east(w, k, east);
    flow_rows()->smooth(w->depth.cells + r, east, south, north, w->limit.cells + r, w->nx);
  }
}

static void flow_ripples(WeirWater *w) {
  const int blocks = (w->nz + RIPPLE_BLOCK - 1) / RIPPLE_BLOCK;
#pragma omp parallel num_threads(w->threads)
  {
    const FloatMode mode = float_mode_flush();
#pragma omp for schedule(static)
    for (int n = 0; n < blocks; n++) {
      const int k0 = n * RIPPLE_BLOCK, k1 = k0 + RIPPLE_BLOCK;
      smooth_rows(w, k0, k1 < w->nz ? k1 : w->nz);
    }
    float_mode_restore(mode);
  }
  swap(&w->depth, &w->limit);
}

void flow_substep(WeirWater *w, float dt, const FlowLaw *law) {
  const FlowStep step = flow_step(w, dt);
  edges_depth(w);
  flow_speeds(w, &step, law);
  swap(&w->speed_x, &w->next_x);
  swap(&w->speed_z, &w->next_z);
  edges_speed(w, dt);
  flow_rates(w, &step, law);
  edges_rate(w);
  flow_limits(w, &step);
  edges_limit(w);
  flow_depths(w, &step);
  edges_book(w, dt);
  edges_depth(w);
  flow_ripples(w);
  edges_sponge(w, dt);
}

int flow_measure(WeirWater *w) {
  const float thick = THICK_SHARE * w->depth_max;
#pragma omp parallel num_threads(w->threads)
  {
    const FloatMode mode = float_mode_flush();
#pragma omp for schedule(static)
    for (int k = 0; k < w->nz; k++) {
      const ptrdiff_t r = water_index(w, 0, k);
      flow_rows()->extremes(w->terrain.cells + r, w->depth.cells + r, w->speed_x.cells + r, w->speed_z.cells + r, w->nx,
                            thick, &w->row_extremes[k]);
    }
    float_mode_restore(mode);
  }
  FlowExtremes most = {.surface = -WALL_HEIGHT};
  for (int k = 0; k < w->nz; k++) {
    const FlowExtremes *row = &w->row_extremes[k];
    most.depth = max_float(most.depth, row->depth);
    most.surface = max_float(most.surface, row->surface);
    most.speed = max_float(most.speed, row->speed);
    most.bad += row->bad > 0;
  }
  w->depth_max = most.depth;
  w->surface_max = max_float(most.surface, edges_highest(w));
  w->speed_max = most.speed;
  return most.bad;
}
