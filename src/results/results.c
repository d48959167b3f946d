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
  Series series;
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

/* Removes what an earlier run left: it would pass for this one's. */
static void remove_earlier(const char *folder) {
  const char *const names[] = {series_gauges_name, series_lines_name, series_law_name, series_rules_name};
  char path[OUTPUT_PATH];
  maps_remove(folder);
  for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[n]);
    remove(path);
  }
}

/* Begins with a world, in place of the one before. */
static bool begin_world(Results *r, const World *world, Error *error) {
  series_end(&r->series);
  extremes_end(&r->extremes);
  remove_earlier(r->def.folder);
  r->world_version = world->world_version;
  r->begun_s = r->last_s = world->time;
  if (!extremes_begin(&r->extremes, world->water, world->threads)) return error_set(error, "not enough memory");
  return series_begin(&r->series, r->def.folder, r->def.every_s, world, error) && series_add(&r->series, world, error);
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
  return series_add(&r->series, world, error);
}

bool results_write_maps(Results *r, const World *world, Error *error) {
  if (is_other(r, world) && !begin_world(r, world, error)) return false; /* a world without a tick, at the end of a log */
  return maps_write(r->def.folder, &r->extremes, r->begun_s, world, error);
}

void results_destroy(Results *r) {
  if (!r) return;
  series_end(&r->series);
  extremes_end(&r->extremes);
  memory_free(r);
}
