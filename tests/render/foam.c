/* White water as the map of it has it: a carpet behind bores, two layers that the flow carries, wet ground that drains, eddies that draw foam
 * into lines. Drawn without a window; all is skipped where there is no OpenGL. */
#include <glad/gl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "offscreen.h"
#include "render/gpu.h"

enum { CELLS = 96, WIDTH = 240, HEIGHT = 160, TICKS_A_SECOND = 20 };

static const float cell = 0.5f, middle = 0.5f * CELLS * 0.5f;

/* A frame's grids; it is drawn by `renderer`. Made again by `make`. */
static struct {
  float ground[CELLS * CELLS], depth[CELLS * CELLS], x[CELLS * CELLS], z[CELLS * CELLS], breaking[CELLS * CELLS];
  float texels[CELLS * CELLS][4]; /* foam, wetness, milk, breaker */
  FrameView frame;
  Renderer *renderer;
} sea;

/* Makes ground at a height of `slope` per metre of x from the middle on, 3 m under the surface in the mean: dry where it is above. */
static void make(float height, float slope) {
  memset(&sea, 0, sizeof sea);
  for (int n = 0; n < CELLS * CELLS; n++) {
    sea.ground[n] = height + slope * (((float)(n % CELLS) + 0.5f) * cell - middle);
    sea.depth[n] = fmaxf(-sea.ground[n], 0);
  }
  sea.frame = offscreen_world(CELLS, cell, sea.ground, sea.depth);
  sea.frame.around = FRAME_AROUND_SEA;
  sea.frame.flow.x = sea.x, sea.frame.flow.z = sea.z, sea.frame.flow.breaking = sea.breaking;
  offscreen_look(&sea.frame, (const float[3]){middle, 40, middle + 1}, (const float[3]){middle, 0, middle}, 1.2f, (float)WIDTH / HEIGHT);
  sea.renderer = offscreen_renderer(1);
}

/* Draws the next ticks and reads the map. */
static void run(float seconds) {
  for (int n = 0; n < (int)(seconds * TICKS_A_SECOND + 0.5f); n++) {
    sea.frame.time += 1.0f / TICKS_A_SECOND;
    sea.frame.flow.serial++;
    renderer_advance(sea.renderer, &sea.frame, WIDTH, HEIGHT);
  }
  renderer_draw(sea.renderer, &sea.frame, WIDTH, HEIGHT);
  glActiveTexture((GLenum)((int)GL_TEXTURE0 + (int)UNIT_FOAM));
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, sea.texels);
  assert_int_equal(renderer_count_errors(sea.renderer), 0);
}

static void end(void) {
  renderer_destroy(sea.renderer);
}

/* The area of a layer (0: foam, 2: milk) that has more than a twentieth, m^2, and the middle of the layer along x, m. */
static float area_of(int layer, float *centre) {
  double count = 0, sum = 0, moment = 0;
  for (int n = 0; n < CELLS * CELLS; n++) {
    const double value = (double)sea.texels[n][layer];
    count += value > 0.05;
    sum += value;
    moment += value * ((double)(n % CELLS) + 0.5) * (double)cell;
  }
  if (centre) *centre = sum > 0 ? (float)(moment / sum) : NAN;
  return (float)count * cell * cell;
}

/* A bore of so many cells runs along x at 4 m/s for 5 s, in water that follows it at 1 m/s. */
static void run_bore(int cells) {
  enum { FRONT = 3 };
  make(-3, 0);
  for (int n = 0; n < CELLS * CELLS; n++) sea.x[n] = 1;
  for (int tick = 0; tick < 5 * TICKS_A_SECOND; tick++) {
    const int front = 20 + (int)(4.0f * (float)tick / TICKS_A_SECOND / cell);
    memset(sea.breaking, 0, sizeof sea.breaking);
    for (int k = 0; k < cells; k++)
      for (int i = 0; i < FRONT; i++) sea.breaking[(10 + k) * CELLS + front + i] = 1;
    run(1.0f / TICKS_A_SECOND);
  }
  memset(sea.breaking, 0, sizeof sea.breaking);
}

/* The carpet behind a bore is as long as the bore, and as wide as the way that it has run ahead of the water: 3 m/s for 5 s. Within a quarter, as
 * its rim is some cells wide. After a minute of calm there is none. */
static void a_bore_leaves_a_carpet_that_is_gone_in_a_minute(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  float area[2];
  for (int n = 0; n < 2; n++) {
    const int cells = n == 0 ? 24 : 48;
    run_bore(cells);
    area[n] = area_of(0, NULL);
    memset(sea.x, 0, sizeof sea.x);
    run(60);
    const float after = area_of(0, NULL), milk = area_of(2, NULL);
    print_message("a bore of %d cells: a carpet of %.0f m^2, after a minute %.1f, milk %.1f\n", cells, (double)area[n], (double)after,
                  (double)milk);
    assert_true(fabsf(area[n] / ((float)cells * cell * 15) - 1) < 0.25f);
    assert_true(after == 0 && milk == 0);
    end();
  }
  assert_true(fabsf(area[1] / area[0] - 2) < 0.15f);
}

