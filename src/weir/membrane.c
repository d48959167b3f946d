/* The surface as a membrane (Gritzner 2010, sections 2.3 to 2.8; Mueller-Fischer 2008; Bressler 2007):
 *   v <- s*(v + dt*(c^2*L(u)/dx^2 - drag*v)),   u <- u + dt*v
 * A face is as open as the less open of its two cells, for both of them: what one side loses the other gains, so the
 * volume holds by construction, and a closed face reflects. */
#include <math.h>
#include <string.h>

#include "base/simd.h"
#include "weir/lakes.h"
#include "weir/scheme.h"

typedef struct MembraneStep {
  float spring; /* dt*c^2/dx^2 */
  float drag;   /* 1 - drag*dt */
  float keep;   /* exp(-damping*dt) */
  float dt;
  ptrdiff_t s;
} MembraneStep;

static inline float face(float a, float b) {
  return a < b ? a : b;
}

/* L(u) = u_E + u_W + u_N + u_S - 4u (Gritzner 2.19), every neighbour behind its face. */
ROW_KERNEL static void membrane_row_rate5(const MembraneStep *m, const float *restrict u, const float *restrict o,
                               float *restrict v, int count) {
  const ptrdiff_t s = m->s;
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const float x = face(o[i], o[i + 1]) * (u[i + 1] - u[i]) + face(o[i], o[i - 1]) * (u[i - 1] - u[i]);
    const float z = face(o[i], o[i + s]) * (u[i + s] - u[i]) + face(o[i], o[i - s]) * (u[i - s] - u[i]);
    v[i] = m->keep * (m->drag * v[i] + m->spring * (x + z));
  }
}

/* How much of a side face counts twice because the corners beyond both of its cells are wall: a diagonal that ends in a
 * wall is mirrored to the cell beside, or waves along a wall would run slower than in the open (a standing wave in a
 * narrow tank by 1.6 %). The same for both cells of the face. */
static inline float mirrored(float corner_a, float corner_b) {
  return 1.0f - (corner_a > corner_b ? corner_a : corner_b);
}

/* L9(u) = 1/2*[L(u) + 1/2*(u_NE + u_NW + u_SE + u_SW - 4u)]; a diagonal is open as far as all four cells around the
 * corner are. */
ROW_KERNEL static void membrane_row_rate9(const MembraneStep *m, const float *restrict u, const float *restrict o,
                               float *restrict v, int count) {
  const ptrdiff_t s = m->s;
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const float north = o[i - s], south = o[i + s], east = o[i + 1], west = o[i - 1];
    const float n_e = o[i - s + 1], n_w = o[i - s - 1], s_e = o[i + s + 1], s_w = o[i + s - 1];
    const float oe = face(o[i], east), ow = face(o[i], west), os = face(o[i], south), on = face(o[i], north);
    const float fe = oe * (1.0f + 0.5f * (mirrored(north, n_e) + mirrored(south, s_e)));
    const float fw = ow * (1.0f + 0.5f * (mirrored(north, n_w) + mirrored(south, s_w)));
    const float fs = os * (1.0f + 0.5f * (mirrored(east, s_e) + mirrored(west, s_w)));
    const float fn = on * (1.0f + 0.5f * (mirrored(east, n_e) + mirrored(west, n_w)));
    const float x = fe * (u[i + 1] - u[i]) + fw * (u[i - 1] - u[i]);
    const float z = fs * (u[i + s] - u[i]) + fn * (u[i - s] - u[i]);
    const float se = face(face(oe, os), s_e) * (u[i + s + 1] - u[i]);
    const float nw = face(face(ow, on), n_w) * (u[i - s - 1] - u[i]);
    const float ne = face(face(oe, on), n_e) * (u[i - s + 1] - u[i]);
    const float sw = face(face(ow, os), s_w) * (u[i + s - 1] - u[i]);
    const float l = 0.5f * ((x + z) + 0.5f * ((se + nw) + (ne + sw)));
    v[i] = m->keep * (m->drag * v[i] + m->spring * l);
  }
}

