/* The meaning that pictures must have: deeper water is darker, light that the surface gathers is light that fell in, foam dies in calm
 * water, ... Frames are synthetic, drawn without a window; all is skipped where there is no OpenGL. */
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
#include "render/renderer.h"
#include "render/textures.h"

enum { CELLS = 96, WIDTH = 240, HEIGHT = 160, TEXT = 8192 };

static const float cell = 0.5f, middle = 0.5f * 96 * 0.5f;

/* A frame's grids, and the picture of it. */
static float ground[CELLS * CELLS], depth[CELLS * CELLS], still[CELLS * CELLS], stream[CELLS * CELLS];
static FrameView frame;
static uint8_t pixels[2][WIDTH * HEIGHT * 4];

static void look(float eye_x, float eye_y, float eye_z, float x, float y, float z) {
  offscreen_look(&frame, (const float[3]){eye_x, eye_y, eye_z}, (const float[3]){x, y, z}, 0.8f, (float)WIDTH / HEIGHT);
}

/* Land at `height(x, z)` under water up to level 0, seen from the south; a new world with each call. */
static void make(float (*height)(float x, float z), bool natural, FrameAround around) {
  frame = offscreen_world(CELLS, cell, ground, depth);
  frame.natural = natural;
  frame.around = around;
  frame.flow.x = frame.flow.z = still;
  for (int k = 0; k < CELLS; k++)
    for (int i = 0; i < CELLS; i++) {
      ground[k * CELLS + i] = height(((float)i + 0.5f) * cell, ((float)k + 0.5f) * cell);
      depth[k * CELLS + i] = fmaxf(-ground[k * CELLS + i], 0);
    }
  look(middle, 26, 2 * middle + 14, middle, -2, middle);
}

static void draw(Renderer *renderer, uint8_t *out) {
  renderer_draw(renderer, &frame, WIDTH, HEIGHT);
  glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, out);
  assert_int_equal(renderer_count_errors(renderer), 0);
}

/* The mean of each of the three colours in a box of world coordinates on the level `y`. */
static void colour_at(const uint8_t *picture, float x0, float x1, float y, float z, float mean[3]) {
  mat4 view, projection, both;
  memcpy(view, frame.view, sizeof view);
  memcpy(projection, frame.projection, sizeof projection);
  glm_mat4_mul(projection, view, both);
  double sum[3] = {0};
  int count = 0;
  for (int n = 0; n < 200; n++)
    for (int side = -4; side <= 4; side++) {
      vec4 place = {x0 + (x1 - x0) * (float)n / 199, y, z + 0.05f * (float)side, 1}, seen;
      glm_mat4_mulv(both, place, seen);
      const int i = (int)((0.5f * seen[0] / seen[3] + 0.5f) * WIDTH), k = (int)((0.5f * seen[1] / seen[3] + 0.5f) * HEIGHT);
      if (i < 0 || k < 0 || i >= WIDTH || k >= HEIGHT) continue;
      const uint8_t *const pixel = picture + 4 * (k * WIDTH + i);
      for (int c = 0; c < 3; c++) sum[c] += pixel[c];
      count++;
    }
  assert_true(count > 300);
  for (int c = 0; c < 3; c++) mean[c] = (float)(sum[c] / count);
}

/* The mean of all three. */
static float mean_at(const uint8_t *picture, float x0, float x1, float y, float z) {
  float mean[3];
  colour_at(picture, x0, x1, y, z, mean);
  return (mean[0] + mean[1] + mean[2]) / 3;
}

/* By how much the colour that they differ in most differs. */
static float most_different(const float a[3], const float b[3]) {
  return fmaxf(fabsf(a[0] - b[0]), fmaxf(fabsf(a[1] - b[1]), fabsf(a[2] - b[2])));
}

/* A crate of twice `half` metres a side that floats at the middle, half of it under water. */
static void float_crate(float half) {
  static FrameBody crate;
  crate = (FrameBody){.half = {half, half, half}, .material = FRAME_WOOD};
  for (int n = 0; n < 3; n++) crate.model[5 * n] = half;
  crate.model[12] = crate.model[14] = middle;
  crate.model[15] = 1;
  frame.bodies = &crate;
  frame.body_count = 1;
}

/* How far two pictures are apart in the mean of squares, over the mean of the first, in a square about the middle. */
static double contrast(const uint8_t *a, const uint8_t *b, int half) {
  double off = 0, sum = 0;
  int count = 0;
  for (int y = HEIGHT / 2 - half; y < HEIGHT / 2 + half; y++)
    for (int n = 4 * (y * WIDTH + WIDTH / 2 - half); n < 4 * (y * WIDTH + WIDTH / 2 + half); n++, count++)
      off += (double)((a[n] - b[n]) * (a[n] - b[n])), sum += a[n];
  return sqrt(off / count) / (sum / count);
}

static int most_apart(const uint8_t *a, const uint8_t *b) {
  int most = 0;
  for (int n = 0; n < WIDTH * HEIGHT * 4; n++) most = abs(a[n] - b[n]) > most ? abs(a[n] - b[n]) : most;
  return most;
}

/* --- pictures -------------------------------------------------------------------------------------------------------- */

static float ramp(float x, float z) {
  (void)z;
  return 1.0f - 6.0f * x / (2 * middle);
}

static float island(float x, float z) {
  return 3.0f - 0.22f * hypotf(x - middle, z - middle);
}

