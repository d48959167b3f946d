#ifndef RESULTS_MAPS_H
#define RESULTS_MAPS_H

/* The maps of a run: greatest depth, speed and hazard, time of arrival, last depth; each as an ASCII grid, a GeoTIFF and a picture. */

#include "results/extremes.h"
#include "world/world.h"

/* What maps need of a world, as it is at one moment: a copy, from maps_world_copy to maps_world_free, so that maps can be written while the
 * world goes on. */
typedef struct MapsWorld {
  const Scene *scene;    /* borrowed: its gauges and lines, its place on the map */
  int nx, nz;
  float cell;            /* m */
  double time;           /* simulated s */
  bool has_bodies;
  float *ground, *depth; /* m: nx*nz, row after row from the north */
} MapsWorld;

/* Copies it. Returns false, with nothing to free, if memory runs out. */
bool maps_world_copy(MapsWorld *copy, const World *world, const Scene *scene);
void maps_world_free(MapsWorld *copy);

/* Writes all maps into the folder. `begun_s`: simulated s at which the greatest values begin. Returns false and sets *error if one
 * cannot be written or memory runs out. */
bool maps_write(const char *folder, const Extremes *extremes, double begun_s, const MapsWorld *world, Error *error);
/* Removes what maps_write has written there. */
void maps_remove(const char *folder);

#endif
