#ifndef WORLD_SHAPES_H
#define WORLD_SHAPES_H

#include "world/scene.h"

/* A shape's height, in shares of the scene's, mostly in [0, 1]; x and z are shares of the extent. */
float shape_height(TerrainKind kind, float x, float z);

#endif
