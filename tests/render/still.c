#define _POSIX_C_SOURCE 200809L /* setenv, by others of this folder */

/* Checks that what stands still is shown with all pixels of the window where a software driver draws fewer: as sharp as a whole picture;
 * and never in front of what moves or has changed: a body that stood and goes, one that comes, water that rises, another light; nor once
 * the camera moves. And that bodies that move are drawn over it with all pixels, and not in front of what hides them. Frames are synthetic, drawn without a window; all is skipped where there is no OpenGL, or a GPU draws. */
#include <glad/gl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "offscreen.h"
#include "render/standing.h"

enum { CELLS = 96, WIDTH = 640, HEIGHT = 360, BYTES = WIDTH * HEIGHT * 4, BLOCK = 10, REST = 60, GROUND_FOLLOWS = 16 };

static const float share = 0.5f;
static float ground[CELLS * CELLS], depth[CELLS * CELLS];
static FrameView frame;
static FrameBody crates[2];
static Renderer *whole, *smaller, *plain; /* all pixels; fewer, and what stands still with all; fewer alone */

static bool open(void) {
  if (!offscreen_is_open()) return false;
  whole = offscreen_renderer(0), smaller = offscreen_renderer(0), plain = offscreen_renderer(0);
  renderer_set_share(smaller, share, false);
  renderer_set_share(plain, share, false);
  renderer_set_backdrop(plain, false);
  return renderer_is_software(smaller);
}

static void shut(void) {
  renderer_destroy(whole);
  renderer_destroy(smaller);
  renderer_destroy(plain);
}

/* A tiled hollow with a pond, and a crate on the shore. */
static void make(void) {
  for (int n = 0; n < CELLS * CELLS; n++) {
    const float x = (float)(n % CELLS), z = (float)(n / CELLS);
    ground[n] = 0.06f * fabsf(x - 40) + 0.5f * sinf(0.3f * x) * cosf(0.27f * z);
    depth[n] = fmaxf(0.9f - ground[n], 0);
  }
  frame = offscreen_world(CELLS, 0.5f, ground, depth);
  frame.natural = false; /* no plants: of smaller pictures some are left out */
  frame.bodies = crates, frame.body_count = 1;
  crates[0] = (FrameBody){.half = {0.8f, 0.8f, 0.8f}, .material = FRAME_WOOD};
  for (int n = 0; n < 3; n++) crates[0].model[5 * n] = 0.8f;
  crates[0].model[15] = 1;
}

/* Puts the crate down on the ground at (x, z). */
static void put(float x, float z) {
  crates[0].model[12] = x, crates[0].model[14] = z;
  crates[0].model[13] = 0.8f + ground[(int)(2 * z) * CELLS + (int)(2 * x)];
}

static void look(float aside) {
  offscreen_look(&frame, (const float[3]){24 + aside, 9, 46}, (const float[3]){24 + aside, 0, 22}, 0.7f, (float)WIDTH / HEIGHT);
}

static void draw(Renderer *renderer, uint8_t *out) {
  renderer_draw(renderer, &frame, WIDTH, HEIGHT);
  glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, out);
  assert_int_equal(renderer_count_errors(renderer), 0);
}

static void draw_often(Renderer *renderer, int frames, uint8_t *out) {
  for (int n = 0; n < frames; n++) draw(renderer, out);
}

/* Returns the mean size of differences between neighbours, of 255. */
static double sharpness(const uint8_t *picture) {
  double sum = 0;
  for (int n = 0; n < WIDTH * HEIGHT; n++)
    if (n % WIDTH > 0) sum += abs(picture[4 * n + 1] - picture[4 * n - 3]);
  return sum / (WIDTH * HEIGHT);
}

/* Returns the mean size by which two pictures differ, of 255. */
static double apart(const uint8_t *a, const uint8_t *b) {
  double sum = 0;
  for (int n = 0; n < BYTES; n++) sum += n % 4 == 3 ? 0 : abs(a[n] - b[n]);
  return sum / (3.0 * WIDTH * HEIGHT);
}

/* Returns the most by which the means of blocks differ, of 255: a body in one picture that is not in the other, not how sharp they are. */
static double blocks_apart(const uint8_t *a, const uint8_t *b) {
  double most = 0;
  for (int z = 0; z < HEIGHT; z += BLOCK)
    for (int x = 0; x < WIDTH; x += BLOCK) {
      int sum = 0;
      for (int n = 0; n < BLOCK * BLOCK; n++) {
        const int at = 4 * ((z + n / BLOCK) * WIDTH + x + n % BLOCK) + 1;
        sum += a[at] - b[at];
      }
      most = fmax(most, abs(sum) / (double)(BLOCK * BLOCK));
    }
  return most;
}

