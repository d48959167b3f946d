/* A sea that a side sends: the same bits however it is worked out, and from a save on; nothing lost; nothing on land. */
#include <math.h>

#include "support.h"
#include "weir/grid/water.h"
#include "weir/waves/sea.h"

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

/* Returns how far two surfaces are apart over the first one's waves, in their squares' means where the water is deeper than 0.8 m and the sea
 * goes: beyond the line, and not in the shadow of a side. */
static double apart(const WeirWater *a, const WeirWater *b, int from) {
  double off = 0, whole = 0;
  for (int k = NZ / 4; k < NZ * 3 / 4; k++)
    for (int i = from; i < NX; i++) {
      const float x = 0.5f * ((float)i + 0.5f), z = 0.5f * ((float)k + 0.5f);
      if (2 - shore(x, z) < 0.8f) continue;
      const double one = (double)weir_water_surface_at(a, x, z) - 2, other = (double)weir_water_surface_at(b, x, z) - 2;
      off += (one - other) * (one - other), whole += one * one;
    }
  return sqrt(off / whole);
}

/* A water that is filled with a sea that has run holds what one has into which that sea has come by itself, and goes on with it: the same crests at
 * the same places. The sea comes in askew and bends over a slope. They are 0.32 and 0.33 apart, by the beach's reflections and the edges of the sea,
 * which rays know nothing of; without the fill 1, with numbers 5 % too high 1.0. */
static void a_sea_that_has_run_is_there(void **state) {
  (void)state;
  if (SANITIZED) skip(); /* minutes */
  for (int disperses = 0; disperses < 2; disperses++) {
    WeirWater *came = sea_water(WEIR_SWE, disperses, WEIR_WEST), *ran = sea_water(WEIR_SWE, disperses, WEIR_WEST);
    WeirTuning tuning = weir_tuning_ideal();
    WeirBoundary sea = weir_water_boundary(came, WEIR_WEST);
    const WeirBoundary open = {.kind = WEIR_OPEN}; /* a wall at the end of the line would send the sea back */
    sea.tide_height = 0.02f;
    for (int n = 0; n < 2; n++) {
      WeirWater *const water = n ? ran : came;
      weir_water_set_tuning(water, &tuning);
      assert_true(weir_water_set_boundary(water, WEIR_SOUTH, &open, NULL));
      assert_true(weir_water_set_boundary(water, WEIR_WEST, &sea, NULL));
      sea.tide_phase = 72;
    }
    run(came, 2400); /* 72 s: at 3 m/s it has been everywhere */
    ran->clock.time = came->clock.time;
    assert_true(sea_begin(ran));
    const int from = disperses ? 60 : 28; /* past the line */
    const double at_once = apart(came, ran, from);
    run(came, 100), run(ran, 100);
    const double later = apart(came, ran, from);
    if (!(at_once < 0.4) || !(later < 0.4)) fail_msg("%s: %g apart, 3 s later %g", disperses ? "disperses" : "long", at_once, later);
    WeirStats stats;
    weir_water_stats(ran, &stats);
    assert_true(stats.volume_error < 1e-6);
    weir_water_destroy(came), weir_water_destroy(ran);
  }
}

/* A new water with such a sea has the same bits on any number of threads, its account holds, and no water comes onto land. */
static void the_first_step_brings_it(void **state) {
  (void)state;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    WeirWater *one = sea_water(WEIR_SWE, side % 2, (WeirSide)side), *other = sea_water(WEIR_SWE, side % 2, (WeirSide)side);
    WeirBoundary sea = weir_water_boundary(one, (WeirSide)side);
    sea.tide_phase = 60;
    weir_water_set_threads(other, 3);
    for (int n = 0; n < 2; n++) assert_true(weir_water_set_boundary(n ? other : one, (WeirSide)side, &sea, NULL));
    const float before = weir_water_depth_at(one, 79.5f, 63.5f);
    run(one, 1), run(other, 1);
    WeirStats stats;
    weir_water_stats(one, &stats);
    assert_int_equal(weir_water_hash(one), weir_water_hash(other));
    assert_true(stats.volume_error < 1e-6 && stats.speed_max > 0.05f && stats.depth_min >= 0);
    assert_true(weir_water_depth_at(one, 79.5f, 63.5f) <= before);
    WeirWater *const loaded = saved_copy(one);
    run(one, 20), run(loaded, 20);
    assert_int_equal(weir_water_hash(one), weir_water_hash(loaded));
    weir_water_destroy(one), weir_water_destroy(other), weir_water_destroy(loaded);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_and_sleep_change_no_bit),  cmocka_unit_test(every_side_sends_and_loses_nothing),
      cmocka_unit_test(a_save_goes_on_with_the_same_sea), cmocka_unit_test(a_narrow_water_takes_no_sea),
      cmocka_unit_test(a_sea_that_has_run_is_there),      cmocka_unit_test(the_first_step_brings_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
