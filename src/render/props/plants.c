/* Trees, bushes, reeds and tufts of grass, and the list of all meshes. */

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "render/props/mesh.h"

static const float tau = 6.2831853f;

/* --- conifers: a trunk, and rings of branches that hang the more the lower they are ---------------------------------------- */

/* The shape of a variety of conifers; lengths in heights of the tree. */
typedef struct Conifer {
  float radius, base; /* of the lowest branches: their length, and how high they begin */
  float droop;        /* of a branch's tip, in its lengths */
  float gap;          /* 0 to 1: how uneven branches are in length */
  float shape;        /* exponent of the outline: 1 a cone, less: fuller */
  float needles[3];
} Conifer;

static const Conifer conifers[PROP_VARIANTS] = {{0.170f, 0.06f, 0.42f, 0.30f, 0.95f, {0.021f, 0.042f, 0.016f}},  /* spruce */
                                                {0.215f, 0.10f, 0.25f, 0.35f, 0.80f, {0.028f, 0.050f, 0.022f}},  /* fir */
                                                {0.200f, 0.34f, 0.10f, 0.55f, 0.55f, {0.038f, 0.058f, 0.022f}}}; /* pine: bare below */

static PropPaint needle_paint(const Conifer *c, float height, float out, float tone) {
  PropPaint p = {
      {0, 0, 0}, (0.28f + 0.72f * out) * (0.55f + 0.45f * height), 0.25f * height + 0.75f * height * height, 1, 0.4f + 0.6f * out, 0, 1};
  for (int n = 0; n < 3; n++) p.colour[n] = c->needles[n] * tone * (0.75f + 0.55f * out);
  return p;
}

/* One branch as a frond: a rib that hangs, with a leaf of three faces on both sides of it. */
static void add_frond(PropMeshes *m, const Conifer *c, float height, float angle, float length, float droop, float tone) {
  const float x = cosf(angle), z = sinf(angle), wide = 0.24f * length, y = height;
  const float places[6][3] = {/* along, across, up */
                              {0.02f, 0, 0.02f},
                              {0.50f * length, wide, -0.38f * droop * length},
                              {0.50f * length, -wide, -0.38f * droop * length},
                              {0.55f * length, 0, -0.12f * droop * length + 0.012f},
                              {length, 0, -droop * length},
                              {0.62f * length, 0, -0.62f * droop * length - 0.022f}};
  uint32_t v[6];
  for (int n = 0; n < 6; n++) {
    const float along = places[n][0], across = places[n][1];
    const float at[3] = {along * x - across * z, y + places[n][2], along * z + across * x};
    const float normal[3] = {x * 0.75f - across / wide * z * 0.4f, n == 5 ? 0.1f : 0.75f, z * 0.75f + across / wide * x * 0.4f};
    const PropPaint paint = needle_paint(c, height, n == 0 ? 0 : n == 4 ? 1 : n == 5 ? 0.35f : 0.7f, tone);
    v[n] = prop_vertex(m, at, normal, &paint);
  }
  static const uint8_t faces[6][3] = {{0, 1, 3}, {0, 3, 2}, {1, 4, 3}, {3, 4, 2}, {0, 3, 5}, {3, 4, 5}};
  for (int n = 0; n < 6; n++) prop_triangle(m, v[faces[n][0]], v[faces[n][1]], v[faces[n][2]]);
}

/* A ring of branches as one ragged skirt that hangs from `rise` above it. */
static void add_skirt(PropMeshes *m, const Conifer *c, float height, float rise, float length, int points, Rng *rng) {
  const PropPaint inner = needle_paint(c, height, 0.25f, 1);
  const float apex[3] = {0, fminf(height + rise, 1), 0}, up[3] = {0, 1, 0}, yaw = rng_range(rng, 0, tau);
  const uint32_t top = prop_vertex(m, apex, up, &inner);
  uint32_t ring[32], count = 0;
  for (int n = 0; n < points; n++) {
    const bool tip = n % 2 == 0;
    const float angle = yaw + tau * ((float)n + rng_range(rng, -0.3f, 0.3f)) / (float)points;
    const float out = length * (tip ? 1.08f - c->gap * rng_range(rng, 0, 1) : 0.56f), x = cosf(angle), z = sinf(angle);
    const float at[3] = {out * x, height - (tip ? c->droop * out : 0.1f * out), out * z}, normal[3] = {x, 0.8f, z};
    const PropPaint paint = needle_paint(c, height, tip ? 1 : 0.4f, rng_range(rng, 0.85f, 1.15f));
    ring[count++] = prop_vertex(m, at, normal, &paint);
  }
  for (uint32_t n = 0; n < count; n++) prop_triangle(m, top, ring[(n + 1) % count], ring[n]);
}

