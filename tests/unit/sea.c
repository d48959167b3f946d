/* A sea that a side sends: the same bits however it is worked out, and from a save on; nothing lost; nothing on land. */
#include <math.h>

#include "support.h"

enum { NX = 160, NZ = 128, STEPS = SANITIZED ? 60 : 300 };
static const float tick = 0.03f;

/* Deep in the north-west, a beach in the south-east, dry at the end. */
static float shore(float x, float z) {
  return 0.03f * x + 0.012f * z - 1;
}

static WeirWater *sea_water(WeirSolver solver, bool disperses, WeirSide side) {
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *water = make_water(solver, NX, NZ, 0.5f, shore, two_metres, &tuning);
  const WeirBoundary sea = {.kind = WEIR_SEA, .level = 2, .tide_height = 0.3f, .tide_period = 2.5f, .discharge = 20, .speed = 15};
  const WeirBoundary open = {.kind = WEIR_OPEN};
  assert_true(weir_water_set_dispersion(water, disperses, NULL));
  assert_true(weir_water_set_boundary(water, side, &sea, NULL));
  assert_true(weir_water_set_boundary(water, (WeirSide)((int)side ^ 2), &open, NULL));
  return water;
}

static void run(WeirWater *water, int steps) {
  for (int n = 0; n < steps; n++) weir_water_step(water, tick);
}

static void threads_and_sleep_change_no_bit(void **state) {
  (void)state;
  for (int disperses = 0; disperses < 2; disperses++) {
    WeirWater *one = sea_water(WEIR_SWE, disperses, WEIR_WEST), *other = sea_water(WEIR_SWE, disperses, WEIR_WEST);
    weir_water_set_threads(other, 3);
    if (!disperses) weir_water_set_sleeping(other, false);
    run(one, STEPS), run(other, STEPS);
    assert_int_equal(weir_water_hash(one), weir_water_hash(other));
    weir_water_destroy(one), weir_water_destroy(other);
  }
}

/* On all sides and in both schemes: waves come, the account holds, and no water is where land is. */
static void every_side_sends_and_loses_nothing(void **state) {
  (void)state;
  for (int solver = WEIR_PIPE; solver <= WEIR_SWE; solver++)
    for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
      WeirWater *water = sea_water((WeirSolver)solver, solver == WEIR_SWE, (WeirSide)side);
      run(water, STEPS);
      WeirStats stats;
      weir_water_stats(water, &stats);
      const float deep = weir_water_surface_at(water, 24, 24);
      if (!stats.finite || stats.depth_min < 0 || stats.volume_error > 1e-6 || !(stats.speed_max > 0.02f) || !(fabsf(deep - 2) < 0.4f))
        fail_msg("%s, side %d: least depth %g m, %g m/s, off by %.1e, surface %g m", weir_solver_name((WeirSolver)solver), side,
                 (double)stats.depth_min, (double)stats.speed_max, stats.volume_error, (double)deep);
      assert_true(weir_water_depth_at(water, 79.5f, 63.5f) < 0.05f);
      weir_water_destroy(water);
    }
}

/* A saved sea goes on as if it had never stopped. */
static void a_save_goes_on_with_the_same_sea(void **state) {
  (void)state;
  WeirWater *water = sea_water(WEIR_SWE, true, WEIR_WEST);
  run(water, STEPS / 2);
  WeirWater *const loaded = saved_copy(water);
  assert_true(weir_water_boundary(loaded, WEIR_WEST).discharge == 20 && weir_water_boundary(loaded, WEIR_WEST).speed == 15);
  run(water, STEPS / 2), run(loaded, STEPS / 2);
  assert_int_equal(weir_water_hash(water), weir_water_hash(loaded));
  weir_water_destroy(water), weir_water_destroy(loaded);
}

/* Across the side there must be room for the line on which the sea is made. */
static void a_narrow_water_takes_no_sea(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *water = make_water(WEIR_SWE, 19, 40, 0.5f, flat, two_metres, &tuning);
  const WeirBoundary sea = {.kind = WEIR_SEA, .level = 2, .tide_height = 0.3f, .tide_period = 2.5f};
  WeirError error = {""};
  assert_false(weir_water_set_boundary(water, WEIR_WEST, &sea, &error));
  assert_true(error.text[0] != '\0');
  assert_true(weir_water_set_boundary(water, WEIR_NORTH, &sea, NULL));
  weir_water_destroy(water);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_and_sleep_change_no_bit),
      cmocka_unit_test(every_side_sends_and_loses_nothing),
      cmocka_unit_test(a_save_goes_on_with_the_same_sea),
      cmocka_unit_test(a_narrow_water_takes_no_sea),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
