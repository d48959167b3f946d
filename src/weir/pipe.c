/* Virtual pipes (O'Brien and Hodgins 1995, in the form of Kellomaki 2015, sections 4.5 and 4.6): flow on faces, depth in
 * cells. Surfaces are compared as differences of terrain plus differences of depth, so that the rounding of a high
 * altitude never drives water. */
#include <math.h>
#include <string.h>

#include "base/simd.h"
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

ROW_KERNEL static void pipe_row_flow(const PipeStep *p, const float *restrict b_from, const float *restrict b_to,
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
ROW_KERNEL static void pipe_row_limit(const float *restrict d, const float *restrict east, const float *restrict west,
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
ROW_KERNEL static void pipe_row_scale(float *restrict flow, const float *restrict limit_from, const float *restrict limit_to,
                           int count) {
#pragma omp simd
  for (int i = 0; i < count; i++) flow[i] *= flow[i] > 0.0f ? limit_from[i] : limit_to[i];
}

/* d = d - dt/dx^2 * (what leaves through the four faces). */
ROW_KERNEL static void pipe_row_depth(float *restrict d, const float *restrict east, const float *restrict west,
                           const float *restrict south, const float *restrict north, int count, float per_flow) {
#pragma omp simd
  for (int i = 0; i < count; i++) d[i] -= per_flow * ((east[i] - west[i]) + (south[i] - north[i]));
}

/* Ripples. The scheme has no dissipation of its own: what is thrown in at the size of a cell would stay for ever. Flow
 * through the face between the second and third of four cells in a line (b, d and the three neighbours `n` apart), in
 * metres of cell depth: the third difference of the surface, which damps what is two cells long and leaves long waves
 * alone (fourth-order dissipation after Jameson, Schmidt and Turkel 1981). Only where the surface clears all four beds:
 * streams over rough ground are not smoothed. At rest each difference is exactly 0. */
ROW_KERNEL static void pipe_row_ripples(const float *restrict b, const float *restrict d, ptrdiff_t n,
                                        float *restrict flow, int count) {
  const float *const b_back = b - n, *const b_on = b + n, *const b_far = b + 2 * n;
  const float *const d_back = d - n, *const d_on = d + n, *const d_far = d + 2 * n;
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const float b0 = b_back[i], b1 = b[i], b2 = b_on[i], b3 = b_far[i];
    const float d0 = d_back[i], d1 = d[i], d2 = d_on[i], d3 = d_far[i];
    const float a = (d1 - d0) + (b1 - b0), m = (d2 - d1) + (b2 - b1), c = (d3 - d2) + (b3 - b2);
    const float b01 = b0 > b1 ? b0 : b1, b23 = b2 > b3 ? b2 : b3, bed = b01 > b23 ? b01 : b23;
    const float h0 = b0 + d0, h1 = b1 + d1, h2 = b2 + d2, h3 = b3 + d3;
    const float h01 = h0 < h1 ? h0 : h1, h23 = h2 < h3 ? h2 : h3, lowest = h01 < h23 ? h01 : h23;
    const float clear = lowest > bed ? lowest - bed : 0.0f;
    const float most = RIPPLE_MOST * clear, wanted = RIPPLE_DAMPING * ((a - m) + (c - m));
    const float low = wanted < -most ? -most : wanted;
    flow[i] = low > most ? most : low;
  }
}

ROW_KERNEL static void pipe_row_smooth(const float *restrict d, const float *restrict east, const float *restrict south,
                            const float *restrict north, float *restrict out, int count) {
#pragma omp simd
  for (int i = 0; i < count; i++) out[i] = d[i] - ((east[i + 1] - east[i]) + (south[i] - north[i]));
}

/* Rows [k0, k1) of the smoothed depth: each face's flow is computed once and handed on to the next row. */
static void pipe_smooth_rows(WeirWater *w, int k0, int k1) {
  float east[WEIR_GRID_MAX + 1], across[2][WEIR_GRID_MAX];
  const ptrdiff_t s = w->stride;
  const float *const b = w->terrain.cells, *const d = w->depth.cells;
  if (k0 >= k1) return;
  pipe_row_ripples(b + (k0 - 1) * s, d + (k0 - 1) * s, s, across[0], w->nx);
  for (int k = k0; k < k1; k++) {
    const ptrdiff_t r = k * s;
    float *const north = across[(k - k0) % 2], *const south = across[(k - k0 + 1) % 2];
    pipe_row_ripples(b + r, d + r, s, south, w->nx);
    pipe_row_ripples(b + r - 1, d + r - 1, 1, east, w->nx + 1);
    pipe_row_smooth(d + r, east, south, north, w->limit.cells + r, w->nx);
  }
}

static void pipe_ripples(WeirWater *w) {
  enum { BLOCK = 32 }; /* rows; any partition gives the same bits, this one bounds the recomputed rows to 1 in 32 */
  const int blocks = (w->nz + BLOCK - 1) / BLOCK;
#pragma omp parallel for schedule(static) num_threads(w->threads)
  for (int n = 0; n < blocks; n++) pipe_smooth_rows(w, n * BLOCK, n * BLOCK + BLOCK < w->nz ? n * BLOCK + BLOCK : w->nz);
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