static void build_conifer(PropMeshes *m, int variant, int level, Rng *rng) {
  const Conifer *c = &conifers[variant];
  static const int tiers[PROP_LEVELS] = {17, 10, 5, 1}, points[PROP_LEVELS] = {0, 12, 8, 4};
  static const float fullness[PROP_LEVELS] = {1, 1.05f, 1.1f, 0.95f};
  const float base = level == 3 ? 0.4f * c->base : c->base; /* the farthest have no trunk */
  const float crown = 0.985f - base, step = crown / (float)tiers[level];
  const PropPaint bark = {{0.120f, 0.090f, 0.066f}, 0.75f, 0, 0, 0, 0, 0};
  const float root[3] = {0, -0.05f, 0}, end[3] = {0, level == 2 ? 0.4f : 0.92f, 0.0001f};
  if (level < 3) prop_branch(m, root, end, 0.015f, 0.015f * 0.25f, level == 0 ? 7 : level == 1 ? 4 : 3, &bark);
  for (int tier = 0; tier < tiers[level]; tier++) {
    const float part = ((float)tier + 0.15f) / (float)tiers[level], height = base + crown * part;
    const float length = fullness[level] * c->radius * (0.07f + 0.93f * powf(1 - part, c->shape)) * rng_range(rng, 0.86f, 1.1f);
    if (level > 0) {
      add_skirt(m, c, height, level == 1 ? 0.3f * length + 0.9f * step : 1.45f * step, length, points[level], rng);
      continue;
    }
    const int fronds = 7 + (int)(7 * (1 - part));
    const float yaw = rng_range(rng, 0, tau);
    for (int n = 0; n < fronds; n++)
      add_frond(m, c, height + rng_range(rng, -0.02f, 0.02f), yaw + tau * ((float)n + rng_range(rng, -0.35f, 0.35f)) / (float)fronds,
                length * (1 - c->gap * rng_range(rng, 0, 1)), c->droop * rng_range(rng, 0.7f, 1.3f), rng_range(rng, 0.8f, 1.2f));
  }
  const float foot[3] = {0, 0.93f, 0}, top[3] = {0, 1, 0.0001f};
  const PropPaint tip = needle_paint(c, 1, 0.8f, 1);
  if (level == 0) prop_branch(m, foot, top, 0.012f, 0.001f, 4, &tip);
}

/* --- broadleaf trees: limbs, and clumps of leaves about their ends ------------------------------------------------------------ */

/* A ball of leaves; lengths in heights of the tree. */
typedef struct Clump {
  float at[3], radius, flat; /* flat: its height by its width */
} Clump;

/* The look of a variety's leaves and where its crown is. */
typedef struct Crown {
  float low, high, radius; /* of the whole crown */
  float leaf[3], bark[3];
} Crown;

static const Crown crowns[PROP_VARIANTS] = {{0.26f, 1.0f, 0.34f, {0.052f, 0.088f, 0.020f}, {0.130f, 0.108f, 0.082f}},
                                            {0.18f, 1.0f, 0.25f, {0.070f, 0.110f, 0.026f}, {0.200f, 0.190f, 0.165f}},
                                            {0.30f, 1.0f, 0.40f, {0.040f, 0.074f, 0.019f}, {0.105f, 0.086f, 0.068f}}};

static PropPaint leaf_paint(const float leaf[3], float height, float open, float tone) {
  PropPaint p = {{0, 0, 0}, open, 0.2f * height + 0.6f * height * height, 1, 1, 0, 0};
  for (int n = 0; n < 3; n++) p.colour[n] = leaf[n] * tone;
  return p;
}

