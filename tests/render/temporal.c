#define _POSIX_C_SOURCE 200809L /* setenv, by others of this folder */

/* Frames that are blended with those before them: plants flicker less while the camera turns, a picture at rest comes near to one of many
 * more pixels, what moves leaves no trail, and another world has nothing of the last. Frames are synthetic, drawn without a window; all is
 * skipped where there is no OpenGL. */
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

enum { CELLS = 96, WIDTH = 480, HEIGHT = 270, BYTES = WIDTH * HEIGHT * 4, FRAMES = 24, SEEN = 10 };

static float ground[CELLS * CELLS], depth[CELLS * CELLS];
static const float eye[3] = {24, 4, 44};

/* A meadow on gentle hills, with plants, and a stream through it. */
static FrameView meadow(void) {
  for (int n = 0; n < CELLS * CELLS; n++) {
    const float x = (float)(n % CELLS), z = (float)(n / CELLS);
    ground[n] = 1 + 0.8f * sinf(0.11f * x) * cosf(0.13f * z) + 0.02f * (CELLS - z);
    depth[n] = fmaxf(0.8f - ground[n], 0);
  }
  return offscreen_world(CELLS, 0.5f, ground, depth);
}

/* Turns the camera by so many pixels of the picture's middle. */
static void turn(FrameView *frame, float pixels) {
  const float angle = 0.8f, across = 2 * tanf(0.5f * angle) * (float)WIDTH / HEIGHT, by = pixels * across / WIDTH;
  offscreen_look(frame, eye, (const float[3]){eye[0] + sinf(by), eye[1] - 0.25f, eye[2] - cosf(by)}, angle, (float)WIDTH / HEIGHT);
}

static void draw(Renderer *renderer, const FrameView *frame, uint8_t *out) {
  renderer_draw(renderer, frame, WIDTH, HEIGHT);
  glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, out);
  assert_int_equal(renderer_count_errors(renderer), 0);
}

/* Returns the mean size of the second difference in time of the green light, of the last frames of a camera that turns by a tenth of a
 * pixel a frame: what comes in evenly, as edges do that pass, is not counted. */
static double flicker(int quality, bool blends) {
  static uint8_t seen[3][BYTES];
  Renderer *const renderer = offscreen_renderer(quality);
  FrameView frame = meadow();
  double sum = 0;
  renderer_set_blending(renderer, blends);
  for (int n = 0; n < FRAMES; n++) {
    turn(&frame, 0.1f * (float)n);
    draw(renderer, &frame, seen[n % 3]);
    const uint8_t *const now = seen[n % 3], *const last = seen[(n + 2) % 3], *const before = seen[(n + 1) % 3];
    for (int at = 1; n >= FRAMES - SEEN && at < BYTES; at += 4) sum += abs(now[at] - 2 * last[at] + before[at]);
  }
  renderer_destroy(renderer);
  return sum / (SEEN * WIDTH * HEIGHT);
}

static void plants_flicker_less_while_the_camera_turns(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  for (int quality = 0; quality < 3; quality++) {
    const double without = flicker(quality, false), with = flicker(quality, true);
    printf("quality %d: %.2f of 255 without, %.2f with, %.2f of it\n", quality, without, with, with / without);
    assert_true(with < 0.5 * without);
  }
}

/* Returns the root of the mean square by which two pictures differ, of 255. */
static double apart(const uint8_t *a, const uint8_t *b) {
  double sum = 0;
  for (int n = 0; n < BYTES; n++)
    if (n % 4 != 3) sum += (double)((a[n] - b[n]) * (a[n] - b[n]));
  return sqrt(sum / (3.0 * WIDTH * HEIGHT));
}

/* Draws the mean of MORE x MORE pictures, each of which has its pixels' middles elsewhere within the pixel: with more pixels, there would
 * be other plants. */
static void draw_finely(Renderer *renderer, const FrameView *frame, uint8_t *out) {
  enum { MORE = 4 };
  static uint8_t part[BYTES];
  static int sum[BYTES];
  memset(sum, 0, sizeof sum);
  for (int m = 0; m < MORE * MORE; m++) {
    FrameView moved = *frame;
    moved.projection[8] += (2 * ((float)(m % MORE) + 0.5f) / MORE - 1) / WIDTH;
    moved.projection[9] += (2 * ((float)(m / MORE) + 0.5f) / MORE - 1) / HEIGHT;
    draw(renderer, &moved, part);
    for (int n = 0; n < BYTES; n++) sum[n] += part[n];
  }
  for (int n = 0; n < BYTES; n++) out[n] = (uint8_t)((sum[n] + MORE * MORE / 2) / (MORE * MORE));
}

