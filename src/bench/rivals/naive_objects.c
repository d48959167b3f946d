#include "bench/rivals/naive_objects.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
