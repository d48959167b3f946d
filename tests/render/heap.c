#define _POSIX_C_SOURCE 200809L /* nanosleep */

/* Ground that is heaped and dug a little at a time, and of which each frame brings only a part up to date, looks as ground that was so from
 * the first: its shape, light and shadow, colour, the water on it, from a camera that stands and from one that moves. Drawn without a
 * window; all is skipped where there is no OpenGL. */
#include <glad/gl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "offscreen.h"
#include "picture/frame_build.h"
#include "world/world.h"

enum { WIDTH = 640, HEIGHT = 360, BYTES = WIDTH * HEIGHT * 4, EDITS = 40, REST = 40 };

static World *world;
static WorldView *view;
static FrameBuild *build;
static Camera camera;

/* Hills with a pond in one half; a plain with a wall and a ditch at its end, so that no edit is the highest or lowest ground. */
static const char hills[] = "[terrain]\nshape = bumps\nheight = 3\n[water]\npool = 0.5 0 1 1 1\n";
static const char plain[] = "[terrain]\nshape = flat\nground = 0.96 0 1 1 2.5\nground = 0.9 0 0.96 1 -4\n[water]\npool = 0.9 0 0.96 1 -2\n";

/* Land too small to be planted, or a tank, of an odd number of cells. `sun`: degrees above the horizon, in the west. */
static void begin(const char *look, const char *ground, float sun) {
  static Scene scene;
  Error error = {0};
  FILE *file = fopen("heap_picture.scene", "w");
  assert_non_null(file);
  fprintf(file,
          "[scene]\nsolver = swe\ngrid = 150 145\ncell = 0.25\nlook = %s\n%s"
          "[camera]\neye = 0.5 9 1.3\ntarget = 0.5 0 0.5\nview = 45\n[params]\nsun_height = %g\nsun_azimuth = "
          "270\n",
          look, ground, (double)sun);
  fclose(file);
  const bool read = scene_read("heap_picture.scene", &scene, &error);
  remove("heap_picture.scene");
  world = read ? world_create(&scene, 1, 1, &error) : NULL;
  if (!world) fail_msg("%s", error.text);
  view = world_view_create(world->nx, world->nz);
  build = frame_build_create();
  assert_true(view && build);
  world_view_copy(view, NULL, world, &(WorldViewRequest){0});
  memset(&camera, 0, sizeof camera);
  camera_reset(&camera, &scene.cameras[0], view);
}

static void end(void) {
  frame_build_destroy(build);
  world_view_destroy(view);
  world_destroy(world);
}

static FrameView frame_now(void) {
  world_view_copy(view, NULL, world, &(WorldViewRequest){0});
  camera_update(&camera, &(Input){0}, view, WIDTH, HEIGHT, 0);
  return *frame_build_run(build, view, &(FrameRequest){.looks = &world->params, .mode = FRAME_LIT, .camera = &camera});
}

static void draw(Renderer *renderer, const FrameView *frame, uint8_t *pixels) {
  renderer_draw(renderer, frame, WIDTH, HEIGHT);
  glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  assert_int_equal(renderer_count_errors(renderer), 0);
}

/* Pixels of which a value differs by more than one can see. */
static int count_apart(const uint8_t *a, const uint8_t *b) {
  int count = 0;
  for (int n = 0; n < BYTES; n += 4) count += abs(a[n] - b[n]) > 6 || abs(a[n + 1] - b[n + 1]) > 6 || abs(a[n + 2] - b[n + 2]) > 6;
  return count;
}

/* A mound on the land that casts a shadow, a channel in the land, a hollow in the bed of a pond; none higher or lower than the
 * ground is elsewhere. Nothing comes out of the water: such ground is wet, which ground that began so is not. */
static void edit(int n, int count) {
  const float along = (float)n / EDITS;
  const Command edits[] = {{.kind = COMMAND_HEAP, .brush = {.x = 6, .z = 20, .radius = 3, .amount = 1.6f / EDITS}},
                           {.kind = COMMAND_HEAP, .brush = {.x = 20 - 8 * along, .z = 26, .radius = 1.5f, .amount = -0.12f}},
                           {.kind = COMMAND_HEAP, .brush = {.x = 28, .z = 24, .radius = 2, .amount = -0.4f / EDITS}}};
  for (int e = 0; e < count; e++) assert_true(world_command(world, &edits[e]));
  world_step(world);
}

/* The water is at rest in both pictures: no foam, nothing that gets wet. */
static void compare(const char *look, const char *ground, int quality, float sun, bool camera_moves) {
  static uint8_t before[BYTES], at_once[BYTES], parts[BYTES], anew[BYTES];
  Renderer *const renderer = offscreen_renderer(quality);
  begin(look, ground, sun);
  for (int n = 0; n < 3; n++) {
    const FrameView frame = frame_now();
    draw(renderer, &frame, before);
  }
  for (int n = 0; n < EDITS; n++) {
    edit(n, sun < 10 ? 1 : 3); /* in the evening the mound alone: all other changes are its shadow */
    const FrameView frame = frame_now();
    draw(renderer, &frame, parts);
    if (camera_moves) camera.now.yaw = camera.goal.yaw = camera.goal.yaw + (n % 2 ? 0.1f : -0.1f);
  }
  nanosleep(&(struct timespec){.tv_nsec = 400000000}, NULL); /* light that takes long is worked out when the ground has rested */
  FrameView frame = frame_now();
  draw(renderer, &frame, at_once);
  for (int n = 0; n < REST; n++) draw(renderer, &frame, parts);

  Renderer *const fresh = offscreen_renderer(quality);
  frame.ground_edited = NULL;
  frame.ground_edits = 0;
  for (int n = 0; n < 3; n++) draw(fresh, &frame, anew);
  const int changed = count_apart(before, parts), apart = count_apart(parts, anew), early = count_apart(at_once, anew);
  printf(
      "%s, sun at %g degrees, quality %d, camera %s: %d of %d pixels changed, %d apart from ground that began so, %d before it has "
      "rested\n",
      look, (double)sun, quality, camera_moves ? "moves" : "stands", changed, WIDTH * HEIGHT, apart, early);
  assert_true(changed > WIDTH * HEIGHT / (sun < 10 ? 100 : 50)); /* in the evening there is the mound and its shadow alone */
  assert_true(apart <= WIDTH * HEIGHT / 1000);
  assert_true(early <= WIDTH * HEIGHT / 200);
  end();
  renderer_destroy(renderer);
  renderer_destroy(fresh);
}

static void edited_ground_looks_as_ground_that_began_so(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  compare("landscape", hills, 0, 35, false);
  compare("landscape", hills, 0, 35, true);
  compare("landscape", hills, 1, 35, false);
  compare("tank", hills, 0, 35, false);
  compare("landscape", plain, 0, 3.5f, false); /* the mound's shadow falls 26 m far */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(edited_ground_looks_as_ground_that_began_so)};
  offscreen_open(WIDTH, HEIGHT);
  return cmocka_run_group_tests(tests, NULL, offscreen_close);
}
