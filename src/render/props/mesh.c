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

/* Replaces the normals of the vertices from `first` on by those of the faces from index `first_index` on, weighed by area. */
static void smooth(PropMeshes *m, int first, int first_index) {
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

/* --- stones: spheres cut by a few planes, as stones break, and worn --------------------------------------------------------------- */

enum { CUTS = 9 };

/* A plane that cuts a stone: what lies beyond is gone. */
typedef struct Cut {
  float normal[3], distance;
} Cut;

static void make_cuts(Cut cuts[CUTS], float roundness, Rng *rng) {
  for (int n = 0; n < CUTS; n++) {
    /* Spread evenly over the sphere (a spiral of golden angles), then shaken. */
    const float up = 1 - 2 * ((float)n + 0.5f) / CUTS, flat = sqrtf(1 - up * up), angle = 2.39996f * (float)n + rng_range(rng, -0.6f, 0.6f);
    const float d[3] = {flat * cosf(angle) + rng_range(rng, -0.3f, 0.3f), up + rng_range(rng, -0.3f, 0.3f),
                        flat * sinf(angle) + rng_range(rng, -0.3f, 0.3f)};
    const float length = sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    for (int c = 0; c < 3; c++) cuts[n].normal[c] = d[c] / length;
    cuts[n].distance = roundness + (1 - roundness) * rng_range(rng, 0, 0.9f);
  }
}

static PropPaint stone_paint(const float colour[3], float up, float tone) {
  /* Dust and lichen on top, shade from the ground at the foot. */
  PropPaint p = {{0, 0, 0}, fminf(1, fmaxf(0.35f, 0.68f + 0.45f * up)), 0, 0, 0, 0, 0};
  for (int c = 0; c < 3; c++) p.colour[c] = colour[c] * tone * (0.88f + 0.12f * up);
  return p;
}

/* One stone with its middle at `middle`; half: half its axes. */
static void add_stone(PropMeshes *m, const float middle[3], const float half[3], float roundness, int subdivisions, const float colour[3],
                      Rng *rng) {
  Cut cuts[CUTS];
  make_cuts(cuts, roundness, rng);
  const PropPaint plain = stone_paint(colour, 0, 1);
  const int first_index = m->index_count, first = prop_sphere(m, subdivisions, &plain);
  for (int n = first; n < m->vertex_count && !m->failed; n++) {
    float at[3] = {m->vertices[n].at[0], m->vertices[n].at[1], m->vertices[n].at[2]};
    for (const Cut *cut = cuts; cut < cuts + CUTS; cut++) {
      const float *const across = cut->normal, beyond = at[0] * across[0] + at[1] * across[1] + at[2] * across[2] - cut->distance;
      for (int c = 0; c < 3 && beyond > 0; c++) at[c] -= 0.92f * beyond * across[c];
    }
    const PropPaint paint = stone_paint(colour, at[1], rng_range(rng, 0.90f, 1.10f));
    for (int c = 0; c < 3; c++) at[c] = middle[c] + half[c] * at[c];
    prop_vertex_set(&m->vertices[n], at, at, &paint);
  }
  smooth(m, first, first_index);
}

static const float stone_colours[PROP_VARIANTS][3] = {{0.205f, 0.192f, 0.172f}, {0.235f, 0.210f, 0.175f}, {0.170f, 0.163f, 0.153f}};

void prop_build_boulder(PropMeshes *m, int variant, int level, Rng *rng) {
  static const float halves[PROP_VARIANTS][3] = {{0.50f, 0.36f, 0.42f}, {0.50f, 0.30f, 0.36f}, {0.44f, 0.42f, 0.50f}};
  const float middle[3] = {0, 0.55f * halves[variant][1], 0};
  add_stone(m, middle, halves[variant], 0.52f, 3 - level < 0 ? 0 : 3 - level, stone_colours[variant], rng);
}

void prop_build_stones(PropMeshes *m, int variant, int level, Rng *rng) {
  static const int counts[PROP_LEVELS] = {10, 8, 5, 2};
  for (int n = 0; n < counts[level]; n++) {
    const float angle = 2.4f * (float)n, out = n == 0 ? 0 : rng_range(rng, 0.45f, 1.5f),
                size = n == 0 ? 0.30f : rng_range(rng, 0.07f, 0.26f);
    const float half[3] = {size * rng_range(rng, 0.8f, 1.3f), size * rng_range(rng, 0.35f, 0.7f), size * rng_range(rng, 0.8f, 1.2f)};
    const float middle[3] = {out * cosf(angle), 0.15f * half[1], out * sinf(angle)};
    add_stone(m, middle, half, 0.60f, level == 0 ? 2 : level == 1 ? 1 : 0, stone_colours[(variant + n) % PROP_VARIANTS], rng);
  }
}

/* --- huts of boards under a pitched roof: 1 high at the ridge, which lies along x; they go on a little under the ground, since that slopes - */

/* In heights of the hut: half the ridge's and half the gable's wall, the wall's height, how far the roof stands out, how deep the
 * foundation goes, where the boards begin. */
static const float half_x = 0.62f, half_z = 0.45f, wall = 0.56f, eaves = 0.09f, depth = 0.35f, sill = 0.05f;

/* The looks of a variety: weathered, painted red, plastered. */
typedef struct HutLook {
  float boards[3], roof[3];
} HutLook;

static const HutLook looks[PROP_VARIANTS] = {{{0.165f, 0.120f, 0.080f}, {0.085f, 0.075f, 0.066f}},
                                             {{0.190f, 0.052f, 0.036f}, {0.070f, 0.066f, 0.064f}},
                                             {{0.460f, 0.430f, 0.370f}, {0.175f, 0.080f, 0.050f}}};
static const float stone[3] = {0.190f, 0.180f, 0.165f}, pane[3] = {0.030f, 0.038f, 0.045f}, frame[3] = {0.420f, 0.400f, 0.360f},
                   door[3] = {0.075f, 0.050f, 0.032f};

static PropPaint paint_of(const float colour[3], float tone, float open) {
  return (PropPaint){.colour = {colour[0] * tone, colour[1] * tone, colour[2] * tone}, .open = open};
}

/* A parallelogram from `a` along u and v, which turn anticlockwise as seen from without. */
static void add_face(PropMeshes *m, const float a[3], const float u[3], const float v[3], const PropPaint *paint) {
  const float normal[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
  uint32_t corner[4];
  for (int n = 0; n < 4; n++) {
    float at[3];
    for (int c = 0; c < 3; c++) at[c] = a[c] + (n == 1 || n == 2 ? u[c] : 0) + (n >= 2 ? v[c] : 0);
    corner[n] = prop_vertex(m, at, normal, paint);
  }
  prop_triangle(m, corner[0], corner[1], corner[2]);
  prop_triangle(m, corner[0], corner[2], corner[3]);
}

/* Four upright faces about a middle, from y0 to y1. */
static void add_box(PropMeshes *m, const float middle[2], float out_x, float out_z, float y0, float y1, const PropPaint *paint) {
  const float x = middle[0], z = middle[1], up[3] = {0, y1 - y0, 0};
  add_face(m, (float[3]){x - out_x, y0, z + out_z}, (float[3]){2 * out_x, 0, 0}, up, paint);
  add_face(m, (float[3]){x + out_x, y0, z - out_z}, (float[3]){-2 * out_x, 0, 0}, up, paint);
  add_face(m, (float[3]){x + out_x, y0, z + out_z}, (float[3]){0, 0, -2 * out_z}, up, paint);
  add_face(m, (float[3]){x - out_x, y0, z - out_z}, (float[3]){0, 0, 2 * out_z}, up, paint);
}

/* Boards round the hut, each of its own tone, darker under the eaves and at the foot. */
static void add_walls(PropMeshes *m, const HutLook *look, int boards, Rng *rng) {
  const float origin[2] = {0, 0}, high = (wall - sill) / (float)boards;
  for (int n = 0; n < boards; n++) {
    const float part = ((float)n + 0.5f) / (float)boards, open = 0.9f - 0.35f * part * part;
    const PropPaint paint = paint_of(look->boards, rng_range(rng, 0.82f, 1.14f), open);
    add_box(m, origin, half_x, half_z, sill + high * (float)n, sill + high * (float)(n + 1), &paint);
  }
  const PropPaint foot = paint_of(stone, 1, 0.7f);
  add_box(m, origin, half_x + 0.015f, half_z + 0.015f, -depth, sill, &foot);
}

static void add_gables(PropMeshes *m, const HutLook *look) {
  const PropPaint paint = paint_of(look->boards, 0.96f, 0.75f);
  for (int end = 0; end < 2; end++) {
    const float x = end ? half_x : -half_x, normal[3] = {end ? 1.0f : -1.0f, 0, 0};
    const uint32_t front = prop_vertex(m, (float[3]){x, wall, half_z}, normal, &paint);
    const uint32_t back = prop_vertex(m, (float[3]){x, wall, -half_z}, normal, &paint);
    const uint32_t top = prop_vertex(m, (float[3]){x, 1, 0}, normal, &paint);
    prop_triangle(m, top, end ? front : back, end ? back : front);
  }
}

/* Both slopes of the roof in courses of shingles. */
static void add_roof(PropMeshes *m, const HutLook *look, int courses, Rng *rng) {
  const float steep = (1 - wall) / half_z, far = half_z + eaves, long_side = 2 * (half_x + eaves), step = far / (float)courses;
  for (int n = 0; n < courses; n++) {
    const PropPaint paint = paint_of(look->roof, rng_range(rng, 0.80f, 1.20f), 1);
    const float z = far - step * (float)n, y = 1.012f - steep * z;
    add_face(m, (float[3]){-half_x - eaves, y, z}, (float[3]){long_side, 0, 0}, (float[3]){0, steep * step, -step}, &paint);
    add_face(m, (float[3]){half_x + eaves, y, -z}, (float[3]){-long_side, 0, 0}, (float[3]){0, steep * step, step}, &paint);
  }
}

/* A rectangle on the wall that faces z, or the one opposite. */
static void add_panel(PropMeshes *m, float x, float y, float wide, float high, float out, bool behind, const float colour[3]) {
  const PropPaint paint = paint_of(colour, 1, 0.75f);
  const float side = behind ? -1.0f : 1.0f;
  add_face(m, (float[3]){x - side * 0.5f * wide, y, side * (half_z + out)}, (float[3]){side * wide, 0, 0}, (float[3]){0, high, 0}, &paint);
}

static void add_window(PropMeshes *m, float x, bool behind) {
  add_panel(m, x, 0.235f, 0.20f, 0.20f, 0.008f, behind, frame);
  add_panel(m, x, 0.255f, 0.16f, 0.16f, 0.014f, behind, pane);
}

void prop_build_hut(PropMeshes *m, int variant, int level, Rng *rng) {
  static const int boards[PROP_LEVELS] = {9, 5, 3, 1}, courses[PROP_LEVELS] = {7, 4, 2, 1};
  const HutLook *const look = &looks[variant];
  add_walls(m, look, boards[level], rng);
  add_gables(m, look);
  add_roof(m, look, courses[level], rng);
  if (level == PROP_LEVELS - 1) return;
  add_panel(m, -0.06f, sill, 0.19f, 0.38f, 0.008f, false, door);
  add_window(m, -0.40f, false);
  add_window(m, 0.34f, false);
  add_window(m, 0.05f, true);
  const PropPaint chimney = paint_of(stone, 0.9f, 0.95f);
  add_box(m, (const float[2]){0.32f, -0.14f}, 0.07f, 0.07f, 0.70f, 1.12f, &chimney);
}
