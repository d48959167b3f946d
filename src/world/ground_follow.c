/* Ground that follows heights from outside while a world runs, such as those of a sensor over a box of sand. Edits are numbered by tiles, as
 * those of heap.c. */
#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "world/world_private.h"

/* The cells [i0, i1) x [k0, k1) of a tile, within the grid. */
typedef struct Part {
  int i0, k0, i1, k1;
} Part;

static Part part_of(const World *world, int i, int k) {
  const Part part = {i * WORLD_GROUND_TILE, k * WORLD_GROUND_TILE, (i + 1) * WORLD_GROUND_TILE, (k + 1) * WORLD_GROUND_TILE};
  return (Part){part.i0, part.k0, part.i1 < world->nx ? part.i1 : world->nx, part.k1 < world->nz ? part.k1 : world->nz};
}

/* Fills in the cells that stay, NaN among the heights. Returns the most by which one of the part differs from the ground as it is, m. */
static float complete(const World *world, const Part *part, const WeirView *ground, float *heights) {
  float most = 0;
  for (int k = part->k0; k < part->k1; k++)
    for (int i = part->i0; i < part->i1; i++) {
      float *const height = &heights[(ptrdiff_t)k * world->nx + i];
      const float now = ground->data[k * ground->stride + i];
      *height = isfinite(*height) ? maths_clampf(*height, -WEIR_TERRAIN_MAX, WEIR_TERRAIN_MAX) : now;
      most = maths_maxf(most, fabsf(*height - now));
    }
  return most;
}

static void keep(const World *world, const Part *part, const WeirView *ground, float *heights) {
  for (int k = part->k0; k < part->k1; k++)
    memcpy(heights + (ptrdiff_t)k * world->nx + part->i0, ground->data + k * ground->stride + part->i0,
           sizeof *heights * (size_t)(part->i1 - part->i0));
}

/* Adds what the part's move will come to. */
static void account(const World *world, const Part *part, const WeirView *ground, const float *heights, GroundLedger *ledger) {
  const WeirView depths = weir_water_depth(world->water);
  const double area = (double)world->cell * (double)world->cell;
  for (int k = part->k0; k < part->k1; k++)
    for (int i = part->i0; i < part->i1; i++) {
      const double rise = (double)heights[(ptrdiff_t)k * world->nx + i] - (double)ground->data[k * ground->stride + i];
      const double depth = (double)depths.data[k * depths.stride + i];
      if (rise > 0) {
        ledger->raised += area * rise;
        ledger->displaced += area * (rise < depth ? rise : depth);
      } else {
        ledger->lowered -= area * rise;
        if (depth > 0) ledger->freed -= area * rise;
      }
    }
}

void world_follow_ground(World *world, float *heights, GroundLedger *ledger) {
  const int tiles_x = world_ground_tiles(world->nx), tiles_z = world_ground_tiles(world->nz);
  const WeirView ground = weir_water_terrain(world->water);
  Part all = {world->nx, world->nz, 0, 0};
  for (int z = 0; z < tiles_z; z++)
    for (int x = 0; x < tiles_x; x++) {
      const Part part = part_of(world, x, z);
      if (complete(world, &part, &ground, heights) < WORLD_GROUND_LEAST) {
        keep(world, &part, &ground, heights);
        continue;
      }
      account(world, &part, &ground, heights, ledger);
      world->ground_edited[(ptrdiff_t)z * tiles_x + x] = world->ground_edits + 1;
      all = (Part){part.i0 < all.i0 ? part.i0 : all.i0, part.k0 < all.k0 ? part.k0 : all.k0, part.i1 > all.i1 ? part.i1 : all.i1,
                   part.k1 > all.k1 ? part.k1 : all.k1};
    }
  if (all.i0 >= all.i1) return;
  world->ground_edits++;
  ledger->moves++;
  weir_water_set_terrain(world->water, 0, all.k0, world->nx, all.k1 - all.k0, heights + (ptrdiff_t)all.k0 * world->nx, NULL);
  bodies_ground_changed(world, all.i0, all.k0, all.i1, all.k1);
}
