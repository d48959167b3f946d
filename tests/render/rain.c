#define _POSIX_C_SOURCE 200809L /* setenv, by others of this folder */

/* Rain is seen in the air and not without rain; it falls with simulated time and stands with it, is hidden by what is before it, and
 * darkens the sky. A picture's rain follows the world's within a second or two. Drawn without a window; all is skipped where there is no
 * OpenGL. */
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
#include "picture/frame_build.h"
#include "world/world.h"

enum { MOMENTS = 10, WIDTH = 320, HEIGHT = 180, BYTES = WIDTH * HEIGHT * 4 };

static World *world;
static WorldView *view;
static FrameBuild *build;
static Camera camera;

/* A plain under the sky, with a wall before the right half of the picture. */
static void begin(void) {
  static Scene scene;
  Error error = {0};
  FILE *file = fopen("rain_picture.scene", "w");
  assert_non_null(file);
  fprintf(file,
          "[scene]\nsolver = pipe\ngrid = 64 64\ncell = 1\nlook = landscape\naround = hills\n[terrain]\nshape = flat\n"
          "ground = 0.52 0.8 1 0.84 24\n[camera]\neye = 0.5 4 0.9\ntarget = 0.5 5 0.5\nview = 60\n");
  fclose(file);
  const bool read = scene_read("rain_picture.scene", &scene, &error);
  remove("rain_picture.scene");
  world = read ? world_create(&scene, 1, 1, &error) : NULL;
  if (!world) fail_msg("%s", error.text);
  view = world_view_create(world->nx, world->nz);
  build = frame_build_create();
  assert_true(view && build);
  world_view_copy(view, NULL, world, &(WorldViewRequest){0});
  camera_reset(&camera, &scene.cameras[0], view);
  camera_update(&camera, &(Input){0}, view, WIDTH, HEIGHT, 0);
}

static void end(void) {
  frame_build_destroy(build);
  world_view_destroy(view);
  world_destroy(world);
}

/* `rain`: of the world, mm/h; `time`: of the picture, s. */
static FrameView frame_at(float rain, double time) {
  view->rain = rain;
  return *frame_build_run(build, view, &(FrameRequest){.looks = &world->params, .time = time, .mode = FRAME_LIT, .camera = &camera});
}

static void draw(Renderer *renderer, const FrameView *frame, uint8_t *pixels) {
  renderer_draw(renderer, frame, WIDTH, HEIGHT);
  glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  assert_int_equal(renderer_count_errors(renderer), 0);
}

/* Values that differ in columns [from, to) of the sky's rows. */
static int count_apart(const uint8_t *a, const uint8_t *b, int from, int to) {
  int count = 0;
  for (int y = HEIGHT * 2 / 3; y < HEIGHT; y++)
    for (int n = 4 * (y * WIDTH + from); n < 4 * (y * WIDTH + to); n++) count += abs(a[n] - b[n]) > 6;
  return count;
}

static double mean_of_sky(const uint8_t *a) {
  double sum = 0;
  for (int n = BYTES * 2 / 3; n < BYTES; n++) sum += n % 4 == 3 ? 0 : a[n];
  return sum / (BYTES / 4);
}

