/* A file of heights that is read once: for the question how it is to become a ground, and for the ground. */
#include "scene/ground_file.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"

static const char *last_part(const char *path) {
  const char *const slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

OwnGroundFile *own_ground_read(const OwnGround *own, const GeoProgress *progress, Error *error) {
  HeightmapReading reading = {{0, 0, 1, 1}, own->samples[0], own->samples[1], (HeightmapMissing)own->missing, {0}};
  OwnGroundFile *const file = memory_create(1, sizeof *file);
  if (!file) return error_set(error, "%s: not enough memory", own->path), NULL;
  if (progress) reading.progress = *progress;
  snprintf(file->path, sizeof file->path, "%s", own->path);
  memcpy(file->samples, own->samples, sizeof file->samples);
  file->missing = own->missing;
  if (heightmap_read(own->path, &reading, &file->map, error) && !(own->refuse_colour && file->map.kind == HEIGHTMAP_COLOUR)) return file;
  if (file->map.heights)
    error_set(error, "%s: a colour picture without a world in it; weir --terrain %s takes its brightness for a ground", own->path,
              last_part(own->path));
  own_ground_file_free(file);
  return NULL;
}

void own_ground_file_free(OwnGroundFile *file) {
  if (!file) return;
  heightmap_free(&file->map);
  memory_free(file);
}

const Heightmap *ground_file_map(const OwnGroundFile *file, const char *path, const HeightmapReading *reading) {
  static const float whole[4] = {0, 0, 1, 1};
  if (!file || strcmp(file->path, path) != 0 || memcmp(reading->crop, whole, sizeof whole) != 0) return NULL;
  const bool same = reading->raw_w == file->samples[0] && reading->raw_h == file->samples[1];
  return same && (file->map.empty + file->map.extreme == 0 || (int)reading->missing == file->missing) ? &file->map : NULL;
}

bool own_ground_file_suits(const OwnGroundFile *file, const OwnGround *own) {
  const HeightmapReading reading = {{0, 0, 1, 1}, own->samples[0], own->samples[1], (HeightmapMissing)own->missing, {0}};
  return ground_file_map(file, own->path, &reading) != NULL;
}
