#include "world/ground.h"

#include "base/maths.h"
#include "world/heightmap.h"
#include "world/shapes.h"

static bool ground_image(const Scene *scene, float *terrain, Error *error) {
  Heightmap map;
  if (!heightmap_read(scene->image, &map, error)) return false;
  bool ok = heightmap_crop(&map, scene->crop) ||
            error_set(error, "%s: the crop leaves fewer than 2 x 2 pixels", scene->image);
  if (ok) {
    /* An 8-bit image on a finer grid would be a staircase. */
    const bool coarse = map.quantum > 1.0f / 4096.0f;
    ok = (!coarse || weir_terrain_dequantise(map.heights, map.w, map.h, map.quantum)) &&
         weir_terrain_resample(map.heights, map.w, map.h, terrain, scene->nx, scene->nz);
    if (!ok) error_set(error, "%s: not enough memory", scene->image);
  }
  heightmap_free(&map);
  const int cells = scene->nx * scene->nz;
  for (int n = 0; ok && n < cells; n++) terrain[n] = scene->base_m + scene->height_m * terrain[n];
  return ok;
}

static bool block_covers(const SceneBlock *block, float x, float z) {
  return x >= block->x0 && x < block->x1 && z >= block->z0 && z < block->z1;
}

bool ground_build(const Scene *scene, float *terrain, float *depth, Error *error) {
  const int nx = scene->nx, nz = scene->nz;
  if (scene->terrain == TERRAIN_IMAGE && !ground_image(scene, terrain, error)) return false;
  for (int k = 0; k < nz; k++)
    for (int i = 0; i < nx; i++) {
      const float x = ((float)i + 0.5f) / (float)nx, z = ((float)k + 0.5f) / (float)nz;
      float *const b = &terrain[(ptrdiff_t)k * nx + i];
      if (scene->terrain != TERRAIN_IMAGE) *b = scene->base_m + scene->height_m * shape_height(scene->terrain, x, z);
      for (int n = 0; n < scene->ground_count; n++)
        if (block_covers(&scene->grounds[n], x, z)) *b = scene->grounds[n].level;
      depth[(ptrdiff_t)k * nx + i] = 0.0f;
    }
  if (scene->fill_share > 0 &&
      !weir_terrain_fill_pits(terrain, nx, nz, scene->fill_share, scene->fill_min_m, false, depth))
    return error_set(error, "%s: not enough memory", scene->path);
  for (int k = 0; k < nz; k++)
    for (int i = 0; i < nx; i++) {
      const float x = ((float)i + 0.5f) / (float)nx, z = ((float)k + 0.5f) / (float)nz;
      const ptrdiff_t at = (ptrdiff_t)k * nx + i;
      for (int n = 0; n < scene->water_count; n++)
        if (block_covers(&scene->waters[n], x, z)) depth[at] = maths_maxf(depth[at], scene->waters[n].level - terrain[at]);
    }
  return true;
}