/* Blocks may differ by the first where an edge lies elsewhere by a part of a pixel, and by what a crate makes of them at least. */
static const double blocks_same = 14, blocks_crate = 25;

static void what_stands_still_has_all_its_pixels(void **state) {
  (void)state;
  static uint8_t all[BYTES], few[BYTES], still[BYTES];
  if (!open()) skip();
  make();
  put(34, 26);
  look(0);
  draw_often(whole, REST, all);
  draw_often(smaller, 3, few);
  draw_often(smaller, REST, still);
  const double sharp[2] = {sharpness(few) / sharpness(all), sharpness(still) / sharpness(all)};
  printf("of the sharpness of a picture of all pixels: %.2f with half of each side, %.2f once it rests\n", sharp[0], sharp[1]);
  assert_true(sharp[0] < 0.7 && sharp[1] > 0.85);
  assert_true(blocks_apart(still, all) < blocks_same);
  shut();
}

/* Draws until all is still, changes something, and compares the picture after so many frames, and much later, with one that keeps
 * nothing. */
static void follow(const char *what, void (*change)(void), int frames, float x, float z) {
  static uint8_t before[BYTES], still[BYTES], fresh[BYTES], later[BYTES];
  if (!open()) skip();
  make();
  put(x, z);
  look(0);
  draw_often(plain, 3, before);
  draw_often(smaller, REST, still);
  change();
  draw_often(plain, frames, fresh);
  draw_often(smaller, frames, still);
  draw_often(smaller, 2 * REST, later);
  printf("%s: changes blocks by %.1f of 255; then the picture is off by %.1f, a later one by %.1f\n", what, blocks_apart(before, fresh),
         blocks_apart(still, fresh), blocks_apart(later, fresh));
  assert_true(blocks_apart(before, fresh) > blocks_crate);
  assert_true(blocks_apart(still, fresh) < blocks_same);
  assert_true(blocks_apart(later, fresh) < blocks_same);
  shut();
}

static void go(void) {
  put(46, 46);
}
static void come(void) {
  put(14, 30);
}
static void flood(void) {
  for (int n = 0; n < CELLS * CELLS; n++) depth[n] = fmaxf(1.8f - ground[n], 0);
  frame.serial++;
}
static void darken(void) {
  frame.sun[0] = -0.6f, frame.sun[1] = 0.5f, frame.sun[2] = 0.62f;
}

static void a_body_that_goes_is_gone(void **state) {
  (void)state;
  follow("a crate goes", go, 1, 34, 26);
}
static void a_body_that_comes_is_there(void **state) {
  (void)state;
  follow("a crate comes", come, 1, 46, 46);
}
static void water_that_rises_covers_it(void **state) {
  (void)state;
  follow("water rises", flood, GROUND_FOLLOWS, 34, 26);
}
static void light_that_changes_changes_it(void **state) {
  (void)state;
  follow("the sun moves", darken, 3, 34, 26);
}

static void a_camera_that_moves_sees_nothing_of_it(void **state) {
  (void)state;
  static uint8_t still[BYTES], fresh[BYTES];
  if (!open()) skip();
  make();
  put(34, 26);
  look(0);
  draw_often(smaller, REST, still);
  draw_often(plain, 3, fresh);
  look(1.5f);
  for (int n = 0; n < 3; n++) {
    draw(smaller, still);
    draw(plain, fresh);
    printf("the camera moves, frame %d: %.3f of 255 from a picture that keeps nothing\n", n, apart(still, fresh));
    assert_true(apart(still, fresh) < 0.05);
  }
  shut();
}

/* Draws as where two worlds are compared: the difference is drawn from the same place before each frame. */
static void a_frame_of_another_mode_is_passed_over(void **state) {
  (void)state;
  static uint8_t few[BYTES], still[BYTES], other[BYTES], before[BYTES];
  if (!open()) skip();
  make();
  put(34, 26);
  look(0);
  draw_often(smaller, 3, few);
  for (int n = 0; n < REST; n++) {
    frame.mode = FRAME_DIFFERENCE;
    draw(smaller, n == 2 ? before : other);
    frame.mode = FRAME_LIT;
    draw(smaller, still);
  }
  printf("with another mode between: %.2f of the sharpness of an enlarged picture; that of the mode changes by %.3f of 255\n",
         sharpness(still) / sharpness(few), apart(other, before));
  assert_true(sharpness(still) > 1.3 * sharpness(few));
  assert_true(apart(other, before) < 0.05);
  shut();
}

