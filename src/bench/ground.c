#include "bench/ground.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"

enum { SEED = 20100809, OCTAVES = 6 };

/* --- fractal hills --------------------------------------------------------------------------------------------------- */

/* A number from -1 to 1 that belongs to a lattice point. */
static float lattice(int x, int z, int octave) {
  Rng rng = {SEED + (uint64_t)octave + ((uint64_t)(uint32_t)x << 8) + ((uint64_t)(uint32_t)z << 36)};
  return rng_range(&rng, -1, 1);
}

static float blend(float a, float b, float t) {
  return a + (b - a) * t * t * (3 - 2 * t);
}

/* Value noise: lattice points a unit apart, smoothly blended. */
static float noise(float x, float z, int octave) {
  const int i = (int)floorf(x), k = (int)floorf(z);
  const float u = x - (float)i, v = z - (float)k;
  return blend(blend(lattice(i, k, octave), lattice(i + 1, k, octave), u),
               blend(lattice(i, k + 1, octave), lattice(i + 1, k + 1, octave), u), v);
}

/* Hills 256 cells across and some 20 m high, each octave half as wide and half as high as the one before. */
static float hills(int i, int k) {
  float height = 0, wide = 256, tall = 20;
  for (int octave = 0; octave < OCTAVES; octave++) {
    height += tall * noise((float)i / wide, (float)k / wide, octave);
    wide *= 0.5f;
    tall *= 0.5f;
  }
  return height;
}

/* --- levels ---------------------------------------------------------------------------------------------------------- */

static int float_order(const void *a, const void *b) {
  const float x = *(const float *)a, y = *(const float *)b;
  return x < y ? -1 : x > y;
}

/* The height that a share of the terrain in columns [i0, i1) lies below. */
static float level_of(const BenchGround *g, int i0, int i1, float share) {
  enum { SIDE = 64 };
  static float samples[SIDE * SIDE];
  for (int b = 0; b < SIDE; b++)
    for (int a = 0; a < SIDE; a++) samples[b * SIDE + a] = g->terrain[(size_t)(b * g->grid / SIDE * g->grid + i0 + a * (i1 - i0) / SIDE)];
  qsort(samples, SIDE * SIDE, sizeof *samples, float_order);
  return samples[(int)(share * (SIDE * SIDE - 1))];
}

static void fill(BenchGround *g, int i0, int i1, float level) {
  for (int k = 0; k < g->grid; k++)
    for (int i = i0; i < i1; i++) {
      const size_t at = (size_t)k * (size_t)g->grid + (size_t)i;
      g->depth[at] = fmaxf(0, level - g->terrain[at]);
    }
}

static void raise_hills(BenchGround *g, int i0) {
#pragma omp parallel for schedule(static)
  for (int k = 0; k < g->grid; k++)
    for (int i = i0; i < g->grid; i++) g->terrain[(size_t)k * (size_t)g->grid + (size_t)i] = hills(i, k);
}

/* --- the waters ------------------------------------------------------------------------------------------------------ */

/* Half of it dry. Dams every `wide` metres, gone at time 0: the water stands at two levels in turn. */
static void make_terrain(BenchGround *g, int wide) {
  raise_hills(g, 0);
  const float levels[2] = {level_of(g, 0, g->grid, 0.65f), level_of(g, 0, g->grid, 0.35f)};
  for (int n = 0; n * wide < g->grid; n++) fill(g, n * wide, (n + 1) * wide < g->grid ? (n + 1) * wide : g->grid, levels[n % 2]);
}

static float waves(int i, int k) {
  const float x = (float)i, z = (float)k;
  return 0.5f * sinf(0.31f * x) * sinf(0.23f * z) + 0.3f * sinf(0.11f * x + 0.17f * z) + 0.2f * sinf(0.07f * x - 0.19f * z);
}

/* 2 m of water in blocks of 32 x 32 cells, of which one in ten is land: as large as Gritzner's crates on the finest grid of his tables,
 * with the same size of cell, so that a tick takes as many substeps as there. */
static void make_pond(BenchGround *g) {
  enum { BLOCK = 32, SOME_OTHER_OCTAVE = 20 };
  g->cell = 1.0f / 64.0f;
  for (int k = 0; k < g->grid; k++)
    for (int i = 0; i < g->grid; i++) {
      const size_t at = (size_t)k * (size_t)g->grid + (size_t)i;
      const bool middle = i / BLOCK == 1 && k / BLOCK == 1; /* small ponds too have some */
      const bool land = middle || lattice(i / BLOCK, k / BLOCK, SOME_OTHER_OCTAVE) > 0.8f;
      g->terrain[at] = land ? 4 : 0;
      g->depth[at] = land ? 0 : 2 + 0.1f * waves(i, k);
    }
}

/* A basin with waves in the west, a wall, and hills with lakes at rest. With the tiles behind the wall that wait for the
 * waves, three tenths of all work. */
static void make_rest(BenchGround *g) {
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

bool bench_ground_create(BenchGround *g, const char *name, int grid, Error *error) {
  const size_t cells = (size_t)grid * (size_t)grid;
  *g = (BenchGround){.grid = grid, .cell = 1};
  g->terrain = memory_create(cells, sizeof *g->terrain);
  g->depth = memory_create(cells, sizeof *g->depth);
  if (!g->terrain || !g->depth) return error_set(error, "%s: not enough memory for %d x %d cells", name, grid, grid);
  if (strcmp(name, "pond") == 0)
    make_pond(g);
  else if (strcmp(name, "rest") == 0)
    make_rest(g);
  else if (strcmp(name, "dam") == 0)
    make_terrain(g, grid / 2);
  else
    make_terrain(g, grid < 256 ? grid / 2 : 128); /* water runs everywhere however large the grid is */
  return true;
}

void bench_ground_destroy(BenchGround *g) {
  memory_free(g->terrain);
  memory_free(g->depth);
}
