#include "bench/rivals/naive.h"
#include "base/team.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* A step of the membrane. On the stack. */
typedef struct MembranePass {
  NaiveMembrane *liquid;
  float dt, spring, keep;
} MembranePass;

static void membrane_speeds(void *data, int k0, int k1) {
  const MembranePass *const pass = data;
  NaiveMembrane *const m = pass->liquid;
  const float spring = pass->spring, keep = pass->keep;
  for (int k = k0; k < k1; k++)
    for (int i = 0; i < m->nx; i++) {
      const int at = k * m->nx + i;
      if (m->occupied[at]) continue;
      const float own = m->height[at];
      const float sum =
          neighbour(m, i + 1, k, own) + neighbour(m, i - 1, k, own) + neighbour(m, i, k + 1, own) + neighbour(m, i, k - 1, own);
      m->speed[at] = keep * (m->speed[at] + spring * (sum - 4 * own));
    }
}

static void membrane_heights(void *data, int k0, int k1) {
  const MembranePass *const pass = data;
  NaiveMembrane *const m = pass->liquid;
  const float dt = pass->dt;
  for (int k = k0; k < k1; k++)
    for (int i = 0; i < m->nx; i++) {
      const int at = k * m->nx + i;
      if (m->occupied[at]) continue;
      m->height[at] += dt * m->speed[at];
    }
}

