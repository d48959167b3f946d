#ifndef SCENE_SHAPES_H
#define SCENE_SHAPES_H

#include "scene/scene.h"

/* A shape's height as a share of the scene's height, mostly in [0, 1]; x and z are shares of the extent. */
float shape_height(TerrainKind kind, float x, float z);

#endif
