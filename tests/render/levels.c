#define _POSIX_C_SOURCE 200809L /* setenv */

/* The ground's mesh at its levels of detail: closed where levels meet, and of few triangles however large the grid. Drawn without a
 * window; all is skipped where there is no OpenGL. */
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

#include "base/memory.h"
#include "input/window.h"
#include "render/frame_block.h"
#include "render/gpu.h"
#include "render/land/ground.h"
#include "render/lod.h"
#include "render/program.h"
#include "render/renderer.h"

enum { WIDTH = 640, HEIGHT = 400 };

static Window window;
static bool has_gl;

static int open_gl(void **state) {
  (void)state;
  Error error;
  setenv("SDL_VIDEODRIVER", "offscreen", 1);
  has_gl = window_init(&window, WIDTH, HEIGHT, true, &error) && gladLoadGL((GLADloadfunc)window_gl_address);
  if (!has_gl) printf("skipped: %s\n", error.text);
  return 0;
}

static int close_gl(void **state) {
  (void)state;
  if (has_gl) window_shutdown(&window);
  return 0;
}

/* A grid of `cells` a side: its ground, water on it, and a frame of them. */
typedef struct Land {
  int cells;
  float *ground, *depth;
  FrameView frame;
} Land;

static void land_create(Land *land, int cells, float cell) {
  const size_t count = (size_t)cells * (size_t)cells;
  *land = (Land){.cells = cells, .ground = memory_create(count, sizeof(float)), .depth = memory_create(count, sizeof(float))};
  assert_true(land->ground && land->depth);
  land->frame = (FrameView){.nx = cells,
                            .nz = cells,
                            .cell = cell,
                            .terrain = land->ground,
                            .world_version = 1,
                            .terrain_version = 1,
                            .natural = true,
                            .around = FRAME_AROUND_HILLS,
                            .depth = land->depth,
                            .serial = 1,
                            .depth_scale = 1,
                            .speed_scale = 1,
                            .sun = {0.36f, 0.80f, 0.48f},
                            .exposure = 1,
                            .liquid = {{0.27f, 0.075f, 0.05f}, {0.012f, 0.075f, 0.09f}, 0.02f, 0, 1},
                            .time = 1};
}

static void land_destroy(Land *land) {
  memory_free(land->ground);
  memory_free(land->depth);
}

/* A camera: eye and target as shares of the grid's size, heights in m; opening angle in rad. */
typedef struct Place {
  const char *name;
  float eye[3], target[3], angle;
} Place;

static void look(Land *land, const Place *place, float aspect) {
  const float size = (float)land->cells * land->frame.cell;
  vec3 eye = {place->eye[0] * size, place->eye[1], place->eye[2] * size}, up = {0, 1, 0};
  vec3 target = {place->target[0] * size, place->target[1], place->target[2] * size};
  mat4 view, projection;
  glm_lookat(eye, target, up, view);
  glm_perspective(place->angle, aspect, 0.1f, 4000, projection);
  memcpy(land->frame.view, view, sizeof view);
  memcpy(land->frame.projection, projection, sizeof projection);
  memcpy(land->frame.eye, eye, sizeof eye);
}

/* 0 to 1, another value for each cell. */
static float random_at(int i, int k) {
  uint32_t h = (uint32_t)i * 0x9e3779b1u ^ (uint32_t)k * 0x85ebca6bu;
  h = (h ^ (h >> 15)) * 0x2c1b3c6du;
  h = (h ^ (h >> 12)) * 0x297a2d39u;
  return (float)(h >> 8) / 16777216.0f;
}

/* --- cracks ---------------------------------------------------------------------------------------------------------- */

static const char *const flat_fragment = "#version 330 core\nout vec4 colour;\nvoid main() { colour = vec4(0.0, 1.0, 0.0, 1.0); }\n";

static GLuint compile(GLenum stage, const char *text) {
  const GLuint shader = glCreateShader(stage);
  GLint ok = 0;
  char log[400] = "";
  glShaderSource(shader, 1, &text, NULL);
  glCompileShader(shader);
  glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
  glGetShaderInfoLog(shader, sizeof log, NULL, log);
  if (!ok) fail_msg("%s", log);
  return shader;
}