/* Foam goes with the surface and milk, which lies below it, at half of its speed. Within a tenth: both begin while it breaks. */
static void two_layers_move_at_their_speeds(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  make(-3, 0);
  for (int k = 30; k < 60; k++)
    for (int i = 20; i < 26; i++) sea.breaking[k * CELLS + i] = 1;
  run(1);
  memset(sea.breaking, 0, sizeof sea.breaking);
  for (int n = 0; n < CELLS * CELLS; n++) sea.x[n] = 2;
  float from[2], to[2];
  for (int n = 0; n < 2; n++) area_of(2 * n, &from[n]);
  run(4);
  for (int n = 0; n < 2; n++) area_of(2 * n, &to[n]);
  print_message("in 4 s at 2 m/s foam has gone %.2f m, milk %.2f\n", (double)(to[0] - from[0]), (double)(to[1] - from[1]));
  assert_true(fabsf((to[0] - from[0]) / 8 - 1) < 0.1f);
  assert_true(fabsf((to[1] - from[1]) / 4 - 1) < 0.1f);
  end();
}

/* Level ground is wet for 60 s, steep ground for 15; as much is left as of the time. */
static void wet_ground_drains_in_its_time(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  static const struct { float slope, seconds; } grounds[] = {{0, 60}, {0.4f, 15}};
  for (int n = 0; n < 2; n++) {
    make(20, grounds[n].slope);
    for (int m = 0; m < CELLS * CELLS; m++) sea.depth[m] = 0.02f;
    run(0.5f);
    memset(sea.depth, 0, sizeof sea.depth);
    sea.frame.serial++;
    run(0.5f * grounds[n].seconds);
    const float half = sea.texels[CELLS * CELLS / 2 + CELLS / 2][1];
    run(0.55f * grounds[n].seconds);
    const float none = sea.texels[CELLS * CELLS / 2 + CELLS / 2][1];
    print_message("slope %.1f: wetness %.2f after half of its time, %.2f after it\n", (double)grounds[n].slope, (double)half, (double)none);
    assert_true(fabsf(half - 0.5f) < 0.05f);
    assert_true(none == 0);
    end();
  }
}

/* Foam runs up a shore and stays on the water. */
static void dry_land_has_no_foam(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  make(0, 0.1f);
  for (int n = 0; n < CELLS * CELLS; n++) sea.x[n] = 3, sea.breaking[n] = 1;
  run(3);
  int dry = 0, foamy = 0;
  for (int n = 0; n < CELLS * CELLS; n++) {
    if (sea.depth[n] > 1) foamy += sea.texels[n][0] > 0.5f;
    if (sea.depth[n] > 0) continue;
    dry++;
    assert_true(sea.texels[n][0] == 0 && sea.texels[n][2] == 0);
  }
  print_message("%d cells of foam, %d dry cells without\n", foamy, dry);
  assert_true(dry > 1000 && foamy > 1000);
  end();
}

/* Makes water 12 m deep that turns as one out to 9 m, half a radian a second, and returns the foam within 4 m: cells that have any. */
static int foam_in_an_eddy(void) {
  int foamy = 0;
  make(-12, 0);
  for (int pass = 0; pass < 2; pass++) {
    for (int n = 0; n < CELLS * CELLS; n++) {
      const float x = ((float)(n % CELLS) + 0.5f) * cell - middle, z = ((float)(n / CELLS) + 0.5f) * cell - middle, r = hypotf(x, z);
      sea.x[n] = r < 9 ? -0.5f * z : 0, sea.z[n] = r < 9 ? 0.5f * x : 0;
      if (pass == 1 && r < 4) foamy += sea.texels[n][0] > 0;
    }
    if (pass == 0) run(3);
  }
  end();
  return foamy;
}

/* Where the flow is sheared, as beside the water behind a pier, lines of foam are born; none where it runs evenly, nor in the middle of an eddy,
 * which rolls those lines up. */
static void eddies_draw_foam(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  make(-3, 0);
  for (int n = 0; n < CELLS * CELLS; n++) sea.x[n] = 2;
  run(3);
  const float even = area_of(0, NULL);
  for (int n = 0; n < CELLS * CELLS; n++) sea.x[n] = n / CELLS < CELLS / 2 ? 2 : -1;
  run(3);
  const float sheared = area_of(0, NULL);
  print_message("foam on %.0f m^2 of an even flow, %.0f of a sheared one\n", (double)even, (double)sheared);
  assert_true(even == 0);
  assert_true(sheared > 0.5f * (float)CELLS * cell * cell && sheared < 6 * (float)CELLS * cell * cell);
  end();
  assert_int_equal(foam_in_an_eddy(), 0);
}

