#define _POSIX_C_SOURCE 200809L /* setenv, by others of this folder */

/* Work that the renderer does in place of the driver, beside the driver's own: the coarser levels of textures, and instances from any place
 * of a buffer; and the programs that a second thread compiles for it. Drawn without a window; all is skipped where there is no OpenGL. */
#include <dirent.h>
#include <glad/gl.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/ahead.h"
#include "input/window.h"
#include "offscreen.h"
#include "picture/frame_build.h"
#include "render/textures.h"
#include "world/world.h"

enum { WIDTH = 320, HEIGHT = 180, BYTES = WIDTH * HEIGHT * 4, SIDE = 48 };

/* --- levels --------------------------------------------------------------------------------------------------------------- */

static const TextureDef floats = {GL_R32F, GL_RED, GL_FLOAT, GL_LINEAR_MIPMAP_LINEAR, GL_CLAMP_TO_EDGE};
static const TextureDef halves = {GL_RGBA16F, GL_RGBA, GL_FLOAT, GL_LINEAR_MIPMAP_LINEAR, GL_CLAMP_TO_EDGE};
static const TextureDef bytes = {GL_RGBA8, GL_RGBA, GL_FLOAT, GL_LINEAR_MIPMAP_LINEAR, GL_CLAMP_TO_EDGE};

static void read_level(const TextureDef *def, int level, float texels[4 * SIDE * SIDE]) {
  glGetTexImage(GL_TEXTURE_2D, level, def->format, GL_FLOAT, texels);
}

/* The share that a texel of a side has in a coarser one: all of the distance between two texels lies between the two next to its middle. */
static float share(int texel, int from, int n, int to) {
  const float middle = ((float)n + 0.5f) * (float)from / (float)to - 0.5f;
  return fmaxf(0, 1 - fabsf((float)texel - middle));
}

/* Returns the texel (x, y) of `to` that the level `finer` of from[0] x from[1] texels makes. Drivers do not agree here: of a side that is
 * odd, some take all three texels. */
static float expected(const float *finer, const int from[2], const int to[2], int x, int y, int channel, int channels) {
  float sum = 0;
  for (int b = 0; b < from[1]; b++)
    for (int a = 0; a < from[0]; a++)
      sum += share(a, from[0], x, to[0]) * share(b, from[1], y, to[1]) * finer[(b * from[0] + a) * channels + channel];
  return sum;
}

/* Returns the largest difference between a level's texels and what the level below makes of them. */
static float levels_apart(const TextureDef *def, int width, int height) {
  static float finer[4 * SIDE * SIDE], coarser[4 * SIDE * SIDE];
  const int channels = def->format == GL_RED ? 1 : 4;
  float apart = 0;
  for (int level = 1, from[2] = {width, height}; from[0] > 1 || from[1] > 1; level++) {
    const int to[2] = {from[0] > 1 ? from[0] / 2 : 1, from[1] > 1 ? from[1] / 2 : 1};
    read_level(def, level - 1, finer);
    read_level(def, level, coarser);
    for (int n = 0; n < channels * to[0] * to[1]; n++) {
      const int texel = n / channels;
      apart = fmaxf(apart, fabsf(coarser[n] - expected(finer, from, to, texel % to[0], texel / to[0], n % channels, channels)));
    }
    from[0] = to[0];
    from[1] = to[1];
  }
  return apart;
}

static void fill(float texels[4 * SIDE * SIDE]) {
  for (int n = 0; n < 4 * SIDE * SIDE; n++) texels[n] = 0.5f + 0.5f * sinf(0.7f * (float)n + 0.01f * (float)(n * n % 997));
}

/* Even, odd, one texel thin. Tolerances: floats and halves have 24 and 11 bits of the values, which are at most 1, rounded once between a
 * level and the next; bytes 8; what is written is made of values that are not rounded. A driver's filter may have 8 bits for the shares of
 * two texels: a 256th of what is drawn, where a side is odd. */