static float basin(float x, float z) {
  const float edge = fminf(fminf(x, 2 * middle - x), fminf(z, 2 * middle - z));
  return edge < 1.5f ? 1.0f : -2.0f;
}

/* Waves of eight cells and 40 cm in clear water gather light on its bed: they are seen from so far off that 250 cells lie between, while pixels are
 * no coarser than cells; and less where those are. */
static void waves_are_seen_on_the_bed(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  double seen[2];
  for (int coarse = 0; coarse < 2; coarse++) {
    make(basin, false, FRAME_AROUND_TABLE);
    offscreen_look(&frame, (const float[3]){middle, 80, middle + 90}, (const float[3]){middle, 0, middle}, coarse ? 1.2f : 0.15f,
                   (float)WIDTH / HEIGHT);
    for (int n = 0; n < 3; n++) frame.liquid.absorption[n] = 0.02f;
    frame.exposure *= 0.4f;
    Renderer *const renderer = offscreen_renderer(0);
    for (int waves = 0; waves < 2; waves++) {
      for (int n = 0; n < CELLS * CELLS && waves; n++)
        if (depth[n] > 0) depth[n] += 0.4f * sinf(0.7853982f * (float)(n % CELLS));
      frame.world_version += (uint32_t)waves;
      draw(renderer, pixels[waves]);
    }
    seen[coarse] = contrast(pixels[0], pixels[1], coarse ? 4 : 40);
    renderer_destroy(renderer);
  }
  print_message("waves of 8 cells change the light by %.3f, seen in pixels of several cells by %.3f\n", seen[0], seen[1]);
  assert_true(seen[0] > 0.014); /* half of that where light faded with the distance in cells */
  assert_true(seen[1] < 0.5 * seen[0]);
}

static void deeper_water_is_darker(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  for (int quality = 0; quality < 3; quality++) {
    make(ramp, true, FRAME_AROUND_HILLS);
    look(middle, 60, middle + 12, middle, 0, middle); /* steep, where little is mirrored */
    Renderer *const renderer = offscreen_renderer(quality);
    draw(renderer, pixels[0]);
    float before = 1e9f;
    for (int n = 0; n < 5; n++) {
      const float at = middle * (0.42f + 0.14f * (float)n), light = mean_at(pixels[0], at, at + 2, 0, middle);
      print_message("quality %d, %.1f m deep: %.1f\n", quality, (double)-ramp(at + 1, 0), (double)light);
      assert_true(light < before - 0.5f);
      before = light;
    }
    renderer_destroy(renderer);
  }
}

static float shallow(float x, float z) {
  (void)x, (void)z;
  return -1.5f;
}

static float deep(float x, float z) {
  (void)x, (void)z;
  return -6;
}

enum { PROFILE = 300 };

/* The light of the bed with a crate, as shares of its light without, from the open west towards the crate in steps of `step` metres. The
 * eye looks down through water that is still, absorbs nothing and mirrors nothing, so that only the bed is seen. */
static void shadow_profile(Renderer *renderer, float step, float profile[PROFILE]) {
  const float half = 0.9f; /* it touches no bed */
  frame.liquid = (FrameLiquid){.mirror = 0};
  frame.sun[0] = 0.6f;
  frame.sun[1] = 0.8f;
  frame.sun[2] = 0;
  look(middle - 5, 12, middle + 0.01f, middle - 5, 0, middle);
  draw(renderer, pixels[0]);
  float_crate(half);
  draw(renderer, pixels[1]);
  for (int n = 0; n < PROFILE; n++) {
    const float x = middle - half - 0.5f - step * (float)(PROFILE - n);
    profile[n] = mean_at(pixels[1], x, x, 0, middle) / mean_at(pixels[0], x, x, 0, middle);
  }
}

/* Where the light first falls below `share` of the way from the shadow's darkest to full light, in steps. */
static float falls_below(const float profile[PROFILE], float share) {
  float darkest = 1;
  for (int n = 0; n < PROFILE; n++) darkest = fminf(darkest, profile[n]);
  assert_true(darkest < 0.9f);                /* there is a shadow */
  assert_true(fabsf(profile[0] - 1) < 0.01f); /* that ends */
  const float level = darkest + share * (1 - darkest);
  int n = 0;
  while (profile[n] >= level) n++;
  return (float)n - (level - profile[n]) / (profile[n - 1] - profile[n]);
}

static void a_shadow_on_a_deeper_bed_is_softer(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  static float profile[PROFILE];
  const float step = 0.03f;
  for (int quality = 0; quality < 3; quality++) {
    float width[2];
    for (int bed = 0; bed < 2; bed++) {
      /* one for each: a renderer that has seen another ground may put off the light of this one for a quarter of a second */
      Renderer *const renderer = offscreen_renderer(quality);
      make(bed ? deep : shallow, true, FRAME_AROUND_SEA);
      shadow_profile(renderer, step, profile);
      width[bed] = step * (falls_below(profile, 0.2f) - falls_below(profile, 0.8f));
      renderer_destroy(renderer);
    }
    print_message("quality %d: penumbra %.2f m wide 1.5 m down, %.2f m wide 6 m down\n", quality, (double)width[0], (double)width[1]);
    assert_true(width[1] > 1.5f * width[0]);
  }
}

static bool walled;