/* The ground's own vertex shader with a fragment shader of one colour. */
static GLuint flat_program(void) {
  Error error;
  ShaderSource source;
  if (!shader_source_load(&source, SHADERS, "terrain", "vert", "#version 330 core\n#define QUALITY 2\n", &error))
    fail_msg("%s", error.text);
  const GLuint program = glCreateProgram(), vertex = compile(GL_VERTEX_SHADER, source.text);
  const GLuint fragment = compile(GL_FRAGMENT_SHADER, flat_fragment);
  shader_source_free(&source);
  glAttachShader(program, vertex);
  glAttachShader(program, fragment);
  glLinkProgram(program);
  GLint ok = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &ok);
  assert_true(ok);
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  glUseProgram(program);
  glUniform1i(glGetUniformLocation(program, "ground_map"), UNIT_GROUND);
  glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Frame"), 0);
  return program;
}

/* Pixels of the picture's background, of a colour that the ground has not. */
static int count_holes(void) {
  static uint8_t pixels[WIDTH * HEIGHT * 4];
  int holes = 0;
  glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  for (int n = 0; n < WIDTH * HEIGHT; n++) holes += pixels[4 * n] > 0;
  return holes;
}

static int count_strides(const LodList *list) {
  int strides = 0;
  for (float stride = 0.25f; stride < 1024; stride *= 2) {
    bool found = false;
    for (int n = 0; n < list->count && !found; n++) found = list->patches[n].stride == stride;
    strides += found;
  }
  return strides;
}

/* The picture of the ground alone as `place` sees it, with levels as coarse as a renderer may make them. */
static void draw_ground(Land *land, const Place *place, const Ground *ground, Lod *lod, LodList *list) {
  FrameBlock block;
  GLuint buffer = 0;
  look(land, place, (float)WIDTH / HEIGHT);
  frame_block_fill(&(FrameBlockInput){&land->frame, ground->min, ground->max, ground->base, ground->water_around, ground->rock_slope, WIDTH,
                                      HEIGHT, ground->max, 0, 1},
                   &block);
  frame_block_write(&buffer, &block);
  LodView view = {.nx = land->cells,
                  .nz = land->cells,
                  .cell = land->frame.cell,
                  .low = ground->base,
                  .high = ground->max,
                  .near_low = block.near_low,
                  .near_high = block.near_high,
                  .reach = LOD_REACH_MIN * (float)lod->quads / LOD_QUADS,
                  .stride_min = 0.25f,
                  .quads = lod->quads};
  memcpy(view.eye, land->frame.eye, sizeof view.eye);
  mat4 both;
  vec4 planes[6];
  memcpy(both, block.view_projection, sizeof both);
  glm_frustum_planes(both, planes);
  memcpy(view.planes, planes, sizeof view.planes);
  lod_select(list, &view, NULL);
  glViewport(0, 0, WIDTH, HEIGHT);
  glEnable(GL_DEPTH_TEST);
  glClearColor(1, 0, 1, 1);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  lod_draw_tops(lod, list);
  glDeleteBuffers(1, &buffer);
}

/* Every line of sight meets the ground before it leaves the grid, so a background pixel is a hole. */
static void look_for_cracks(int quads) {
  static const Place places[] = {{"from above", {0.5f, 12, 0.5f}, {0.5f, 0, 0.501f}, 2},
                                 {"along x", {0.3f, 16, 0.5f}, {0.5f, -12, 0.52f}, 0.7f},
                                 {"aslant", {0.62f, 14, 0.66f}, {0.5f, -14, 0.53f}, 0.6f},
                                 {"low", {0.5f, 9, 0.7f}, {0.48f, -2, 0.6f}, 0.3f},
                                 {"far", {0.5f, 20, 0.8f}, {0.5f, 0, 0.55f}, 0.25f}};
  Land land;
  Lod lod = {0};
  LodList list = {0};
  Ground ground = {0};
  land_create(&land, 512, 0.5f);
  for (int k = 0; k < 512; k++)
    for (int i = 0; i < 512; i++) land.ground[k * 512 + i] = 4 * random_at(i, k) + 3 * sinf(0.11f * (float)i) * cosf(0.07f * (float)k);
  assert_true(lod_list_init(&list) && ground_update(&ground, &land.frame));
  lod_init(&lod, quads);
  const GLuint program = flat_program();
  for (size_t n = 0; n < sizeof places / sizeof *places; n++) {
    draw_ground(&land, &places[n], &ground, &lod, &list);
    const int holes = count_holes();
    printf("%s: %d levels, %d patches, %d background pixels\n", places[n].name, count_strides(&list), list.count, holes);
    assert_true(count_strides(&list) >= 3);
    assert_int_equal(holes, 0);
  }
  assert_int_equal(glGetError(), GL_NO_ERROR);
  glDeleteProgram(program);
  lod_shutdown(&lod);
  lod_list_shutdown(&list);
  ground_shutdown(&ground);
  land_destroy(&land);
}

