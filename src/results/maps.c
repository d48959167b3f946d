#include "results/maps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/output.h"
#include "geo/geo.h"
#include "results/chart.h"

/* A map: a row of a constant table. */
typedef struct Map {
  const char *name; /* of its files */
  const char *title, *unit;
  RampKind ramp;
} Map;

typedef enum MapKind { MAP_DEPTH, MAP_SPEED, MAP_HAZARD, MAP_ARRIVAL, MAP_LAST, MAP_COUNT } MapKind;

static const Map maps[MAP_COUNT] = {
    [MAP_DEPTH] = {"depth_max", "Greatest depth", "m", RAMP_DEPTH},
    [MAP_SPEED] = {"speed_max", "Greatest speed", "m/s", RAMP_SPEED},
    [MAP_HAZARD] = {"hazard_max", "Greatest depth \xC3\x97 speed", "m\xC2\xB2/s", RAMP_HAZARD},
    [MAP_ARRIVAL] = {"arrival", "Time of arrival", "s", RAMP_ARRIVAL},
    [MAP_LAST] = {"depth_last", "Depth at the end", "m", RAMP_DEPTH},
};
static const char *const endings[] = {"asc", "tif", "png"};

static bool path_of(const char *folder, const char *name, const char *ending, char path[OUTPUT_PATH], Error *error) {
  const int size = snprintf(path, OUTPUT_PATH, "%s/%s.%s", folder, name, ending);
  return size < OUTPUT_PATH || error_set(error, "%s: path too long", folder);
}

void maps_remove(const char *folder) {
  char path[OUTPUT_PATH];
  for (int map = 0; map < MAP_COUNT; map++)
    for (size_t n = 0; n < sizeof endings / sizeof *endings; n++)
      if (path_of(folder, maps[map].name, endings[n], path, NULL)) remove(path);
}

/* Returns the number that a person would have typed for a float: 0.1 and not 0.10000000149. */
static double as_typed(float value) {
  char text[32];
  for (int digits = 1; digits <= 9; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, (double)value);
    if (strtof(text, NULL) == value) break;
  }
  return strtod(text, NULL);
}

/* The ground's place on the map, with the cells of the world. */
static GeoFrame frame_of(const MapsWorld *world) {
  GeoFrame frame = world->scene->frame;
  const double cell = as_typed(world->cell) / (frame.is_known && frame.metres_a_unit > 0 ? frame.metres_a_unit : 1);
  if (!frame.is_known || !(frame.cell_x > 0)) frame.cell_x = frame.cell_z = cell;
  return frame;
}

/* Writes a map's three files. Where there is no libtiff the GeoTIFF is left out: results_missing has said so. */
static bool write_map(const char *folder, const Map *map, float *values, const Chart *chart, Error *error) {
  const MapsWorld *const world = chart->world;
  const GeoGrid grid = {.values = values, .w = world->nx, .h = world->nz, .frame = frame_of(world)};
  char path[OUTPUT_PATH];
  if (!path_of(folder, map->name, "asc", path, error) || !geo_write_asc(path, &grid, error)) return false;
  if (geo_has_tiff() && (!path_of(folder, map->name, "tif", path, error) || !geo_write_tiff(path, &grid, error))) return false;
  return path_of(folder, map->name, "png", path, error) && chart_write(chart, path, error);
}

bool maps_write(const char *folder, const Extremes *extremes, double begun_s, const MapsWorld *world, Error *error) {
  float *const last = world->depth;
  float *const values[MAP_COUNT] = {extremes->depth, extremes->speed, extremes->hazard, extremes->arrival, last};
  bool ok = true;
  char span[64], end[64];
  snprintf(span, sizeof span, "%.4g to %.4g s", begun_s, world->time);
  snprintf(end, sizeof end, "at %.4g s", world->time);
  for (int kind = 0; ok && kind < MAP_COUNT; kind++) {
    const Map *const map = &maps[kind];
    const bool arrives = kind == MAP_ARRIVAL;
    const Chart chart = {.title = map->title,
                         .when = kind == MAP_LAST ? end : span,
                         .unit = map->unit,
                         .nowhere = world->body_count > 0 && kind != MAP_LAST ? "dry, or under a body"
                                    : arrives                                 ? "not reached"
                                                                              : "dry",
                         .before = arrives ? "wet at the start" : NULL,
                         .ramp = map->ramp,
                         .is_time = arrives,
                         .values = values[kind],
                         .wetted = arrives            ? NULL
                                   : kind == MAP_LAST ? last
                                                      : extremes->depth,
                         .world = world};
    ok = write_map(folder, map, values[kind], &chart, error);
  }
  return ok;
}
