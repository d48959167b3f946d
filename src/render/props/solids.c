/* Props that are solid: boulders, pebbles and huts. */

#include <math.h>

#include "render/props/mesh.h"

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
  prop_smooth(m, first, first_index);
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