static const int sizes[][2] = {{32, 32}, {48, 20}, {37, 23}, {1, 9}};

static void levels_are_halves_of_those_below_where_they_are_written(void **state) {
  (void)state;
  static float texels[4 * SIDE * SIDE];
  if (!offscreen_is_open()) skip();
  fill(texels);
  for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
    const TextureDef *const defs[] = {&floats, &bytes};
    const float tolerance[] = {1e-6f, 2 / 255.0f};
    for (int d = 0; d < 2; d++) {
      GLuint texture = 0;
      gpu_texture(&texture, UNIT_FRAME, sizes[n][0], sizes[n][1], defs[d], NULL);
      pyramid_write(texture, UNIT_FRAME, sizes[n][0], sizes[n][1], d == 0 ? 1 : 4, texels);
      const float apart = levels_apart(defs[d], sizes[n][0], sizes[n][1]);
      printf("written, %d x %d, %s: %.2g apart\n", sizes[n][0], sizes[n][1], d == 0 ? "floats" : "bytes", (double)apart);
      assert_true(apart <= tolerance[d]);
      glDeleteTextures(1, &texture);
    }
  }
}

static void levels_are_halves_of_those_below_where_they_are_drawn(void **state) {
  (void)state;
  static float texels[4 * SIDE * SIDE];
  Program programs[PROGRAM_COUNT] = {0};
  GLuint array;
  if (!offscreen_is_open()) skip();
  fill(texels);
  glGenVertexArrays(1, &array);
  const PassContext context = {.shaders = {.dir = SHADERS}, .empty_vertex_array = array, .programs = programs};
  for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
    const TextureDef *const defs[] = {&halves, &bytes};
    const float tolerance[] = {1.0f / 1024 + 1.0f / 256, 2 / 255.0f};
    for (int d = 0; d < 2; d++) {
      GLuint texture = 0;
      gpu_texture(&texture, UNIT_GROUND_COLOUR, sizes[n][0], sizes[n][1], defs[d], texels);
      pyramid_draw(&context, texture, UNIT_GROUND_COLOUR, sizes[n][0], sizes[n][1]);
      const float apart = levels_apart(defs[d], sizes[n][0], sizes[n][1]);
      printf("drawn, %d x %d, %s: %.2g apart\n", sizes[n][0], sizes[n][1], d == 0 ? "halves" : "bytes", (double)apart);
      assert_true(apart <= tolerance[d]);
      glDeleteTextures(1, &texture);
    }
  }
  assert_int_equal(glGetError(), GL_NO_ERROR);
  program_shutdown(&programs[PROGRAM_PYRAMID]);
  glDeleteVertexArrays(1, &array);
}

/* --- instances ------------------------------------------------------------------------------------------------------------ */

/* A driver of 3.3 and no more. */
static void *address_without_base_instance(const char *name) {
  return strstr(name, "BaseInstance") ? NULL : window_gl_address(name);
}

static void draw(void *(*address)(const char *name), const FrameView *frame, uint8_t pixels[BYTES]) {
  Error error;
  const RendererDef def = {.get_proc_address = address, .shader_dir = SHADERS, .quality = 0};
  Renderer *const renderer = renderer_create(&def, &error);
  if (!renderer) fail_msg("%s", error.text);
  renderer_draw(renderer, frame, WIDTH, HEIGHT);
  glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  assert_int_equal(renderer_count_errors(renderer), 0);
  renderer_destroy(renderer);
}

/* The river's first picture: trees of many kinds, crates, a car. */
typedef struct River {
  World *world;
  WorldView *view;
  FrameBuild *build;
  FrameView frame;
} River;

