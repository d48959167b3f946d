#define _POSIX_C_SOURCE 200809L /* setenv */

#include "offscreen.h"

#include <glad/gl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

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