/* A floor 5 m down, with or without a wall whose shadow falls to the west. */
static float tank_floor(float x, float z) {
  (void)z;
  return walled && x > middle + 1 && x < middle + 3 ? 6 : -5; /* its foot, where it hides the sky, is far from the shadow's edge */
}

/* m: how wide the shadow's edge is under so much water. */
static float wall_penumbra(Renderer *const renderers[2], float water) {
  static float profile[PROFILE];
  const float step = 0.03f;
  for (int wall = 0; wall < 2; wall++) {
    walled = wall;
    make(tank_floor, false, FRAME_AROUND_TABLE);
    for (int n = 0; n < CELLS * CELLS; n++) depth[n] = ground[n] < 0 ? water : 0;
    frame.liquid = (FrameLiquid){.mirror = 0};
    frame.sun[0] = 0.6f;
    frame.sun[1] = 0.8f;
    frame.sun[2] = 0;
    look(middle - 8, 14, middle + 0.01f, middle - 8, 0, middle);
    draw(renderers[wall], pixels[wall]);
  }
  for (int n = 0; n < PROFILE; n++) {
    const float x = middle - 4 - step * (float)(PROFILE - n);
    profile[n] = mean_at(pixels[1], x, x, -5, middle) / mean_at(pixels[0], x, x, -5, middle);
  }
  return step * (falls_below(profile, 0.2f) - falls_below(profile, 0.8f));
}

static void a_wall_s_shadow_is_softer_under_water(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  for (int quality = 0; quality < 3; quality++) {
    float width[2];
    for (int wet = 0; wet < 2; wet++) {
      Renderer *const renderers[2] = {offscreen_renderer(quality), offscreen_renderer(quality)};
      width[wet] = wall_penumbra(renderers, wet ? 5 : 0);
      for (int n = 0; n < 2; n++) renderer_destroy(renderers[n]);
    }
    print_message("quality %d: the edge of a wall's shadow is %.2f m wide, under 5 m of water %.2f m\n", quality, (double)width[0],
                  (double)width[1]);
    assert_true(width[1] > 1.3f * width[0]);
  }
}

/* The depth as a colour is the same at every tier, over deep water as over shallow. */
static void depths_have_their_false_colours(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  for (int bed = 0; bed < 2; bed++) {
    float colours[3][3];
    for (int quality = 0; quality < 3; quality++) {
      make(bed ? deep : shallow, true, FRAME_AROUND_SEA);
      frame.mode = FRAME_DEPTH;
      frame.depth_scale = 8;
      Renderer *const renderer = offscreen_renderer(quality);
      draw(renderer, pixels[0]);
      colour_at(pixels[0], middle - 5, middle + 5, 0, middle, colours[quality]);
      renderer_destroy(renderer);
    }
    print_message("%s water: %.0f %.0f %.0f, %.1f and %.1f apart at the other tiers\n", bed ? "deep" : "shallow", (double)colours[2][0],
                  (double)colours[2][1], (double)colours[2][2], (double)most_different(colours[0], colours[2]),
                  (double)most_different(colours[1], colours[2]));
    assert_true(most_different(colours[0], colours[2]) < 3);
    assert_true(most_different(colours[1], colours[2]) < 3);
  }
}

static void dry_land_shows_no_water(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  for (int quality = 0; quality < 3; quality++) {
    make(island, true, FRAME_AROUND_SEA);
    Renderer *const renderer = offscreen_renderer(quality);
    draw(renderer, pixels[0]);
    float top[3], sea[3], dry[3], bed[3];
    colour_at(pixels[0], middle - 5, middle + 5, 2.5f, middle, top);
    colour_at(pixels[0], 2, 6, 0, middle, sea);
    memset(depth, 0, sizeof depth);
    frame.serial++;
    draw(renderer, pixels[1]);
    colour_at(pixels[1], middle - 5, middle + 5, 2.5f, middle, dry);
    colour_at(pixels[1], 2, 6, 0, middle, bed);
    print_message("quality %d: without water the island's top differs by %.1f, the sea's bed by %.1f\n", quality,
                  (double)most_different(top, dry), (double)most_different(sea, bed));
    assert_true(most_different(top, dry) < 1);
    assert_true(most_different(sea, bed) > 3);
    renderer_destroy(renderer);
  }
}

static void the_first_frame_is_as_the_second(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  for (int quality = 0; quality < 3; quality++)
    for (int tank = 0; tank < 2; tank++) {
      make(tank ? basin : ramp, !tank, tank ? FRAME_AROUND_TABLE : FRAME_AROUND_HILLS);
      float_crate(2);
      Renderer *const renderer = offscreen_renderer(quality);
      draw(renderer, pixels[0]);
      draw(renderer, pixels[1]);
      const int apart = most_apart(pixels[0], pixels[1]);
      print_message("quality %d, %s: %d of 255 apart\n", quality, tank ? "tank" : "land", apart);
      assert_true(apart <= 2); /* dithering and rounding: one step each */
      renderer_destroy(renderer);
    }
}