void naive_membrane_step(NaiveMembrane *m, float dt) {
  MembranePass pass = {m, dt, dt * m->wave_speed * m->wave_speed / (m->cell * m->cell), expf(-m->damping * dt)};
  team_rows(m->threads, 0, m->nz, membrane_speeds, &pass);
  team_rows(m->threads, 0, m->nz, membrane_heights, &pass);
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

/* A step of the pipes. On the stack. */
typedef struct PipePass {
  NaivePipe *liquid;
  float dt, keep;
} PipePass;

static void pipe_flows(void *data, int k0, int k1) {
  const PipePass *const pass = data;
  NaivePipe *const p = pass->liquid;
  const float keep = pass->keep, dt = pass->dt;
  for (int k = k0; k < k1; k++)
    for (int i = 0; i < p->nx; i++) {
      const int at = k * p->nx + i;
      p->flow_x[at] = i + 1 < p->nx ? new_flow(p, at, at + 1, p->flow_x[at], keep, dt) : 0;
      p->flow_z[at] = k + 1 < p->nz ? new_flow(p, at, at + p->nx, p->flow_z[at], keep, dt) : 0;
    }
}

static void pipe_limits(void *data, int k0, int k1) {
  const PipePass *const pass = data;
  NaivePipe *const p = pass->liquid;
  for (int k = k0; k < k1; k++)
    for (int i = 0; i < p->nx; i++) p->limit[k * p->nx + i] = cell_limit(p, i, k, pass->dt);
}

static void pipe_depths(void *data, int k0, int k1) {
  const PipePass *const pass = data;
  for (int k = k0; k < k1; k++)
    for (int i = 0; i < pass->liquid->nx; i++) move_water(pass->liquid, i, k, pass->dt);
}

void naive_pipe_step(NaivePipe *p, float dt) {
  PipePass pass = {p, dt, expf(-p->friction * dt)};
  team_rows(p->threads, 0, p->nz, pipe_flows, &pass);
  team_rows(p->threads, 0, p->nz, pipe_limits, &pass);
  team_rows(p->threads, 0, p->nz, pipe_depths, &pass);
}

/* --- boxes ----------------------------------------------------------------------------------------------------------- */

bool naive_objects_create(NaiveObjects *o, NaiveMembrane *liquid) {
  const size_t cells = (size_t)liquid->nx * (size_t)liquid->nz;
  *o = (NaiveObjects){.liquid = liquid, .level = 2, .density = 1000, .gravity = 9.81f};
  o->displaced = calloc(cells, sizeof *o->displaced);
  o->change = calloc(cells, sizeof *o->change);
  o->seen = calloc(cells, 1);
  o->ring = calloc(cells, 1);
  o->work = calloc(cells, sizeof *o->work);
  o->edge = calloc(cells, sizeof *o->edge);
  return o->displaced && o->change && o->seen && o->ring && o->work && o->edge;
}

void naive_objects_destroy(NaiveObjects *o) {
  free(o->displaced);
  free(o->change);
  free(o->seen);
  free(o->ring);
  free(o->work);
  free(o->edge);
}

/* Lines 1 to 5. Pointers by themselves, or the compiler would fetch them again after every byte that is written. */
static void clear(NaiveObjects *o) {
  const int nx = o->liquid->nx, nz = o->liquid->nz;
  float *change = o->change, *displaced = o->displaced;
  unsigned char *occupied = o->liquid->occupied, *seen = o->seen;
  for (int k = 0; k < nz; k++)
    for (int i = 0; i < nx; i++) {
      const int at = k * nx + i;
      change[at] = -displaced[at];
      displaced[at] = 0;
      seen[at] = 0;
      occupied[at] = 0;
    }
}

/* --- lines 6 to 16: each box against the columns under it ------------------------------------------------------------ */

/* The heights between which the upright line through (x, z) is inside the box; false where it misses. */
static bool inside(const NaiveBox *box, float x, float z, float *low, float *high) {
  const float *r = box->rotation;
  *low = -1e9f;
  *high = 1e9f;
  for (int a = 0; a < 3; a++) {
    /* Along the box's axis a: the place at the height of its middle, and what a metre upward adds. */
    const float place = r[a] * (x - box->position[0]) + r[6 + a] * (z - box->position[2]), rise = r[3 + a];
    if (fabsf(rise) < 1e-6f) {
      if (fabsf(place) > box->half[a]) return false;
      continue;
    }
    const float one = (-box->half[a] - place) / rise, other = (box->half[a] - place) / rise;
    const float first = one < other ? one : other, last = one < other ? other : one;
    if (first > *low) *low = first;
    if (last < *high) *high = last;
  }
  *low += box->position[1];
  *high += box->position[1];
  return *low < *high;
}

/* Adds to the box what the replaced column of `metres` with its middle at `y` does to it: buoyancy (2.20) and drag. */
static void push(const NaiveObjects *o, NaiveBox *box, float x, float y, float z, float metres) {
  const float volume = metres * o->liquid->cell * o->liquid->cell;
  const float arm[3] = {x - box->position[0], y - box->position[1], z - box->position[2]};
  const float w[3] = {-(box->velocity[0] + box->spin[1] * arm[2] - box->spin[2] * arm[1]),
                      -(box->velocity[1] + box->spin[2] * arm[0] - box->spin[0] * arm[2]),
                      -(box->velocity[2] + box->spin[0] * arm[1] - box->spin[1] * arm[0])};
  const float fast = sqrtf(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  const float drag = o->density * volume * (box->drag_linear + box->drag_square * fast);
  const float f[3] = {drag * w[0], drag * w[1] + volume * o->density * o->gravity, drag * w[2]};
  for (int a = 0; a < 3; a++) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    box->force[a] += f[a];
    box->torque[a] += arm[b] * f[c] - arm[c] * f[b];
  }
}

static void stretch(float middle, float reach, float cell, int count, int *from, int *to) {
  *from = (int)floorf((middle - reach) / cell);
  *to = (int)ceilf((middle + reach) / cell);
  if (*from < 0) *from = 0;
  if (*to > count) *to = count;
}

static void rasterise(NaiveObjects *o, NaiveBox *box) {
  NaiveMembrane *m = o->liquid;
  float reach[3] = {0, 0, 0};
  for (int n = 0; n < 3; n++)
    for (int a = 0; a < 3; a++) reach[n] += fabsf(box->rotation[3 * n + a]) * box->half[a];
  int i0, i1, k0, k1;
  stretch(box->position[0], reach[0], m->cell, m->nx, &i0, &i1);
  stretch(box->position[2], reach[2], m->cell, m->nz, &k0, &k1);
  memset(box->force, 0, sizeof box->force);
  memset(box->torque, 0, sizeof box->torque);
  for (int k = k0; k < k1; k++)
    for (int i = i0; i < i1; i++) {
      const int at = k * m->nx + i;
      const float x = ((float)i + 0.5f) * m->cell, z = ((float)k + 0.5f) * m->cell, surface = o->level + m->height[at];
      float low, high;
      if (!inside(box, x, z, &low, &high)) continue;
      if (low < surface && high > surface) m->occupied[at] = 1;
      if (high > surface) high = surface;
      if (low < o->bottom) low = o->bottom;
      if (high <= low) continue;
      o->displaced[at] += high - low;
      o->change[at] += high - low;
      push(o, box, x, 0.5f * (low + high), z, high - low);
    }
}

/* --- line 17: what is newly replaced goes to the cells around -------------------------------------------------------- */

static int neighbours(const NaiveMembrane *m, int at, int *list) {
  const int i = at % m->nx, k = at / m->nx;
  int count = 0;
  if (i + 1 < m->nx) list[count++] = at + 1;
  if (i > 0) list[count++] = at - 1;
  if (k + 1 < m->nz) list[count++] = at + m->nx;
  if (k > 0) list[count++] = at - m->nx;
  return count;
}

/* Boxes at the surface: the ring of the region that they occupy shares it. */
static void spread_over_ring(NaiveObjects *o, int start) {
  NaiveMembrane *m = o->liquid;
  int waiting = 0, rings = 0;
  float sum = 0;
  o->work[waiting++] = start;
  o->seen[start] = 1;
  while (waiting > 0) {
    const int at = o->work[--waiting];
    int list[4];
    const int count = neighbours(m, at, list);
    sum += o->change[at];
    for (int n = 0; n < count; n++) {
      const int next = list[n];
      if (m->occupied[next] && !o->seen[next]) {
        o->seen[next] = 1;
        o->work[waiting++] = next;
      } else if (!m->occupied[next] && !o->ring[next]) {
        o->ring[next] = 1;
        o->edge[rings++] = next;
      }
    }
  }
  for (int n = 0; n < rings; n++) {
    m->height[o->edge[n]] += sum / (float)rings;
    o->ring[o->edge[n]] = 0;
  }
}

static void distribute(NaiveObjects *o) {
  const int nx = o->liquid->nx, nz = o->liquid->nz;
  const float *change = o->change;
  const unsigned char *occupied = o->liquid->occupied, *seen = o->seen;
  for (int k = 0; k < nz; k++)
    for (int i = 0; i < nx; i++) {
      const int at = k * nx + i;
      if (occupied[at]) {
        if (!seen[at]) spread_over_ring(o, at);
      } else if (change[at] != 0) {
        /* A box below the surface: the cell's neighbours share it. */
        int list[4], open = 0;
        const int count = neighbours(o->liquid, at, list);
        for (int n = 0; n < count; n++) open += !o->liquid->occupied[list[n]];
        for (int n = 0; n < count; n++)
          if (!o->liquid->occupied[list[n]]) o->liquid->height[list[n]] += change[at] / (float)open;
      }
    }
}

void naive_objects_interact(NaiveObjects *o, NaiveBox *boxes, int count) {
  clear(o);
  for (int n = 0; n < count; n++) rasterise(o, &boxes[n]);
  distribute(o);
}
