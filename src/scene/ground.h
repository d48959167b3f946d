#ifndef SCENE_GROUND_H
#define SCENE_GROUND_H

#include "scene/scene.h"

/* Fills the scene's terrain heights and initial depths, in m, nx*nz each. False with a one-line error when the image cannot be
 * read or memory runs out. */
bool ground_build(const Scene *scene, float *terrain, float *depth, Error *error);

#endif