static void a_picture_at_rest_comes_near_to_the_mean_of_each_pixel(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  static uint8_t once[BYTES], blended[BYTES], finely[BYTES];
  Renderer *const renderer = offscreen_renderer(2);
  FrameView frame = meadow();
  turn(&frame, 0);
  for (int n = 0; n < 2; n++) draw(renderer, &frame, once); /* the first may leave something out */
  draw_finely(renderer, &frame, finely);
  renderer_set_blending(renderer, true);
  for (int n = 0; n < FRAMES; n++) draw(renderer, &frame, blended);
  printf("apart from the mean of 16 looks at each pixel: one frame %.2f of 255, %d blended %.2f\n", apart(once, finely), FRAMES,
         apart(blended, finely));
  assert_true(apart(blended, finely) < 0.52 * apart(once, finely));
  renderer_destroy(renderer);
}

static void a_camera_that_turns_fast_sees_as_well(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  static uint8_t once[BYTES], blended[BYTES], finely[BYTES];
  Renderer *const renderer = offscreen_renderer(2);
  FrameView frame = meadow();
  renderer_set_blending(renderer, true);
  for (int n = 0; n < FRAMES; n++) {
    turn(&frame, 3.3f * (float)n);
    draw(renderer, &frame, blended);
  }
  renderer_set_blending(renderer, false);
  draw(renderer, &frame, once);
  draw_finely(renderer, &frame, finely);
  printf("while the camera turns: one frame %.2f of 255, %d blended %.2f\n", apart(once, finely), FRAMES, apart(blended, finely));
  assert_true(apart(blended, finely) < 0.8 * apart(once, finely));
  renderer_destroy(renderer);
}

/* Puts a crate down on the meadow, so far to the right of what the camera looks at. */
static void put(FrameView *frame, FrameBody *crate, float right) {
  *crate = (FrameBody){.half = {0.6f, 0.6f, 0.6f}, .material = FRAME_WOOD};
  for (int n = 0; n < 3; n++) crate->model[5 * n] = 0.6f;
  crate->model[12] = eye[0] + right, crate->model[13] = 3.2f, crate->model[14] = eye[2] - 12, crate->model[15] = 1;
  frame->bodies = crate, frame->body_count = 1;
}

/* Returns the share of pixels that differ by more than `most` of 255 in a colour. */
static double share_apart(const uint8_t *a, const uint8_t *b, int most) {
  int count = 0;
  for (int n = 0; n < WIDTH * HEIGHT; n++) {
    bool differs = false;
    for (int c = 0; c < 3; c++) differs = differs || abs(a[4 * n + c] - b[4 * n + c]) > most;
    count += differs;
  }
  return (double)count / (WIDTH * HEIGHT);
}

/* A crate that jumps from place to place changes nearly 1 % of the picture. Where it was, edges remain for a moment, since a pixel of the
 * crate's colour may be among its neighbours there; nothing of its face does. */
static void what_moves_leaves_no_trail(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  static uint8_t before[BYTES], with[BYTES], after[BYTES];
  Renderer *const renderer = offscreen_renderer(2);
  FrameView frame = meadow();
  FrameBody crate;
  turn(&frame, 0);
  renderer_set_blending(renderer, true);
  put(&frame, &crate, 1000);
  for (int n = 0; n < FRAMES; n++) draw(renderer, &frame, before);
  put(&frame, &crate, 0);
  for (int n = 0; n < 8; n++) draw(renderer, &frame, with);
  put(&frame, &crate, 1000);
  draw(renderer, &frame, after);
  const double seen = share_apart(with, before, 24), remains = share_apart(after, before, 24);
  printf("a crate changes %.2f %% of the pixels; a frame after it has gone %.3f %% of them still are\n", 100 * seen, 100 * remains);
  assert_true(seen > 0.005);
  assert_true(remains < 0.1 * seen);
  renderer_destroy(renderer);
}

/* There, frames of a camera that stands are blended with none: they cost no more than single ones. */
static void a_standing_camera_is_not_blended_at_the_lowest_quality(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  static uint8_t once[BYTES], moving[BYTES], standing[BYTES];
  Renderer *const renderer = offscreen_renderer(0);
  FrameView frame = meadow();
  renderer_set_blending(renderer, true);
  for (int n = 0; n < FRAMES; n++) {
    turn(&frame, 0.37f * (float)n);
    draw(renderer, &frame, moving);
  }
  for (int n = 0; n < 8; n++) draw(renderer, &frame, standing);
  renderer_set_blending(renderer, false);
  draw(renderer, &frame, once);
  printf("lowest quality: while the camera turns %.3f of 255 from a single frame, when it stands %.3f\n", apart(moving, once),
         apart(standing, once));
  assert_true(apart(moving, once) > 0.2);
  assert_true(apart(standing, once) == 0);
  renderer_destroy(renderer);
}

