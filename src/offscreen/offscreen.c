#include "offscreen/offscreen.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "files/folders.h"

bool offscreen_begin(Offscreen *picture, int width, int height, Error *error) {
  const RendererDef def = {.get_proc_address = window_gl_address, .shader_dir = folder_shaders(), .quality = 0};
  const double start = clock_seconds();
  if (!window_init(&picture->window, width, height, true, error)) return false;
  const double opened = clock_seconds();
  picture->renderer = renderer_create(&def, error);
  if (!picture->renderer) return false;
  picture->ms_context = 1e3 * (opened - start);
  picture->ms_shaders = 1e3 * (clock_seconds() - opened);
  picture->build = frame_build_create();
  return picture->build || error_set(error, "not enough memory to draw");
}

void offscreen_end(Offscreen *picture) {
  renderer_destroy(picture->renderer);
  frame_build_destroy(picture->build);
  window_shutdown(&picture->window);
}

const FrameView *offscreen_frame(Offscreen *picture, const WorldView *view, const FrameRequest *request) {
  FrameRequest seen = *request;
  seen.camera = &picture->camera;
  camera_update(&picture->camera, &(Input){0}, view, picture->window.width, picture->window.height, 0);
  return frame_build_run(picture->build, view, &seen);
}

/* --- a world that goes on, for a measurement: one step after the other where the program itself does some side by side --------- */

/* A world and its open picture, on the stack of one measurement; the world is borrowed. */
typedef struct Picture {
  World *world;
  Offscreen offscreen;
  const FrameView *frame; /* made last; borrowed from the picture */
  WorldView *views[2];    /* of this tick and the one before, by turns */
  int view;               /* index of this tick's */
  void (*finish)(void);   /* glFinish */
} Picture;

static void close_picture(void *data) {
  Picture *const p = data;
  if (!p) return;
  offscreen_end(&p->offscreen);
  for (int n = 0; n < 2; n++) world_view_destroy(p->views[n]);
  memory_free(p);
}

/* Copies the world into the other view, as the simulation's thread does for the one that draws. */
static void update_view(Picture *p) {
  const WorldViewRequest request = frame_build_view_request(FRAME_LIT, &p->world->params);
  const WorldView *const before = p->views[p->view];
  p->view = 1 - p->view;
  world_view_copy(p->views[p->view], before->tick < p->world->tick ? before : NULL, p->world, &request);
}

static void *open_picture(World *world, int width, int height, BenchOpened *opened, Error *error) {
  Picture *const p = memory_create(1, sizeof *p);
  bool ok = p ? offscreen_begin(&p->offscreen, width, height, error) : error_set(error, "not enough memory to draw");
  for (int n = 0; ok && n < 2; n++) {
    p->views[n] = world_view_create(world->nx, world->nz);
    ok = p->views[n] || error_set(error, "not enough memory to draw");
  }
  if (!ok) {
    close_picture(p);
    return NULL;
  }
  Renderer *const renderer = p->offscreen.renderer;
  void *const address = window_gl_address("glFinish");
  memcpy(&p->finish, &address, sizeof p->finish); /* ISO C knows no cast from object to function pointer */
  p->world = world;
  *opened = (BenchOpened){p->offscreen.ms_context, p->offscreen.ms_shaders, "", renderer_is_software(renderer)};
  snprintf(opened->device, sizeof opened->device, "%s", renderer_device(renderer));
  if (opened->software) world->params.quality = 0;
  renderer_set_quality(renderer, (int)world->params.quality);
  update_view(p);
  camera_reset(&p->offscreen.camera, &world->scene.cameras[0], p->views[p->view]);
  return p;
}

static void build_frame(void *data) {
  Picture *const p = data;
  update_view(p);
  const WorldView *const view = p->views[p->view];
  const FrameRequest request = {.looks = &p->world->params, .time = view->time, .opening = &p->world->scene.cameras[0]};
  p->frame = offscreen_frame(&p->offscreen, view, &request);
}

static void draw_frame(void *data, int width, int height) {
  const Picture *const p = data;
  if (p->frame) renderer_draw(p->offscreen.renderer, p->frame, width, height);
  if (p->finish) p->finish();
}

static void set_share(void *data, double share) {
  const Picture *const p = data;
  renderer_set_share(p->offscreen.renderer, (float)share, false);
}

static void time_passes(void *data, bool on) {
  const Picture *const p = data;
  renderer_time_passes(p->offscreen.renderer, on);
}

static int pass_times(void *data, RendererPassTime times[RENDERER_PASSES_MAX]) {
  const Picture *const p = data;
  return renderer_pass_times(p->offscreen.renderer, times);
}

static void present(void *data) {
  Picture *const p = data;
  window_present(&p->offscreen.window);
  if (p->finish) p->finish();
}

const BenchDrawing *offscreen_drawing(void) {
  static const BenchDrawing drawing = {open_picture, build_frame, draw_frame, close_picture, set_share, time_passes, pass_times, present};
  return &drawing;
}
