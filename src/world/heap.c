/* Ground that is heaped up or dug away while a world runs. World.terrain stays as it began, for views borrow it; the ground as it is now is
 * the water's, and each edit is numbered by the tiles that it changed, so that views and pictures bring only those up to date. */
#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "world/world_private.h"

#define REACH_MAX 50.0f   /* m: ground is raised or dug no further from where it began, or a held button ends in a needle */
#define REACH_SHARE 0.25f /* the same as a share of the grid's shorter side */

/* The cells [i0, i1) x [k0, k1) that a disc may reach; empty where it lies beside the grid. */
typedef struct HeapRect {
  int i0, k0, i1, k1;
} HeapRect;

int world_ground_tiles(int cells) {
  return (cells + WORLD_GROUND_TILE - 1) / WORLD_GROUND_TILE;
}

float world_ground_reach(const World *world) {
  const int shorter = world->nx < world->nz ? world->nx : world->nz;
  return maths_minf(REACH_MAX, REACH_SHARE * (float)shorter * world->cell);
}

static bool is_same_ground(const World *a, const World *b) {
  if (a->nx != b->nx || a->nz != b->nz || a->cell != b->cell || a->ground_edits != b->ground_edits) return false;
  const size_t row = (size_t)a->nx * sizeof(float), tiles = (size_t)world_ground_tiles(a->nx) * (size_t)world_ground_tiles(a->nz);
  if (memcmp(a->terrain, b->terrain, row * (size_t)a->nz) != 0) return false;
  if (memcmp(a->ground_edited, b->ground_edited, tiles * sizeof *a->ground_edited) != 0) return false;
  const WeirView one = weir_water_terrain(a->water), other = weir_water_terrain(b->water);
  for (int z = 0; z < a->nz; z++)
    if (memcmp(one.data + z * one.stride, other.data + z * other.stride, row) != 0) return false;
  return true;
}

void world_share_ground(World *world, const World *before) {
  world->land_version = before->land_version;
  if (is_same_ground(world, before)) world->terrain_version = before->terrain_version;
}

bool heap_create(World *world) {
  const size_t tiles = (size_t)world_ground_tiles(world->nx) * (size_t)world_ground_tiles(world->nz);
  world->ground_edited = memory_create(tiles, sizeof *world->ground_edited);
  return world->ground_edited != NULL;
}

/* Cells from `from` to `to` m along an axis, one more at each end: rounding must leave none out. */
static void cells_between(float from, float to, float cell, int cells, int *first, int *end) {
  *first = (int)maths_clampf(floorf(from / cell) - 1.0f, 0.0f, (float)cells);
  *end = (int)maths_clampf(floorf(to / cell) + 2.0f, 0.0f, (float)cells);
}

/* m: how much of `height` no cell of the disc is too near its limit for. The brush weighs a cell by (1 - r^2/R^2)^2 (weir_water_heap). */
static float height_allowed(const World *world, const HeapRect *rect, float x, float z, float radius, float height) {
  const WeirView ground = weir_water_terrain(world->water);
  const float reach = world_ground_reach(world), disc = maths_maxf(radius, 0.75f * world->cell);
  float allowed = fabsf(height);
  for (int k = rect->k0; k < rect->k1; k++)
    for (int i = rect->i0; i < rect->i1; i++) {
      const float dx = ((float)i + 0.5f) * world->cell - x, dz = ((float)k + 0.5f) * world->cell - z;
      const float t = 1.0f - (dx * dx + dz * dz) / (disc * disc);
      if (!(t > 0)) continue;
      const float moved = ground.data[k * ground.stride + i] - world->terrain[(ptrdiff_t)k * world->nx + i];
      const float room = reach - (height > 0 ? moved : -moved);
      if (t * t * allowed > room) allowed = maths_maxf(room, 0) / (t * t);
    }
  return height > 0 ? allowed : -allowed;
}

void heap_ground(World *world, float x, float z, float radius, float height) {
  const float reach = maths_maxf(radius, world->cell);
  HeapRect rect;
  cells_between(x - reach, x + reach, world->cell, world->nx, &rect.i0, &rect.i1);
  cells_between(z - reach, z + reach, world->cell, world->nz, &rect.k0, &rect.k1);
  if (rect.i0 >= rect.i1 || rect.k0 >= rect.k1) return;
  const float allowed = height_allowed(world, &rect, x, z, radius, height);
  if (!(fabsf(allowed) > 0)) return;
  weir_water_heap(world->water, x, z, radius, allowed);
  const int tiles_x = world_ground_tiles(world->nx);
  world->ground_edits++;
  for (int k = rect.k0 / WORLD_GROUND_TILE; k <= (rect.k1 - 1) / WORLD_GROUND_TILE; k++)
    for (int i = rect.i0 / WORLD_GROUND_TILE; i <= (rect.i1 - 1) / WORLD_GROUND_TILE; i++)
      world->ground_edited[(ptrdiff_t)k * tiles_x + i] = world->ground_edits;
  bodies_ground_changed(world, rect.i0, rect.k0, rect.i1, rect.k1);
}