static void another_world_has_nothing_of_the_last(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  static uint8_t first[BYTES], later[BYTES];
  Renderer *const renderer = offscreen_renderer(2), *const fresh = offscreen_renderer(2);
  FrameView frame = meadow();
  turn(&frame, 0);
  renderer_set_blending(fresh, true);
  draw(fresh, &frame, first);
  renderer_set_blending(renderer, true);
  frame = meadow();
  turn(&frame, 300);
  for (int n = 0; n < 8; n++) draw(renderer, &frame, later);
  frame = meadow();
  turn(&frame, 0);
  draw(renderer, &frame, later);
  printf("a world's first frame after another's differs by %.3f of 255\n", apart(first, later));
  assert_true(apart(first, later) == 0);
  renderer_destroy(fresh);
  renderer_destroy(renderer);
}

/* In a pause a window's picture comes to rest, and to the same whatever was drawn in between. */
static void a_picture_at_rest_stays_as_it_is(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  static uint8_t first[BYTES], later[BYTES], again[BYTES], other[BYTES];
  Renderer *const renderer = offscreen_renderer(1);
  FrameView frame = meadow();
  FrameBody crate;
  turn(&frame, 0);
  put(&frame, &crate, 0);
  renderer_set_blending(renderer, true);
  for (int n = 0; n < 2 * FRAMES; n++) draw(renderer, &frame, first);
  for (int n = 0; n < 5; n++) draw(renderer, &frame, later);
  renderer_set_quality(renderer, 2);
  renderer_set_blending(renderer, false);
  draw(renderer, &frame, other);
  renderer_set_quality(renderer, 1);
  renderer_set_blending(renderer, true);
  for (int n = 0; n < 2 * FRAMES; n++) draw(renderer, &frame, again);
  put(&frame, &crate, 1000);
  draw(renderer, &frame, other);
  printf("at rest: %.4f of 255 between frames, %.4f after another picture; a crate that goes then changes %.2f %% of it\n",
         apart(first, later), apart(first, again), 100 * share_apart(first, other, 24));
  assert_true(apart(first, later) == 0);
  assert_true(apart(first, again) == 0);
  assert_true(share_apart(first, other, 24) > 0.005);
  renderer_destroy(renderer);
}

/* Draws the frames of a pause: the picture gets smoother from one to the next, and never again as rough as a single frame. */
static void no_frame_of_a_pause_stands_out(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  static uint8_t single[BYTES], frames[2][BYTES];
  Renderer *const renderer = offscreen_renderer(1);
  FrameView frame = meadow();
  turn(&frame, 0);
  draw(renderer, &frame, single);
  renderer_set_blending(renderer, true);
  double most = 0;
  int at = 0;
  for (int n = 0; n < 2 * FRAMES; n++) {
    draw(renderer, &frame, frames[n % 2]);
    const double change = n >= 6 ? apart(frames[0], frames[1]) : 0;
    if (change > most) most = change, at = n;
  }
  const double rough = apart(single, frames[1]);
  printf("in a pause: a single frame is %.2f of 255 from the picture at rest; from the 6th on one is %.2f from that before, frame %d\n",
         rough, most, at);
  assert_true(most < 0.5 * rough);
  renderer_destroy(renderer);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(plants_flicker_less_while_the_camera_turns),
                                     cmocka_unit_test(a_picture_at_rest_comes_near_to_the_mean_of_each_pixel),
                                     cmocka_unit_test(a_picture_at_rest_stays_as_it_is),
                                     cmocka_unit_test(no_frame_of_a_pause_stands_out),
                                     cmocka_unit_test(a_camera_that_turns_fast_sees_as_well),
                                     cmocka_unit_test(a_standing_camera_is_not_blended_at_the_lowest_quality),
                                     cmocka_unit_test(what_moves_leaves_no_trail),
                                     cmocka_unit_test(another_world_has_nothing_of_the_last)};
  offscreen_open(WIDTH, HEIGHT);
  return cmocka_run_group_tests_name("render/temporal", tests, NULL, offscreen_close);
}
