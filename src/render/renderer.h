#ifndef RENDER_RENDERER_H
#define RENDER_RENDERER_H

/* Draws a FrameView with OpenGL 3.3 core. Every call needs a current context. One thread. */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "render/frame_view.h"
#include "render/plan/plan_corners.h"

typedef struct Renderer Renderer;

enum { RENDERER_QUALITY_BEST = 2 };

/* The settings that a renderer is made with; borrowed for the call of renderer_create. */
typedef struct RendererDef {
  void *(*get_proc_address)(const char *name); /* SDL_GL_GetProcAddress */
  const char *shader_dir;                      /* folder of <pass>.vert, <pass>.frag and common/ */
  bool loaded; /* OpenGL's functions have been, for another context of this driver: other threads may be calling them */
  /* Is called before each program is made, from within any call that draws: see gpu.h; or NULL. */
  bool (*compiling)(void *user, const char *name);
  void *user;            /* of that */
  const char *cache_dir; /* folder in which compiled programs are kept between runs; NULL: they are not */
  int quality;           /* 0 low (software drivers), 1 medium, 2 high */
} RendererDef;

/* Makes a renderer. Returns NULL and sets *error to one line that says what was found and what is needed if the context is not OpenGL 3.3
 * or a shader does not compile (the line names file and line). */
Renderer *renderer_create(const RendererDef *def, Error *error);
void renderer_destroy(Renderer *renderer);

/* The driver's own name, for the overlay and --version; owned by the renderer. */
const char *renderer_device(const Renderer *renderer);

/* Returns true if none of its programs were left by another run. */
bool renderer_is_new(const Renderer *renderer);
/* Returns true if the driver draws on the CPU (llvmpipe, softpipe, swrast): quality low is then the right choice. */
bool renderer_is_software(const Renderer *renderer);
void renderer_set_quality(Renderer *renderer, int quality);

/* Sets whether ground and sky are kept from frame to frame while the camera stands, on software drivers at quality 0 (on as made). Without,
 * pictures take longer, and differ by less than one sees: wet ground and slow shadows are up to 16 frames older. */
void renderer_set_backdrop(Renderer *renderer, bool on);

/* Sets whether a frame is blended with those before it, at quality 1 and 2: for frames that follow one another, which flicker less then. Off
 * as made: a picture for a file is of one moment. */
void renderer_set_blending(Renderer *renderer, bool on);

/* Lets the first frames of a window come sooner: bodies have one plain colour while the programs of their materials are compiled, a few a
 * frame. Off as made: a picture for a file waits. */
void renderer_set_hasty(Renderer *renderer, bool on);

/* Makes what a frame of a grid of nx x nz cells will need, while its world is still being built: the first frame comes sooner. Returns
 * false if memory runs out, which the frame would find too. */
bool renderer_reserve(Renderer *renderer, int nx, int nz);

/* Makes the frames from now on smaller than asked by this share of both sides, 0.25 to 1, and enlarges them along their edges. `hurried`: a
 * hand waits for them, and what may follow some frames later is left out. 1 and false in the beginning. */
void renderer_set_share(Renderer *renderer, float share, bool hurried);

/* Draws into the framebuffer that is bound on entry (0 or the caller's), width x height pixels. */
void renderer_draw(Renderer *renderer, const FrameView *frame, int width, int height);

/* Draws the frame as a plan into the same framebuffer; black beside it. */
void renderer_draw_plan(Renderer *renderer, const FrameView *frame, const PlanMap *map, int width, int height);

/* Brings the maps that remember up to this frame, as renderer_draw would for a picture of width x height pixels, and draws no picture:
 * for frames that nothing shows but whose foam and wet ground the next picture has. */
void renderer_advance(Renderer *renderer, const FrameView *frame, int width, int height);

/* Compiles all shaders again. Returns false, keeps the old ones in use and sets *error to file, line and reason if that fails. */
bool renderer_reload(Renderer *renderer, Error *error);

/* Reads the bound framebuffer into `pixels`, rows of RGB bytes, the highest first. Returns false if it has no size or memory runs out. */
bool renderer_read_pixels(int width, int height, uint8_t *pixels);

/* Reads the bound framebuffer and writes an 8-bit RGB PNG, top row first. */
bool renderer_screenshot(int width, int height, const char *path, Error *error);

enum { RENDERER_PASSES_MAX = 16 };

/* The time that one pass of a frame took; a plain value, its name static. */
typedef struct RendererPassTime {
  const char *name;
  float ms;
} RendererPassTime;

/* Sets whether frames are timed by pass. That costs a GPU nothing; software drivers then wait for each pass. */
void renderer_time_passes(Renderer *renderer, bool on);

/* Returns false if the driver cannot tell how long it draws; then all times are 0. */
bool renderer_knows_times(const Renderer *renderer);

/* Writes the passes of the last frame whose times are known, in the order they are drawn. Returns their number. */
int renderer_pass_times(const Renderer *renderer, RendererPassTime times[RENDERER_PASSES_MAX]);

/* Counts the triangles of every frame from now on, in all passes; and the most of any since, once all are drawn; -1: there was none. */
void renderer_count_triangles(Renderer *renderer, bool on);
int64_t renderer_triangles_max(Renderer *renderer);

/* Returns true if all of the last frame, before the film curve, is finite. Waits for it and reads it back: for tests and debug builds. */
bool renderer_is_finite(const Renderer *renderer);

/* Returns the number of OpenGL errors since the last call: tests fail on any. */
int renderer_count_errors(Renderer *renderer);

#endif
