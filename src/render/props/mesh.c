#include "render/props/mesh.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

/* Makes room for a vertex and a triangle more. */
static bool has_room(PropMeshes *m) {
  enum { START = 4096 };
  const int vertices = m->vertex_count < START ? START : m->vertex_count + 1,
            indices = m->index_count < START - 3 ? START : m->index_count + 3;
  m->failed = m->failed || !array_grow(&m->vertices, &m->vertex_capacity, vertices, sizeof *m->vertices) ||
              !array_grow(&m->indices, &m->index_capacity, indices, sizeof *m->indices);
  return !m->failed;
}

static uint8_t to_byte(float value) {
  return (uint8_t)(fminf(fmaxf(value, 0.0f), 1.0f) * 255.0f + 0.5f);
}

static void set_normal(PropVertex *v, const float n[3]) {
  const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), scale = length > 1e-12f ? 127.0f / length : 0;
  for (int c = 0; c < 3; c++) v->normal[c] = (int8_t)lrintf(n[c] * scale);
}

void prop_vertex_set(PropVertex *v, const float at[3], const float normal[3], const PropPaint *paint) {
  memcpy(v->at, at, sizeof v->at);
  set_normal(v, normal);
  v->normal[3] = (int8_t)lrintf(127.0f * fminf(fmaxf(paint->sway, 0), 1));
  for (int c = 0; c < 3; c++) v->colour[c] = to_byte(sqrtf(paint->colour[c]));
  v->colour[3] = to_byte(paint->open);
  v->leaf[0] = to_byte(paint->leaf);
  v->leaf[1] = to_byte(paint->ragged);
  v->leaf[2] = to_byte(paint->grass);
  v->leaf[3] = to_byte(paint->needles);
}

uint32_t prop_vertex(PropMeshes *m, const float at[3], const float normal[3], const PropPaint *paint) {
  if (!has_room(m)) return 0;
  prop_vertex_set(&m->vertices[m->vertex_count], at, normal, paint);
  return (uint32_t)m->vertex_count++;
}

void prop_triangle(PropMeshes *m, uint32_t a, uint32_t b, uint32_t c) {
  if (!has_room(m)) return;
  m->indices[m->index_count++] = a;
  m->indices[m->index_count++] = b;
  m->indices[m->index_count++] = c;
}

void prop_smooth(PropMeshes *m, int first, int first_index) {
  const int count = m->vertex_count - first;
  float(*sums)[3] = memory_create((size_t)(count > 0 ? count : 1), sizeof *sums);
  if (m->failed || !sums) {
    m->failed = true;
    memory_free(sums);
    return;
  }
  for (int i = first_index; i < m->index_count; i += 3) {
    const uint32_t *const t = &m->indices[i];
    const float *const a = m->vertices[t[0]].at, *const b = m->vertices[t[1]].at, *const c = m->vertices[t[2]].at;
    const float u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    for (int n = 0; n < 9; n++) /* three axes of three corners */
      sums[t[n / 3] - (uint32_t)first][n % 3] += u[(n + 1) % 3] * v[(n + 2) % 3] - u[(n + 2) % 3] * v[(n + 1) % 3];
  }
  for (int n = 0; n < count; n++) set_normal(&m->vertices[first + n], sums[n]);
  memory_free(sums);
}

/* --- common shapes ------------------------------------------------------------------------------------------------------ */

void prop_branch(PropMeshes *m, const float a[3], const float b[3], float radius_a, float radius_b, int corners, const PropPaint *paint) {
  /* Two axes across a-b. Branches are never along x exactly. */
  const float d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  float u[3] = {0, d[2], -d[1]}, v[3];
  const float length_u = sqrtf(u[1] * u[1] + u[2] * u[2]);
  for (int c = 0; c < 3; c++) u[c] /= fmaxf(length_u, 1e-9f);
  for (int c = 0; c < 3; c++) v[c] = u[(c + 1) % 3] * d[(c + 2) % 3] - u[(c + 2) % 3] * d[(c + 1) % 3];
  const float length_v = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  uint32_t ring[2][8];
  for (int end = 0; end < 2; end++)
    for (int n = 0; n < corners; n++) {
      const float angle = 6.2831853f * (float)n / (float)corners, x = cosf(angle), y = sinf(angle) / fmaxf(length_v, 1e-9f);
      const float radius = end ? radius_b : radius_a;
      float at[3], normal[3];
      for (int c = 0; c < 3; c++) {
        normal[c] = x * u[c] + y * v[c];
        at[c] = (end ? b[c] : a[c]) + radius * normal[c];
      }
      ring[end][n] = prop_vertex(m, at, normal, paint);
    }
  for (int n = 0; n < corners; n++) {
    const int next = (n + 1) % corners;
    prop_triangle(m, ring[0][n], ring[1][n], ring[0][next]);
    prop_triangle(m, ring[1][n], ring[1][next], ring[0][next]);
  }
}

static uint32_t between(PropMeshes *m, int first, uint32_t a, uint32_t b, const PropPaint *paint) {
  float at[3] = {0, 0, 0};
  if (!m->failed)
    for (int c = 0; c < 3; c++) at[c] = m->vertices[a].at[c] + m->vertices[b].at[c];
  const float length = sqrtf(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
  for (int c = 0; c < 3; c++) at[c] /= fmaxf(length, 1e-9f);
  for (int n = first; !m->failed && n < m->vertex_count; n++) {
    const float *other = m->vertices[n].at;
    if (fabsf(other[0] - at[0]) + fabsf(other[1] - at[1]) + fabsf(other[2] - at[2]) < 1e-4f) return (uint32_t)n;
  }
  return prop_vertex(m, at, at, paint);
}

static void subdivide(PropMeshes *m, int first, int first_index, const PropPaint *paint) {
  const int end = m->index_count;
  for (int i = first_index; i < end && !m->failed; i += 3) {
    const uint32_t a = m->indices[i], b = m->indices[i + 1], c = m->indices[i + 2];
    const uint32_t ab = between(m, first, a, b, paint), bc = between(m, first, b, c, paint), ca = between(m, first, c, a, paint);
    if (m->failed) return;
    const uint32_t inner[3] = {ab, bc, ca};
    memcpy(&m->indices[i], inner, sizeof inner);
    prop_triangle(m, a, ab, ca);
    prop_triangle(m, b, bc, ab);
    prop_triangle(m, c, ca, bc);
  }
}

int prop_sphere(PropMeshes *m, int subdivisions, const PropPaint *paint) {
  static const uint8_t faces[20][3] = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                                       {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                                       {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  const int first = m->vertex_count, first_index = m->index_count;
  const float s = 0.5257311f, l = 0.8506508f;
  const float corners[12][3] = {{-s, l, 0},  {s, l, 0},  {-s, -l, 0}, {s, -l, 0}, {0, -s, l},  {0, s, l},
                                {0, -s, -l}, {0, s, -l}, {l, 0, -s},  {l, 0, s},  {-l, 0, -s}, {-l, 0, s}};
  for (int n = 0; n < 12; n++) prop_vertex(m, corners[n], corners[n], paint);
  for (int n = 0; n < 20; n++)
    prop_triangle(m, (uint32_t)first + faces[n][0], (uint32_t)first + faces[n][1], (uint32_t)first + faces[n][2]);
  for (int n = 0; n < subdivisions; n++) subdivide(m, first, first_index, paint);
  return first;
}
