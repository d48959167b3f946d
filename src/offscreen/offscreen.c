#include "offscreen/offscreen.h"

#include "base/clock.h"
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

const FrameView *offscreen_frame(Offscreen *picture, const WorldView *view, const Params *looks, const SceneCamera *opening) {
  const FrameRequest request = {.looks = looks, .time = view->time, .mode = FRAME_LIT, .camera = &picture->camera, .opening = opening};
  camera_update(&picture->camera, &(Input){0}, view, picture->window.width, picture->window.height, 0);
  return frame_build_run(picture->build, view, &request);
}