/* Darker inside the crown and below. */
static float crown_open(const float at[3], float low, float high, float radius) {
  const float middle = 0.5f * (low + high), up = (at[1] - middle) / (0.5f * (high - low)),
              out = sqrtf(at[0] * at[0] + at[2] * at[2]) / radius;
  return fminf(1, fmaxf(0.34f, 0.40f + 0.32f * (up + 0.5f) + 0.30f * out));
}

/* How a ball of leaves is made: its mesh, how uneven, how dark, and whether the fragment shader may cut holes. */
typedef struct Ball {
  int subdivisions;
  float uneven, light, ragged;
} Ball;

static void add_ball(PropMeshes *m, const Clump *clump, const Crown *crown, Ball ball, Rng *rng) {
  const int subdivisions = ball.subdivisions;
  const PropPaint plain = leaf_paint(crown->leaf, 0, 1, 1);
  const int first = prop_sphere(m, subdivisions, &plain);
  for (int n = first; n < m->vertex_count && !m->failed; n++) {
    PropVertex *v = &m->vertices[n];
    const float far = clump->radius * (1 + ball.uneven * rng_range(rng, -1, 1));
    float at[3], normal[3];
    for (int c = 0; c < 3; c++) {
      normal[c] = v->at[c];
      at[c] = clump->at[c] + far * v->at[c] * (c == 1 ? clump->flat : 1);
    }
    normal[1] += 0.25f;
    const PropPaint paint = leaf_paint(
        crown->leaf, at[1], crown_open(at, crown->low, crown->high, crown->radius) * (0.8f + 0.2f * v->at[1]), rng_range(rng, 0.8f, 1.2f));
    prop_vertex_set(v, at, normal, &paint);
  }
}

