/* Boulders and pebbles: spheres cut by a few planes, as stones break, and worn. */

#include <math.h>

#include "render/props/mesh.h"

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
