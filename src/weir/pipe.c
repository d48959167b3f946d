/* Virtual pipes (O'Brien and Hodgins 1995, in the form of Kellomaki 2015, sections 4.5 and 4.6): flow on faces, depth in
 * cells. Surfaces are compared as differences of terrain plus differences of depth, so that the rounding of a high
 * altitude never drives water. */
#include <math.h>
#include <string.h>

#include "weir/scheme.h"
#include "weir/tuned.h"

#define OPEN_TINY 1.0e-12f /* m^2: keeps 0/0 out of a closed face */

/* Flow through the faces between cells `from` and `to` of one row:
 *   open  = max(0, upwind surface - max(b_from, b_to))     upwind: the side with the higher surface
 *   Q     = mu*Q + dt*g*(open*dx)*(h_from - h_to)/dx       so dx cancels
 *   Q    <- Q/(1 + dt*roughness*|u|/open), u = Q/(open*dx)  the bed's drag, implicit: thin films creep, rivers run
 *   |Q|  <= open*dx * dx/(2*dt)                            no face moves more than half a cell a substep
 *   |u|  <= FROUDE_MOST*sqrt(g*open)                       faster flow needs self-advection, which pipes lack: without
 *                                                          a bound a dam break of 9 m raises a front of 17 m */
typedef struct PipeStep {
  float keep;  /* exp(-friction*dt) */
  float drive; /* dt*g */
  float rough; /* dt*roughness/dx */
  float most;  /* dx^2/(2*dt) */
  float froude; /* (FROUDE_MOST*dx)^2*g */
  float per_flow; /* dt/dx^2 */
} PipeStep;

static void pipe_row_flow(const PipeStep *p, const float *restrict b_from, const float *restrict b_to,
                          const float *restrict d_from, const float *restrict d_to, float *restrict flow, int count) {
  const float keep = p->keep, drive = p->drive, rough = p->rough, most = p->most, froude = p->froude;
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const float rise = b_to[i] - b_from[i];
    const float head = (d_from[i] - d_to[i]) - rise;
    const float open_down = d_from[i] - (rise > 0.0f ? rise : 0.0f);
    const float open_up = d_to[i] + (rise < 0.0f ? rise : 0.0f);
    const float open_signed = head >= 0.0f ? open_down : open_up;
    const float open = open_signed > 0.0f ? open_signed : 0.0f;
    const float speed = rough * (flow[i] < 0.0f ? -flow[i] : flow[i]);
    const float q = (keep * flow[i] + drive * open * head) / (1.0f + speed / (open * open + OPEN_TINY));
    const float fast = sqrtf(froude * open);
    const float bound = open * (fast < most ? fast : most);
    const float q_low = q < -bound ? -bound : q;
    flow[i] = q_low > bound ? bound : q_low;
  }
}

/* K_i = min(1, d_i / (dt/dx^2 * sum of outflows)), with the margin of 8 ulp that keeps d >= 0 exactly in floats. */
static void pipe_row_limit(const float *restrict d, const float *restrict east, const float *restrict west,
                           const float *restrict south, const float *restrict north, float *restrict limit, int count,
                           float per_flow) {
  const float margin = 1.0f - 8.0f / 16777216.0f;
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const float out_e = east[i] > 0.0f ? east[i] : 0.0f;
    const float out_w = west[i] < 0.0f ? -west[i] : 0.0f;
    const float out_s = south[i] > 0.0f ? south[i] : 0.0f;
    const float out_n = north[i] < 0.0f ? -north[i] : 0.0f;
    const float out = per_flow * ((out_e + out_w) + (out_s + out_n));
    const float have = d[i] * margin;
    const float divisor = out > have ? out : 1.0f;
    const float share = out > have ? have / divisor : 1.0f;
    limit[i] = d[i] < DEPTH_TINY ? 0.0f : share;
  }
}

/* Every outflow of a cell is multiplied by the cell's K. */
static void pipe_row_scale(float *restrict flow, const float *restrict limit_from, const float *restrict limit_to,
                           int count) {
#pragma omp simd
  for (int i = 0; i < count; i++) flow[i] *= flow[i] > 0.0f ? limit_from[i] : limit_to[i];
}

/* d = d - dt/dx^2 * (what leaves through the four faces). */
static void pipe_row_depth(float *restrict d, const float *restrict east, const float *restrict west,
                           const float *restrict south, const float *restrict north, int count, float per_flow) {
#pragma omp simd
  for (int i = 0; i < count; i++) d[i] -= per_flow * ((east[i] - west[i]) + (south[i] - north[i]));
}

/* Flow through the face between cells 1 and 2 of four in a line, in metres of cell depth: the third difference of the
 * surface, which damps what is two cells long and leaves long waves alone (fourth-order dissipation after Jameson,
 * Schmidt and Turkel 1981). Only where the surface clears all four beds: streams over rough ground are not smoothed. At
 * rest each difference is exactly 0. */
