/* The ground of a scene: an image, or a shape that the scene names by a word, each a formula, the same on any grid. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "scene/ground_file.h"
#include "scene/reading.h"
#include "scene/scene.h"

static const float pi = 3.14159265f;

/* 0 at `low` and beyond, 1 at `high` and beyond, smooth in between; low may be the greater one. */
static float ramp(float low, float high, float value) {
  const float t = maths_clampf((value - low) / (high - low), 0.0f, 1.0f);
  return t * t * (3.0f - 2.0f * t);
}

/* A Gaussian: 1 at 0, 1/e at 1. */
static float bell(float value) {
  return maths_expf(-value * value);
}

static float lattice(int i, int k) {
  uint32_t n = (uint32_t)i * 374761393u + (uint32_t)k * 668265263u;
  n = (n ^ (n >> 13)) * 1274126177u;
  return (float)((n ^ (n >> 16)) & 0xffffu) / 32767.5f - 1.0f;
}

/* Smooth noise in [-1, 1], one lump a unit. */
static float lumps(float x, float z) {
  const int i = (int)floorf(x), k = (int)floorf(z);
  const float u = ramp(0, 1, x - (float)i), v = ramp(0, 1, z - (float)k);
  const float north = lattice(i, k) + u * (lattice(i + 1, k) - lattice(i, k));
  const float south = lattice(i, k + 1) + u * (lattice(i + 1, k + 1) - lattice(i, k + 1));
  return north + v * (south - north);
}

/* Weathered land: three octaves of noise. */
static float rolling(float x, float z) {
  return 0.55f * lumps(x, z) + 0.28f * lumps(2.1f * x + 3.7f, 2.1f * z + 1.3f) + 0.17f * lumps(4.3f * x, 4.3f * z + 5.1f);
}

/* A few crossing waves, from ripples of ground to hills. */
static float bumps(float x, float z) {
  const float a = maths_sinf(2.0f * pi * (1.7f * x + 0.6f * z) + 0.4f) * maths_sinf(2.0f * pi * (1.9f * z - 0.5f * x) + 1.1f);
  const float b = maths_sinf(2.0f * pi * (4.3f * x - 2.1f * z)) * maths_sinf(2.0f * pi * (3.9f * z + 1.7f * x) + 0.7f);
  return 0.5f + 0.35f * a + 0.15f * b;
}

static float bowl(float x, float z) {
  const float u = 2.0f * x - 1.0f, v = 2.0f * z - 1.0f;
  return maths_minf(1.0f, 0.5f * (u * u + v * v));
}

/* Sea bed in the south, sand that rises to dunes in the north, a bay and a spit. */
static float beach(float x, float z) {
  const float shore = 0.45f + 0.05f * maths_sinf(2.0f * pi * x + 0.6f) + 0.02f * maths_sinf(6.0f * pi * x);
  const float up = shore - z, dunes = 0.05f * maths_maxf(up, 0.0f) * maths_sinf(9.0f * pi * x + 5.0f * z) * maths_sinf(7.0f * pi * z);
  return maths_maxf(0.0f, 0.45f + (up > 0.0f ? 0.75f * up : 0.8f * up) + dunes);
}

/* A mountain with a crater, a notch in its rim and gullies. */
static float cone(float x, float z) {
  const float u = 2.0f * x - 1.0f, v = 2.0f * z - 1.0f, r = sqrtf(u * u + v * v), turn = maths_atan2f(v, u);
  const float gullies = 0.025f * maths_sinf(7.0f * turn + 3.0f * r) + 0.015f * maths_sinf(13.0f * turn - 5.0f * r);
  const float flank = maths_expf(-2.3f * r) + gullies * maths_minf(1.0f, 4.0f * r), crater = 0.3f * maths_expf(-60.0f * r * r);
  const float notch = 0.12f * maths_expf(-8.0f * (turn - 1.1f) * (turn - 1.1f) - 60.0f * (r - 0.2f) * (r - 0.2f));
  return maths_maxf(0.0f, flank - crater - notch);
}