/* Makes a step of the surface by a metre over four cells, down along x, with speeds before it and behind, and returns the greatest value of
 * the breaker's front on it, and in *elsewhere that of the other cells. */
static float front_of_step(float before, float behind, float *elsewhere) {
  make(-3, 0);
  for (int n = 0; n < CELLS * CELLS; n++) {
    const float share = fminf(fmaxf(((float)(n % CELLS) - 46) / 4, 0), 1);
    sea.depth[n] = 4 - share;
    sea.x[n] = before + (behind - before) * share;
  }
  run(0.1f);
  float most[2] = {0, 0};
  for (int n = 0; n < CELLS * CELLS; n++) {
    const int on = n % CELLS >= 44 && n % CELLS <= 52;
    most[on] = fmaxf(most[on], sea.texels[n][3]);
  }
  *elsewhere = most[0];
  end();
  return most[1];
}

/* A bore throws its crest forward: a front that runs down into slower water. A fall does not, which runs away from it, nor does a jump, which
 * stands against the flow, nor a wave that runs on with all of its water. */
static void only_a_bore_has_a_front(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  float elsewhere[4];
  const float bore = front_of_step(4, 0, &elsewhere[0]), fall = front_of_step(1, 4, &elsewhere[1]);
  const float jump = front_of_step(-1, -4, &elsewhere[2]), carried = front_of_step(2, 2, &elsewhere[3]);
  print_message("fronts: of a bore %.2f, a fall %.2f, a jump %.2f, what is carried along %.2f\n", (double)bore, (double)fall, (double)jump,
                (double)carried);
  assert_true(bore > 0.5f);
  assert_true(fall == 0 && jump == 0 && carried == 0);
  for (int n = 0; n < 4; n++) assert_true(elsewhere[n] == 0);
}

/* Lets a clump of drops be at a place above calm water, or above dry land, for two ticks, and returns the area of the foam that it leaves there, and of
 * the milk below. */
static float foam_of_drop(float height, float velocity, float opacity, bool dry, float *milk) {
  const FrameDrop drop = {{middle, height, middle}, 0.6f, {0, velocity, 0}, 1, opacity, 0.5f};
  make(dry ? 1 : -3, 0);
  run(0.5f);
  sea.frame.drops = &drop, sea.frame.drop_count = 1;
  run(0.1f);
  sea.frame.drop_count = 0;
  float centre;
  const float area = area_of(0, &centre);
  *milk = area_of(2, NULL);
  if (area > 0) assert_true(fabsf(centre - middle) < 0.5f * cell);
  run(60);
  assert_true(area_of(0, NULL) == 0);
  end();
  return area;
}

/* Where drops come down they are foam, and bubbles below it, on a spot about as wide as the clump: a circle of 1.5 of its radius, whose rim is faint.
 * While they rise or are high above they are not, nor is mist, and dry land takes none. */
static void spray_becomes_foam_where_it_lands(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  float milk, unused;
  const float landed = foam_of_drop(0.05f, -4, 1, false, &milk), rising = foam_of_drop(0.05f, 4, 1, false, &unused);
  const float high = foam_of_drop(2, -4, 1, false, &unused), mist = foam_of_drop(0.05f, -4, 0.11f, false, &unused);
  const float dry = foam_of_drop(1.05f, -4, 1, true, &unused), circle = 3.1416f * 0.9f * 0.9f;
  print_message("foam on %.2f m^2 where a clump lands, a circle of %.2f; milk %.2f; rising %.2f, high %.2f, mist %.2f, on land %.2f\n",
                (double)landed, (double)circle, (double)milk, (double)rising, (double)high, (double)mist, (double)dry);
  assert_true(landed > 0.5f * circle && landed < 1.5f * circle);
  assert_true(milk > 0 && milk <= landed);
  assert_true(rising == 0 && high == 0 && mist == 0 && dry == 0);
}

static int open_picture(void **state) {
  (void)state;
  offscreen_open(WIDTH, HEIGHT);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_bore_leaves_a_carpet_that_is_gone_in_a_minute),
                                     cmocka_unit_test(two_layers_move_at_their_speeds),
                                     cmocka_unit_test(wet_ground_drains_in_its_time),
                                     cmocka_unit_test(dry_land_has_no_foam),
                                     cmocka_unit_test(eddies_draw_foam),
                                     cmocka_unit_test(only_a_bore_has_a_front),
                                     cmocka_unit_test(spray_becomes_foam_where_it_lands)};
  return cmocka_run_group_tests(tests, open_picture, offscreen_close);
}
