#define _POSIX_C_SOURCE 200809L /* setenv */

#include "offscreen.h"

#include <glad/gl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cglm/cglm.h>
#include <cmocka.h>

#include "input/window.h"

static Window window;
static bool open;

void offscreen_open(int width, int height) {
  Error error;
  setenv("SDL_VIDEODRIVER", "offscreen", 1);
  open = window_init(&window, width, height, true, &error) && gladLoadGL((GLADloadfunc)window_gl_address);
  if (!open) printf("skipped: %s\n", error.text);
}

bool offscreen_is_open(void) {
  return open;
}

const Window *offscreen_window(void) {
  return &window;
}

int offscreen_close(void **state) {
  (void)state;
  if (open) window_shutdown(&window);
  open = false;
  return 0;
}

Renderer *offscreen_renderer(int quality) {
  Error error;
  const RendererDef def = {.get_proc_address = window_gl_address, .shader_dir = SHADERS, .quality = quality};
  Renderer *const renderer = renderer_create(&def, &error);
  if (!renderer) fail_msg("%s", error.text);
  return renderer;
}

FrameView offscreen_world(int cells, float cell, const float *ground, const float *depth) {
  static uint32_t version;
  version++;
  return (FrameView){.nx = cells,
                     .nz = cells,
                     .cell = cell,
                     .terrain = ground,
                     .world_version = version,
                     .terrain_version = version,
                     .land_version = version,
                     .natural = true,
                     .around = FRAME_AROUND_HILLS,
                     .depth = depth,
                     .serial = 1,
                     .flow = {.nx = cells, .nz = cells, .serial = 1},
                     .depth_scale = 1,
                     .speed_scale = 1,
                     .sun = {0.36f, 0.80f, 0.48f},
                     .exposure = 1,
                     .liquid = {{0.27f, 0.075f, 0.05f}, {0.012f, 0.075f, 0.09f}, 0.02f, 0, 1},
                     .time = 1};
}

void offscreen_look(FrameView *frame, const float eye[3], const float target[3], float angle, float aspect) {
  mat4 view, projection;
  vec3 from = {eye[0], eye[1], eye[2]}, to = {target[0], target[1], target[2]}, up = {0, 1, 0};
  glm_lookat(from, to, up, view);
  glm_perspective(angle, aspect, 0.1f, 2000, projection);
  memcpy(frame->view, view, sizeof view);
  memcpy(frame->projection, projection, sizeof projection);
  memcpy(frame->eye, eye, sizeof frame->eye);
}
