#ifndef RESULTS_MAPS_WORLD_H
#define RESULTS_MAPS_WORLD_H

#include "world/world.h"

/* A world at one moment, as far as maps need it: a copy, from maps_world_copy to maps_world_free, so that maps can be written while the
 * world goes on. */
typedef struct MapsWorld {
  const Scene *scene; /* borrowed: its gauges and lines, its place on the map */
  int nx, nz;
  float cell;  /* m */
  double time; /* simulated s */
  bool has_bodies;
  float *ground, *depth; /* m: nx*nz, row after row from the north */
} MapsWorld;

/* Copies it. Returns false, with nothing to free, if memory runs out. */
bool maps_world_copy(MapsWorld *copy, const World *world, const Scene *scene);
void maps_world_free(MapsWorld *copy);

#endif
