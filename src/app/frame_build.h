#ifndef APP_FRAME_BUILD_H
#define APP_FRAME_BUILD_H

/* Turns a World into a FrameView: the one place that knows both. Draws the water and bodies between the last two ticks. */

#include "app/camera.h"
#include "render/frame_view.h"
#include "world/world.h"

typedef struct FrameBuild FrameBuild;

/* What the frame shows besides the world itself. */
typedef struct FrameWish {
  const Params *looks; /* as the person has set them, even while the world is paused */
  float alpha;         /* 0: the tick before the last, 1: the last */
  FrameMode mode;
  const Camera *camera;
  bool cursor_on;
  float cursor[3], cursor_radius, cursor_colour[3];
} FrameWish;

FrameBuild *frame_build_create(void);
void frame_build_destroy(FrameBuild *build);

/* Valid until the next call. NULL when memory is short. Allocates only when the grid's size has changed. */
const FrameView *frame_build_run(FrameBuild *build, const World *world, const FrameWish *wish);

/* Top of the false-colour scale of the last frame, in m or m/s; 0 where the view has none. */
float frame_build_scale(const FrameBuild *build, FrameMode mode);

#endif
