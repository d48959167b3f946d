#define _POSIX_C_SOURCE 200809L /* mkdir */
#include "results/results.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/output.h"
#include "geo/geo.h"
#include "results/extremes.h"
#include "results/maps.h"
#include "results/series.h"

struct Results {
  ResultsDef def;
  SeriesReading reading;
  SeriesFiles files;
  Extremes extremes;
  uint32_t world_version; /* of the world that is recorded */
  double begun_s, last_s; /* simulated s of its first and last moment */
};

/* Makes a folder and those that it lies in. */
static bool make_folder(const char *folder, Error *error) {
  char path[OUTPUT_PATH];
  struct stat found;
  const size_t size = strlen(folder);
  if (size == 0 || size >= sizeof path - 32) return error_set(error, "'%s': is not the name of a folder", folder);
  memcpy(path, folder, size + 1);
  for (char *slash = path + 1; *slash; slash++) {
    if (*slash != '/') continue;
    *slash = '\0';
    mkdir(path, 0777); /* what cannot be made here shows in the last one */
    *slash = '/';
  }
  if (mkdir(path, 0777) != 0 && errno != EEXIST) return error_set(error, "%s: %s", folder, strerror(errno));
  if (stat(path, &found) != 0) return error_set(error, "%s: %s", folder, strerror(errno));
  return S_ISDIR(found.st_mode) || error_set(error, "%s: is not a folder", folder);
}

bool results_possible(const char *folder, Error *error) {
  char path[OUTPUT_PATH];
  if (!make_folder(folder, error)) return false;
  snprintf(path, sizeof path, "%s/depth_max.asc", folder);
  return output_possible(path, error);
}

const char *results_missing(void) {
  return geo_has_tiff() ? NULL : "this build has no libtiff: maps are written as .asc and .png, and not as .tif";
}

void results_remove(const char *folder) {
  maps_remove(folder);
  series_remove(folder);
}

/* Writes a row if one is due, and one for each rule that has acted. Returns false and sets *error if it was not taken. */
static bool add_rows(Results *r, const World *world, Error *error) {
  double row[SERIES_WIDTH];
  for (int n = -1; (n = series_next_rule(&r->reading, world, n + 1)) >= 0;)
    if (!series_write_rule(&r->files, world->time, n, error)) return false;
  if (!series_follow(&r->reading, world)) return true;
  series_measure(&r->reading, &world->scene, world, row);
  return series_write(&r->files, row, error);
}

/* Begins with a world, in place of the one before. */
static bool begin_world(Results *r, const World *world, Error *error) {
  series_close(&r->files);
  extremes_end(&r->extremes);
  results_remove(r->def.folder); /* what an earlier run left would pass for this one's */
  r->world_version = world->world_version;
  r->begun_s = r->last_s = world->time;
  if (!extremes_begin(&r->extremes, world->water, world->threads)) return error_set(error, "not enough memory");
  series_read_from(&r->reading, r->def.every_s, world);
  return series_open(&r->files, r->def.folder, &world->scene, error) && add_rows(r, world, error);
}

Results *results_begin(const ResultsDef *def, const World *world, Error *error) {
  Results *const r = memory_create(1, sizeof *r);
  if (!r) return error_set(error, "not enough memory"), NULL;
  r->def = *def;
  if (!results_possible(def->folder, error) || !begin_world(r, world, error)) return results_destroy(r), NULL;
  return r;
}

/* Returns true if the world is not the one that is recorded, or is at an earlier time of it. */
static bool is_other(const Results *r, const World *world) {
  return world->world_version != r->world_version || world->time < r->last_s;
}

bool results_tick(Results *r, const World *world, Error *error) {
  if (is_other(r, world)) return begin_world(r, world, error);
  r->last_s = world->time;
  extremes_add(&r->extremes, world->water, world->time, world->threads);
  return add_rows(r, world, error);
}

bool results_write_maps(Results *r, const World *world, Error *error) {
  if (is_other(r, world) && !begin_world(r, world, error)) return false; /* a world without a tick, at the end of a log */
  MapsWorld copy;
  if (!maps_world_copy(&copy, world, &world->scene)) return error_set(error, "%s: not enough memory for the maps", r->def.folder);
  const bool ok = maps_write(r->def.folder, &r->extremes, r->begun_s, &copy, error);
  maps_world_free(&copy);
  return ok;
}

void results_destroy(Results *r) {
  if (!r) return;
  series_close(&r->files);
  extremes_end(&r->extremes);
  memory_free(r);
}