/* A smooth hill among higher ones, with a dished top that spills south-east into a brook. */
static float hill(float x, float z) {
  const float u = x - 0.40f, v = z - 0.36f, r = sqrtf(u * u + v * v);
  /* Along the brook, and off its axis. */
  const float along = 0.77f * u + 0.64f * v, winding = 0.035f * maths_sinf(14.0f * along), off = 0.77f * v - 0.64f * u - winding;
  const float dome = 0.375f * bell(r / 0.40f), dish = 0.10f * bell(r / 0.060f);
  const float rough = 0.025f * rolling(7.0f * x, 7.0f * z) * ramp(0.06f, 0.22f, r);
  const float apart = ramp(-0.05f, 0.45f, r - 1.15f * along); /* the hills behind leave the foot of the brook open */
  const float behind = 1.15f * ramp(0.28f, 0.60f, r) * apart * (0.70f + 0.85f * rolling(5.0f * x + 2.0f, 5.0f * z));
  const float ground = 0.083f + dome + behind + rough - dish;
  /* The brook's bed `way` along it, 0 at the spill and 1 at the foot: benches, and chutes between them. */
  const float way = (along - 0.06f) / 0.44f, width = 0.036f + 0.02f * maths_maxf(way, 0.0f);
  const float falls = 0.012f * maths_sinf(6.0f * pi * way) * ramp(1.15f, 0.95f, way);
  const float bed = 0.392f - 0.282f * maths_minf(way, 1.0f) + falls - 0.110f * maths_maxf(way - 1.0f, 0.0f);
  if (bed > ground || along < 0.0f) return maths_maxf(0.0f, ground);
  return maths_maxf(0.0f, ground + (bed - ground) * ramp(1.45f, 0.55f, fabsf(off) / width + 0.10f * lumps(24.0f * x, 24.0f * z)));
}

/* --- rivers -------------------------------------------------------------------------------------------------------------
 * Heights in twentieths: with a height of 20 m the bed is at 1 m, the banks at 4 m, and the bed falls by 0.4 m on its way
 * from west to east. */

/* A river's course, in shares of the extent; a constant of its scene's shape. */
typedef struct River {
  float middle, bend; /* z of its middle at the inflow; amplitude of its bends */
  float half;         /* half its width between the banks */
} River;

static float river_middle(const River *r, float x) {
  return r->middle + r->bend * maths_sinf(2.0f * pi * (0.95f * x + 0.08f)) + 0.22f * r->bend * maths_sinf(2.0f * pi * (2.3f * x + 0.35f));
}

/* Distance of a place from the river's middle, in half widths, measured at right angles to the stream. */
static float river_off(const River *r, float x, float z) {
  const float dx = 0.002f, lean = (river_middle(r, x + dx) - river_middle(r, x - dx)) / (2.0f * dx);
  return (z - river_middle(r, x)) / (r->half * sqrtf(1.0f + lean * lean));
}

/* Height of the valley around the river: meadows, then slopes with spurs between their gullies. */
static float river_valley(float x, float z, float off) {
  const float meadow = 0.205f + 0.010f * fabsf(off) + 0.014f * rolling(9.0f * x, 9.0f * z);
  const float spurs = 0.80f + 0.75f * rolling(4.6f * x + 1.0f, 4.6f * z + 0.4f);
  return meadow + 1.05f * ramp(1.7f, 5.6f, fabsf(off)) * spurs;
}

static float river_ground(const River *r, float x, float z) {
  const float off = river_off(r, x, z), valley = river_valley(x, z, off);
  const float bed = 0.050f - 0.020f * x + 0.006f * maths_sinf(7.0f * off + 19.0f * x) * ramp(1.0f, 0.4f, fabsf(off));
  return bed + (valley - bed) * ramp(0.42f, 1.12f, fabsf(off) + 0.06f * lumps(22.0f * x, 22.0f * z));
}

/* An old arm leaves the river, bends round a meadow and comes back: dry until the river stands a metre higher. */
static float river(float x, float z) {
  const River r = {.middle = 0.44f, .bend = 0.105f, .half = 0.105f};
  const float ground = river_ground(&r, x, z), t = (x - 0.30f) / 0.46f;
  if (t <= 0.0f || t >= 1.0f) return ground;
  const float off = (z - river_middle(&r, x) - 0.27f * maths_powf(maths_sinf(pi * t), 0.8f)) / 0.055f;
  const float bed = 0.150f - 0.030f * t;
  return bed < ground ? ground + (bed - ground) * ramp(1.25f, 0.40f, fabsf(off)) : ground;
}

/* A straighter river with a bar of gravel across it; a track comes down both banks to it. */
static float ford(float x, float z) {
  const River r = {.middle = 0.50f, .bend = 0.050f, .half = 0.125f};
  const float ground = river_ground(&r, x, z), off = fabsf(river_off(&r, x, z));
  const float across = (x - 0.52f - 0.015f * (z - 0.5f)) / 0.045f + 0.22f * lumps(16.0f * x, 16.0f * z);
  const float track = 0.098f + 0.102f * ramp(0.55f, 1.35f, off) + 0.004f * lumps(40.0f * x, 40.0f * z);
  const float bar = ramp(1.0f, 0.35f, fabsf(across)), cut = off < 2.4f ? bar * ramp(2.4f, 2.0f, off) : 0.0f;
  return ground + (track - ground) * (off < 0.8f ? bar : cut);
}