/* Draws until all is still while crate n slides to where it is, by 4 mm a frame, which ends there. */
static void slide(Renderer *renderer, int n, uint8_t *out) {
  FrameBody *const body = &crates[n];
  for (int left = REST; left >= 0; left--) {
    body->model[12] -= 0.004f * (float)left;
    draw(renderer, out);
    body->model[12] += 0.004f * (float)left;
  }
}

/* Returns how sharp a picture is where two others differ, by neighbours of which both do. */
static double sharpness_within(const uint8_t *picture, const uint8_t *a, const uint8_t *b) {
  double sum = 0;
  int count = 1;
  for (int n = 1; n < WIDTH * HEIGHT; n++) {
    if (abs(a[4 * n] - b[4 * n]) < 4 || abs(a[4 * n - 4] - b[4 * n - 4]) < 4) continue;
    sum += abs(picture[4 * n + 1] - picture[4 * n - 3]);
    count++;
  }
  return sum / count;
}

static void a_body_that_moves_has_all_its_pixels(void **state) {
  (void)state;
  static uint8_t all[BYTES], none[BYTES], few[BYTES], moves[BYTES];
  if (!open()) skip();
  make();
  put(34, 26);
  look(0);
  draw_often(whole, 3, all);
  draw_often(plain, 3, few);
  slide(smaller, 0, moves);
  frame.body_count = 0;
  draw_often(whole, 3, none);
  const double sharp = sharpness_within(all, all, none);
  const double seen[2] = {sharpness_within(few, all, none) / sharp, sharpness_within(moves, all, none) / sharp};
  printf("a crate that slides: %.2f of its sharpness with half of each side, %.2f laid over that\n", seen[0], seen[1]);
  assert_true(seen[0] < 0.85 && seen[1] > 0.92);
  assert_true(blocks_apart(moves, all) < blocks_same);
  shut();
}

/* Draws a crate that slides, and compares it with one of a renderer that keeps nothing. */
static void hide(const char *what, int count, int n) {
  static uint8_t fresh[BYTES], moves[BYTES], without[BYTES];
  frame.body_count = count;
  slide(smaller, n, moves);
  draw_often(plain, 3, fresh);
  crates[n].model[13] += 100;
  draw_often(plain, 3, without);
  printf("%s: is off by %.1f of 255; without the crate by %.1f\n", what, blocks_apart(moves, fresh), blocks_apart(without, fresh));
  assert_true(blocks_apart(moves, fresh) < blocks_same);
}

/* Returns the share of the pixels that the next streaks of rain change, while a crate slides on. */
static double streaks(Renderer *renderer) {
  static uint8_t before[BYTES], after[BYTES];
  int count = 0;
  make();
  put(34, 26);
  look(0);
  frame.rain = 1;
  slide(renderer, 0, before);
  crates[0].model[12] += 0.004f;
  frame.time += 0.04f;
  draw(renderer, after);
  for (int n = 0; n < WIDTH * HEIGHT; n++) count += abs(before[4 * n + 1] - after[4 * n + 1]) > 6;
  return (double)count / (WIDTH * HEIGHT);
}

/* Rain is drawn last, by the depths of the whole picture: by those of the body that is laid over it, it fell nowhere but before that body. */
static void rain_falls_beside_what_moves(void **state) {
  (void)state;
  if (!open()) skip();
  const double few = streaks(plain), moves = streaks(smaller);
  printf("rain changes %.3f of an enlarged picture's pixels in 0.04 s, %.3f with a crate that slides laid over it\n", few, moves);
  assert_true(few > 0.02 && moves > 0.8 * few);
  shut();
}

static void a_body_that_moves_is_hidden_by_water(void **state) {
  (void)state;
  if (!open()) skip();
  make();
  for (int n = 0; n < CELLS * CELLS; n++) depth[n] = fmaxf(3.5f - ground[n], 0);
  put(22, 28);
  look(0);
  hide("a crate that slides under water", 1, 0);
  shut();
}

