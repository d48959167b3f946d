/* The block of ground that stands on a table has no hole, from any camera and at any tier: no pixel within its outline is as far away as
 * the background, and no wall of a tank lets what stands behind it be seen. Scenes as they begin, drawn without a window; all is skipped
 * where there is no OpenGL. */
#include <glad/gl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cglm/cglm.h>
#include <cmocka.h>

#include "offscreen.h"
#include "picture/frame_build.h"
#include "render/gpu.h"
#include "world/world.h"

enum { WIDTH = 1280, HEIGHT = 720, CAMERAS_MORE = 6 };

/* Round the block, which no scene's own cameras look at from all sides; the last two graze its edge. */
static const SceneCamera cameras_more[CAMERAS_MORE] = {
    {"south-west", {-0.7f, 12, 1.7f}, {0.5f, 1, 0.5f}, 45, false}, {"north-east", {1.7f, 12, -0.7f}, {0.5f, 1, 0.5f}, 45, false},
    {"east", {2.2f, 5, 0.45f}, {0.5f, 1, 0.5f}, 40, false},        {"far", {0.3f, 20, 3}, {0.5f, 0, 0.5f}, 35, false},
    {"along", {-0.5f, 3.2f, 1.02f}, {1, 2, 0.98f}, 50, false},     {"close", {1.15f, 3, 1.15f}, {0.8f, 1, 0.8f}, 60, false}};

/* The objects that are drawn, from begin to end; a renderer for each tier. */
static Scene scene;
static World *world;
static WorldView *view;
static FrameBuild *build;
static FrameView frame;
static Camera camera;
static float depths[WIDTH * HEIGHT];

static void begin(const char *name) {
  char path[SCENE_PATH];
  Error error = {0};
  const bool read = scene_find(ASSETS, name, path, &error) && scene_read(path, &scene, &error);
  world = read ? world_create(&scene, 1, 1, &error) : NULL;
  if (!world) fail_msg("%s", error.text);
  view = world_view_create(world->nx, world->nz);
  build = frame_build_create();
  assert_true(view && build);
  world_view_copy(view, NULL, world, &(WorldViewRequest){.flow_every = 1});
}

static void end(void) {
  frame_build_destroy(build);
  world_view_destroy(view);
  world_destroy(world);
}

/* The depths of the picture without its water, through which one would see any hole. */
static void draw(Renderer *renderer, const SceneCamera *place) {
  memset(&camera, 0, sizeof camera);
  camera_reset(&camera, place, view);
  camera_update(&camera, &(Input){0}, view, WIDTH, HEIGHT, 0);
  frame = *frame_build_run(build, view, &(FrameRequest){.looks = &scene.params, .mode = FRAME_LIT, .camera = &camera});
  renderer_draw(renderer, &frame, WIDTH, HEIGHT);
  assert_int_equal(renderer_count_errors(renderer), 0);
  GLint width = 0, height = 0;
  glActiveTexture(GL_TEXTURE0 + UNIT_SCENE_DEPTH);
  glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
  glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_HEIGHT, &height);
  assert_int_equal(width, WIDTH);
  assert_int_equal(height, HEIGHT);
  glGetTexImage(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, GL_FLOAT, depths);
  assert_int_equal(glGetError(), GL_NO_ERROR);
}

/* A box about the block, m. The block goes down a twentieth of its longer side below the ground (src/render/land/ground.c). */
static void whole_box(vec3 low, vec3 high) {
  const float size = frame.cell * (float)(frame.nx > frame.nz ? frame.nx : frame.nz);
  float least = frame.terrain[0], most = least;
  for (int n = 0; n < frame.nx * frame.nz; n++) {
    least = fminf(least, frame.terrain[n]);
    most = fmaxf(most, frame.terrain[n]);
  }
  glm_vec3_copy((vec3){0, least - 0.05f * size, 0}, low);
  glm_vec3_copy((vec3){frame.cell * (float)frame.nx, most, frame.cell * (float)frame.nz}, high);
}

/* m: the lowest ground along the grid's edge. */
static float lowest_edge(void) {
  float lowest = frame.terrain[0];
  for (int k = 0; k < frame.nz; k++)
    for (int i = 0; i < frame.nx; i++)
      if (i == 0 || k == 0 || i == frame.nx - 1 || k == frame.nz - 1) lowest = fminf(lowest, frame.terrain[k * frame.nx + i]);
  return lowest;
}

/* m: where a ray of unit length enters the box, 0 from within it, and where it leaves. False where it misses. */
static bool ray_meets(const vec3 along, const vec3 low, const vec3 high, float *enters, float *leaves) {
  *enters = 0;
  *leaves = 1e9f;
  for (int n = 0; n < 3; n++) {
    const float a = (low[n] - camera.eye[n]) / along[n], b = (high[n] - camera.eye[n]) / along[n];
    *enters = fmaxf(*enters, fminf(a, b));
    *leaves = fminf(*leaves, fmaxf(a, b));
  }
  return *enters < *leaves;
}

/* m along the view axis. */
static float metres(float stored) {
  return frame.projection[14] / (2 * stored - 1 + frame.projection[10]);
}