static void foam_is_gone_after_a_minute_of_calm(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  make(ramp, true, FRAME_AROUND_HILLS);
  for (int n = 0; n < CELLS * CELLS; n++) stream[n] = 4;
  Renderer *const renderer = offscreen_renderer(1);
  draw(renderer, pixels[0]);
  frame.flow.z = stream;
  for (int n = 0; n < 40; n++) {
    frame.time += 0.1f;
    frame.flow.serial++;
    renderer_advance(renderer, &frame, WIDTH, HEIGHT);
  }
  frame.flow.z = still;
  frame.flow.serial++;
  frame.time += 0.1f;
  draw(renderer, pixels[0]);
  const float foamy = mean_at(pixels[0], 0.6f * middle, 0.9f * middle, 0, middle);
  for (int n = 0; n < 600; n++) {
    frame.time += 0.1f;
    renderer_advance(renderer, &frame, WIDTH, HEIGHT);
  }
  draw(renderer, pixels[0]);
  renderer_destroy(renderer);
  Renderer *const calm = offscreen_renderer(1);
  draw(calm, pixels[1]);
  const float after = mean_at(pixels[0], 0.6f * middle, 0.9f * middle, 0, middle);
  const float never = mean_at(pixels[1], 0.6f * middle, 0.9f * middle, 0, middle);
  print_message("while it foamed %.1f, after a minute %.1f, never foamed %.1f\n", (double)foamy, (double)after, (double)never);
  assert_true(foamy > never + 4);
  assert_true(fabsf(after - never) < 0.5f);
  renderer_destroy(calm);
}

static float three_deep(float x, float z) {
  (void)x, (void)z;
  return -3;
}

/* Water that rises as a wave breaks has foam, however slow it is; a film, as on a shore, has none, and neither has water that does not break.
 * Three quarters of a second, in which what breaks has its foam, all but 1 %. */
static void breaking_waves_foam(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  static float breaking[CELLS * CELLS];
  make(three_deep, true, FRAME_AROUND_HILLS);
  for (int n = 0; n < CELLS * CELLS; n++) {
    const bool film = n % CELLS < CELLS / 4;
    breaking[n] = n < CELLS * CELLS / 2 ? 1 : 0;
    if (film) ground[n] = -0.012f, depth[n] = 0.012f;
  }
  float light[2][3]; /* at rest and while it breaks: in deep water, in a film, where nothing breaks */
  Renderer *const renderer = offscreen_renderer(1);
  for (int round = 0; round < 2; round++) {
    frame.flow.breaking = round ? breaking : NULL;
    for (int n = 0; n < 15; n++) {
      frame.time += 0.05f;
      frame.flow.serial++;
      renderer_advance(renderer, &frame, WIDTH, HEIGHT);
    }
    draw(renderer, pixels[0]);
    light[round][0] = mean_at(pixels[0], 0.8f * middle, 1.5f * middle, 0, 0.7f * middle);
    light[round][1] = mean_at(pixels[0], 0.1f * middle, 0.4f * middle, 0, 0.7f * middle);
    light[round][2] = mean_at(pixels[0], 0.8f * middle, 1.5f * middle, 0, 1.4f * middle);
    print_message("deep %.1f, film %.1f, not breaking %.1f\n", (double)light[round][0], (double)light[round][1], (double)light[round][2]);
  }
  assert_true(light[1][0] > light[0][0] + 20);
  assert_true(fabsf(light[1][1] - light[0][1]) < 1);
  assert_true(fabsf(light[1][2] - light[0][2]) < 1);
  renderer_destroy(renderer);
}

/* A channel, fast as far as its middle, where foam is born, and then so slow that none is. */
static void run_and_slow_down(void) {
  make(three_deep, true, FRAME_AROUND_HILLS);
  for (int n = 0; n < CELLS * CELLS; n++) stream[n] = n < CELLS * CELLS / 2 ? 5 : 2;
  frame.flow.z = stream;
}

/* How light it is before the middle, and behind. */
typedef struct Foam {
  float born, carried;
} Foam;

static Foam foam_of(Renderer *renderer) {
  draw(renderer, pixels[0]);
  return (Foam){mean_at(pixels[0], 0.7f * middle, 1.3f * middle, 0, middle - 2),
                mean_at(pixels[0], 0.7f * middle, 1.3f * middle, 0, middle + 2)};
}

/* A jump in time is to another world: its foam is there at once where it is born, and a frame later, or two after a drag, where the flow
 * has carried it. What a steady flow has after six seconds is the measure; half of it is asked for, as foam's pattern moves. */
static void foam_is_there_after_a_jump(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  run_and_slow_down();
  frame.flow.z = still;
  Renderer *const renderer = offscreen_renderer(1);
  const Foam none = foam_of(renderer);
  frame.flow.z = stream;
  for (int n = 0; n < 60; n++) {
    frame.time += 0.1f;
    frame.flow.serial++;
    renderer_advance(renderer, &frame, WIDTH, HEIGHT);
  }
  const Foam steady = foam_of(renderer);
  frame.world_version += 1000;
  const Foam first = foam_of(renderer), second = foam_of(renderer);
  frame.world_version += 1000;
  renderer_set_share(renderer, 0.7f, true); /* as while the bar is dragged */
  foam_of(renderer);
  const Foam dragged = foam_of(renderer);
  renderer_set_share(renderer, 1, false);
  foam_of(renderer);
  const Foam let_go = foam_of(renderer);
  const Foam all[] = {none, steady, first, second, dragged, let_go};
  for (int n = 0; n < 6; n++) print_message("%.1f where foam is born, %.1f behind\n", (double)all[n].born, (double)all[n].carried);
  const Foam half = {0.5f * (none.born + steady.born), 0.5f * (none.carried + steady.carried)};
  assert_true(steady.born > none.born + 4 && steady.carried > none.carried + 4);
  assert_true(first.born > half.born && second.born > half.born && dragged.born > half.born);
  assert_true(second.carried > half.carried && let_go.carried > half.carried);
  renderer_destroy(renderer);
}