static River river_begin(void) {
  static Scene scene;
  Error error;
  Camera camera = {0};
  if (!scene_read(ASSETS "/scenes/river.scene", &scene, &error)) fail_msg("%s", error.text);
  River river = {.world = world_create(&scene, 1, 1, &error), .view = world_view_create(scene.nx, scene.nz), .build = frame_build_create()};
  assert_true(river.world && river.view && river.build);
  world_view_copy(river.view, NULL, river.world, &(WorldViewRequest){0});
  camera_reset(&camera, &scene.cameras[0], river.view);
  camera_update(&camera, &(Input){0}, river.view, WIDTH, HEIGHT, 0);
  const FrameRequest request = {.looks = &river.world->params, .time = 1, .mode = FRAME_LIT, .camera = &camera};
  river.frame = *frame_build_run(river.build, river.view, &request);
  return river;
}

static void river_end(River *river) {
  frame_build_destroy(river->build);
  world_view_destroy(river->view);
  world_destroy(river->world);
}

/* Each batch of props and bodies begins somewhere else in its buffer. */
static void instances_need_no_base_instance(void **state) {
  (void)state;
  static uint8_t with[BYTES], without[BYTES], none[BYTES];
  if (!offscreen_is_open()) skip();
  River river = river_begin();
  draw(window_gl_address, &river.frame, with);
  draw(address_without_base_instance, &river.frame, without);
  river.frame.body_count = 0;
  draw(window_gl_address, &river.frame, none);
  assert_memory_equal(with, without, BYTES);
  assert_memory_not_equal(with, none, BYTES);
  river_end(&river);
}

/* --- a second thread ------------------------------------------------------------------------------------------------------ */

static const char programs[] = "draws_programs";

/* How many variants of a program are in the folder. */
static int count_programs(const char *name) {
  DIR *const folder = opendir(programs);
  const size_t length = strlen(name);
  int count = 0;
  for (const struct dirent *entry; folder && (entry = readdir(folder));)
    count += strncmp(entry->d_name, name, length) == 0 && entry->d_name[length] == '-' && !strchr(entry->d_name, '.');
  if (folder) closedir(folder);
  return count;
}

/* Counts the programs of the river's surface from above, and those that lay it over the scene. */
static int count_water(void) {
  return count_programs("water") + count_programs("water_over");
}

static void empty_folder(void) {
  char path[PATH_MAX];
  DIR *const folder = opendir(programs);
  for (const struct dirent *entry; folder && (entry = readdir(folder));) {
    snprintf(path, sizeof path, "%s/%s", programs, entry->d_name);
    remove(path);
  }
  if (folder) closedir(folder);
}

/* The programs that the picture has in the end are compiled, no others are; the context of the first thread stays the current one. */
static void programs_that_come_last_are_compiled_ahead(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  River river = river_begin();
  empty_folder();
  Ahead *const ahead = ahead_begin(&(AheadDef){offscreen_window(), SHADERS, programs, &river.frame, 1});
  assert_non_null(ahead);
  for (int n = 0; n < 1200 && (count_water() < 4 || count_programs("post") < 1); n++)
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
  ahead_end(ahead);
  const int water = count_water();
  printf("%d programs of water, %d of the sky, %d of the surroundings\n", water, count_programs("sky"), count_programs("around"));
  if (water == 0) skip(); /* a driver that gives no programs back */
  assert_true(water >= 4 && count_programs("post") == 1 && count_programs("sky") == 1 && count_programs("around") == 1);
  assert_true(count_programs("props") == 0 && count_programs("bodies") == 0 && count_programs("terrain") == 0);
  static uint8_t picture[BYTES];
  draw(window_gl_address, &river.frame, picture);
  empty_folder();
  rmdir(programs);
  river_end(&river);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(levels_are_halves_of_those_below_where_they_are_written),
      cmocka_unit_test(levels_are_halves_of_those_below_where_they_are_drawn),
      cmocka_unit_test(instances_need_no_base_instance),
      cmocka_unit_test(programs_that_come_last_are_compiled_ahead),
  };
  offscreen_open(WIDTH, HEIGHT);
  return cmocka_run_group_tests(tests, NULL, offscreen_close);
}
