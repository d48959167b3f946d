#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "support.h"

/* A smooth hill comes back from a coarse sampling: cubic, so to a few thousandths; and never beyond its range. */
static void resampling_is_smooth_and_in_range(void **state) {
  (void)state;
  enum { FROM = 32, TO = 200 };
  static float source[FROM * FROM], result[TO * TO];
  for (int k = 0; k < FROM; k++)
    for (int i = 0; i < FROM; i++)
      source[k * FROM + i] = sinf(6.2831853f * ((float)i + 0.5f) / FROM) * cosf(6.2831853f * ((float)k + 0.5f) / FROM);
  assert_true(weir_terrain_resample(source, FROM, FROM, result, TO, TO));
  float worst = 0, step = 0;
  for (int k = 10; k < TO - 10; k++)
    for (int i = 10; i < TO - 10; i++) {
      const float x = ((float)i + 0.5f) / TO, z = ((float)k + 0.5f) / TO;
      worst = fmaxf(worst, fabsf(result[k * TO + i] - sinf(6.2831853f * x) * cosf(6.2831853f * z)));
      const float bend = result[k * TO + i - 1] - 2 * result[k * TO + i] + result[k * TO + i + 1];
      step = fmaxf(step, fabsf(bend));
      assert_true(fabsf(result[k * TO + i]) <= 1.0f);
    }
  print_message("resampling 32 -> 200: worst error %.4f, sharpest bend %.4f\n", (double)worst, (double)step);
  assert_true(worst < 0.01f);
  /* A slope of 2*pi/200 a cell bends by (2*pi/200)^2 = 1e-3 a cell; steps of nearest neighbour would be 30 times that. */
  assert_true(step < 4e-3f);
}

static void shrinking_keeps_the_mean(void **state) {
  (void)state;
  enum { FROM = 240, TO = 17 };
  static float source[FROM * FROM], result[TO * TO];
  double mean = 0, small = 0;
  for (int n = 0; n < FROM * FROM; n++) mean += (double)(source[n] = (float)((n * 7919) % 1000) / 1000.0f);
  assert_true(weir_terrain_resample(source, FROM, FROM, result, TO, TO));
  for (int n = 0; n < TO * TO; n++) small += (double)result[n];
  assert_true(fabs(mean / (FROM * FROM) - small / (TO * TO)) < 0.01);
}

/* An 8-bit ramp on a fine grid: terraces before, none after, and nothing moved by more than half a step. */
static void eight_bits_make_no_terraces(void **state) {
  (void)state;
  enum { N = 256 };
  static float heights[N * 16], stored[N * 16];
  const float quantum = 1.0f / 16.0f;
  for (int k = 0; k < 16; k++)
    for (int i = 0; i < N; i++) stored[k * N + i] = heights[k * N + i] = roundf((float)i / N / quantum) * quantum;
  assert_true(weir_terrain_dequantise(heights, N, 16, quantum));
  float flat = 0, before = 0;
  for (int i = 8; i < N - 8; i++) {
    flat = fmaxf(flat, fabsf(heights[8 * N + i + 1] - heights[8 * N + i] - 1.0f / N));
    before = fmaxf(before, fabsf(stored[8 * N + i + 1] - stored[8 * N + i] - 1.0f / N));
    assert_true(fabsf(heights[8 * N + i] - stored[8 * N + i]) <= 0.5f * quantum + 1e-6f);
  }
  print_message("steps off the ramp's slope: %.4f before, %.4f after\n", (double)before, (double)flat);
  assert_true(flat < 0.1f * before);
}

/* A crater lake and a pit in its rim: levels by hand. */
static void pits_fill_to_their_own_rims(void **state) {
  (void)state;
  enum { N = 41 };
  static float terrain[N * N], depth[N * N];
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++) {
      const float r = hypotf((float)(i - 20), (float)(k - 20));
      terrain[k * N + i] = 10.0f - fabsf(r - 10.0f);
    }
  terrain[20 * N + 30] = 6.0f; /* a notch in the rim (10 m) */
  assert_true(weir_terrain_fill_pits(terrain, N, N, 1.0f, 0.1f, false, depth));
  const float middle = terrain[20 * N + 20] + depth[20 * N + 20];
  assert_true(fabsf(middle - 9.0f) < 1.01f); /* the notch's neighbours are the next way out, 9 m */
  assert_true(depth[0] == 0.0f);
  assert_true(weir_terrain_fill_pits(terrain, N, N, 0.5f, 0.1f, false, depth));
  assert_true(terrain[20 * N + 20] + depth[20 * N + 20] < middle - 1.0f);
  assert_true(weir_terrain_fill_pits(terrain, N, N, 1.0f, 100.0f, false, depth));
  for (int n = 0; n < N * N; n++) assert_true(depth[n] == 0.0f);
}

enum { ROUGH = 61 };

/* The level of every cell by its definition: the least value, lowered round by round until none changes, that is no lower than the ground
 * and than one neighbour's level; of cells that water may leave by, the ground. */
static void levels_by_rounds(const float *ground, bool walled, float *level) {
  int lowest = 0;
  for (int n = 0; n < ROUGH * ROUGH; n++) {
    if (ground[n] < ground[lowest]) lowest = n;
    level[n] = INFINITY;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (int n = 0; n < ROUGH * ROUGH; n++) {
      const int i = n % ROUGH, k = n / ROUGH;
      const bool outlet = walled ? n == lowest : i == 0 || i == ROUGH - 1 || k == 0 || k == ROUGH - 1;
      float around = outlet ? -INFINITY : INFINITY;
      if (i > 0) around = fminf(around, level[n - 1]);
      if (i < ROUGH - 1) around = fminf(around, level[n + 1]);
      if (k > 0) around = fminf(around, level[n - ROUGH]);
      if (k < ROUGH - 1) around = fminf(around, level[n + ROUGH]);
      const float lower = fmaxf(ground[n], around);
      changed = changed || lower < level[n];
      level[n] = fminf(level[n], lower);
    }
  }
}

/* Over rough ground with many pits in pits, of few heights (ties, plains) and of many: exactly the water that the definition gives. */
static void pits_in_pits_fill_as_the_definition_says(void **state) {
  (void)state;
  static float ground[ROUGH * ROUGH], level[ROUGH * ROUGH], depth[ROUGH * ROUGH];
  Rng rng = {16};
  int wet = 0;
  for (int round = 0; round < 40; round++) {
    const int heights = round % 2 ? 6 : 100000;
    for (int n = 0; n < ROUGH * ROUGH; n++) {
      const float far = hypotf((float)(n % ROUGH - 30), (float)(n / ROUGH - 30)) * (float)(round % 4 - 1) / 40.0f;
      ground[n] = floorf((float)heights * (rng_range(&rng, 0, 1) + far));
    }
    levels_by_rounds(ground, round % 3 == 0, level);
    assert_true(weir_terrain_fill_pits(ground, ROUGH, ROUGH, 1.0f, 0.0f, round % 3 == 0, depth));
    for (int n = 0; n < ROUGH * ROUGH; n++) {
      assert_true(depth[n] == level[n] - ground[n]);
      wet += depth[n] > 0;
    }
  }
  assert_true(wet > 40 * ROUGH * ROUGH / 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(resampling_is_smooth_and_in_range),
      cmocka_unit_test(shrinking_keeps_the_mean),
      cmocka_unit_test(eight_bits_make_no_terraces),
      cmocka_unit_test(pits_fill_to_their_own_rims),
      cmocka_unit_test(pits_in_pits_fill_as_the_definition_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
