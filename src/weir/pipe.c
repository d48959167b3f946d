/* Virtual pipes (O'Brien and Hodgins 1995, in the form of Kellomaki 2015, sections 4.5 and 4.6): flow on faces, depth in
 * cells. Surfaces are compared as differences of terrain plus differences of depth, so that the rounding of a high
 * altitude never drives water. */
#include <math.h>
#include <string.h>

#include "weir/scheme.h"

/* Flow through the faces between cells `from` and `to` of one row:
 *   open  = max(0, upwind surface - max(b_from, b_to))     upwind: the side with the higher surface
 *   Q     = mu*Q + dt*g*(open*dx)*(h_from - h_to)/dx       so dx cancels
 *   |Q|  <= open*dx * dx/(2*dt)                            no face moves more than half a cell a substep */
static void pipe_row_flow(const float *restrict b_from, const float *restrict b_to, const float *restrict d_from,
                          const float *restrict d_to, float *restrict flow, int count, float keep, float drive,
                          float most) {
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const float rise = b_to[i] - b_from[i];
    const float head = (d_from[i] - d_to[i]) - rise;
    const float open_down = d_from[i] - (rise > 0.0f ? rise : 0.0f);
    const float open_up = d_to[i] + (rise < 0.0f ? rise : 0.0f);
    const float open_signed = head >= 0.0f ? open_down : open_up;
    const float open = open_signed > 0.0f ? open_signed : 0.0f;
    const float q = keep * flow[i] + drive * open * head;
    const float bound = open * most;
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

static void pipe_substep(WeirWater *w, float dt) {
  const float gravity = w->tuning.gravity * w->slowed * w->slowed;
  const float keep = expf(-w->tuning.friction * dt);
  const float drive = dt * gravity, most = w->cell * w->cell / (2.0f * dt), per_flow = dt / (w->cell * w->cell);
  const ptrdiff_t s = w->stride;
  float *const b = w->terrain.cells, *const d = w->depth.cells, *const limit = w->limit.cells;
  float *const qx = w->flow_x.cells, *const qz = w->flow_z.cells;
  const int nx = w->nx, nz = w->nz;
#pragma omp parallel num_threads(w->threads)
  {
#pragma omp for schedule(static)
    for (int k = 0; k < nz; k++) {
      const ptrdiff_t r = k * s;
      pipe_row_flow(b + r, b + r + 1, d + r, d + r + 1, qx + r, nx, keep, drive, most);
      pipe_row_flow(b + r, b + r + s, d + r, d + r + s, qz + r, nx, keep, drive, most);
    }
#pragma omp for schedule(static)
    for (int k = 0; k < nz; k++) {
      const ptrdiff_t r = k * s;
      pipe_row_limit(d + r, qx + r, qx + r - 1, qz + r, qz + r - s, limit + r, nx, per_flow);
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
      pipe_row_depth(d + r, qx + r, qx + r - 1, qz + r, qz + r - s, nx, per_flow);
    }
  }
}

/* sqrt(g*d_max)*dt/dx <= 1/sqrt(2). */
static float pipe_largest_step(const WeirWater *w) {
  const float speed = sqrtf(w->tuning.gravity * w->depth_max);
  return speed > 0.0f ? w->cell / (1.41421356f * speed) : 1.0f;
}

static void pipe_enter(WeirWater *w) {
  const size_t bytes = sizeof(float) * (size_t)w->stride * (size_t)(w->nz + 2);
  memset(w->flow_x.block, 0, bytes);
  memset(w->flow_z.block, 0, bytes);
}

const Scheme scheme_pipe = {"pipe", pipe_enter, pipe_largest_step, pipe_substep};
