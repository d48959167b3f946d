#ifndef RENDER_PROPS_CANOPY_H
#define RENDER_PROPS_CANOPY_H

/* The soft shadows of props on the ground, painted once for a placement and a sun. No OpenGL here. */

#include "render/props/place.h"

/* A map over the whole ground, two bytes a texel: part of the sun's and of the sky's light that passes, /255. */
typedef struct Canopy {
  int width, height;
  uint8_t *texels;
} Canopy;

/* The size of the map for a ground: texels of a quarter metre, or larger. */
void canopy_size(const FrameView *frame, int *width, int *height);
void canopy_bake(const Canopy *canopy, const FrameView *frame, const PropPlaces *places, const Survey *survey);

#endif
