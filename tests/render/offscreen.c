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

#include "app/window.h"

static Window window;
static bool open;

bool offscreen_open(int width, int height) {
  Error error;
  setenv("SDL_VIDEODRIVER", "offscreen", 1);
  open = window_init(&window, width, height, true, &error) && gladLoadGL((GLADloadfunc)window_gl_address);
  if (!open) printf("skipped: %s\n", error.text);
  return open;
}

void offscreen_close(void) {
  if (open) window_shutdown(&window);
  open = false;
}

Renderer *offscreen_renderer(int quality) {
  Error error;
  const RendererDef def = {.get_proc_address = window_gl_address, .shader_dir = SHADERS, .quality = quality};
  Renderer *const renderer = renderer_create(&def, &error);
  if (!renderer) fail_msg("%s", error.text);
  return renderer;
}