/* By how much a picture is redder than blue, in the mean, on the water west of the middle or east of it. */
static float redness(const uint8_t *picture, float side) {
  vec4 at = {middle + side * 0.3f * middle, 0, middle, 1}, clip;
  mat4 view, projection;
  memcpy(view, frame.view, sizeof view);
  memcpy(projection, frame.projection, sizeof projection);
  glm_mat4_mulv(view, at, at);
  glm_mat4_mulv(projection, at, clip);
  const int x = (int)((0.5f + 0.5f * clip[0] / clip[3]) * WIDTH), y = (int)((0.5f + 0.5f * clip[1] / clip[3]) * HEIGHT);
  float sum = 0;
  for (int n = 0; n < 25; n++) {
    const uint8_t *const texel = picture + 4 * ((y + n / 5 - 2) * WIDTH + x + n % 5 - 2);
    sum += (float)texel[0] - (float)texel[2];
  }
  return sum / 25;
}

/* Light of each pixel, against that of the next in its row: what of a scene can be made out. */
static double detail(const uint8_t *picture) {
  double sum = 0;
  for (int n = 0; n + 1 < WIDTH * HEIGHT; n++) sum += abs(picture[4 * n + 5] - picture[4 * n + 1]);
  return sum / (WIDTH * HEIGHT);
}

/* Where two waters are the same, the picture of their difference shows the scene; where one is higher, its colour, and there alone. */
static void a_difference_is_seen_on_the_scene(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  static float difference[CELLS * CELLS];
  for (int quality = 0; quality < 2; quality++) {
    memset(difference, 0, sizeof difference);
    make(three_deep, true, FRAME_AROUND_HILLS);
    Renderer *const renderer = offscreen_renderer(quality);
    draw(renderer, pixels[0]);
    const double whole = detail(pixels[0]);
    frame.mode = FRAME_DIFFERENCE;
    frame.difference = difference;
    draw(renderer, pixels[0]);
    const double none = detail(pixels[0]);
    for (int n = 0; n < CELLS * CELLS; n++) difference[n] = n % CELLS < CELLS / 2 ? 0.0f : frame.depth_scale;
    draw(renderer, pixels[1]);
    const float same = redness(pixels[1], -1) - redness(pixels[0], -1), higher = redness(pixels[1], 1) - redness(pixels[0], 1);
    print_message("quality %d: detail %.2f, without a difference %.2f; redder by %.1f where nothing differs, %.1f where it does\n", quality,
                  whole, none, (double)same, (double)higher);
    assert_true(none > 0.4 * whole);
    assert_true(fabsf(same) < 3);
    assert_true(higher > 60);
    renderer_destroy(renderer);
  }
}

static float shelf(float x, float z) {
  (void)x, (void)z;
  return 1;
}

/* The mean light of the shelf, `seconds` after all water on it has gone. */
static float light_of_shelf(Renderer *renderer, int seconds) {
  for (int n = 0; n < 10 * seconds; n++) {
    frame.time += 0.1f;
    renderer_advance(renderer, &frame, WIDTH, HEIGHT);
  }
  draw(renderer, pixels[0]);
  return mean_at(pixels[0], 0.6f * middle, 1.4f * middle, 1, middle);
}

static void wet_ground_dries(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  for (int quality = 0; quality < 3; quality++) {
    make(shelf, true, FRAME_AROUND_HILLS);
    Renderer *const renderer = offscreen_renderer(quality);
    const float bare = light_of_shelf(renderer, 0); /* first: the map of the ground's colour, made now, would have a beach by water */
    for (int n = 0; n < CELLS * CELLS; n++) depth[n] = 0.02f;
    frame.serial++;
    renderer_advance(renderer, &frame, WIDTH, HEIGHT);
    memset(depth, 0, sizeof depth);
    frame.serial++;
    const float soaked = light_of_shelf(renderer, 1), drying = light_of_shelf(renderer, 29), dried = light_of_shelf(renderer, 32);
    print_message("quality %d: never wet %.1f; a second after the water %.1f, 30 s %.1f, 62 s %.1f\n", quality, (double)bare,
                  (double)soaked, (double)drying, (double)dried);
    assert_true(soaked < drying - 2);
    assert_true(drying < bare - 2);
    assert_true(fabsf(dried - bare) < 0.5f);
    renderer_destroy(renderer);
  }
}

static float level_ground(float x, float z) {
  (void)x, (void)z;
  return 0.01f;
}

/* Beside water that stands upright, as behind a dam that has gone, the sand ends in a line that winds: rows of ground differ. A straight
 * end would be seen through the water that runs over it. */
static void a_bed_beside_a_wall_of_water_has_no_straight_end(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  make(level_ground, true, FRAME_AROUND_HILLS);
  for (int n = 0; n < CELLS * CELLS; n++) depth[n] = n % CELLS < CELLS / 3 ? 3.0f : 0.0f;
  Renderer *const renderer = offscreen_renderer(0);
  draw(renderer, pixels[0]);
  float before = -1, sum = 0;
  int count = 0;
  for (float z = 0.6f * middle; z < 1.7f * middle; z += 1.0f) {
    const float light = mean_at(pixels[0], 0.8f * middle, 0.9f * middle, 0, z);
    if (before >= 0) sum += fabsf(light - before), count++;
    before = light;
  }
  print_message("rows of ground beside the water differ by %.2f of 255\n", (double)(sum / (float)count));
  assert_true(sum > 3 * (float)count); /* 0.92 with a straight end */
  renderer_destroy(renderer);
}

