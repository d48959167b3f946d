/* Fumes rise from lava, up and away with the wind; more in rain, none from water, and none from where the lava has gone. */
#include <math.h>
#include <string.h>

#include "render/props/fumes.h"
#include "support.h"

enum { SIDE = 48, PUFFS = FUMES_COLUMNS * FUMES_PUFFS };

static float terrain[SIDE * SIDE], depth[SIDE * SIDE];

/* Ground at 5 m with a metre of lava in rows [k0, k1). */
static FrameView view_of_lava(int k0, int k1) {
  for (int n = 0; n < SIDE * SIDE; n++) {
    terrain[n] = 5;
    depth[n] = n / SIDE >= k0 && n / SIDE < k1 ? 1.0f : 0.0f;
  }
  return (FrameView){.nx = SIDE,
                     .nz = SIDE,
                     .cell = 1,
                     .terrain = terrain,
                     .depth = depth,
                     .world_version = 1,
                     .natural = true,
                     .liquid = {.glow = 1},
                     .time = 20};
}

static void fumes_rise_from_lava_alone(void **state) {
  (void)state;
  Fumes fumes = {0};
  FrameDrop puffs[PUFFS];
  FrameView frame = view_of_lava(10, 20);
  const int count = fumes_rise(&fumes, &frame, puffs);
  print_message("%d puffs\n", count);
  assert_true(count >= FUMES_PUFFS && count < PUFFS);
  for (int n = 0; n < count; n++) assert_true(puffs[n].position[1] >= 6);
  for (int n = 0; n < FUMES_COLUMNS; n++)
    if (fumes.columns[n].rises) assert_true(fumes.columns[n].z >= 10 && fumes.columns[n].z < 20);
  frame.rain = 1;
  assert_int_equal(fumes_rise(&fumes, &frame, puffs), PUFFS);
  frame.liquid.glow = 0;
  assert_int_equal(fumes_rise(&fumes, &frame, puffs), 0);
}

/* Puffs are told apart by their numbers, which stay. */
static void puffs_go_up_and_with_the_wind(void **state) {
  (void)state;
  Fumes fumes = {0};
  FrameDrop before[PUFFS], now[PUFFS];
  FrameView frame = view_of_lava(10, 20);
  frame.wind[0] = 10;
  const int count = fumes_rise(&fumes, &frame, before);
  frame.time += 0.5f;
  assert_int_equal(fumes_rise(&fumes, &frame, now), count);
  int older = 0;
  for (int n = 0; n < count; n++) {
    if (now[n].age < before[n].age) continue; /* it has begun again */
    older++;
    assert_true(now[n].variant == before[n].variant);
    assert_true(now[n].position[1] > before[n].position[1]);
    assert_true(now[n].position[0] > before[n].position[0] + 0.8f);
    assert_true(now[n].opacity >= 0 && now[n].opacity < 0.2f);
  }
  assert_true(older > count / 2);
}

static void columns_move_on_when_the_lava_has_gone(void **state) {
  (void)state;
  Fumes fumes = {0};
  FrameDrop puffs[PUFFS];
  FrameView frame = view_of_lava(10, 20);
  assert_true(fumes_rise(&fumes, &frame, puffs) > 0);
  frame = view_of_lava(30, 40);
  assert_true(fumes_rise(&fumes, &frame, puffs) > 0);
  for (int n = 0; n < FUMES_COLUMNS; n++)
    if (fumes.columns[n].rises) assert_true(fumes.columns[n].z >= 30 && fumes.columns[n].z < 40);
  frame = view_of_lava(0, 0);
  assert_int_equal(fumes_rise(&fumes, &frame, puffs), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(fumes_rise_from_lava_alone), cmocka_unit_test(puffs_go_up_and_with_the_wind),
                                     cmocka_unit_test(columns_move_on_when_the_lava_has_gone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
