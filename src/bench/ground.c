#include "bench/ground.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "base/team.h"

enum { SEED = 20100809, OCTAVES = 6 };

/* A number from -1 to 1 that belongs to a lattice point. */
static float lattice(int x, int z, int octave) {
  Rng rng = {SEED + (uint64_t)octave + ((uint64_t)(uint32_t)x << 8) + ((uint64_t)(uint32_t)z << 36)};
  return rng_range(&rng, -1, 1);
}

static float blend(float a, float b, float t) {
  return a + (b - a) * t * t * (3 - 2 * t);
}

/* Value noise, lattice points smoothly blended: hills 256 cells across and some 20 m high, each octave half as wide and half as high as the
 * one before. */
static float hills(int i, int k) {
  float height = 0, wide = 256, tall = 20;
  for (int octave = 0; octave < OCTAVES; octave++) {
    const float x = (float)i / wide, z = (float)k / wide;
    const int a = (int)floorf(x), b = (int)floorf(z);
    const float u = x - (float)a, north = blend(lattice(a, b, octave), lattice(a + 1, b, octave), u);
    height += tall * blend(north, blend(lattice(a, b + 1, octave), lattice(a + 1, b + 1, octave), u), z - (float)b);
    wide *= 0.5f;
    tall *= 0.5f;
  }
  return height;
}

static int float_order(const void *a, const void *b) {
  const float x = *(const float *)a, y = *(const float *)b;
  return x < y ? -1 : x > y;
}

/* The height that a share of the terrain in columns [i0, i1) lies below. */
static float level_of(const Ground *g, int i0, int i1, float share) {
  enum { SIDE = 64 };
  static float samples[SIDE * SIDE];
  for (int b = 0; b < SIDE; b++)
    for (int a = 0; a < SIDE; a++) samples[b * SIDE + a] = g->terrain[(size_t)(b * g->grid / SIDE * g->grid + i0 + a * (i1 - i0) / SIDE)];
  qsort(samples, SIDE * SIDE, sizeof *samples, float_order);
  return samples[(int)(share * (SIDE * SIDE - 1))];
}

static void fill(Ground *g, int i0, int i1, float level) {
  for (int k = 0; k < g->grid; k++)
    for (int i = i0; i < i1; i++) {
      const size_t at = (size_t)k * (size_t)g->grid + (size_t)i;
      g->depth[at] = fmaxf(0, level - g->terrain[at]);
    }
}

static void hill_rows(void *data, int k0, int k1) {
  const Ground *const g = data;
  for (int k = k0; k < k1; k++)
    for (int i = g->hills_from; i < g->grid; i++) g->terrain[(size_t)k * (size_t)g->grid + (size_t)i] = hills(i, k);
}

static void raise_hills(Ground *g, int i0) {
  g->hills_from = i0;
  team_rows(team_processors(), 0, g->grid, hill_rows, g);
}

/* Half of it dry. Dams every `wide` metres, gone at time 0: the water stands at two levels in turn. */
static void make_terrain(Ground *g, int wide) {
  raise_hills(g, 0);
  const float levels[2] = {level_of(g, 0, g->grid, 0.65f), level_of(g, 0, g->grid, 0.35f)};
  for (int n = 0; n * wide < g->grid; n++) fill(g, n * wide, (n + 1) * wide < g->grid ? (n + 1) * wide : g->grid, levels[n % 2]);
}

static float waves(int i, int k) {
  const float x = (float)i, z = (float)k;
  return 0.5f * sinf(0.31f * x) * sinf(0.23f * z) + 0.3f * sinf(0.11f * x + 0.17f * z) + 0.2f * sinf(0.07f * x - 0.19f * z);
}

/* Makes 2 m of water in blocks of 32 x 32 cells, of which one in ten is land. Blocks and cells have the size of Gritzner's crates and cells
 * on the finest grid of the thesis' tables; a tick takes as many substeps as on that grid. */