static float rough_slope(float x, float z) {
  return 0.5f * (9.0f - 0.22f * z + 0.35f * sinf(0.5f * x) * sinf(0.6f * z));
}

/* Rain runs down a slope in a film: the ground, which has finer triangles than the water, must not show through it in stripes. */
static void a_film_on_a_slope_has_no_holes(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  for (int quality = 0; quality <= 1; quality++) {
    Renderer *const renderer = offscreen_renderer(quality);
    make(rough_slope, true, FRAME_AROUND_HILLS);
    frame.cell = 0.5f * cell; /* too small to be planted */
    look(0.5f * middle, 9, 2.5f * middle, 0.5f * middle, 2, 0.25f * middle);
    for (int wet = 0; wet <= 1; wet++) {
      for (int n = 0; n < CELLS * CELLS; n++) depth[n] = wet ? 0.05f : 0;
      frame.serial++;
      for (int n = 0; n < 3; n++) draw(renderer, pixels[wet]);
    }
    int holes = 0, count = 0;
    for (int y = 58; y < 84; y++)
      for (int x = WIDTH / 3; x < 2 * WIDTH / 3; x++, count++) { /* all of it slope */
        const uint8_t *const dry = &pixels[0][4 * (y * WIDTH + x)], *const film = &pixels[1][4 * (y * WIDTH + x)];
        holes += abs(dry[0] - film[0]) + abs(dry[1] - film[1]) + abs(dry[2] - film[2]) < 6;
      }
    print_message("quality %d: %d of %d pixels of a slope under a film look dry\n", quality, holes, count);
    assert_true(holes < count / 200);
    renderer_destroy(renderer);
  }
}

static float dye[CELLS * CELLS];
static int64_t dye_changed[4]; /* by tile, of which there are 2 x 2 */

/* `amount` of dye from column i0 to i1, none elsewhere; only the tiles in which this is a change are marked. */
static void pour_dye(int i0, int i1, float amount) {
  frame.dye = dye;
  frame.dye_changed = dye_changed;
  frame.serial++;
  for (int k = 0; k < CELLS; k++)
    for (int i = 0; i < CELLS; i++) {
      const float now = i >= i0 && i < i1 ? amount : 0;
      if (dye[k * CELLS + i] != now) dye_changed[2 * (k / FRAME_TILE) + i / FRAME_TILE] = frame.serial;
      dye[k * CELLS + i] = now;
    }
}

/* By how many levels green is weaker than the mean of red and blue on a line to the west or the east of the middle. */
static float magenta_at(const uint8_t *picture, bool east) {
  float mean[3];
  const float at = east ? 1.35f * middle : 0.45f * middle;
  colour_at(picture, at, at + 0.2f * middle, 0, middle, mean);
  return 0.5f * (mean[0] + mean[2]) - mean[1];
}

/* Red-violet where it is, more of it with more dye, untouched elsewhere; it follows the dye from tile to tile, and when all has gone the
 * picture is as if there never had been any. */
static void dye_is_seen_where_it_is(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  for (int n = 0; n < 6; n++) {
    const int quality = n % 3;
    make(basin, n < 3, n < 3 ? FRAME_AROUND_HILLS : FRAME_AROUND_TABLE); /* land and tank */
    memset(dye, 0, sizeof dye);
    memset(dye_changed, 0, sizeof dye_changed);
    look(middle, 40, middle + 12, middle, 0, middle); /* steep, where little is mirrored */
    Renderer *const renderer = offscreen_renderer(quality);
    renderer_set_backdrop(renderer, false);
    frame.earlier = 0;
    draw(renderer, pixels[0]);
    const float clean = magenta_at(pixels[0], false), clean_east = magenta_at(pixels[0], true);
    pour_dye(0, CELLS / 2, 0.2f);
    draw(renderer, pixels[1]);
    const float pale = magenta_at(pixels[1], false);
    assert_true(fabsf(magenta_at(pixels[1], true) - clean_east) < 2);
    pour_dye(0, CELLS / 2, 2);
    draw(renderer, pixels[1]);
    assert_true(renderer_is_finite(renderer));
    const float strong = magenta_at(pixels[1], false);
    pour_dye(CELLS / 2 + 4, CELLS, 2);
    draw(renderer, pixels[1]);
    const float gone = magenta_at(pixels[1], false), come = magenta_at(pixels[1], true);
    frame.dye = NULL;
    draw(renderer, pixels[1]);
    print_message("quality %d, %s: clean %.1f, pale %.1f, strong %.1f; moved on %.1f, there %.1f\n", quality, n < 3 ? "land" : "tank",
                  (double)clean, (double)pale, (double)strong, (double)gone, (double)come);
    assert_true(pale > clean + 5 && strong > pale + 10 && strong > 40);
    assert_true(fabsf(gone - clean) < 2 && come > 40);
    assert_true(most_apart(pixels[0], pixels[1]) <= 1);
    renderer_destroy(renderer);
  }
}

