#ifndef RESULTS_MAPS_WORLD_H
#define RESULTS_MAPS_WORLD_H

#include "world/world.h"

enum { MAPS_OUTLINE = 8 };

/* A body as it lies, from above: the outline of its box. A plain value. */
typedef struct MapsBody {
  int count;
  float points[MAPS_OUTLINE][2]; /* m: x and z, one after the other around it */
} MapsBody;

/* A world at one moment, as far as maps need it: a copy, from maps_world_copy to maps_world_free, so that maps can be written while the
 * world goes on. */
typedef struct MapsWorld {
  const Scene *scene; /* borrowed: its gauges and lines, its place on the map */
  int nx, nz;
  float cell;  /* m */
  double time; /* simulated s */
  int body_count;
  MapsBody *bodies;
  float *ground, *depth; /* m: nx*nz, row after row from the north */
} MapsWorld;

/* Copies it. Returns false, with nothing to free, if memory runs out. */
bool maps_world_copy(MapsWorld *copy, const World *world, const Scene *scene);
/* Copies a copy, for a scene that is the same. */
bool maps_world_again(MapsWorld *copy, const MapsWorld *from, const Scene *scene);
void maps_world_free(MapsWorld *copy);

#endif
