/* The surface as a membrane (Gritzner 2010, sections 2.3 to 2.8; Mueller-Fischer 2008; Bressler 2007):
 *   v <- s*(v + dt*(c^2*L(u)/dx^2 - drag*v)),   u <- u + dt*v
 * A face is as open as the less open of its two cells, for both of them: what one side loses the other gains, so the
 * volume holds by construction, and a closed face reflects. */
#include <math.h>
#include <string.h>

#include "base/float_mode.h"
#include "weir/edges.h"
#include "weir/lakes.h"
#include "weir/membrane_rows.h"
#include "weir/scheme.h"

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
  if (!w->occupancy.block) return; /* never a body */
  const float damping = w->tuning.block_damping * dt;
  float *const v = w->rate.cells, *const out = w->scratch.cells;
  for (int k = 0; k < w->nz; k++) {
    int low, high;
    const ptrdiff_t r = k * w->stride;
    block_stretch(w, k, &low, &high);
    membrane_rows()->block(v + r, w->occupancy.cells + r, w->open.cells + r, out + r, w->stride, low, high, damping);
  }
  for (int k = 0; k < w->nz; k++) {
    int low, high;
    block_stretch(w, k, &low, &high);
    if (low < high) memcpy(v + k * w->stride + low, out + k * w->stride + low, sizeof(float) * (size_t)(high - low));
  }
}

static void membrane_limit_slopes(WeirWater *w) {
  const float most = w->tuning.slope_max * w->cell;
  float *const u = w->offset.cells, *const scratch = w->scratch.cells;
#pragma omp parallel num_threads(w->threads)
  {
    const FloatMode mode = float_mode_flush();
#pragma omp for schedule(static)
    for (int k = 0; k < w->nz; k++) {
      const ptrdiff_t r = k * w->stride;
      membrane_rows()->slope(u + r, w->open.cells + r, scratch + r, w->stride, w->nx, most);
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
    float_mode_restore(mode);
  }
  lakes_repair_taken(w);
}

static int membrane_measure(WeirWater *w) {
  enum { PER_ROW = 3 };
  MembraneExtremes most = {0, 0, 0};
#pragma omp parallel for schedule(static) num_threads(w->threads)
  for (int k = 0; k < w->nz; k++) {
    const ptrdiff_t r = k * w->stride;
    MembraneExtremes row;
    membrane_rows()->extremes(w->depth.cells + r, w->rate.cells + r, w->offset.cells + r, w->nx, &row);
    w->row_sums[PER_ROW * k] = (double)row.depth;
    w->row_sums[PER_ROW * k + 1] = (double)row.rate;
    w->row_sums[PER_ROW * k + 2] = row.bad;
  }
  for (int k = 0; k < w->nz; k++) {
    most.depth = max_float(most.depth, (float)w->row_sums[PER_ROW * k]);
    most.rate = max_float(most.rate, (float)w->row_sums[PER_ROW * k + 1]);
    most.bad += w->row_sums[PER_ROW * k + 2] > 0;
  }
  w->depth_max = most.depth;
  w->speed_max = most.rate;
  return most.bad;
}

static void membrane_substep(WeirWater *w, float dt) {
  const float speed = w->tuning.wave_speed;
  const MembraneStep m = {.spring = dt * speed * speed / (w->cell * w->cell),
                          .drag = max_float(0.0f, 1.0f - w->tuning.drag * dt),
                          .keep = expf(-w->tuning.damping * dt),
                          .dt = dt,
                          .s = w->stride};
  MembraneRateRow *const rate = w->tuning.stencil == 9 ? membrane_rows()->rate9 : membrane_rows()->rate5;
  const bool land = w->tuning.land_fixed != 0;
  edges_membrane_before(w, dt);
  membrane_block(w, dt);
  int below = 0;
#pragma omp parallel num_threads(w->threads)
  {
    const FloatMode mode = float_mode_flush();
#pragma omp for schedule(static)
    for (int k = 0; k < w->nz; k++) {
      const ptrdiff_t r = k * w->stride;
      rate(&m, w->offset.cells + r, w->open.cells + r, w->rate.cells + r, w->nx);
      if (land)
        membrane_rows()->land(&m, w->offset.cells + r, w->open.cells + r, w->terrain.cells + r, w->rate.cells + r, w->nx);
    }
#pragma omp single
    if (land && !edges_any(w)) lakes_level_rates(w);
#pragma omp for schedule(static) reduction(+ : below)
    for (int k = 0; k < w->nz; k++) {
      const ptrdiff_t r = k * w->stride;
      below += membrane_rows()->move(w->rate.cells + r, w->rest.cells + r, w->terrain.cells + r, w->open.cells + r,
                                 w->offset.cells + r, w->depth.cells + r, dt, w->nx);
    }
    float_mode_restore(mode);
  }
  edges_membrane_after(w, dt);
  if (w->tuning.slope_max > 0.0f) membrane_limit_slopes(w);
  if (below > 0 || w->tuning.slope_max > 0.0f) lakes_repair_bed(w);
  edges_sponge(w, dt);
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

const Scheme scheme_membrane = {"membrane", membrane_enter, membrane_largest_step, membrane_substep, membrane_measure};