static inline float ripple_flow(const float b[4], const float d[4]) {
  const float a = (d[1] - d[0]) + (b[1] - b[0]), m = (d[2] - d[1]) + (b[2] - b[1]), c = (d[3] - d[2]) + (b[3] - b[2]);
  const float b01 = max_float(b[0], b[1]), b23 = max_float(b[2], b[3]), bed = max_float(b01, b23);
  const float h01 = min_float(b[0] + d[0], b[1] + d[1]), h23 = min_float(b[2] + d[2], b[3] + d[3]);
  const float clear = min_float(h01, h23) - bed;
  const float most = RIPPLE_MOST * clear, flow = RIPPLE_DAMPING * ((a - m) + (c - m));
  const float bounded = flow > most ? most : (flow < -most ? -most : flow);
  return clear > 0.0f ? bounded : 0.0f;
}

static void pipe_row_ripples(const float *restrict b, const float *restrict d, float *restrict out, ptrdiff_t s,
                             int count) {
#pragma omp simd
  for (int i = 0; i < count; i++) {
    float flow = 0.0f;
    for (int axis = 0; axis < 2; axis++) {
      const ptrdiff_t n = axis == 0 ? 1 : s;
      const float bl[5] = {b[i - 2 * n], b[i - n], b[i], b[i + n], b[i + 2 * n]};
      const float dl[5] = {d[i - 2 * n], d[i - n], d[i], d[i + n], d[i + 2 * n]};
      flow += ripple_flow(bl + 1, dl + 1) - ripple_flow(bl, dl);
    }
    out[i] = d[i] - flow;
  }
}

/* The scheme has no dissipation of its own: what is thrown in at the size of a cell would stay for ever. */
static void pipe_ripples(WeirWater *w) {
#pragma omp parallel for schedule(static) num_threads(w->threads)
  for (int k = 0; k < w->nz; k++) {
    const ptrdiff_t r = k * w->stride;
    pipe_row_ripples(w->terrain.cells + r, w->depth.cells + r, w->limit.cells + r, w->stride, w->nx);
  }
  const Field depth = w->depth;
  w->depth = w->limit;
  w->limit = depth;
}

static void pipe_substep(WeirWater *w, float dt) {
  const PipeStep p = {.keep = expf(-w->tuning.friction * dt),
                      .drive = dt * w->tuning.gravity * w->slowed * w->slowed,
                      .rough = dt * w->tuning.roughness / w->cell,
                      .most = w->cell * w->cell / (2.0f * dt),
                      .froude = FROUDE_MOST * FROUDE_MOST * w->cell * w->cell * w->tuning.gravity,
                      .per_flow = dt / (w->cell * w->cell)};
  const ptrdiff_t s = w->stride;
  float *const b = w->terrain.cells, *const d = w->depth.cells, *const limit = w->limit.cells;
  float *const qx = w->flow_x.cells, *const qz = w->flow_z.cells;
  const int nx = w->nx, nz = w->nz;
#pragma omp parallel num_threads(w->threads)
  {
#pragma omp for schedule(static)
    for (int k = 0; k < nz; k++) {
      const ptrdiff_t r = k * s;
      pipe_row_flow(&p, b + r, b + r + 1, d + r, d + r + 1, qx + r, nx);
      pipe_row_flow(&p, b + r, b + r + s, d + r, d + r + s, qz + r, nx);
    }
#pragma omp for schedule(static)
    for (int k = 0; k < nz; k++) {
      const ptrdiff_t r = k * s;
      pipe_row_limit(d + r, qx + r, qx + r - 1, qz + r, qz + r - s, limit + r, nx, p.per_flow);
    }
#pragma omp for schedule(static)
    for (int k = 0; k < nz; k++) {
      const ptrdiff_t r = k * s;
      pipe_row_scale(qx + r, limit + r, limit + r + 1, nx);
      pipe_row_scale(qz + r, limit + r, limit + r + s, nx);
    }
#pragma omp for schedule(static)
    for (int k = 0; k < nz; k++) {
      const ptrdiff_t r = k * s;
      pipe_row_depth(d + r, qx + r, qx + r - 1, qz + r, qz + r - s, nx, p.per_flow);
    }
  }
  pipe_ripples(w);
}

/* sqrt(g*d_max)*dt/dx <= 1/sqrt(2). */
static float pipe_largest_step(const WeirWater *w) {
  const float speed = sqrtf(w->tuning.gravity * w->depth_max);
  return speed > 0.0f ? w->cell / (1.41421356f * speed) : 1.0f;
}

static void pipe_enter(WeirWater *w) {
  const size_t bytes = field_bytes(w);
  memset(w->flow_x.block, 0, bytes);
  memset(w->flow_z.block, 0, bytes);
}

const Scheme scheme_pipe = {"pipe", pipe_enter, pipe_largest_step, pipe_substep};