static void levels_meet_without_cracks(void **state) {
  (void)state;
  if (!has_gl) skip();
  look_for_cracks(LOD_QUADS);
  look_for_cracks(LOD_QUADS_COARSE);
}

/* --- triangles ------------------------------------------------------------------------------------------------------- */

/* The most triangles of a frame of the highest tier; none of its pixels is drawn. */
static int64_t count_triangles(Renderer *renderer, Land *land, const Place *place) {
  look(land, place, 1920.0f / 1080);
  renderer_count_triangles(renderer, true);
  glEnable(GL_RASTERIZER_DISCARD);
  renderer_draw(renderer, &land->frame, 1920, 1080);
  glDisable(GL_RASTERIZER_DISCARD);
  assert_int_equal(renderer_count_errors(renderer), 0);
  return renderer_triangles_max(renderer);
}

/* Hills and a lake of 4096 x 4096 cells of 0.25 m with all that grows on them, at 1920 x 1080. */
static void a_large_valley_has_few_triangles(void **state) {
  (void)state;
  if (!has_gl) skip();
  enum { CELLS = 4096, TRIANGLES_MIN = 100000, TRIANGLES_MAX = 3000000 };
  static const Place places[] = {{"opening", {0.79f, 140, 1.07f}, {0.5f, 0, 0.5f}, 0.73f},
                                 {"low", {0.5f, 45, 0.6f}, {0.5f, 40, 0.3f}, 0.9f},
                                 {"corner", {0.001f, 60, 0.001f}, {1, 0, 1}, 0.9f},
                                 {"above", {0.5f, 900, 0.5f}, {0.5f, 0, 0.501f}, 1.2f},
                                 {"under water", {0.4f, 12, 0.5f}, {0.6f, 8, 0.5f}, 1}};
  Land land;
  Error error;
  const RendererDef def = {.get_proc_address = window_gl_address, .shader_dir = SHADERS, .quality = RENDERER_QUALITY_BEST};
  land_create(&land, CELLS, 0.25f);
  for (int k = 0; k < CELLS; k++) {
    const float along = 20 + 20 * sinf(0.004f * (float)k);
    for (int i = 0; i < CELLS; i++) {
      float *const height = &land.ground[(size_t)k * CELLS + (size_t)i];
      *height = along + 20 * random_at(i >> 8, k >> 8) + random_at(i >> 2, k >> 2);
      land.depth[(size_t)k * CELLS + (size_t)i] = fmaxf(20 - *height, 0);
    }
  }
  Renderer *const renderer = renderer_create(&def, &error);
  if (!renderer) fail_msg("%s", error.text);
  for (size_t n = 0; n < sizeof places / sizeof *places; n++) {
    const int64_t triangles = count_triangles(renderer, &land, &places[n]);
    printf("%s: %lld triangles\n", places[n].name, (long long)triangles);
    assert_in_range(triangles, TRIANGLES_MIN, TRIANGLES_MAX);
  }
  renderer_destroy(renderer);
  land_destroy(&land);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(levels_meet_without_cracks),
      cmocka_unit_test(a_large_valley_has_few_triangles),
  };
  return cmocka_run_group_tests(tests, open_gl, close_gl);
}