/* From below, too, and through the cut sides of a block on a table. */
static void dye_is_seen_from_below_and_from_the_side(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  for (int n = 0; n < 6; n++) {
    const int quality = n % 3;
    make(deep, true, n < 3 ? FRAME_AROUND_SEA : FRAME_AROUND_TABLE);
    memset(dye, 0, sizeof dye);
    if (n < 3)
      look(middle, -5, middle + 2, middle, 0, middle);
    else
      look(middle, -2, 3 * middle, middle, -3, middle);
    Renderer *const renderer = offscreen_renderer(quality);
    renderer_set_backdrop(renderer, false);
    double sum[2][3] = {{0}};
    for (int dyed = 0; dyed < 2; dyed++) {
      if (dyed) pour_dye(0, CELLS, 1);
      draw(renderer, pixels[0]);
      assert_true(renderer_is_finite(renderer));
      for (int k = 2 * HEIGHT / 5; k < 3 * HEIGHT / 5; k++)
        for (int i = 2 * WIDTH / 5; i < 3 * WIDTH / 5; i++)
          for (int c = 0; c < 3; c++) sum[dyed][c] += pixels[0][4 * (k * WIDTH + i) + c];
    }
    const double clean = sum[0][1] / (sum[0][0] + sum[0][2]), dyed = sum[1][1] / (sum[1][0] + sum[1][2]);
    print_message("quality %d, %s: green to red and blue %.2f, dyed %.2f\n", quality, n < 3 ? "from below" : "a side", clean, dyed);
    assert_true(dyed < 0.75 * clean);
    renderer_destroy(renderer);
  }
}

static void every_pixel_is_a_number(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  for (int quality = 0; quality < 3; quality++) {
    Renderer *const renderer = offscreen_renderer(quality);
    make(island, true, FRAME_AROUND_SEA);
    const float eyes[5][3] = {{2, -0.5f, 2}, {middle, 500, middle + 1}, {middle, 0.02f, 4}, {-300, 2, -300}, {middle, 4, middle}};
    for (int n = 0; n < 5; n++)
      for (int low = 0; low < 2; low++) {
        const float up = low ? 0.001f : 1;
        frame.sun[0] = 0;
        frame.sun[1] = up;
        frame.sun[2] = sqrtf(1 - up * up);
        look(eyes[n][0], eyes[n][1], eyes[n][2], middle + 0.5f, 0, middle);
        draw(renderer, pixels[0]);
        assert_true(renderer_is_finite(renderer));
      }
    renderer_destroy(renderer);
  }
}

/* --- formulas of the shaders ----------------------------------------------------------------------------------------- */

static void read_shader(const char *name, char text[TEXT]) {
  char path[1024];
  snprintf(path, sizeof path, "%s/common/%s", SHADERS, name);
  FILE *const file = fopen(path, "rb");
  assert_non_null(file);
  text[fread(text, 1, TEXT - 1, file)] = '\0';
  fclose(file);
}

static GLuint compile(GLenum stage, int count, const char *const *texts) {
  const GLuint shader = glCreateShader(stage);
  GLint ok = 0;
  glShaderSource(shader, count, texts, NULL);
  glCompileShader(shader);
  glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
  char log[400] = "";
  glGetShaderInfoLog(shader, sizeof log, NULL, log);
  if (!ok) fail_msg("%s", log);
  return shader;
}

enum { SAMPLES = 512 };

/* Runs `body`, which sets `value` from `place` (0 to 1 each way), for SAMPLES * SAMPLES pixels after the text of a shader. */
static void evaluate(const char *before, const char *name, const char *body, float *out) {
  static char text[TEXT];
  read_shader(name, text);
  const char *const vertex =
      "#version 330 core\nout vec2 place;\nvoid main() { place = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : "
      "0.0); gl_Position = vec4(2.0 * place - 1.0, 0.0, 1.0); }\n";
  const char *const fragment[] = {"#version 330 core\nin vec2 place;\nlayout(location = 0) out float value;\n#define QUALITY 2\n",
                                  before,
                                  text,
                                  "\nvoid main() { ",
                                  body,
                                  " }\n"};
  const GLuint program = glCreateProgram();
  glAttachShader(program, compile(GL_VERTEX_SHADER, 1, &vertex));
  glAttachShader(program, compile(GL_FRAGMENT_SHADER, 6, fragment));
  glLinkProgram(program);
  glUseProgram(program);
  GLuint texture, framebuffer, vertices;
  glGenTextures(1, &texture);
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, SAMPLES, SAMPLES, 0, GL_RED, GL_FLOAT, NULL);
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  const GLuint noise = noise_create();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, noise);
  glGenVertexArrays(1, &vertices);
  glBindVertexArray(vertices);
  glViewport(0, 0, SAMPLES, SAMPLES);
  glDisable(GL_DEPTH_TEST);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glReadPixels(0, 0, SAMPLES, SAMPLES, GL_RED, GL_FLOAT, out);
  assert_int_equal(glGetError(), GL_NO_ERROR);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glDeleteTextures(1, &texture);
  glDeleteTextures(1, &noise);
  glDeleteFramebuffers(1, &framebuffer);
  glDeleteVertexArrays(1, &vertices);
  glDeleteProgram(program);
}

static float values[SAMPLES * SAMPLES];

