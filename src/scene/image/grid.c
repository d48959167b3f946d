/* Grids of programs for maps as heightmaps. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "scene/image/heightmap.h"

/* Returns the step of heights in metres if all are multiples of it: a metre, or a tenth; 0: of none. */
static float step_of(const float *values, size_t count) {
  static const double steps[] = {1, 0.1};
  for (int s = 0; s < 2; s++) {
    size_t n = 0;
    while (n < count) {
      const double times = (double)values[n] / steps[s];
      if (!isnan(times) && fabs(times - round(times)) > 1e-3) break;
      n++;
    }
    if (n == count) return (float)steps[s];
  }
  return 0;
}

/* Takes the grey samples of a picture as shares of white, and finds their step. */
static bool grey_shares(Heightmap *map) {
  const size_t count = (size_t)map->w * (size_t)map->h;
  const float white = map->bits == 16 ? 65535.0f : 255.0f;
  ValueSet *const values = values_create(map->bits);
  if (!values) return false;
  for (size_t n = 0; n < count; n++)
    if (!isnan(map->heights[n])) values_add(values, (uint32_t)map->heights[n]);
  map->quantum = (float)values_step(values) / white;
  for (size_t n = 0; n < count; n++) map->heights[n] *= 1.0f / white;
  memory_free(values);
  return true;
}

/* Keeps columns [x0, x1) and rows [z0, z1) of a grid, whose values it takes where they are the whole. Returns false if memory runs out. */
static bool part_take(GeoGrid *grid, int x0, int x1, int z0, int z1, Heightmap *map) {
  map->w = x1 - x0, map->h = z1 - z0;
  if (map->w == grid->w && map->h == grid->h) {
    map->heights = grid->values;
    grid->values = NULL;
    return true;
  }
  map->heights = memory_create((size_t)map->w * (size_t)map->h, sizeof *map->heights);
  for (int k = 0; k < map->h && map->heights; k++)
    memcpy(map->heights + (size_t)k * (size_t)map->w, grid->values + (size_t)(z0 + k) * (size_t)grid->w + x0,
           sizeof *map->heights * (size_t)map->w);
  return map->heights;
}

/* Takes the part that is asked for out of a grid. */
static bool part_read(const char *path, GeoGrid *grid, const HeightmapReading *reading, Heightmap *map, Error *error) {
  const float *const crop = reading->crop;
  const int x0 = crop_index(crop[0], grid->w), x1 = crop_index(crop[2], grid->w);
  const int z0 = crop_index(crop[1], grid->h), z1 = crop_index(crop[3], grid->h);
  if (x1 - x0 < 2 || z1 - z0 < 2)
    return error_set(error, "%s: the crop leaves fewer than 2 x 2 of its %d x %d values", path, grid->w, grid->h);
  map->kind = grid->grey_bits ? HEIGHTMAP_GREY : HEIGHTMAP_METRES;
  map->bits = grid->bits, map->by = grid->by;
  map->frame = grid->frame;
  map->frame.west += x0 * grid->frame.cell_x, map->frame.north -= z0 * grid->frame.cell_z;
  if (!geo_cell_metres(&map->frame, z1 - z0, map->cell_m)) map->cell_m[0] = map->cell_m[1] = 0;
  bool ok = part_take(grid, x0, x1, z0, z1, map);
  const size_t count = (size_t)map->w * (size_t)map->h;
  for (size_t n = 0; n < count && ok; n++) map->empty += isnan(map->heights[n]);
  if (ok && (size_t)map->empty == count) return error_set(error, "%s: not one of its %d x %d values is a height", path, map->w, map->h);
  if (ok && grid->grey_bits)
    ok = grey_shares(map);
  else if (ok)
    map->quantum = step_of(map->heights, count);
  /* A lone peak of a grid in metres is a dyke or a tower; what is missing there is marked. */
  return ok ? heightmap_finish(path, reading->missing, !grid->grey_bits, map, error) : error_set(error, "%s: not enough memory", path);
}

bool grid_read(const char *path, GeoKind kind, const HeightmapReading *reading, Heightmap *map, Error *error) {
  const GeoReading wanted = {HEIGHTMAP_SIDE_MAX, HEIGHTMAP_PIXELS_MAX, reading->raw_w, reading->raw_h, reading->progress};
  GeoGrid grid;
  if (!geo_read(path, kind, &wanted, &grid, error)) return false;
  map->file = kind;
  const bool read = part_read(path, &grid, reading, map, error);
  geo_free(&grid);
  return read;
}
