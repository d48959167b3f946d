#ifndef RENDER_PROPS_SELECT_H
#define RENDER_PROPS_SELECT_H

/* Selection of the props that are drawn in a frame, and how finely: by projected size, within a budget. No OpenGL here. */

#include <stdbool.h>

#include "render/props/place.h"

enum { PROP_QUALITIES = 3, PROP_PLACES = 2 }; /* tiers; lists to draw from: what stands all over the ground, and tufts about the eye */

/* One instance as it lies in the instance buffer. */
typedef struct PropInstance {
  float x, z, size, yaw; /* m, rad */
  uint8_t look[4];       /* /255: hue, value, width by height; not used */
} PropInstance;

/* The camera of a frame. */
typedef struct PropCamera {
  float eye[3];
  float planes[6][4]; /* of the frustum, unit normals that point inwards */
  float focal;        /* pixels */
  int quality;
} PropCamera;

/* The instances of one mesh: a range of PropPicks.instances. */
typedef struct PropBatch {
  int first, count;
} PropBatch;

typedef struct PropCandidate PropCandidate;

/* The instances to draw in a frame, by mesh. Owned by its user; zero is an empty one. */
typedef struct PropPicks {
  PropInstance *instances;
  PropCandidate *candidates; /* scratch */
  int count, capacity, candidate_count, candidate_capacity;
  int vertices; /* of the meshes, all instances together */
  PropBatch batches[PROP_KIND_COUNT][PROP_VARIANTS][PROP_LEVELS];
} PropPicks;

/* Leaves out what is gone from the ground as the survey knows it. Returns false if memory runs out. */
bool props_select(PropPicks *picks, const PropPlaces places[PROP_PLACES], const Survey *survey, const PropMeshes *meshes,
                  const PropCamera *camera);
void props_select_free(PropPicks *picks);

#endif