static void make_pond(Ground *g) {
  enum { BLOCK = 32, BLOCKS_OCTAVE = 20 };
  g->cell = 1.0f / 64.0f;
  for (int k = 0; k < g->grid; k++)
    for (int i = 0; i < g->grid; i++) {
      const size_t at = (size_t)k * (size_t)g->grid + (size_t)i;
      const bool middle = i / BLOCK == 1 && k / BLOCK == 1; /* small ponds too have some */
      const bool land = middle || lattice(i / BLOCK, k / BLOCK, BLOCKS_OCTAVE) > 0.8f;
      g->terrain[at] = land ? 4 : 0;
      g->depth[at] = land ? 0 : 2 + 0.1f * waves(i, k);
    }
}

/* A basin with waves in the west, a wall, and hills with lakes at rest. With the tiles behind the wall that wait for the
 * waves, three tenths of all work. */
static void make_rest(Ground *g) {
  const int shore = g->grid / 4, wall = shore - 2;
  raise_hills(g, shore);
  fill(g, shore, g->grid, level_of(g, shore, g->grid, 0.5f));
  for (int k = 0; k < g->grid; k++)
    for (int i = 0; i < shore; i++) {
      const size_t at = (size_t)k * (size_t)g->grid + (size_t)i;
      g->terrain[at] = i < wall ? 0 : 100;
      g->depth[at] = i < wall ? 3 + 0.3f * waves(i, k) : 0;
    }
}

/* Makes an open pool without land, as deep as the pond and with its cells. */
static void make_open(Ground *g) {
  g->cell = 1.0f / 64.0f;
  for (int k = 0; k < g->grid; k++)
    for (int i = 0; i < g->grid; i++) g->depth[(size_t)k * (size_t)g->grid + (size_t)i] = 2 + 0.1f * waves(i, k);
}

/* Makes a flat bed, deep water and waves of some decimetres. */
static void make_calm(Ground *g) {
  for (int k = 0; k < g->grid; k++)
    for (int i = 0; i < g->grid; i++) g->depth[(size_t)k * (size_t)g->grid + (size_t)i] = 3 + 0.3f * waves(i, k);
}

/* Makes the same with a wall, south of which the water is at rest: with the tiles, 8 rows high, that wait for the waves, seven tenths sleep. */
static void make_sheltered(Ground *g) {
  const int wall = g->grid * 3 / 10 / 8 * 8 - 10;
  for (int k = 0; k < g->grid; k++)
    for (int i = 0; i < g->grid; i++) {
      const size_t at = (size_t)k * (size_t)g->grid + (size_t)i;
      g->terrain[at] = k == wall ? 100 : 0;
      g->depth[at] = k < wall ? 3 + 0.3f * waves(i, k) : k > wall ? 3 : 0;
    }
}

/* Makes a flat bed with dams between water of 4 m and of 1 m, gone at time 0: so many that bores run everywhere. */
static void make_flat(Ground *g) {
  enum { WIDE = 64 };
  for (int n = 0; n * WIDE < g->grid; n++) fill(g, n * WIDE, (n + 1) * WIDE < g->grid ? (n + 1) * WIDE : g->grid, n % 2 == 0 ? 4 : 1);
}

bool ground_create(Ground *g, const char *name, int grid, Error *error) {
  *g = (Ground){.grid = grid, .cells = (size_t)grid * (size_t)grid, .cell = 1};
  g->terrain = memory_create(g->cells, sizeof *g->terrain);
  g->depth = memory_create(g->cells, sizeof *g->depth);
  if (!g->terrain || !g->depth) return error_set(error, "%s: not enough memory for %d x %d cells", name, grid, grid);
  if (strcmp(name, "pond") == 0)
    make_pond(g);
  else if (strcmp(name, "rest") == 0)
    make_rest(g);
  else if (strcmp(name, "open") == 0)
    make_open(g);
  else if (strcmp(name, "calm") == 0)
    make_calm(g);
  else if (strcmp(name, "sheltered") == 0)
    make_sheltered(g);
  else if (strcmp(name, "flat") == 0)
    make_flat(g);
  else if (strcmp(name, "dam") == 0)
    make_terrain(g, grid / 2);
  else
    make_terrain(g, grid < 256 ? grid / 2 : 128); /* water runs everywhere however large the grid is */
  return true;
}

void ground_destroy(Ground *g) {
  memory_free(g->terrain);
  memory_free(g->depth);
}