/* A lake behind a gorge, and the valley below it: the bed lies level above the gorge, falls by 1.6 m through the valley and is crossed
 * by a track on a bar near its end; a meadow wide enough for a hamlet lies a metre above the stream, on its north bank. */
static float gorge(float x, float z) {
  const River r = {.middle = 0.47f, .bend = 0.045f, .half = 0.050f};
  const float off = river_off(&r, x, z), away = fabsf(off);
  const float below = ramp(0.36f, 0.44f, x), bed = 0.140f - 0.080f * ramp(0.38f, 1.05f, x);
  const float north = ramp(0.40f, 0.50f, x) * ramp(-0.5f, -1.0f, off); /* the side of the hamlet */
  const float meadow = bed + 0.062f + 0.010f * rolling(9.0f * x, 9.0f * z) + 0.006f * maths_minf(away, 6.0f);
  const float spurs = 0.85f + 0.55f * rolling(4.2f * x + 0.3f, 4.2f * z + 1.1f);
  const float slope = 1.10f * ramp(1.9f + 3.6f * north, 8.0f + 2.0f * north, away) * spurs;
  const float basin = bed + 0.020f * away + 0.95f * ramp(2.6f, 8.5f, away) * spurs; /* of the lake */
  const float wall = (0.40f + 0.12f * rolling(7.0f * z + 0.2f, 5.0f * z)) * bell((x - 0.385f) / 0.038f) *
                     ramp(0.85f, 2.1f, away + 0.12f * lumps(26.0f * x, 26.0f * z));
  const float valley = basin + below * (meadow + slope - basin);
  const float across = (x - 0.84f) / 0.030f + 0.22f * lumps(16.0f * x, 16.0f * z), bar = ramp(1.0f, 0.35f, fabsf(across));
  const float ground = bed + (valley - bed) * ramp(0.42f, 1.12f, away + 0.06f * lumps(22.0f * x, 22.0f * z));
  const float track = bed + 0.018f + (0.062f - 0.018f) * ramp(0.5f, 1.5f, away);
  return maths_maxf(ground, bed + wall) + (track - ground) * bar * ramp(2.6f, 2.2f, away) * below;
}

/* --- shores -----------------------------------------------------------------------------------------------------------------
 * Heights in twentieths above a base of -6 m: with a height of 20 m the sea, to the south, stands at 0 m. */

static float metres(float height) {
  return (height + 6.0f) / 20.0f;
}

/* A harbour between a quay to the north and a mole to the south, with a gap in it whose bed is a sill; a little beach lies in its east, which takes
 * the waves that have come in. */
static float harbour(float x, float z) {
  const float rough = rolling(11.0f * x, 8.0f * z);
  const float floor = -4.6f + 0.5f * rolling(4.0f * x, 3.0f * z) - 0.6f * ramp(0.6f, 0.9f, z);
  const float quay = 1.5f + 2.2f * ramp(0.13f, 0.0f, z) * (1.0f + 0.8f * rough), north = ramp(0.215f, 0.205f, z);
  const float west = ramp(0.155f, 0.055f, x + 0.018f * maths_sinf(13.0f * z) + 0.02f * rough);
  const float east = ramp(0.76f, 0.96f, x - 0.012f * maths_sinf(11.0f * z) + 0.02f * rough);
  const float coast = ramp(0.80f, 0.55f, z); /* the land on both sides ends there, in headlands */
  const float land = maths_maxf(west, east) * coast, hill = 2.3f + 3.0f * maths_maxf(west, east) + 1.6f * rough;
  const float off = fabsf(z - 0.545f - 0.022f * maths_sinf(pi * (x - 0.1f))), slope = ramp(0.062f, 0.016f, off);
  const float gap = ramp(0.052f, 0.082f, fabsf(x - 0.50f)), reaches = ramp(0.96f, 0.90f, x) * ramp(0.03f, 0.09f, x);
  const float mole = (-2.0f + 3.4f * gap + 0.25f * lumps(70.0f * x, 50.0f * z)) * slope + floor * (1.0f - slope);
  float ground = floor + (maths_maxf(mole, floor) - floor) * reaches;
  ground += (hill - ground) * land;
  return metres(maths_maxf(ground, quay * north + ground * (1.0f - north)));
}