/* Pixels within the block's outline, and how many of them show what lies behind the whole block. The outline is that of the block up to the
 * lowest place of its edge, less some cells: a ray that enters it from above must meet ground or a wall, except where the eye is inside
 * and the ray leaves through a side. */
static int count_background(int *inside) {
  vec3 low, high, low_within, high_within, along;
  vec3 forward = {-frame.view[2], -frame.view[6], -frame.view[10]};
  int holes = 0;
  *inside = 0;
  whole_box(low, high);
  glm_vec3_adds(low, 3 * frame.cell, low_within);
  glm_vec3_subs(high, 3 * frame.cell, high_within);
  high_within[1] = lowest_edge() - 0.1f;
  for (int n = 0; n < WIDTH * HEIGHT; n++) {
    float enters, leaves;
    camera_ray(&camera, (float)(n % WIDTH) + 0.5f, (float)(HEIGHT - 1 - n / WIDTH) + 0.5f, WIDTH, HEIGHT, along);
    if (!ray_meets(along, low_within, high_within, &enters, &leaves)) continue;
    if (enters <= 0 && camera.eye[1] + leaves * along[1] > high_within[1] - 1e-3f) continue;
    ++*inside;
    ray_meets(along, low, high, &enters, &leaves);
    holes += metres(depths[n]) > leaves * glm_vec3_dot(along, forward) + 3 * frame.cell;
  }
  return holes;
}

/* m along the view axis to what is nearest in the pixel that shows `place` and those round it: a place is not met to the pixel. Infinite
 * beyond the picture. `own` is that of the place itself. */
static float depth_seen(vec3 place, float *own) {
  mat4 look, projection, both;
  vec4 seen;
  memcpy(look, frame.view, sizeof look);
  memcpy(projection, frame.projection, sizeof projection);
  glm_mat4_mul(projection, look, both);
  glm_mat4_mulv(both, (vec4){place[0], place[1], place[2], 1}, seen);
  *own = seen[3];
  const int i = (int)floorf((0.5f * seen[0] / seen[3] + 0.5f) * WIDTH), k = (int)floorf((0.5f * seen[1] / seen[3] + 0.5f) * HEIGHT);
  if (seen[3] <= 0.2f || i < 1 || k < 1 || i >= WIDTH - 1 || k >= HEIGHT - 1) return INFINITY;
  float least = 1;
  for (int n = 0; n < 9; n++) least = fminf(least, depths[(k + n / 3 - 1) * WIDTH + i + n % 3 - 1]);
  return metres(least);
}

static bool is_wall(int i, int k, float top) {
  for (int n = 0; n < 9; n++)
    if (frame.terrain[(k + n / 3 - 1) * frame.nx + i + n % 3 - 1] < top) return false;
  return true;
}

/* Counts the places on the middle of the walls' tops; returns how many of them are seen through: what shows there lies farther off than the
 * wall is thick. */
static int count_seen_through(int *walls) {
  float top = frame.terrain[0];
  int through = 0;
  *walls = 0;
  for (int n = 0; n < frame.nx * frame.nz; n++) top = fmaxf(top, frame.terrain[n]);
  for (int k = 1; k < frame.nz - 1; k++)
    for (int i = 1; i < frame.nx - 1; i++) {
      vec3 place = {((float)i + 0.5f) * frame.cell, top, ((float)k + 0.5f) * frame.cell};
      float own;
      if (!is_wall(i, k, top)) continue;
      const float seen = depth_seen(place, &own);
      if (isinf(seen)) continue;
      ++*walls;
      through += seen > own + 6 * frame.cell;
    }
  return through;
}

/* `walls`: the scene is a tank, whose walls are as high as its highest ground. */
static void look_from_everywhere(const char *name, bool walls) {
  begin(name);
  for (int quality = 0; quality <= RENDERER_QUALITY_BEST; quality++) {
    Renderer *const renderer = offscreen_renderer(quality);
    for (int n = 0; n < scene.camera_count + CAMERAS_MORE; n++) {
      const SceneCamera *const place = n < scene.camera_count ? &scene.cameras[n] : &cameras_more[n - scene.camera_count];
      int inside, places = 0;
      draw(renderer, place);
      const int holes = count_background(&inside), through = walls ? count_seen_through(&places) : 0;
      print_message("%s, quality %d, %s: %d of %d pixels show the background, %d of %d places on walls are seen through\n", name, quality,
                    place->name, holes, inside, through, places);
      assert_true(inside > 1000);
      assert_int_equal(holes, 0);
      assert_int_equal(through, 0);
    }
    renderer_destroy(renderer);
  }
  end();
}

static void a_tank_has_no_hole(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  look_from_everywhere("pool", true);
}

static void a_landscape_on_a_table_has_no_hole(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  look_from_everywhere("gate", false);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_tank_has_no_hole), cmocka_unit_test(a_landscape_on_a_table_has_no_hole)};
  offscreen_open(WIDTH, HEIGHT);
  return cmocka_run_group_tests(tests, NULL, offscreen_close);
}
