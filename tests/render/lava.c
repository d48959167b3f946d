/* Lava as pictures show it: hot where it flows, under a dark crust where it stands or thins out, and a light to the ground beside it. Drawn
 * without a window; all is skipped where there is no OpenGL. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cglm/cglm.h>
#include <cmocka.h>
#include <glad/gl.h>

#include "offscreen.h"

enum { CELLS = 96, WIDTH = 240, HEIGHT = 160 };

static const float cell = 0.5f, middle = 0.5f * CELLS * 0.5f, pool = 8; /* m: half the width of the pool in the middle of a plain */

/* A frame's grids, and the picture of it. */
static float ground[CELLS * CELLS], depth[CELLS * CELLS], stream[CELLS * CELLS], none[CELLS * CELLS];
static uint8_t pixels[WIDTH * HEIGHT * 4];

/* The plain at dusk, seen from high up; a stream of lava from west to east through the middle as deep and fast as said, and as hot. */
static FrameView plain(float deep, float speed, float glow) {
  FrameView frame = offscreen_world(CELLS, cell, ground, depth);
  frame.flow.x = stream, frame.flow.z = none;
  frame.sun[0] = 0.995f, frame.sun[1] = 0.1f, frame.sun[2] = 0;
  frame.liquid = (FrameLiquid){{40, 40, 40}, {0.55f, 0.06f, 0.004f}, 0.02f, glow, 0.01f};
  for (int k = 0; k < CELLS; k++)
    for (int i = 0; i < CELLS; i++) {
      const float aside = fabsf(((float)k + 0.5f) * cell - middle);
      depth[k * CELLS + i] = aside < pool ? deep : 0;
      stream[k * CELLS + i] = aside < pool ? speed : 0;
    }
  offscreen_look(&frame, (const float[3]){middle, 40, middle + 12}, (const float[3]){middle, 0, middle}, 0.8f, (float)WIDTH / HEIGHT);
  return frame;
}

/* Returns by how much the picture is redder than blue in a strip 24 m long, 2 m wide, `aside` m south of the middle (north if below 0). */
static float red_at(const FrameView *frame, float aside) {
  mat4 view, projection, both;
  memcpy(view, frame->view, sizeof view);
  memcpy(projection, frame->projection, sizeof projection);
  glm_mat4_mul(projection, view, both);
  float sum = 0;
  int count = 0;
  for (int n = 0; n < 96; n++)
    for (int side = -4; side <= 4; side++) {
      vec4 place = {middle + 0.25f * (float)(n - 48), 0, middle + aside + 0.25f * (float)side, 1}, seen;
      glm_mat4_mulv(both, place, seen);
      const int x = (int)((0.5f * seen[0] / seen[3] + 0.5f) * WIDTH), y = (int)((0.5f * seen[1] / seen[3] + 0.5f) * HEIGHT);
      assert_true(x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT);
      const uint8_t *const pixel = pixels + 4 * (y * WIDTH + x);
      sum += (float)pixel[0] - (float)pixel[2];
      count++;
    }
  return sum / (float)count;
}

static void draw(int quality, const FrameView *frame) {
  Renderer *const renderer = offscreen_renderer(quality);
  renderer_draw(renderer, frame, WIDTH, HEIGHT);
  glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  assert_int_equal(renderer_count_errors(renderer), 0);
  renderer_destroy(renderer);
}

/* Levels of 255. */
static void lava_is_hot_where_it_flows(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  for (int quality = 0; quality < 3; quality++) {
    const FrameView fast = plain(2, 1.2f, 1);
    draw(quality, &fast);
    const float running = red_at(&fast, 0);
    const FrameView slow = plain(2, 0, 1);
    draw(quality, &slow);
    const float standing = red_at(&slow, 0);
    const FrameView thin = plain(0.1f, 1.2f, 1);
    draw(quality, &thin);
    const float film = red_at(&thin, 0);
    print_message("tier %d: red beyond blue by %.0f where lava runs, %.0f where it stands, %.0f where it is thin\n", quality,
                  (double)running, (double)standing, (double)film);
    assert_true(running > standing + 40);
    assert_true(standing > 10); /* cracks are seen */
    assert_true(film < running - 60);
  }
}

/* By a light that falls off within some metres; what has no heat of its own gives none. */
static void lava_lights_the_ground_beside_it(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  for (int quality = 0; quality < 3; quality++) {
    const FrameView cold = plain(2, 1, 0);
    draw(quality, &cold);
    const float near_cold = red_at(&cold, -pool - 3), far_cold = red_at(&cold, -pool - 11);
    const FrameView hot = plain(2, 1, 1);
    draw(quality, &hot);
    const float near = red_at(&hot, -pool - 3) - near_cold, far = red_at(&hot, -pool - 11) - far_cold;
    print_message("tier %d: lava makes the ground redder by %.1f at 3 m, by %.1f at 11 m\n", quality, (double)near, (double)far);
    assert_true(near > 15);
    assert_true(fabsf(far) < 0.2f * near);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lava_is_hot_where_it_flows),
      cmocka_unit_test(lava_lights_the_ground_beside_it),
  };
  offscreen_open(WIDTH, HEIGHT);
  return cmocka_run_group_tests(tests, NULL, offscreen_close);
}
