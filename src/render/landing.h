#ifndef RENDER_LANDING_H
#define RENDER_LANDING_H

/* Pass: water from the air that falls back. A clump of drops is spray while it flies; where it comes down it is foam on the surface and bubbles
 * below it, which the flow carries and which fade, in the map of foam (render/water.h). The water itself is the simulation's own
 * (world/air/spray.c). */

#include "render/water.h"

/* A spot of foam, in the order of attributes in shaders/landing.vert. */
typedef struct LandingSpot {
  float x, z, reach; /* m */
  float foam;        /* 0 to 1 */
} LandingSpot;

/* Memory of the pass. Part of Renderer; a current context is needed. */
typedef struct Landing {
  GLuint vertex_array, instances; /* 0: nothing drawn yet */
  LandingSpot *spots;
  int room;
} Landing;

/* Draws the spots on which drops of the frame come down into the map of foam that was written last; `seconds`: since the frame before. Returns false
 * if memory runs out. */
bool landing_draw(Landing *landing, const PassContext *context, const FrameView *frame, const Surface *surface, float seconds);
void landing_shutdown(Landing *landing);

#endif