static void a_body_that_moves_is_hidden_by_one_that_stands(void **state) {
  (void)state;
  if (!open()) skip();
  make();
  put(24, 30);
  crates[1] = crates[0];
  put(24, 34);
  look(0);
  crates[1].model[12] = 24.4f;
  hide("a crate that slides behind another", 2, 1);
  shut();
}

/* Moves a crate by so much a frame, with so much water on it, and returns the set that it comes to. */
static BodySet set_after(float step, float aboard, int frames) {
  Standing standing = {0};
  make();
  put(24, 30);
  crates[0].aboard = aboard;
  for (int n = 0; n < frames; n++) {
    crates[0].model[13] -= step;
    assert_true(standing_update(&standing, &frame, true));
  }
  const BodySet set = (BodySet)standing.sets[0];
  standing_shutdown(&standing);
  return set;
}

static void a_body_stands_that_is_seen_to(void **state) {
  (void)state;
  assert_true(set_after(0, 0, 30) != BODY_MOVES);
  assert_true(set_after(2e-6f, 0.004f, 30) != BODY_MOVES); /* a stone in a stream */
  assert_true(set_after(0.002f, 0, 30) == BODY_MOVES);
  assert_true(set_after(0, 0.02f, 30) == BODY_MOVES); /* a deck with a sheet of water that runs */
}

/* Returns how often in 60 frames a crate that stands at (x, z) is shaded again. */
static int times_due(float x, float z) {
  Standing standing = {0};
  int due = 0;
  make();
  put(x, z);
  for (int n = 0; n < 80; n++) {
    assert_true(standing_update(&standing, &frame, true));
    due += n >= 20 && standing.sets[0] == BODY_DUE;
  }
  standing_shutdown(&standing);
  return due;
}

static void what_stands_far_from_water_is_shaded_seldom(void **state) {
  (void)state;
  print_message("in 60 frames a crate is shaded %d times in the pond and %d on dry land\n", times_due(20, 24), times_due(40, 40));
  assert_int_equal(times_due(20, 24), 10);
  assert_int_equal(times_due(40, 40), 2);
}

static void a_shadow_that_leaves_is_shaded_at_once(void **state) {
  (void)state;
  Standing standing = {0};
  make();
  put(40, 40);
  crates[1] = crates[0];
  crates[1].model[12] += 60 * frame.sun[0], crates[1].model[13] += 60 * frame.sun[1], crates[1].model[14] += 60 * frame.sun[2];
  frame.body_count = 2;
  for (int n = 0; n < 40; n++) { /* in the light, a little higher with each frame */
    crates[1].model[13] += 0.002f;
    assert_true(standing_update(&standing, &frame, true));
    if (n > 20) assert_int_equal(standing.sets[0], BODY_DUE);
  }
  crates[1].model[12] += 20;
  assert_true(standing_update(&standing, &frame, true));
  assert_int_equal(standing.sets[0], BODY_DUE);
  int due = 0;
  for (int n = 0; n < 5; n++) {
    crates[1].model[13] += 0.002f;
    assert_true(standing_update(&standing, &frame, true));
    due += standing.sets[0] == BODY_DUE;
  }
  assert_true(due <= 1);
  standing_shutdown(&standing);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_stands_still_has_all_its_pixels),
                                     cmocka_unit_test(a_body_that_goes_is_gone),
                                     cmocka_unit_test(a_body_that_comes_is_there),
                                     cmocka_unit_test(water_that_rises_covers_it),
                                     cmocka_unit_test(a_frame_of_another_mode_is_passed_over),
                                     cmocka_unit_test(light_that_changes_changes_it),
                                     cmocka_unit_test(a_camera_that_moves_sees_nothing_of_it),
                                     cmocka_unit_test(a_body_that_moves_has_all_its_pixels),
                                     cmocka_unit_test(rain_falls_beside_what_moves),
                                     cmocka_unit_test(a_body_that_moves_is_hidden_by_water),
                                     cmocka_unit_test(a_body_that_moves_is_hidden_by_one_that_stands),
                                     cmocka_unit_test(a_body_stands_that_is_seen_to),
                                     cmocka_unit_test(what_stands_far_from_water_is_shaded_seldom),
                                     cmocka_unit_test(a_shadow_that_leaves_is_shaded_at_once)};
  offscreen_open(WIDTH, HEIGHT);
  return cmocka_run_group_tests_name("render/still", tests, NULL, offscreen_close);
}
