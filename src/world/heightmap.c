#include "world/heightmap.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <stb_image.h>

#include "base/memory.h"

enum { SIDE_MAX = 16384 };

/* Says why before stb does: a missing file and a file that is no image are two different mistakes. */
static bool heightmap_probe(const char *path, Error *error) {
  FILE *file = fopen(path, "rb");
  if (!file) return error_set(error, "%s: %s", path, strerror(errno));
  int w = 0, h = 0, channels = 0;
  const bool image = stbi_info_from_file(file, &w, &h, &channels);
  fclose(file);
  if (!image) return error_set(error, "%s: not an image that can be read (PNG, JPEG, BMP or TGA)", path);
  if (w < 2 || h < 2 || w > SIDE_MAX || h > SIDE_MAX)
    return error_set(error, "%s: %d x %d pixels; a heightmap has 2 to %d a side", path, w, h, SIDE_MAX);
  return true;
}

bool heightmap_read(const char *path, Heightmap *map, Error *error) {
  *map = (Heightmap){0};
  if (!heightmap_probe(path, error)) return false;
  const bool deep = stbi_is_16_bit(path);
  int channels = 0;
  void *pixels = deep ? (void *)stbi_load_16(path, &map->w, &map->h, &channels, 1)
                      : (void *)stbi_load(path, &map->w, &map->h, &channels, 1);
  if (!pixels) return error_set(error, "%s: damaged image (%s)", path, stbi_failure_reason());
  const size_t count = (size_t)map->w * (size_t)map->h;
  map->quantum = deep ? 1.0f / 65535.0f : 1.0f / 255.0f;
  map->heights = memory_create(count, sizeof *map->heights);
  for (size_t n = 0; map->heights && n < count; n++)
    map->heights[n] = map->quantum * (float)(deep ? ((uint16_t *)pixels)[n] : ((uint8_t *)pixels)[n]);
  stbi_image_free(pixels);
  return map->heights ? true : error_set(error, "%s: not enough memory", path);
}

void heightmap_free(Heightmap *map) {
  memory_free(map->heights);
  *map = (Heightmap){0};
}

static int crop_index(float share, int count) {
  const int at = (int)(share * (float)count + 0.5f);
  return at < 0 ? 0 : at > count ? count : at;
}

bool heightmap_crop(Heightmap *map, const float crop[4]) {
  int x0 = crop_index(crop[0], map->w), x1 = crop_index(crop[2], map->w);
  int z0 = crop_index(crop[1], map->h), z1 = crop_index(crop[3], map->h);
  if (x1 - x0 < 2 || z1 - z0 < 2) return false;
  for (int k = z0; k < z1; k++)
    memmove(map->heights + (ptrdiff_t)(k - z0) * (x1 - x0), map->heights + (ptrdiff_t)k * map->w + x0,
            sizeof *map->heights * (size_t)(x1 - x0));
  map->w = x1 - x0;
  map->h = z1 - z0;
  return true;
}
