#define _POSIX_C_SOURCE 200809L /* setenv */

/* Clouds drift with simulated time, a band of the map of the sky in each frame, and come to the same sky as one drawn at once. Drawn
 * without a window; all is skipped where there is no OpenGL. */
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
#include "render/renderer.h"

enum { CELLS = 32, WIDTH = 200, HEIGHT = 150, BYTES = WIDTH * HEIGHT * 4 };

/* A flat meadow under a sky that the camera looks up at. */
static float ground[CELLS * CELLS], depth[CELLS * CELLS];

static FrameView meadow(float time) {
  FrameView frame = {.nx = CELLS,
                     .nz = CELLS,
                     .cell = 1,
                     .terrain = ground,
                     .world_version = 1,
                     .terrain_version = 1,
                     .natural = true,
                     .around = FRAME_AROUND_HILLS,
                     .depth = depth,
                     .serial = 1,
                     .depth_scale = 1,
                     .speed_scale = 1,
                     .eye = {16, 2, 16},
                     .sun = {0.36f, 0.80f, 0.48f},
                     .exposure = 1,
                     .time = time};
  mat4 view, projection;
  vec3 eye = {16, 2, 16}, target = {16, 32, -4}, up = {0, 1, 0};
  glm_lookat(eye, target, up, view);
  glm_perspective(0.8f, (float)WIDTH / HEIGHT, 0.1f, 2000, projection);
  memcpy(frame.view, view, sizeof view);
  memcpy(frame.projection, projection, sizeof projection);
  return frame;
}

static void draw(Renderer *renderer, float time, uint8_t *pixels) {
  const FrameView frame = meadow(time);
  renderer_draw(renderer, &frame, WIDTH, HEIGHT);
  glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  assert_int_equal(renderer_count_errors(renderer), 0);
}

static int count_changed(const uint8_t *a, const uint8_t *b, int least) {
  int count = 0;
  for (int n = 0; n < BYTES; n++) count += abs(a[n] - b[n]) >= least;
  return count;
}

static void clouds_drift_to_the_sky_of_the_moment(void **state) {
  (void)state;
  enum { FRAMES = 80 };
  const float end = 60;
  static uint8_t first[BYTES], drifted[BYTES], at_once[BYTES];
  Window window;
  Error error;
  setenv("SDL_VIDEODRIVER", "offscreen", 1);
  if (!window_init(&window, WIDTH, HEIGHT, true, &error) || !gladLoadGL((GLADloadfunc)window_gl_address)) {
    printf("skipped: %s\n", error.text);
    skip();
  }
  for (int quality = 0; quality <= 1; quality++) {
    const RendererDef def = {.get_proc_address = window_gl_address, .shader_dir = SHADERS, .quality = quality};
    Renderer *const slow = renderer_create(&def, &error), *const fresh = renderer_create(&def, &error);
    assert_true(slow && fresh);
    draw(slow, 0, first);
    for (int n = 1; n <= FRAMES; n++) draw(slow, end * (float)n / FRAMES, drifted);
    for (int n = 0; n < 40; n++) draw(slow, end, drifted); /* time stands: the bands catch up */
    draw(fresh, end, at_once);
    const int moved = count_changed(first, at_once, 4), apart = count_changed(drifted, at_once, 2);
    printf("quality %d: %d values of the sky change in %.0f s, %d differ from the sky drawn at once\n", quality, moved, (double)end, apart);
    assert_true(moved > BYTES / 50);
    assert_int_equal(apart, 0);
    draw(slow, 0, drifted);
    const int kept = count_changed(drifted, at_once, 2);
    for (int n = 0; n < 8; n++) draw(slow, 0, drifted); /* time has jumped and stands: the whole map follows */
    const int after_jump = count_changed(drifted, first, 2);
    printf("quality %d: %d values change in the frame of a jump back, %d differ from the sky of then after it\n", quality, kept,
           after_jump);
    assert_int_equal(kept, 0);
    assert_int_equal(after_jump, 0);
    renderer_destroy(slow);
    renderer_destroy(fresh);
  }
  window_shutdown(&window);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(clouds_drift_to_the_sky_of_the_moment)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
