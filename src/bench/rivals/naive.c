#include "bench/rivals/naive.h"

#include <math.h>
#include <stdlib.h>

static float *grid(int nx, int nz) {
  return calloc((size_t)nx * (size_t)nz, sizeof(float));
}

/* --- membrane ------------------------------------------------------------------------------------------------------ */

bool naive_membrane_create(NaiveMembrane *m, int nx, int nz) {
  *m = (NaiveMembrane){.nx = nx, .nz = nz, .threads = 1, .cell = 1, .wave_speed = 1};
  m->height = grid(nx, nz);
  m->speed = grid(nx, nz);
  m->occupied = calloc((size_t)nx * (size_t)nz, 1);
  return m->height && m->speed && m->occupied;
}

void naive_membrane_destroy(NaiveMembrane *m) {
  free(m->height);
  free(m->speed);
  free(m->occupied);
}

/* A neighbour's height; the cell's own where the neighbour is outside or occupied. */
static float neighbour(const NaiveMembrane *m, int i, int k, float own) {
  if (i < 0 || k < 0 || i >= m->nx || k >= m->nz) return own;
  if (m->occupied[k * m->nx + i]) return own;
  return m->height[k * m->nx + i];
}

void naive_membrane_step(NaiveMembrane *m, float dt) {
  const float spring = dt * m->wave_speed * m->wave_speed / (m->cell * m->cell), keep = expf(-m->damping * dt);
#pragma omp parallel num_threads(m->threads)
  {
#pragma omp for schedule(static)
    for (int k = 0; k < m->nz; k++)
      for (int i = 0; i < m->nx; i++) {
        const int at = k * m->nx + i;
        if (m->occupied[at]) continue;
        const float own = m->height[at];
        const float sum =
            neighbour(m, i + 1, k, own) + neighbour(m, i - 1, k, own) + neighbour(m, i, k + 1, own) + neighbour(m, i, k - 1, own);
        m->speed[at] = keep * (m->speed[at] + spring * (sum - 4 * own));
      }
#pragma omp for schedule(static)
    for (int k = 0; k < m->nz; k++)
      for (int i = 0; i < m->nx; i++) {
        const int at = k * m->nx + i;
        if (m->occupied[at]) continue;
        m->height[at] += dt * m->speed[at];
      }
  }
}

/* --- pipes --------------------------------------------------------------------------------------------------------- */

bool naive_pipe_create(NaivePipe *p, int nx, int nz) {
  *p = (NaivePipe){.nx = nx, .nz = nz, .threads = 1, .cell = 1, .gravity = 9.81f};
  p->terrain = grid(nx, nz);
  p->depth = grid(nx, nz);
  p->flow_x = grid(nx, nz);
  p->flow_z = grid(nx, nz);
  p->limit = grid(nx, nz);
  return p->terrain && p->depth && p->flow_x && p->flow_z && p->limit;
}

void naive_pipe_destroy(NaivePipe *p) {
  free(p->terrain);
  free(p->depth);
  free(p->flow_x);
  free(p->flow_z);
  free(p->limit);
}

/* The new flow from cell `from` to cell `to`, upwind by the higher surface. */
static float new_flow(const NaivePipe *p, int from, int to, float flow, float keep, float dt) {
  const float surface_from = p->terrain[from] + p->depth[from], surface_to = p->terrain[to] + p->depth[to];
  const float bottom = p->terrain[from] > p->terrain[to] ? p->terrain[from] : p->terrain[to];
  const float upwind = surface_from > surface_to ? surface_from : surface_to;
  const float open = upwind - bottom;
  if (open <= 0) return 0;
  const float area = open * p->cell;
  const float fresh = keep * flow + dt * p->gravity * area * (surface_from - surface_to) / p->cell;
  const float most = p->cell / (2 * dt) * area;
  if (fresh > most) return most;
  if (fresh < -most) return -most;
  return fresh;
}

static float cell_limit(const NaivePipe *p, int i, int k, float dt) {
  const int at = k * p->nx + i;
  float out = 0;
  if (p->flow_x[at] > 0) out += p->flow_x[at];
  if (p->flow_z[at] > 0) out += p->flow_z[at];
  if (i > 0 && p->flow_x[at - 1] < 0) out -= p->flow_x[at - 1];
  if (k > 0 && p->flow_z[at - p->nx] < 0) out -= p->flow_z[at - p->nx];
  const float volume = p->depth[at] * p->cell * p->cell;
  if (volume < 1e-12f) return 0;
  return out * dt > volume ? volume / (out * dt) : 1;
}

static float limited(const NaivePipe *p, float flow, int from, int to) {
  return flow > 0 ? flow * p->limit[from] : flow * p->limit[to];
}

static void move_water(NaivePipe *p, int i, int k, float dt) {
  const int at = k * p->nx + i;
  float out = 0;
  if (i + 1 < p->nx) out += limited(p, p->flow_x[at], at, at + 1);
  if (k + 1 < p->nz) out += limited(p, p->flow_z[at], at, at + p->nx);
  if (i > 0) out -= limited(p, p->flow_x[at - 1], at - 1, at);
  if (k > 0) out -= limited(p, p->flow_z[at - p->nx], at - p->nx, at);
  p->depth[at] -= out * dt / (p->cell * p->cell);
}

void naive_pipe_step(NaivePipe *p, float dt) {
  const float keep = expf(-p->friction * dt);
#pragma omp parallel num_threads(p->threads)
  {
#pragma omp for schedule(static)
    for (int k = 0; k < p->nz; k++)
      for (int i = 0; i < p->nx; i++) {
        const int at = k * p->nx + i;
        p->flow_x[at] = i + 1 < p->nx ? new_flow(p, at, at + 1, p->flow_x[at], keep, dt) : 0;
        p->flow_z[at] = k + 1 < p->nz ? new_flow(p, at, at + p->nx, p->flow_z[at], keep, dt) : 0;
      }
#pragma omp for schedule(static)
    for (int k = 0; k < p->nz; k++)
      for (int i = 0; i < p->nx; i++) p->limit[k * p->nx + i] = cell_limit(p, i, k, dt);
#pragma omp for schedule(static)
    for (int k = 0; k < p->nz; k++)
      for (int i = 0; i < p->nx; i++) move_water(p, i, k, dt);
  }
}
