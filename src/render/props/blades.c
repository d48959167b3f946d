/* Reeds and tufts of grass: bundles of blades that bend outwards. */

#include <math.h>

#include "render/props/mesh.h"

static const float tau = 6.2831853f;

/* One blade; lengths in heights of the bundle. */
typedef struct Blade {
  float x, z, yaw;       /* foot and the direction in which it bends */
  float height, bend;    /* of its tip: up and outwards */
  float width;           /* at its foot */
  float foot[3], tip[3]; /* colours */
} Blade;

/* rows of two vertices below the tip */
static void add_blade(PropMeshes *m, const Blade *b, int rows, float grass) {
  const float x = cosf(b->yaw), z = sinf(b->yaw);
  uint32_t left = 0, right = 0;
  for (int row = 0; row <= rows; row++) {
    const float t = (float)row / (float)rows, out = b->bend * t * t, up = b->height * t * (1 - 0.25f * b->bend * t);
    const float half = 0.5f * b->width * (1 - 0.55f * t);
    PropPaint paint = {{0, 0, 0}, 0.30f + 0.70f * fminf(1, 1.2f * t), t * t, 1, 0, grass, 0};
    for (int c = 0; c < 3; c++) paint.colour[c] = b->foot[c] + (b->tip[c] - b->foot[c]) * t;
    /* Lit as the ground is, so that tufts sit in it, with a little of the blade's own face. */
    const float normal[3] = {0.35f * x, 1, 0.35f * z};
    const float place[3] = {b->x + out * x, up, b->z + out * z};
    const float at_left[3] = {place[0] - half * z, up, place[2] + half * x}, at_right[3] = {place[0] + half * z, up, place[2] - half * x};
    if (row == rows) {
      const uint32_t tip = prop_vertex(m, place, normal, &paint);
      prop_triangle(m, left, right, tip);
      return;
    }
    const uint32_t l = prop_vertex(m, at_left, normal, &paint), r = prop_vertex(m, at_right, normal, &paint);
    if (row > 0) {
      prop_triangle(m, left, right, l);
      prop_triangle(m, l, right, r);
    }
    left = l;
    right = r;
  }
}

static void blend(float out[3], const float a[3], const float b[3], float t) {
  for (int c = 0; c < 3; c++) out[c] = a[c] + (b[c] - a[c]) * t;
}

void prop_build_reeds(PropMeshes *m, int variant, int level, Rng *rng) {
  static const float green[3] = {0.050f, 0.082f, 0.020f}, straw[3] = {0.150f, 0.135f, 0.062f}, mud[3] = {0.060f, 0.055f, 0.025f};
  static const int blades[PROP_LEVELS] = {30, 18, 9, 4}, rows[PROP_LEVELS] = {4, 2, 1, 1};
  static const float widths[PROP_LEVELS] = {0.020f, 0.030f, 0.050f, 0.08f};
  for (int n = 0; n < blades[level]; n++) {
    const float angle = 2.4f * (float)n, out = 0.30f * sqrtf(rng_range(rng, 0, 1));
    Blade b = {.x = out * cosf(angle), .z = out * sinf(angle), .yaw = rng_range(rng, 0, tau)};
    b.height = rng_range(rng, 0.62f, 1.0f);
    b.bend = rng_range(rng, 0.05f, 0.34f) * b.height;
    b.width = widths[level];
    blend(b.foot, mud, green, 0.5f);
    blend(b.tip, green, straw, rng_range(rng, 0, 0.5f));
    add_blade(m, &b, rows[level], 0);
    if (level > 1 || n % 5 != variant) continue;
    /* A cat's-tail on its stalk. */
    const PropPaint brown = {{0.058f, 0.032f, 0.016f}, 0.9f, 0.8f, 0, 0, 0, 0}, stalk = {{0.10f, 0.11f, 0.035f}, 0.7f, 0.4f, 1, 0, 0, 0};
    const float foot[3] = {b.x, 0, b.z}, low[3] = {b.x, 0.86f * b.height, b.z + 0.02f}, high[3] = {b.x, 0.99f * b.height, b.z + 0.0225f};
    prop_branch(m, foot, low, 0.004f, 0.004f, 3, &stalk);
    prop_branch(m, low, high, 0.013f, 0.011f, 4, &brown);
  }
}

/* A flower of four petals, seen from above, on a stalk. */
static void add_flower(PropMeshes *m, float x, float z, float height, float radius, const float colour[3]) {
  const PropPaint petal = {{colour[0], colour[1], colour[2]}, 1, 1, 0, 0, 1, 0}, stalk = {{0.07f, 0.10f, 0.03f}, 0.6f, 0.5f, 1, 0, 1, 0};
  const float up[3] = {0, 1, 0}, middle[3] = {x, height, z}, foot[3] = {x, 0, z}, top[3] = {x, height, z + 0.01f};
  const float places[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  const uint32_t centre = prop_vertex(m, middle, up, &petal);
  uint32_t ring[4];
  for (int n = 0; n < 4; n++) {
    const float at[3] = {x + radius * places[n][0], height + 0.3f * radius, z + radius * places[n][1]};
    ring[n] = prop_vertex(m, at, up, &petal);
  }
  for (int n = 0; n < 4; n++) prop_triangle(m, centre, ring[(n + 1) % 4], ring[n]);
  prop_branch(m, foot, top, 0.012f, 0.010f, 3, &stalk);
}

void prop_build_tuft(PropMeshes *m, int variant, int level, Rng *rng) {
  static const float meadow[2][3] = {{0.062f, 0.098f, 0.022f}, {0.128f, 0.150f, 0.045f}}, dry[3] = {0.215f, 0.180f, 0.080f};
  static const int blades[PROP_LEVELS] = {40, 20, 10, 5}, rows[PROP_LEVELS] = {3, 2, 1, 1};
  static const float widths[PROP_LEVELS] = {0.026f, 0.046f, 0.09f, 0.18f};
  for (int n = 0; n < blades[level]; n++) {
    const float angle = 2.4f * (float)n, out = (variant == 2 ? 0.45f : 1.25f) * sqrtf(rng_range(rng, 0, 1));
    Blade b = {.x = out * cosf(angle), .z = out * sinf(angle), .yaw = angle + rng_range(rng, -0.9f, 0.9f)};
    b.height = rng_range(rng, 0.45f, 1.0f);
    b.bend = rng_range(rng, 0.15f, 0.65f) * b.height;
    b.width = widths[level] * rng_range(rng, 0.8f, 1.2f);
    blend(b.foot, meadow[0], meadow[1], rng_range(rng, 0, 0.3f));
    blend(b.tip, meadow[0], meadow[1], rng_range(rng, 0.1f, 0.75f));
    if (variant == 2 || rng_range(rng, 0, 1) < 0.1f) blend(b.tip, b.tip, dry, rng_range(rng, 0.1f, 0.5f));
    add_blade(m, &b, rows[level], 1);
  }
  static const float flowers[2][3] = {{0.60f, 0.58f, 0.53f}, {0.58f, 0.43f, 0.05f}};
  for (int n = 0; variant == 1 && level < 2 && n < 2; n++)
    add_flower(m, rng_range(rng, -1.1f, 1.1f), rng_range(rng, -1.1f, 1.1f), rng_range(rng, 0.6f, 1.1f), 0.05f, flowers[n]);
}
