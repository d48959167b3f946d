/* Grass that water runs over where there was none: it is worn off beneath and beside it, neither by a film of rain nor far away. Drawn
 * without a window; all is skipped where there is no OpenGL. */
#include <glad/gl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "offscreen.h"

enum { CELLS = 96, WIDTH = 240, HEIGHT = 240 };

static const float cell = 0.5f, middle = 0.5f * CELLS * 0.5f;

/* m: half the stretch of ground that the picture shows, from right above. */
static const float seen = 16;

static float ground[CELLS * CELLS], depth[CELLS * CELLS];
static uint8_t pixels[WIDTH * HEIGHT * 4];

/* Draws the frame and returns how red the ground is by how green, from x0 to x1 m beside its middle. */
static double redness(Renderer *renderer, FrameView *frame, float x0, float x1) {
  frame->serial++;
  renderer_advance(renderer, frame, WIDTH, HEIGHT);
  renderer_draw(renderer, frame, WIDTH, HEIGHT);
  glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  double red = 0, green = 0;
  const int from = (int)(WIDTH / 2 * (1 + x0 / seen)), to = (int)(WIDTH / 2 * (1 + x1 / seen));
  for (int row = HEIGHT / 8; row < HEIGHT * 7 / 8; row++)
    for (int column = from; column < to; column++) {
      red += pixels[4 * (row * WIDTH + column)];
      green += pixels[4 * (row * WIDTH + column) + 1];
    }
  return red / green;
}

/* Lays water so deep from -4 to 4 m beside the middle, and so deep elsewhere. */
static void lay_water(float stream, float elsewhere) {
  for (int n = 0; n < CELLS * CELLS; n++) {
    const float x = ((float)(n % CELLS) + 0.5f) * cell - middle;
    depth[n] = x > -4 && x < 4 ? stream : elsewhere;
  }
}

static void water_wears_the_grass_off_its_banks(void **state) {
  (void)state;
  if (!offscreen_is_open()) skip();
  for (int quality = 0; quality < 3; quality++) {
    for (int n = 0; n < CELLS * CELLS; n++) ground[n] = 10;
    lay_water(0, 0);
    Renderer *const renderer = offscreen_renderer(quality);
    FrameView frame = offscreen_world(CELLS, cell, ground, depth);
    offscreen_look(&frame, (const float[3]){middle, 10 + 40, middle + 0.5f}, (const float[3]){middle, 10, middle}, 2 * 0.38051f, 1);
    const double grass = redness(renderer, &frame, 4.2f, 4.8f), far_grass = redness(renderer, &frame, 9, 14);
    lay_water(0.008f, 0.008f);
    const double film = redness(renderer, &frame, 4.2f, 4.8f), far_film = redness(renderer, &frame, 9, 14);
    lay_water(0.4f, 0);
    const double bank = redness(renderer, &frame, 4.2f, 4.8f), far_away = redness(renderer, &frame, 9, 14);
    print_message("quality %d: red by green of grass %.3f, under a film %.3f, beside water %.3f; 5 m away %.3f, %.3f, %.3f\n", quality,
                  grass, film, bank, far_grass, far_film, far_away);
    assert_true(bank > film + 0.06);
    assert_true(film < grass + 0.02 && far_film < far_grass + 0.02);
    assert_true(far_away < far_grass + 0.02);
    renderer_destroy(renderer);
  }
}

static int open_picture(void **state) {
  (void)state;
  offscreen_open(WIDTH, HEIGHT);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(water_wears_the_grass_off_its_banks)};
  return cmocka_run_group_tests(tests, open_picture, offscreen_close);
}
