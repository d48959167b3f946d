#ifndef PICTURE_FRAME_BUILD_H
#define PICTURE_FRAME_BUILD_H

/* Turns a view of the world into one for the renderer, between the last two states that were built: the one place that knows both. */

#include "input/camera.h"
#include "render/frame_view.h"
#include "view/view.h"

typedef struct FrameBuild FrameBuild;

/* The contents of a frame besides the world itself. Borrowed for the call. */
typedef struct FrameRequest {
  const Params *looks; /* as the person has set them, even while the world is paused */
  float earlier;       /* 0 to 1: share of the state built before this one */
  double time;         /* s, simulated; of the picture */
  FrameMode mode;
  const Camera *camera;
  const SceneCamera *opening; /* of the scene: scenery leaves its view open */
  bool cursor_on;
  float cursor[3], cursor_radius, cursor_colour[3];
} FrameRequest;

FrameBuild *frame_build_create(void);
void frame_build_destroy(FrameBuild *build);

/* Returns the request for views of the world that such a picture needs. */
WorldViewRequest frame_build_view_request(FrameMode mode, const Params *looks);

/* Builds the renderer's view, which borrows from that of the world; valid until the next call. */
const FrameView *frame_build_run(FrameBuild *build, const WorldView *world, const FrameRequest *request);

/* Returns the top of the false-colour scale of the last frame, in m or m/s; 0 where the view has none. */
float frame_build_scale(const FrameBuild *build, FrameMode mode);

#endif
