#include "world/ground.h"

#include <math.h>

#include "world/heightmap.h"

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

/* Heights in [0, 1] at (x, z) in shares of the extent. */
static float ground_shape(TerrainKind kind, float x, float z) {
  const float pi = 3.14159265f;
  if (kind == TERRAIN_BUMPS) { /* a few crossing waves, from ripples of ground to hills */
    const float a = sinf(2.0f * pi * (1.7f * x + 0.6f * z) + 0.4f) * sinf(2.0f * pi * (1.9f * z - 0.5f * x) + 1.1f);
    const float b = sinf(2.0f * pi * (4.3f * x - 2.1f * z)) * sinf(2.0f * pi * (3.9f * z + 1.7f * x) + 0.7f);
    return 0.5f + 0.35f * a + 0.15f * b;
  }
  if (kind == TERRAIN_BOWL) {
    const float u = 2.0f * x - 1.0f, v = 2.0f * z - 1.0f;
    return fminf(1.0f, 0.5f * (u * u + v * v));
  }
  if (kind == TERRAIN_BEACH) { /* sea bed in the south, sand that rises to dunes in the north, a bay and a spit */
    const float shore = 0.45f + 0.05f * sinf(2.0f * pi * x + 0.6f) + 0.02f * sinf(6.0f * pi * x);
    const float up = shore - z, dunes = 0.05f * fmaxf(up, 0.0f) * sinf(9.0f * pi * x + 5.0f * z) * sinf(7.0f * pi * z);
    return fmaxf(0.0f, 0.45f + (up > 0.0f ? 0.75f * up : 0.8f * up) + dunes);
  }
  if (kind == TERRAIN_CONE) { /* a mountain with a crater, a notch in its rim and gullies */
    const float u = 2.0f * x - 1.0f, v = 2.0f * z - 1.0f, r = sqrtf(u * u + v * v), turn = atan2f(v, u);
    const float gullies = 0.025f * sinf(7.0f * turn + 3.0f * r) + 0.015f * sinf(13.0f * turn - 5.0f * r);
    const float flank = expf(-2.3f * r) + gullies * fminf(1.0f, 4.0f * r), crater = 0.3f * expf(-60.0f * r * r);
    const float notch = 0.12f * expf(-8.0f * (turn - 1.1f) * (turn - 1.1f) - 60.0f * (r - 0.2f) * (r - 0.2f));
    return fmaxf(0.0f, flank - crater - notch);
  }
  return 0.0f;
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
      if (scene->terrain != TERRAIN_IMAGE) *b = scene->base_m + scene->height_m * ground_shape(scene->terrain, x, z);
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
        if (block_covers(&scene->waters[n], x, z)) depth[at] = fmaxf(depth[at], scene->waters[n].level - terrain[at]);
    }
  return true;
}
