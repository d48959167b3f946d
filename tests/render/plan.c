/* A plan: the grid lies in its four corners, what is high, deep and wet has its colours, contours lie where the heights are, bodies are seen from
 * above; and the way into corners and back. Skipped where there is no OpenGL. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"
#include "offscreen.h"

enum { SIDE = 64, WIDTH = 320, HEIGHT = 240 };

static uint8_t picture[3 * WIDTH * HEIGHT];

static const uint8_t *pixel(float x, float y) {
  return picture + 3 * ((int)(y * HEIGHT) * WIDTH + (int)(x * WIDTH));
}

static int light(const uint8_t *p) {
  return p[0] + p[1] + p[2];
}

static void draw(Renderer *renderer, const FrameView *frame, const PlanCorners *corners) {
  PlanMap map;
  assert_true(plan_map(corners, &map));
  renderer_draw_plan(renderer, frame, &map, WIDTH, HEIGHT);
  assert_true(renderer_read_pixels(WIDTH, HEIGHT, picture));
  assert_int_equal(renderer_count_errors(renderer), 0);
}

static const PlanCorners whole = {{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};

/* --- corners ------------------------------------------------------------------------------------------------------------- */

static void places_go_into_corners_and_come_back(void **state) {
  (void)state;
  const PlanCorners corners = {{{0.2f, 0.1f}, {0.9f, 0.05f}, {0.8f, 0.95f}, {0.1f, 0.7f}}};
  PlanMap map;
  assert_true(plan_map(&corners, &map));
  for (int n = 0; n < PLAN_CORNERS; n++) {
    float place[2];
    const float u = n == 1 || n == 2, v = n > 1, inward = 1e-4f;
    const float x = corners.at[n][0] + inward * (0.5f - corners.at[n][0]), y = corners.at[n][1] + inward * (0.5f - corners.at[n][1]);
    assert_true(plan_place(&map, x, y, place));
    assert_true(fabsf(place[0] - u) < 1e-3f && fabsf(place[1] - v) < 1e-3f);
  }
  for (float u = 0.05f; u < 1; u += 0.1f)
    for (float v = 0.05f; v < 1; v += 0.1f) {
      float place[2];
      const float *const m = map.m, w = m[6] * u + m[7] * v + m[8];
      assert_true(plan_place(&map, (m[0] * u + m[1] * v + m[2]) / w, (m[3] * u + m[4] * v + m[5]) / w, place));
      assert_true(fabsf(place[0] - u) < 1e-4f && fabsf(place[1] - v) < 1e-4f);
    }
  float place[2];
  assert_false(plan_place(&map, 0.05f, 0.05f, place));
}

static void corners_that_make_no_quadrangle_are_refused(void **state) {
  (void)state;
  static const PlanCorners bad[] = {{{{0, 0}, {1, 1}, {1, 0}, {0, 1}}},       /* crossed */
                                    {{{0, 0}, {1, 0}, {0.1f, 0.1f}, {0, 1}}}, /* a corner within the others */
                                    {{{0, 0}, {0.5f, 0}, {1, 0}, {0, 1}}},    /* three in a line */
                                    {{{0.5f, 0.5f}, {0.5f, 0.5f}, {0.5f, 0.5f}, {0.5f, 0.5f}}},
                                    {{{0, 0}, {NAN, 0}, {1, 1}, {0, 1}}}};
  PlanMap map;
  for (size_t n = 0; n < sizeof bad / sizeof *bad; n++) assert_false(plan_map(&bad[n], &map));
  assert_true(plan_map(&(PlanCorners){{{1, 0}, {0, 0}, {0, 1}, {1, 1}}}, &map)); /* mirrored */
  const PlanCorners fits = plan_corners_whole(200, 100, 400, 400);
  assert_true(fabsf(fits.at[0][1] - 0.25f) < 1e-6f && fabsf(fits.at[2][1] - 0.75f) < 1e-6f && fits.at[0][0] == 0);
}

/* --- pictures ------------------------------------------------------------------------------------------------------------ */

/* West low, east high; a lake in the north-west. */
static void make_land(float *ground, float *depth) {
  for (int k = 0; k < SIDE; k++)
    for (int i = 0; i < SIDE; i++) {
      ground[k * SIDE + i] = 0.25f * (float)i;
      depth[k * SIDE + i] = i < 24 && k < 24 ? 6 - ground[k * SIDE + i] : 0;
    }
}

