#include "scene/ground.h"

#include "base/maths.h"
#include "scene/image/heightmap.h"
#include "scene/shapes.h"

/* Resamples the image to the grid and removes the steps of heights of few bits, on the coarser of the two: smoothing pixels that the
 * grid does not resolve would be wasted. */
static bool ground_smooth(const Scene *scene, Heightmap *map, float *terrain) {
  const int nx = scene->nx, nz = scene->nz;
  const bool steps = map->has_steps, shrinks = (double)map->w * map->h > (double)nx * nz;
  if (steps && !shrinks && !weir_terrain_dequantise(map->heights, map->w, map->h, map->quantum)) return false;
  if (!weir_terrain_resample(map->heights, map->w, map->h, terrain, nx, nz)) return false;
  return !steps || !shrinks || weir_terrain_dequantise(terrain, nx, nz, map->quantum);
}

static bool ground_image(const Scene *scene, float *terrain, Error *error) {
  Heightmap map;
  Error reason;
  bool ok = heightmap_read(scene->image, scene->crop, &map, &reason);
  if (ok && !ground_smooth(scene, &map, terrain)) ok = error_set(&reason, "%s: not enough memory", scene->image);
  heightmap_free(&map);
  if (!ok && scene->image_line) return error_set(error, "%s:%d: image: %s", scene->path, scene->image_line, reason.text);
  if (!ok) return error_set(error, "%s", reason.text);
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
  if (scene->fill_share > 0 && !weir_terrain_fill_pits(terrain, nx, nz, scene->fill_share, scene->fill_min_m, false, depth))
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
