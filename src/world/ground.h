#ifndef WORLD_GROUND_H
#define WORLD_GROUND_H

#include "world/scene.h"

/* The scene's terrain heights and starting depths in m, nx*nz each. False with one line when the image cannot be read or
 * memory is short. */
bool ground_build(const Scene *scene, float *terrain, float *depth, Error *error);

#endif