/* Gritzner's sb, further damping under bodies. Scaling v cell by cell, as he does, makes the sum of v drift and the volume
 * with it (a pool gained 30 % in 10 s); here it acts on the difference in v across each face instead, so the sum stays:
 *   v_i += sum over faces of a*(v_j - v_i),   a = block_damping*dt*(more covered of the two), at most 1/5 */
ROW_KERNEL static void membrane_row_block(const float *restrict v, const float *restrict cover, const float *restrict o,
                               float *restrict out, ptrdiff_t s, int low, int high, float damping) {
#pragma omp simd
  for (int i = low; i < high; i++) {
    const ptrdiff_t side[4] = {1, -1, s, -s};
    float sum = 0.0f;
    for (int n = 0; n < 4; n++) {
      const float most = cover[i + side[n]] > cover[i] ? cover[i + side[n]] : cover[i];
      const float a = damping * most;
      const float joined = o[i + side[n]] > 0.0f && o[i] > 0.0f ? (a < 0.2f ? a : 0.2f) : 0.0f;
      sum += joined * (v[i + side[n]] - v[i]);
    }
    out[i] = v[i] + sum;
  }
}

/* Bodies touch a stretch of each row; their damping reaches one cell further. Empty when low >= high. */
static void block_stretch(const WeirWater *w, int k, int *low, int *high) {
  *low = w->nx;
  *high = 0;
  for (int n = k - 1; n <= k + 1; n++) {
    if (n < 0 || n >= w->nz || w->touched_low[n] >= w->touched_high[n]) continue;
    *low = w->touched_low[n] - 1 < *low ? w->touched_low[n] - 1 : *low;
    *high = w->touched_high[n] + 1 > *high ? w->touched_high[n] + 1 : *high;
  }
  *low = *low < 0 ? 0 : *low;
  *high = *high > w->nx ? w->nx : *high;
}

static void membrane_block(WeirWater *w, float dt) {
  const float damping = w->tuning.block_damping * dt;
  float *const v = w->rate.cells, *const out = w->limit.cells;
  for (int k = 0; k < w->nz; k++) {
    int low, high;
    const ptrdiff_t r = k * w->stride;
    block_stretch(w, k, &low, &high);
    membrane_row_block(v + r, w->occupancy.cells + r, w->open.cells + r, out + r, w->stride, low, high, damping);
  }
  for (int k = 0; k < w->nz; k++) {
    int low, high;
    block_stretch(w, k, &low, &high);
    if (low < high) memcpy(v + k * w->stride + low, out + k * w->stride + low, sizeof(float) * (size_t)(high - low));
  }
}

/* Mueller's slope clamp: a cell's offset from the mean of its open neighbours is limited to `most`. Jacobi, from u to
 * `out`, by half of the excess: the whole of it, in all cells at once, only flips a checkerboard. It does not hold volume by itself; lakes_repair gives back what it took. */
ROW_KERNEL static void membrane_row_slope(const float *restrict u, const float *restrict o, float *restrict out, ptrdiff_t s,
                               int count, float most) {
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const float oe = face(o[i], o[i + 1]), ow = face(o[i], o[i - 1]);
    const float os = face(o[i], o[i + s]), on = face(o[i], o[i - s]);
    const float sum = (oe * u[i + 1] + ow * u[i - 1]) + (os * u[i + s] + on * u[i - s]);
    const float weight = (oe + ow) + (os + on);
    const float off = weight > 0.0f ? u[i] - sum / (weight > 0.0f ? weight : 1.0f) : 0.0f;
    const float over = off > most ? off - most : (off < -most ? off + most : 0.0f);
    out[i] = u[i] - 0.5f * over;
  }
}

