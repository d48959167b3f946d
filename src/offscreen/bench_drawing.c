/* Pictures of a world that goes on, for a measurement: one step after the other where the program itself does some side by side. */
#include "offscreen/bench_drawing.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "offscreen/offscreen.h"

typedef void FinishProc(void);

/* A world and its open picture, on the stack of one measurement; the world is borrowed. */
typedef struct Picture {
  World *world;
  Offscreen offscreen;
  const FrameView *frame; /* made last; borrowed from the picture */
  WorldView *views[2];    /* of this tick and the one before, by turns */
  int view;               /* index of this tick's */
  FinishProc *finish;     /* glFinish */
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
  p->frame = offscreen_frame(&p->offscreen, p->views[p->view], &p->world->params, &p->world->scene.cameras[0]);
}

static void draw_frame(void *data, int width, int height) {
  const Picture *const p = data;
  if (p->frame) renderer_draw(p->offscreen.renderer, p->frame, width, height);
  if (p->finish) p->finish();
}

const BenchDrawing *app_bench_drawing(void) {
  static const BenchDrawing drawing = {open_picture, build_frame, draw_frame, close_picture};
  return &drawing;
}
