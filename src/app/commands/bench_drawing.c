/* Pictures for `weir bench --case frames`, one step after the other where the program itself does some side by side. */
#include "app/commands/bench_drawing.h"

#include <stdio.h>
#include <string.h>

#include "app/control/camera.h"
#include "app/devices/window.h"
#include "app/files/folders.h"
#include "app/picture/frame_build.h"
#include "base/clock.h"
#include "base/memory.h"
#include "render/renderer.h"

typedef void FinishProc(void);

/* One open picture: a context without a window and what draws into it. Owned by the bench; the world is borrowed. */
typedef struct Picture {
  World *world;
  Window window;
  Renderer *renderer;
  FrameBuild *build;
  const FrameView *frame; /* made last; borrowed from `build` */
  WorldView *views[2];    /* of this tick and the one before, by turns */
  int view;               /* index of this tick's */
  Camera camera;
  FinishProc *finish; /* glFinish */
} Picture;

static void close_picture(void *data) {
  Picture *const p = data;
  if (!p) return;
  renderer_destroy(p->renderer);
  frame_build_destroy(p->build);
  for (int n = 0; n < 2; n++) world_view_destroy(p->views[n]);
  window_shutdown(&p->window);
  memory_free(p);
}

/* Copies the world into the other view, as the simulation's thread does for the one that draws. */
static void update_view(Picture *p) {
  const WorldViewRequest request = frame_build_view_request(FRAME_LIT, &p->world->params);
  const WorldView *const before = p->views[p->view];
  p->view = 1 - p->view;
  world_view_copy(p->views[p->view], before->tick < p->world->tick ? before : NULL, p->world, &request);
}

static bool open_renderer(Picture *p, int width, int height, BenchOpened *opened, Error *error) {
  double at = clock_seconds();
  if (!window_init(&p->window, width, height, true, error)) return false;
  opened->ms_context = 1e3 * (clock_seconds() - at);
  at = clock_seconds();
  const RendererDef def = {.get_proc_address = window_gl_address, .shader_dir = folder_shaders(), .quality = 0};
  p->renderer = renderer_create(&def, error);
  opened->ms_shaders = 1e3 * (clock_seconds() - at);
  return p->renderer != NULL;
}

static bool open_frames(Picture *p, Error *error) {
  p->build = frame_build_create();
  for (int n = 0; n < 2; n++) p->views[n] = world_view_create(p->world->nx, p->world->nz);
  return (p->build && p->views[0] && p->views[1]) || error_set(error, "not enough memory to draw");
}

static void *open_picture(World *world, int width, int height, BenchOpened *opened, Error *error) {
  Picture *const p = memory_create(1, sizeof *p);
  if (!p) {
    error_set(error, "not enough memory to draw");
    return NULL;
  }
  p->world = world;
  if (!open_renderer(p, width, height, opened, error) || !open_frames(p, error)) {
    close_picture(p);
    return NULL;
  }
  void *address = window_gl_address("glFinish");
  memcpy(&p->finish, &address, sizeof p->finish); /* ISO C knows no cast from object to function pointer */
  opened->software = renderer_is_software(p->renderer);
  world->params.quality = opened->software ? 0 : world->params.quality;
  renderer_set_quality(p->renderer, (int)world->params.quality);
  snprintf(opened->device, sizeof opened->device, "%s", renderer_device(p->renderer));
  update_view(p);
  camera_reset(&p->camera, &world->scene.cameras[0], p->views[p->view]);
  return p;
}

static void build_frame(void *data) {
  Picture *const p = data;
  const Input input = {0};
  update_view(p);
  const WorldView *const view = p->views[p->view];
  const FrameRequest request = {
      .looks = &p->world->params, .time = view->time, .mode = FRAME_LIT, .camera = &p->camera, .opening = &p->world->scene.cameras[0]};
  camera_update(&p->camera, &input, view, p->window.width, p->window.height, 0);
  p->frame = frame_build_run(p->build, view, &request);
}

static void draw_frame(void *data, int width, int height) {
  const Picture *const p = data;
  if (p->frame) renderer_draw(p->renderer, p->frame, width, height);
  if (p->finish) p->finish();
}

const BenchDrawing *app_bench_drawing(void) {
  static const BenchDrawing drawing = {open_picture, build_frame, draw_frame, close_picture};
  return &drawing;
}
