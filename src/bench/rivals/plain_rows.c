/* Height-only membrane, plain pipes and copies: the inner loops (rows.h). */
#include "base/simd.h"
#include "bench/rivals/rows.h"

static void heights(const HeightsRow *row) {
  float *restrict before = row->before;
  const float *const restrict now = row->now, *const restrict north = now - row->stride, *const restrict south = now + row->stride;
  const float a = row->a, b = row->b, c = row->c;
  const int count = row->count;
#pragma omp simd
  for (int i = 0; i < count; i++) before[i] = a * before[i] + b * now[i] + c * ((now[i - 1] + now[i + 1]) + (north[i] + south[i]));
}

static inline float larger(float a, float b) {
  return a > b ? a : b;
}

/* The new flow through the side between two cells, towards the second: the guard is that nothing flows where the higher surface does not
 * reach the higher bed. */
static inline float new_flow(const PipesRow *row, float flow, float surface_a, float surface_b, float bed_a, float bed_b) {
  const float open = larger(surface_a, surface_b) - larger(bed_a, bed_b),
              fresh = row->keep * flow + row->push * open * (surface_a - surface_b);
  return open > 0 ? fresh : 0;
}

static void pipe_flows(const PipesRow *row, float *to_south) {
  const PipesRow r = *row;
  const float *const restrict bed = r.bed, *const restrict surface = r.surface, *const restrict flow_z = r.flow_z;
  float *const restrict to = to_south;
  const ptrdiff_t s = r.stride;
#pragma omp simd
  for (int i = 0; i < r.count; i++) to[i] = new_flow(&r, flow_z[i], surface[i], surface[i + s], bed[i], bed[i + s]);
}

static void pipes(const PipesRow *row) {
  const PipesRow r = *row;
  const float *const restrict bed = r.bed, *const restrict bed_south = r.bed + r.stride,
                              *const restrict surface_south = r.surface + r.stride, *const restrict north = r.north;
  float *const restrict surface = r.surface, *const restrict flow_x = r.flow_x, *const restrict flow_z = r.flow_z;
  if (!r.south)
#pragma omp simd
    for (int i = 0; i < r.count; i++) {
      flow_x[i] = new_flow(&r, flow_x[i], surface[i], surface[i + 1], bed[i], bed[i + 1]);
      flow_z[i] = new_flow(&r, flow_z[i], surface[i], surface_south[i], bed[i], bed_south[i]);
    }
  else
#pragma omp simd
    for (int i = 0; i < r.count; i++) {
      flow_x[i] = new_flow(&r, flow_x[i], surface[i], surface[i + 1], bed[i], bed[i + 1]);
      flow_z[i] = r.south[i];
    }
#pragma omp simd
  for (int i = 0; i < r.count; i++) surface[i] -= r.ratio * ((flow_x[i] - flow_x[i - 1]) + (flow_z[i] - north[i]));
}

/* `scale` keeps the compiler from calling memcpy, which may write past the caches where the solvers do not. */
static void copy(float *restrict to, const float *restrict from, size_t count, float scale) {
#pragma omp simd
  for (size_t n = 0; n < count; n++) to[n] = scale * from[n];
}

const RivalRows WIDTH(rival_rows) = {heights, pipe_flows, pipes, copy};