static void the_plan_has_the_colours_of_land_and_water(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  static float ground[SIDE * SIDE], depth[SIDE * SIDE];
  make_land(ground, depth);
  Renderer *const renderer = offscreen_renderer(0);
  const FrameView frame = offscreen_world(SIDE, 2, ground, depth);
  const PlanCorners corners = {{{0.25f, 0.25f}, {0.75f, 0.25f}, {0.75f, 0.75f}, {0.25f, 0.75f}}};
  draw(renderer, &frame, &corners);
  assert_int_equal(light(pixel(0.1f, 0.5f)) + light(pixel(0.9f, 0.1f)) + light(pixel(0.5f, 0.9f)), 0); /* dark beside the box */
  const uint8_t *const lake = pixel(0.30f, 0.30f), *const low = pixel(0.29f, 0.64f), *const high = pixel(0.745f, 0.64f);
  assert_true(lake[2] > lake[0] + 60);                       /* blue */
  assert_true(low[1] > low[0] && low[1] > low[2]);           /* green */
  assert_true(abs(high[0] - high[2]) < 40 && high[0] > 180); /* the white of peaks */
  renderer_destroy(renderer);
}

static void contours_lie_where_the_heights_are(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  static float ground[SIDE * SIDE], depth[SIDE * SIDE];
  make_land(ground, depth);
  memset(depth, 0, sizeof depth);
  Renderer *const renderer = offscreen_renderer(0);
  const FrameView frame = offscreen_world(SIDE, 2, ground, depth);
  draw(renderer, &frame, &whole);
  int lines = 0, where[64] = {0};
  for (int x = 6; x < WIDTH - 6; x++) { /* darker than both sides */
    const int here = light(picture + 3 * (120 * WIDTH + x));
    if (here + 60 > light(picture + 3 * (120 * WIDTH + x - 4)) || here + 60 > light(picture + 3 * (120 * WIDTH + x + 4))) continue;
    if (lines == 0 || x - where[lines - 1] > 4) where[lines < 63 ? lines : 63] = x, lines++;
  }
  /* 15.75 m: a metre from line to line, from 1 m to 15 m. Column i is 5 pixels, its value at 5i + 2.5. */
  assert_int_equal(lines, 15);
  for (int n = 0; n < 15; n++) assert_true(abs(where[n] - (int)(2.5f + 5 * 4 * (float)(n + 1))) <= 2);
  renderer_destroy(renderer);
}

static void bodies_are_seen_from_above_also_in_a_mirror(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  static float ground[SIDE * SIDE], depth[SIDE * SIDE];
  Renderer *const renderer = offscreen_renderer(0);
  FrameView frame = offscreen_world(SIDE, 2, ground, depth);
  const FrameBody crate = {
      .model = {8, 0, 0, 0, 0, 4, 0, 0, 0, 0, 8, 0, 32, 4, 96, 1}, .half = {8, 4, 8}, .material = FRAME_WOOD, .variant = 7};
  const PlanCorners mirrored = {{{1, 0}, {0, 0}, {0, 1}, {1, 1}}};
  draw(renderer, &frame, &whole);
  const int bare = light(pixel(0.25f, 0.75f));
  frame.bodies = &crate, frame.body_count = 1;
  draw(renderer, &frame, &whole);
  const int seen = light(pixel(0.25f, 0.75f)), beside = light(pixel(0.75f, 0.75f));
  assert_true(abs(seen - bare) > 60 && abs(beside - bare) < 20);
  const uint8_t *const wood = pixel(0.25f, 0.75f);
  assert_true(wood[0] > wood[2] + 20); /* brown */
  draw(renderer, &frame, &mirrored);
  assert_true(abs(light(pixel(0.75f, 0.75f)) - seen) < 30 && abs(light(pixel(0.25f, 0.75f)) - bare) < 20);
  renderer_destroy(renderer);
}

static void lava_glows_where_water_is_blue(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  static float ground[SIDE * SIDE], depth[SIDE * SIDE], still[4];
  make_land(ground, depth);
  Renderer *const renderer = offscreen_renderer(0);
  FrameView frame = offscreen_world(SIDE, 2, ground, depth);
  frame.flow = (FrameFlow){still, still, NULL, 2, 2, 1};
  frame.liquid.glow = 1;
  draw(renderer, &frame, &whole);
  long red = 0, blue = 0;
  for (int y = 5; y < 60; y++)
    for (int x = 5; x < 80; x++) red += picture[3 * (y * WIDTH + x)], blue += picture[3 * (y * WIDTH + x) + 2];
  assert_true(red > 4 * blue);
  renderer_destroy(renderer);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(places_go_into_corners_and_come_back),        cmocka_unit_test(corners_that_make_no_quadrangle_are_refused),
      cmocka_unit_test(the_plan_has_the_colours_of_land_and_water),  cmocka_unit_test(contours_lie_where_the_heights_are),
      cmocka_unit_test(bodies_are_seen_from_above_also_in_a_mirror), cmocka_unit_test(lava_glows_where_water_is_blue),
  };
  offscreen_open(WIDTH, HEIGHT);
  return cmocka_run_group_tests(tests, NULL, offscreen_close);
}
