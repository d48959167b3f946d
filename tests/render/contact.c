#define _POSIX_C_SOURCE 200809L /* setenv, by others of this folder */

/* The ground close by a body that stands on it is darker than where nothing stands, on land and in tanks; nowhere is it brighter for that;
 * the darkness is gone when the body is lifted, and goes where the body goes. Frames are synthetic, drawn without a window; all is skipped
 * where there is no OpenGL. */
#include <glad/gl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cglm/cglm.h>
#include <cmocka.h>

#include "offscreen.h"

enum { CELLS = 64, WIDTH = 320, HEIGHT = 240, BYTES = WIDTH * HEIGHT * 4 };

static const float cell = 0.5f, half = 0.6f; /* m; of the crate */

static float ground[CELLS * CELLS], depth[CELLS * CELLS];
static FrameView frame;
static FrameBody crate;

/* Level ground without water under a sun overhead, so that a crate's shadow is under it however high it hangs; seen from steeply above. */
static void make(bool natural) {
  frame = offscreen_world(CELLS, cell, ground, depth);
  frame.natural = natural;
  frame.ground = FRAME_GROUND_SAND;
  frame.sun[0] = frame.sun[2] = 0, frame.sun[1] = 1;
  frame.bodies = &crate;
  offscreen_look(&frame, (const float[3]){13, 44, 27}, (const float[3]){13, 0, 16}, 0.22f, (float)WIDTH / HEIGHT);
}

/* Puts the crate down at (x, 16), its foot `above` the ground. */
static void put(float x, float above) {
  crate = (FrameBody){.half = {half, half, half}, .material = FRAME_WOOD};
  for (int n = 0; n < 3; n++) crate.model[5 * n] = half;
  crate.model[12] = x;
  crate.model[13] = half + above;
  crate.model[14] = 16;
  crate.model[15] = 1;
  frame.body_count = 1;
}

/* Draws a few times: what stands is drawn into a backdrop, which follows within some frames. */
static void draw(Renderer *renderer, uint8_t *out) {
  for (int n = 0; n < 8; n++) renderer_draw(renderer, &frame, WIDTH, HEIGHT);
  glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, out);
  assert_int_equal(renderer_count_errors(renderer), 0);
}

/* The mean of the three colours along the ground from (x, z0) to (x, z1). */
static float light_at(const uint8_t *picture, float x, float z0, float z1) {
  mat4 view, projection, both;
  float sum = 0;
  memcpy(view, frame.view, sizeof view);
  memcpy(projection, frame.projection, sizeof projection);
  glm_mat4_mul(projection, view, both);
  for (int n = 0; n < 60; n++) {
    vec4 place = {x, 0, z0 + (z1 - z0) * (float)n / 59, 1}, seen;
    glm_mat4_mulv(both, place, seen);
    const int i = (int)((0.5f * seen[0] / seen[3] + 0.5f) * WIDTH), k = (int)((0.5f * seen[1] / seen[3] + 0.5f) * HEIGHT);
    assert_true(i >= 0 && k >= 0 && i < WIDTH && k < HEIGHT);
    for (int c = 0; c < 3; c++) sum += picture[4 * (k * WIDTH + i) + c];
  }
  return sum / 180;
}

static void a_crate_darkens_the_ground_it_stands_on(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  static uint8_t without[BYTES], with[BYTES], lifted[BYTES];
  for (int quality = 0; quality < 3; quality++)
    for (int natural = 0; natural < 2; natural++) {
      Renderer *const renderer = offscreen_renderer(quality);
      make(natural);
      draw(renderer, without);
      put(13, 0);
      draw(renderer, with);
      put(13, 1.2f);
      draw(renderer, lifted);
      float before = 0, share_near = 1, share_far = 1, brightest = 0, left = 1;
      for (int n = 0; n < 30; n++) { /* from the crate's foot to 3 m from it, on both sides */
        const float off = half + 0.08f + 0.1f * (float)n;
        for (int side = -1; side <= 1; side += 2) {
          const float x = 13 + (float)side * off, none = light_at(without, x, 15.6f, 16.4f), one = light_at(with, x, 15.6f, 16.4f);
          brightest = fmaxf(brightest, one - none);
          if (n == 0) share_near = fminf(share_near, one / none);
          if (n == 0) left = fminf(left, light_at(lifted, x, 15.6f, 16.4f) / none);
          if (n == 29) share_far = fminf(share_far, one / none);
          if (side > 0 && n > 0 && n < 4) assert_true(one / none >= before - 0.02f); /* ever lighter outwards */
          if (side > 0) before = one / none;
        }
      }
      print_message("quality %d, %s: %.2f of the light at the foot, %.2f under a lifted crate's edge, %.3f 3 m off; brighter by %.2f\n",
                    quality, natural ? "land" : "tank", (double)share_near, (double)left, (double)share_far, (double)brightest);
      assert_true(share_near < 0.93f);
      assert_true(left > 0.97f);
      assert_true(share_far > 0.99f);
      assert_true(brightest < 1);
      renderer_destroy(renderer);
    }
}

static void the_darkness_goes_with_the_crate(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  static uint8_t first[BYTES], moved[BYTES], fresh[BYTES];
  for (int quality = 0; quality < 2; quality++) {
    Renderer *const renderer = offscreen_renderer(quality), *const other = offscreen_renderer(quality);
    make(true);
    put(11, 0);
    for (int n = 0; n < 3; n++) draw(renderer, first); /* it stands */
    put(15, 0);
    draw(renderer, moved);
    draw(other, fresh);
    const float was = light_at(first, 11 - half - 0.1f, 15.6f, 16.4f), is = light_at(moved, 11 - half - 0.1f, 15.6f, 16.4f);
    const float old = light_at(first, 15 + half + 0.1f, 15.6f, 16.4f), now = light_at(moved, 15 + half + 0.1f, 15.6f, 16.4f);
    const float wanted = light_at(fresh, 15 + half + 0.1f, 15.6f, 16.4f);
    print_message("quality %d: where it stood %.1f and then %.1f, where it stands %.1f and then %.1f (at once %.1f)\n", quality,
                  (double)was, (double)is, (double)old, (double)now, (double)wanted);
    assert_true(is > 1.05f * was);
    assert_true(now < 0.95f * old);
    assert_true(fabsf(now - wanted) < 1.5f);
    renderer_destroy(renderer);
    renderer_destroy(other);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_crate_darkens_the_ground_it_stands_on),
      cmocka_unit_test(the_darkness_goes_with_the_crate),
  };
  offscreen_open(WIDTH, HEIGHT);
  return cmocka_run_group_tests(tests, NULL, offscreen_close);
}