/* A bay behind a headland that comes from the west; before it a shoal, on which waves break, and a beach all round. */
static float bay(float x, float z) {
  const float rough = rolling(8.0f * x, 6.0f * z);
  const float shore =
      0.30f + 0.10f * maths_sinf(pi * maths_clampf((x - 0.15f) / 0.85f, 0.0f, 1.0f)) * -1.0f + 0.012f * maths_sinf(17.0f * x);
  const float up = shore - z;
  const float sand = up > 0.0f ? 9.0f * up + 14.0f * up * up * (1.0f + rough) : maths_maxf(15.0f * up, -5.6f - 0.3f * rough);
  const float u = (x - 0.10f) / 0.27f,
              v = (z - 0.50f - 0.05f * maths_sinf(5.0f * x)) / (0.115f - 0.07f * maths_clampf(x / 0.4f, 0.0f, 1.0f));
  const float head = ramp(1.5f, 0.55f, sqrtf(maths_maxf(u, 0.0f) * maths_maxf(u, 0.0f) + v * v) + 0.12f * lumps(26.0f * x, 19.0f * z));
  const float rock = -5.6f + head * (9.4f + 2.6f * rough);
  const float shoal_x = (x - 0.68f) / 0.10f, shoal_z = (z - 0.52f) / 0.085f;
  const float shoal = 4.5f * bell(sqrtf(shoal_x * shoal_x + shoal_z * shoal_z));
  return metres(maths_maxf(maths_maxf(sand, rock), maths_minf(sand + shoal, maths_maxf(sand, -0.9f))));
}

/* The shapes: each returns its height as a share of the scene's height, mostly in [0, 1]; x and z are shares of the extent. */
static float (*const shapes[])(float x, float z) = {
    [TERRAIN_BUMPS] = bumps, [TERRAIN_BOWL] = bowl, [TERRAIN_BEACH] = beach, [TERRAIN_CONE] = cone,       [TERRAIN_HILL] = hill,
    [TERRAIN_RIVER] = river, [TERRAIN_FORD] = ford, [TERRAIN_GORGE] = gorge, [TERRAIN_HARBOUR] = harbour, [TERRAIN_BAY] = bay};

/* --- the whole ground ------------------------------------------------------------------------------------------------------ */

/* Copies a map, whose steps are to be smoothed. Returns false if memory runs out. */
static bool map_copy(const Heightmap *map, Heightmap *copy) {
  const size_t bytes = (size_t)map->w * (size_t)map->h * sizeof *map->heights;
  *copy = *map;
  copy->heights = memory_create(bytes, 1);
  if (copy->heights) memcpy(copy->heights, map->heights, bytes);
  return copy->heights != NULL;
}

/* Resamples the image to the grid and removes the steps of heights of few bits, on the coarser of the two: smoothing pixels that the
 * grid does not resolve would be wasted. */
static bool ground_image(const Scene *scene, const OwnGroundFile *file, float *terrain, Error *error) {
  Heightmap map = {0};
  Error reason;
  const int nx = scene->nx, nz = scene->nz, cells = nx * nz;
  const HeightmapReading reading = scene_image_reading(scene);
  const Heightmap *from = ground_file_map(file, scene->image, &reading);
  bool ok = from || heightmap_read(scene->image, &reading, &map, &reason);
  if (!from) from = &map;
  if (ok) {
    const bool shrinks = (double)from->w * from->h > (double)cells, fine = from->has_steps && !shrinks, coarse = from->has_steps && shrinks;
    if (fine && from != &map) ok = map_copy(from, &map), from = &map;
    ok = ok && (!fine || weir_terrain_dequantise(map.heights, map.w, map.h, map.quantum)) &&
         weir_terrain_resample(from->heights, from->w, from->h, terrain, nx, nz) &&
         (!coarse || weir_terrain_dequantise(terrain, nx, nz, from->quantum));
    if (!ok) error_set(&reason, "%s: not enough memory", scene->image);
  }
  heightmap_free(&map);
  if (!ok && scene->image_line) return error_set(error, "%s:%d: image: %s", scene->path, scene->image_line, reason.text);
  if (!ok) return error_set(error, "%s", reason.text);
  for (int n = 0; n < cells; n++) terrain[n] = scene->base_m + scene->height_m * terrain[n];
  return true;
}

static bool block_covers(const SceneBlock *block, float x, float z) {
  return x >= block->x0 && x < block->x1 && z >= block->z0 && z < block->z1;
}

bool ground_build(const Scene *scene, const OwnGroundFile *file, float *terrain, float *depth, Error *error) {
  const int nx = scene->nx, nz = scene->nz;
  float (*const shape)(float x, float z) = shapes[scene->terrain];
  if (scene->terrain == TERRAIN_IMAGE && !ground_image(scene, file, terrain, error)) return false;
  for (int k = 0; k < nz; k++)
    for (int i = 0; i < nx; i++) {
      const float x = ((float)i + 0.5f) / (float)nx, z = ((float)k + 0.5f) / (float)nz;
      float *const b = &terrain[(ptrdiff_t)k * nx + i];
      if (scene->terrain != TERRAIN_IMAGE) *b = scene->base_m + scene->height_m * (shape ? shape(x, z) : 0.0f);
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
