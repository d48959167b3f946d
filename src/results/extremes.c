#include "results/extremes.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"

/* One look at a water, shared by the threads that take its rows. On the stack. */
typedef struct Look {
  Extremes *extremes;
  WeirView depth, displacement;
  float time; /* s */
} Look;

static float greater(float a, float b) {
  return a > b ? a : b;
}

/* Returns true if a cell has water; on dry land nothing grows. */
static bool is_any_wet(const float *depth, int count) {
  int wet = 0;
  for (int i = 0; i < count; i++) wet += depth[i] > 0;
  return wet > 0;
}

/* Looks at `count` cells of row k from column i0 on. */
static void look_at_cells(const Look *look, int k, int i0, int count) {
  Extremes *const e = look->extremes;
  const ptrdiff_t row = (ptrdiff_t)k * e->nx + i0;
  const float *const restrict depth = look->depth.data + k * look->depth.stride + i0;
  const float *const restrict solid = look->displacement.data + k * look->displacement.stride + i0;
  const float *const restrict u = e->vx + row, *const restrict w = e->vz + row;
  float *const restrict deepest = e->depth + row, *const restrict fastest = e->speed + row;
  float *const restrict worst = e->hazard + row, *const restrict arrival = e->arrival + row;
  const float time = look->time;
  if (!is_any_wet(depth, count)) return;
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const float all = depth[i], square = u[i] * u[i] + w[i] * w[i]; /* read in any case: no branch, so that the loop is vectors */
    const float deep = solid[i] > 0 ? 0 : all;
    const float speed = sqrtf(deep > EXTREMES_WET ? square : 0);
    const float reached = deep > EXTREMES_WET ? time : INFINITY;
    deepest[i] = greater(deep, deepest[i]);
    fastest[i] = greater(speed, fastest[i]);
    worst[i] = greater(deep * speed, worst[i]);
    const float before = arrival[i];
    arrival[i] = reached < before ? reached : before; /* NAN stays */
  }
}

static void look_at_rows(void *data, int first, int end) {
  enum { STRETCH = 64 };
  const Look *const look = data;
  const int nx = look->extremes->nx;
  for (int k = first; k < end; k++)
    for (int i = 0; i < nx; i += STRETCH) look_at_cells(look, k, i, i + STRETCH < nx ? STRETCH : nx - i);
}

void extremes_add(Extremes *e, const WeirWater *water, double time, int threads) {
  Look look = {e, weir_water_depth(water), weir_water_displacement(water), (float)time};
  weir_water_velocity(water, e->vx, e->vz);
  team_rows(threads, 0, e->nz, look_at_rows, &look);
}

void extremes_restart(Extremes *e, const WeirWater *water, int threads) {
  const WeirView depth = weir_water_depth(water);
  const size_t row = (size_t)e->nx * sizeof(float);
  for (int k = 0; k < e->nz; k++) {
    const ptrdiff_t at = (ptrdiff_t)k * e->nx;
    memset(e->depth + at, 0, row), memset(e->speed + at, 0, row), memset(e->hazard + at, 0, row);
    for (int i = 0; i < e->nx; i++) e->arrival[at + i] = depth.data[k * depth.stride + i] > EXTREMES_WET ? NAN : INFINITY;
  }
  extremes_add(e, water, 0, threads); /* reaches no cell: the wet ones are marked */
}

bool extremes_begin(Extremes *e, const WeirWater *water, int threads) {
  const int nx = weir_water_nx(water), nz = weir_water_nz(water);
  const size_t cells = (size_t)nx * (size_t)nz;
  float **const arrays[] = {&e->depth, &e->speed, &e->hazard, &e->arrival, &e->vx, &e->vz};
  bool ok = true;
  *e = (Extremes){.nx = nx, .nz = nz};
  for (size_t n = 0; n < sizeof arrays / sizeof *arrays; n++) ok = (*arrays[n] = memory_create(cells, sizeof(float))) && ok;
  if (!ok) return extremes_end(e), false;
  extremes_restart(e, water, threads);
  return true;
}

bool extremes_copy(Extremes *copy, const Extremes *e) {
  const size_t cells = (size_t)e->nx * (size_t)e->nz;
  const float *const from[] = {e->depth, e->speed, e->hazard, e->arrival};
  float **const to[] = {&copy->depth, &copy->speed, &copy->hazard, &copy->arrival};
  *copy = (Extremes){.nx = e->nx, .nz = e->nz};
  for (size_t n = 0; n < sizeof to / sizeof *to; n++) {
    if (!(*to[n] = memory_create(cells, sizeof(float)))) return extremes_end(copy), false;
    memcpy(*to[n], from[n], cells * sizeof(float));
  }
  return true;
}

void extremes_end(Extremes *e) {
  float *const arrays[] = {e->depth, e->speed, e->hazard, e->arrival, e->vx, e->vz};
  for (size_t n = 0; n < sizeof arrays / sizeof *arrays; n++) memory_free(arrays[n]);
  *e = (Extremes){0};
}