static void clump_add_spray(PropMeshes *m, const Clump *clump, const Crown *crown, float size, Rng *rng) {
  float d[3] = {rng_range(rng, -1, 1), rng_range(rng, -0.8f, 1), rng_range(rng, -1, 1)};
  const float length = fmaxf(0.1f, sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
  for (int c = 0; c < 3; c++) d[c] /= length;
  const float far = clump->radius * rng_range(rng, 0.70f, 1.28f);
  const float at[3] = {clump->at[0] + far * d[0], clump->at[1] + far * d[1] * clump->flat, clump->at[2] + far * d[2]};
  float u[3], w[3], along = rng_range(rng, 0.8f, 1.3f) * size;
  for (int c = 0; c < 3; c++) u[c] = rng_range(rng, -1, 1) + 0.3f * d[c];
  u[1] -= 0.35f;
  for (int c = 0; c < 3; c++) w[c] = rng_range(rng, -1, 1);
  const PropPaint paint = leaf_paint(crown->leaf, at[1], crown_open(at, crown->low, crown->high, crown->radius) * (0.85f + 0.25f * d[1]),
                                     rng_range(rng, 0.75f, 1.3f));
  uint32_t v[4];
  for (int n = 0; n < 4; n++) {
    float corner[3];
    for (int c = 0; c < 3; c++)
      corner[c] = at[c] + along * (n == 0 ? -0.7f : n == 2 ? 0.7f : 0) * u[c] + along * (n == 1 ? -0.5f : n == 3 ? 0.5f : 0) * w[c];
    const float normal[3] = {d[0] + 0.3f * u[0], d[1] + 0.35f, d[2] + 0.3f * u[2]};
    v[n] = prop_vertex(m, corner, normal, &paint);
  }
  prop_triangle(m, v[0], v[1], v[2]);
  prop_triangle(m, v[0], v[2], v[3]);
}

/* Leaves about a dark core: single sprays near the eye, farther a shell with holes. */
static void add_clump(PropMeshes *m, const Clump *clump, const Crown *crown, int level, float spray, int sprays, Rng *rng) {
  static const Ball cores[2] = {{1, 0.20f, 0.60f, 0}, {0, 0.15f, 0.55f, 0}}, shell = {1, 0.30f, 1, 1}, whole = {0, 0.28f, 1, 0.9f};
  Clump inner = *clump;
  inner.radius *= level == 0 ? 0.76f : 0.72f;
  if (level < 2) add_ball(m, &inner, crown, cores[level], rng);
  if (level == 1) add_ball(m, clump, crown, shell, rng);
  if (level == 2) add_ball(m, clump, crown, whole, rng);
  for (int n = 0; level < 2 && n < (level == 0 ? sprays : sprays / 7); n++)
    clump_add_spray(m, clump, crown, level == 0 ? spray : 1.9f * spray, rng);
}

/* Adds a vertex of a far crown: `d` as of a unit ball. */
static uint32_t add_far_point(PropMeshes *m, const Crown *crown, const float d[3], Rng *rng) {
  const float middle = 0.5f * (crown->low + crown->high), half = 0.5f * (crown->high - crown->low);
  const float wide = crown->radius * rng_range(rng, 0.92f, 1.12f);
  const float at[3] = {wide * d[0], middle + half * d[1], wide * d[2]}, normal[3] = {d[0], d[1] + 0.25f, d[2]};
  PropPaint paint = leaf_paint(crown->leaf, at[1], crown_open(at, crown->low, crown->high, crown->radius), rng_range(rng, 0.55f, 0.95f));
  paint.ragged = 0;
  return prop_vertex(m, at, normal, &paint);
}

/* Adds the crown as one: two rings of four, the upper half a step further round, and a point above and below. Sixteen faces: with eight, a
 * bush that is drawn small and enlarged is seen to be a diamond. */
static void add_far_crown(PropMeshes *m, const Crown *crown, Rng *rng) {
  static const float up[3] = {0, 1, 0}, down[3] = {0, -0.95f, 0};
  static const float height[2] = {-0.5f, 0.42f}, out[2] = {0.86f, 0.90f};
  uint32_t ring[2][4];
  for (int n = 0; n < 8; n++) {
    const int row = n / 4;
    const float angle = 0.25f * tau * ((float)(n % 4) + 0.5f * (float)row) + 0.3f;
    const float d[3] = {out[row] * cosf(angle), height[row], out[row] * sinf(angle)};
    ring[row][n % 4] = add_far_point(m, crown, d, rng);
  }
  const uint32_t top = add_far_point(m, crown, up, rng), foot = add_far_point(m, crown, down, rng);
  for (int n = 0; n < 4; n++) {
    const int next = (n + 1) % 4;
    prop_triangle(m, top, ring[1][next], ring[1][n]);
    prop_triangle(m, ring[0][next], ring[1][n], ring[1][next]);
    prop_triangle(m, ring[0][n], ring[1][n], ring[0][next]);
    prop_triangle(m, foot, ring[0][n], ring[0][next]);
  }
}

static void build_broadleaf(PropMeshes *m, int variant, int level, Rng *rng) {
  static const int clump_counts[PROP_LEVELS] = {16, 14, 3, 0};
  const Crown *crown = &crowns[variant];
  const PropPaint bark = {{crown->bark[0], crown->bark[1], crown->bark[2]}, 0.8f, 0, 0, 0, 0, 0};
  const float foot[3] = {0, -0.05f, 0}, fork[3] = {0.01f, crown->low + 0.10f, 0.012f};
  prop_branch(m, foot, fork, 0.030f, 0.019f, level == 0 ? 7 : level == 1 ? 4 : 3, &bark);
  if (level == 3) add_far_crown(m, crown, rng);
  /* The dark inside of the crown, which shows through the holes in its leaves. */
  const float half = 0.5f * (crown->high - crown->low);
  const Clump core = {{0, crown->low + 0.95f * half, 0}, 0.82f * crown->radius, 0.88f * half / (0.82f * crown->radius)};
  Rng uneven = {99};
  if (level == 2) add_ball(m, &core, crown, (Ball){0, 0.22f, 0.55f, 0}, &uneven);
  const int clumps = clump_counts[level];
  for (int n = 0; n < clumps; n++) {
    Rng leaves = {rng_next(rng)}; /* of its own, so that the next clump is in the same place at every level of detail */
    const float angle = 2.4f * (float)n + rng_range(rng, -0.4f, 0.4f), part = ((float)n + 0.5f) / (float)clumps;
    const float bulge = sqrtf(fmaxf(0.05f, 1 - (2 * part - 0.9f) * (2 * part - 0.9f) * 0.8f));
    const float out = crown->radius * (level == 2 ? 0.36f : rng_range(rng, 0.45f, 0.80f)) * bulge;
    const float size = crown->radius * (level == 2 ? rng_range(rng, 0.58f, 0.72f) : rng_range(rng, 0.30f, 0.52f));
    const Clump clump = {{out * cosf(angle), crown->low + size * 0.8f + (crown->high - crown->low - size * 1.5f) * part, out * sinf(angle)},
                         size,
                         level == 2 ? 1.0f : rng_range(rng, 0.66f, 0.95f)};
    if (level == 0) prop_branch(m, fork, clump.at, 0.013f, 0.004f, 4, &bark);
    add_clump(m, &clump, crown, level, 0.030f, 56, &leaves);
  }
}

static const Crown bush_leaves[PROP_VARIANTS] = {{0, 1.0f, 0.62f, {0.050f, 0.080f, 0.022f}, {0, 0, 0}},
                                                 {0, 1.0f, 0.70f, {0.070f, 0.088f, 0.034f}, {0, 0, 0}},
                                                 {0, 1.0f, 0.55f, {0.042f, 0.074f, 0.020f}, {0, 0, 0}}};

static void build_bush(PropMeshes *m, int variant, int level, Rng *rng) {
  const Crown *leaves = &bush_leaves[variant];
  if (level == 3) {
    add_far_crown(m, leaves, rng);
    return;
  }
  for (int n = 0; n < (level == 2 ? 2 : 6); n++) {
    const float angle = 2.4f * (float)n, out = n == 0 ? 0 : rng_range(rng, 0.22f, 0.42f),
                size = rng_range(rng, 0.26f, 0.38f) * (level == 2 ? 1.3f : 1);
    const Clump clump = {{out * cosf(angle), size * 0.7f + (n == 0 ? 0.30f : rng_range(rng, 0, 0.22f)), out * sinf(angle)}, size, 0.95f};
    add_clump(m, &clump, leaves, level, 0.075f, 80, rng);
  }
}

/* --- reeds and tufts of grass: bundles of blades that bend outwards ----------------------------------------------------------- */

/* One blade; lengths in heights of the bundle. */
typedef struct Blade {
  float x, z, yaw;       /* foot and the direction in which it bends */
  float height, bend;    /* of its tip: up and outwards */
  float width;           /* at its foot */
  float foot[3], tip[3]; /* colours */
} Blade;

/* Adds a blade of `rows` rows of two vertices below the tip. */
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

static void build_reeds(PropMeshes *m, int variant, int level, Rng *rng) {
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

static void build_tuft(PropMeshes *m, int variant, int level, Rng *rng) {
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

/* --- all meshes: each kind, variant and level by the function that makes its shape ------------------------------------------------- */

bool prop_meshes_build(PropMeshes *meshes) {
  static void (*const builds[PROP_KIND_COUNT])(PropMeshes * m, int variant, int level, Rng *rng) = {
      [PROP_CONIFER] = build_conifer,    [PROP_BROADLEAF] = build_broadleaf, [PROP_BUSH] = build_bush, [PROP_BOULDER] = prop_build_boulder,
      [PROP_STONES] = prop_build_stones, [PROP_REEDS] = build_reeds,         [PROP_TUFT] = build_tuft, [PROP_HUT] = prop_build_hut};
  memset(meshes, 0, sizeof *meshes);
  for (int kind = 0; kind < PROP_KIND_COUNT; kind++)
    for (int variant = 0; variant < PROP_VARIANTS; variant++)
      for (int level = 0; level < PROP_LEVELS; level++) {
        /* Each level has the same seed, so that a variant's levels resemble each other. */
        Rng rng = {(uint64_t)(1 + kind * PROP_VARIANTS + variant) * 7919u};
        const int first = meshes->index_count, first_vertex = meshes->vertex_count;
        builds[kind](meshes, variant, level, &rng);
        meshes->meshes[kind][variant][level] =
            (PropMesh){(uint32_t)first, (uint32_t)(meshes->index_count - first), (uint32_t)(meshes->vertex_count - first_vertex)};
      }
  return !meshes->failed;
}

void prop_meshes_free(PropMeshes *meshes) {
  memory_free(meshes->vertices);
  memory_free(meshes->indices);
  memset(meshes, 0, sizeof *meshes);
}
