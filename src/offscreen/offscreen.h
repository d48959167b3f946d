#ifndef OFFSCREEN_OFFSCREEN_H
#define OFFSCREEN_OFFSCREEN_H

/* Pictures without a window: a hidden context and what draws in it, for runs without one, `weir pictures`, `weir bench`, `weir doctor`. */

#include "bench/bench.h"
#include "input/camera.h"
#include "input/window.h"
#include "picture/frame_build.h"
#include "render/renderer.h"

/* s: of the end of a run, in which foam and wet ground are followed before its picture. Foam is gone within this, and steep ground is dry;
 * level ground that dried before it began is drawn dry, though it drains for a minute (shaders/surface.frag). */
enum { OFFSCREEN_FOLLOWED_S = 15 };

/* One open picture. offscreen_begin fills it, offscreen_end empties it; owned by its caller. */
typedef struct Offscreen {
  Window window;
  Renderer *renderer;
  FrameBuild *build;
  Camera camera;                 /* the caller puts it somewhere: camera_reset */
  double ms_context, ms_shaders; /* that opening took */
} Offscreen;

/* Opens a picture of so many pixels, at the lowest quality. `picture` is zeroed, and goes to offscreen_end in any case. Returns false and
 * sets *error if there is no OpenGL or too little memory. */
bool offscreen_begin(Offscreen *picture, int width, int height, Error *error);
void offscreen_end(Offscreen *picture);

/* Returns the frame of a state as the picture's camera sees it now; the request's is not read. Valid until the next call. */
const FrameView *offscreen_frame(Offscreen *picture, const WorldView *view, const FrameRequest *request);

/* Returns the pictures of `weir bench --case frames` and `weir doctor`. */
const BenchDrawing *offscreen_drawing(void);

#endif