static void rain_falls_through_the_air(void **state) {
  (void)state;
  static uint8_t dry[BYTES], still[BYTES], rainy[BYTES], again[BYTES], later[BYTES];
  if (!offscreen_is_open()) skip();
  begin();
  for (int quality = 0; quality <= 1; quality++)
    for (int smaller = 0; smaller <= 1; smaller++) {
      Renderer *const renderer = offscreen_renderer(quality);
      renderer_set_share(renderer, smaller ? 0.5f : 1, false);
      FrameView none = frame_at(0, 10), heavy = frame_at(12000, 20);
      assert_true(none.rain == 0 && heavy.rain == 1);
      for (int n = 0; n < 3; n++) draw(renderer, &none, dry);
      heavy.time = none.time; /* the clouds stay */
      for (int n = 0; n < 3; n++) draw(renderer, &heavy, rainy);
      draw(renderer, &heavy, again);
      assert_memory_equal(rainy, again, BYTES); /* it stands with the time */
      draw(renderer, &none, still);
      for (int n = 0; n < 3; n++) draw(renderer, &heavy, again);
      int moved = 0, behind = 0;
      for (int n = 0; n < MOMENTS; n++) {
        heavy.time += 0.04f;
        draw(renderer, &heavy, later);
        moved += count_apart(again, later, 0, WIDTH / 2) / MOMENTS;
        behind += count_apart(again, later, WIDTH * 6 / 10, WIDTH) / MOMENTS;
        heavy.time += 0.3f;
        draw(renderer, &heavy, again);
      }
      printf("quality %d, %s picture: sky %.1f, under rain %.1f; %d values of the sky move, %d before the wall\n", quality,
             smaller ? "smaller" : "whole", mean_of_sky(dry), mean_of_sky(rainy), moved, behind);
      assert_true(mean_of_sky(rainy) < 0.95 * mean_of_sky(dry));
      assert_memory_equal(dry, still, BYTES); /* and leaves nothing behind */
      assert_true(moved > 500);
      assert_true(behind < moved * 65 / 100); /* 155 if it hid nothing; some drops fall before it */
      renderer_destroy(renderer);
    }
  end();
}

/* Blended frames are clouded over before they are blended; the picture is as dark as one that is clouded over at the end. */
static void blended_frames_have_the_rains_light(void **state) {
  (void)state;
  static uint8_t dry[BYTES], rainy[BYTES], blended[BYTES];
  if (!offscreen_is_open()) skip();
  begin();
  Renderer *const renderer = offscreen_renderer(1);
  FrameView none = frame_at(0, 10), heavy = frame_at(12000, 20);
  heavy.time = none.time;
  draw(renderer, &none, dry);
  for (int n = 0; n < 3; n++) draw(renderer, &heavy, rainy);
  renderer_set_blending(renderer, true);
  for (int n = 0; n < 10; n++) draw(renderer, &heavy, blended);
  double apart = 0;
  for (int n = 0; n < BYTES; n++) apart += abs(rainy[n] - blended[n]);
  printf("sky %.1f, under rain %.1f, blended %.1f; blended and not are %.2f of 255 apart\n", mean_of_sky(dry), mean_of_sky(rainy),
         mean_of_sky(blended), apart / BYTES);
  assert_true(fabs(mean_of_sky(blended) - mean_of_sky(rainy)) < 0.1 * fabs(mean_of_sky(dry) - mean_of_sky(rainy)));
  assert_true(apart / BYTES < 3);
  renderer_destroy(renderer);
  end();
}

/* Drawn is a third of the density at 60 mm/h, which is heavy rain, and all of it at 300, a cloudburst. */
static void a_shower_is_less_than_a_cloudburst(void **state) {
  (void)state;
  begin();
  const float season = frame_at(20, 0).rain, drizzle = frame_at(35, 5).rain, shower = frame_at(60, 10).rain, storm = frame_at(150, 20).rain;
  assert_true(season == 0 && drizzle > 0 && drizzle < 0.12f);
  assert_true(shower > 0.2f && shower < 0.4f && storm > 0.5f && storm < 0.8f && frame_at(300, 30).rain == 1);
  end();
}

static void rain_comes_and_goes_with_the_simulated_time(void **state) {
  (void)state;
  begin();
  assert_true(frame_at(0, 5).rain == 0);
  float before = 0;
  for (int n = 1; n <= 60; n++) {
    const float now = frame_at(12000, 5 + n / 30.0).rain;
    assert_true(now >= before && now - before < 0.05f);
    assert_true(frame_at(12000, 5 + n / 30.0).rain == now); /* paused */
    before = now;
  }
  assert_true(before == 1);
  assert_true(frame_at(0, 7.5).rain > 0);
  assert_true(frame_at(0, 6).rain == 0); /* a jump back through time */
  end();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rain_falls_through_the_air),
      cmocka_unit_test(blended_frames_have_the_rains_light),
      cmocka_unit_test(a_shower_is_less_than_a_cloudburst),
      cmocka_unit_test(rain_comes_and_goes_with_the_simulated_time),
  };
  offscreen_open(WIDTH, HEIGHT);
  return cmocka_run_group_tests(tests, NULL, offscreen_close);
}