/* u and d after the move; returns how many cells would have gone below their bed. */
ROW_KERNEL static int membrane_row_move(const float *restrict v, const float *restrict rest, const float *restrict b,
                             const float *restrict o, float *restrict u, float *restrict d, float dt, int count) {
  int below = 0;
#pragma omp simd reduction(+ : below)
  for (int i = 0; i < count; i++) {
    const float moved = u[i] + dt * v[i];
    const float depth = (rest[i] - b[i]) + moved;
    const int wet = o[i] > 0.0f;
    below += wet & (depth < 0.0f);
    u[i] = moved;
    d[i] = wet ? depth : d[i];
  }
  return below;
}

static void membrane_limit_slopes(WeirWater *w) {
  const float most = w->tuning.slope_max * w->cell;
  float *const u = w->offset.cells, *const scratch = w->limit.cells;
#pragma omp parallel num_threads(w->threads)
  {
#pragma omp for schedule(static)
    for (int k = 0; k < w->nz; k++) {
      const ptrdiff_t r = k * w->stride;
      membrane_row_slope(u + r, w->open.cells + r, scratch + r, w->stride, w->nx, most);
    }
#pragma omp for schedule(static)
    for (int k = 0; k < w->nz; k++) {
      const ptrdiff_t r = k * w->stride;
      for (int i = 0; i < w->nx; i++) {
        const float taken = u[r + i] - scratch[r + i];
        u[r + i] = scratch[r + i];
        scratch[r + i] = taken;
      }
    }
  }
  lakes_repair_taken(w);
}

static void membrane_substep(WeirWater *w, float dt) {
  const float speed = w->tuning.wave_speed * w->slowed;
  const MembraneStep m = {.spring = dt * speed * speed / (w->cell * w->cell),
                          .drag = max_float(0.0f, 1.0f - w->tuning.drag * dt),
                          .keep = expf(-w->tuning.damping * dt),
                          .dt = dt,
                          .s = w->stride};
  const bool nine = w->tuning.stencil == 9;
  membrane_block(w, dt);
  int below = 0;
#pragma omp parallel num_threads(w->threads)
  {
#pragma omp for schedule(static)
    for (int k = 0; k < w->nz; k++) {
      const ptrdiff_t r = k * w->stride;
      (nine ? membrane_row_rate9 : membrane_row_rate5)(&m, w->offset.cells + r, w->open.cells + r, w->rate.cells + r,
                                                      w->nx);
    }
#pragma omp for schedule(static) reduction(+ : below)
    for (int k = 0; k < w->nz; k++) {
      const ptrdiff_t r = k * w->stride;
      below += membrane_row_move(w->rate.cells + r, w->rest.cells + r, w->terrain.cells + r, w->open.cells + r,
                                 w->offset.cells + r, w->depth.cells + r, dt, w->nx);
    }
  }
  if (w->tuning.slope_max > 0.0f) membrane_limit_slopes(w);
  if (below > 0 || w->tuning.slope_max > 0.0f) lakes_repair_bed(w);
}

/* Undamped: c*dt/dx <= 1/sqrt(2) with 5 points, <= 1 with 9. With a drag force k the roots of the update stay within the
 * unit circle while a*dt^2 + 2*k*dt <= 4, a = 8c^2/dx^2 or 4c^2/dx^2: Bressler's k*dt + 4c^2dt^2/dx^2 <= 2 for 5 points. */
static float membrane_largest_step(const WeirWater *w) {
  const float c = w->tuning.wave_speed / w->cell, k = w->tuning.drag;
  const float a = (w->tuning.stencil == 9 ? 4.0f : 8.0f) * c * c;
  if (a <= 0.0f) return k > 0.0f ? 1.0f / k : 1.0f;
  return 4.0f / (k + sqrtf(k * k + 4.0f * a));
}

static void membrane_enter(WeirWater *w) {
  const size_t bytes = field_bytes(w);
  memset(w->rate.block, 0, bytes);
  lakes_find(w);
}

const Scheme scheme_membrane = {"membrane", membrane_enter, membrane_largest_step, membrane_substep};