static void reflectance_follows_its_curve(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  evaluate("", "fresnel.glsl", "value = fresnel_reflectance(place.x, floor(place.y * 2.0) * 0.3, 0.02);", values);
  for (int rough = 0; rough < 2; rough++)
    for (int n = 0; n < 5; n++) {
      const int i = SAMPLES * (2 * n + 1) / 10;
      const double facing = (i + 0.5) / SAMPLES, r = 0.3 * rough;
      const double curve = pow(1 - facing, 5 * exp(-2.69 * r)) / (1 + 22.7 * pow(r, 1.5)), stated = 0.02 + 0.98 * curve;
      const double seen = (double)values[(SAMPLES / 2 * rough + SAMPLES / 4) * SAMPLES + i];
      print_message("cosine %.2f, roughness %.1f: %.4f, stated %.4f\n", facing, r, seen, stated);
      assert_true(fabs(seen - stated) <= 0.02 * stated);
    }
}

static void caustics_share_out_the_light_that_falls_in(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  static const char *const format =
      "uniform sampler2D noise_map;\nconst int natural = %d;\nconst vec3 eye = vec3(30.0, 20.0, 30.0), sun = vec3(0.36, 0.8, 0.48);\n"
      "const float time = 7.0, liquid_thin = 1.0;\nfloat saturate(float x) { return clamp(x, 0.0, 1.0); }\nfloat scene_scale() { return "
      "1.0; }\n";
  const char *const bodies[] = {"value = caustics(vec3(60.0 * place.x, 0.0, 60.0 * place.y), 0.5);",
                                "value = caustics(vec3(60.0 * place.x, 0.0, 60.0 * place.y), 2.0);",
                                "value = caustics(vec3(60.0 * place.x, 0.0, 60.0 * place.y), 6.0);"};
  for (int n = 0; n < 6; n++) {
    char before[400];
    double sum = 0, spread = 0;
    snprintf(before, sizeof before, format, n % 2); /* a tank, a landscape */
    evaluate(before, "caustics.glsl", bodies[n / 2], values);
    for (int i = 0; i < SAMPLES * SAMPLES; i++) sum += (double)values[i];
    const double mean = sum / (SAMPLES * SAMPLES);
    for (int i = 0; i < SAMPLES * SAMPLES; i++) spread += ((double)values[i] - mean) * ((double)values[i] - mean);
    print_message("mean %.4f, spread %.3f\n", mean, sqrt(spread / (SAMPLES * SAMPLES)));
    assert_true(fabs(mean - 1) <= 0.02);
    assert_true(spread / (SAMPLES * SAMPLES) > 1e-3); /* there is a pattern at all */
  }
}

/* Rings that do not touch add up in the mean square of their slopes: it tells how many there are. */
static double ring_energy(double share, double time) {
  char before[400];
  double sum = 0;
  snprintf(before, sizeof before, "const float time = %.3f, rain_density = %.6f, rain_size = 1.0;\n", time, pow(share, 0.6));
  evaluate(before, "rain_rings.glsl",
           "float rough = 0.0; vec2 slope = rain_rings(30.0 * place, 5.0, 0.0, rough); value = dot(slope, slope);", values);
  for (int n = 0; n < SAMPLES * SAMPLES; n++) sum += (double)values[n];
  return sum / (SAMPLES * SAMPLES);
}

static void rings_are_as_many_as_the_rain_is_dense(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  static const double shares[] = {0.1, 0.25, 0.5, 1}; /* of the densest rain, in mm/h */
  double most = 0;
  for (int t = 0; t < 3; t++) most += ring_energy(1, 3 + 2.3 * t);
  assert_true(most > 1e-3);
  for (int n = 0; n < 4; n++) {
    double sum = 0;
    for (int t = 0; t < 3; t++) sum += ring_energy(shares[n], 3 + 2.3 * t);
    print_message("%.2f of the densest rain: %.3f of its rings\n", shares[n], sum / most);
    assert_true(fabs(sum / most - shares[n]) < 0.12 * shares[n]);
  }
  assert_true(!(ring_energy(0, 3) > 0));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(waves_are_seen_on_the_bed),
      cmocka_unit_test(deeper_water_is_darker),
      cmocka_unit_test(a_shadow_on_a_deeper_bed_is_softer),
      cmocka_unit_test(a_wall_s_shadow_is_softer_under_water),
      cmocka_unit_test(depths_have_their_false_colours),
      cmocka_unit_test(dry_land_shows_no_water),
      cmocka_unit_test(the_first_frame_is_as_the_second),
      cmocka_unit_test(foam_is_gone_after_a_minute_of_calm),
      cmocka_unit_test(a_bed_beside_a_wall_of_water_has_no_straight_end),
      cmocka_unit_test(a_film_on_a_slope_has_no_holes),
      cmocka_unit_test(breaking_waves_foam),
      cmocka_unit_test(foam_is_there_after_a_jump),
      cmocka_unit_test(a_difference_is_seen_on_the_scene),
      cmocka_unit_test(wet_ground_dries),
      cmocka_unit_test(dye_is_seen_where_it_is),
      cmocka_unit_test(dye_is_seen_from_below_and_from_the_side),
      cmocka_unit_test(every_pixel_is_a_number),
      cmocka_unit_test(reflectance_follows_its_curve),
      cmocka_unit_test(caustics_share_out_the_light_that_falls_in),
      cmocka_unit_test(rings_are_as_many_as_the_rain_is_dense),
  };
  offscreen_open(WIDTH, HEIGHT);
  return cmocka_run_group_tests(tests, NULL, offscreen_close);
}
