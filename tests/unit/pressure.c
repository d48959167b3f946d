/* Pressure on the surface: what is even pushes nothing, what is not wakes the water; the same bits however they are computed. */
#include <math.h>

#include "support.h"

#include "weir/waves/waves.h"

enum { NX = 150, NZ = 90, STEPS = SANITIZED ? 30 : 90 };
static const float tick = 0.02f;
static float pascal[NX * NZ];

/* Two lakes beside a dry wall, and a beach. */
static float beach(float x, float z) {
  return fabsf(x - 100) < 4 ? 4.0f : 0.06f * fmaxf(0, z - 50);
}

static WeirWater *lake(WeirSolver solver, bool disperses) {
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *const water = make_water(solver, NX, NZ, 1, beach, two_metres, &tuning);
  assert_true(weir_water_set_dispersion(water, disperses, NULL));
  return water;
}

/* A low over the western lake, Pa, from an even pressure. */
static void low(float even, float deep, float x) {
  for (int k = 0; k < NZ; k++)
    for (int i = 0; i < NX; i++) {
      const float dx = (float)i - x, dz = (float)k - 45;
      const float r2 = dx * dx + dz * dz;
      pascal[k * NX + i] = r2 < 900 ? even - deep * expf(-r2 / 100) : even;
    }
}

static void run(WeirWater *water, int steps) {
  for (int step = 0; step < steps; step++) weir_water_step(water, tick);
}

static uint64_t after_a_splash(WeirSolver solver, bool disperses, bool even) {
  WeirWater *const water = lake(solver, disperses);
  low(101325, 0, 0);
  if (even) assert_true(weir_water_set_pressure(water, pascal, NULL));
  weir_water_add(water, 40, 40, 4, 12);
  run(water, STEPS);
  assert_true(!even || weir_water_set_pressure(water, NULL, NULL));
  const uint64_t hash = weir_water_hash(water);
  weir_water_destroy(water);
  return hash;
}

static void an_even_pressure_pushes_nothing(void **state) {
  (void)state;
  for (int disperses = 0; disperses <= 1; disperses++) {
    assert_int_equal(after_a_splash(WEIR_SWE, disperses, false), after_a_splash(WEIR_SWE, disperses, true));
    assert_int_equal(after_a_splash(WEIR_PIPE, disperses, false), after_a_splash(WEIR_PIPE, disperses, true));
  }
}

/* Only the lake under the low moves, and dry land stays dry. */
static void a_low_wakes_the_water_beneath_it(void **state) {
  (void)state;
  for (int disperses = 0; disperses <= 1; disperses++) {
    WeirWater *const water = lake(WEIR_SWE, disperses);
    low(0, 0, 40);
    assert_true(weir_water_set_pressure(water, pascal, NULL));
    run(water, 10); /* all falls asleep */
    low(0, 3000, 40);
    assert_true(weir_water_set_pressure(water, pascal, NULL));
    run(water, STEPS);
    WeirStats stats;
    weir_water_stats(water, &stats);
    assert_true(stats.finite && stats.depth_min >= 0 && stats.volume_error < 1e-6 && stats.guarded_steps == 0);
    assert_true(weir_water_surface_at(water, 40, 45) > 2.02f);
    for (int k = 0; k < NZ; k++) {
      assert_true(at(weir_water_depth(water), 100, k) == 0.0f);
      if (k < 50) assert_true(at(weir_water_depth(water), 130, k) == 2.0f);
    }
    weir_water_destroy(water);
  }
}

static uint64_t hash_of(int threads, bool sleeping, bool saved) {
  WeirWater *water = lake(WEIR_SWE, true);
  use_threads(water, threads);
  weir_water_set_sleeping(water, sleeping);
  for (int step = 0; step < STEPS; step++) {
    low(0, 1000, (float)(20 + step / 2));
    if (step < STEPS / 2) assert_true(weir_water_set_pressure(water, pascal, NULL));
    weir_water_step(water, tick);
    if (!saved || step != STEPS / 2) continue;
    WeirWater *const copy = saved_copy(water);
    weir_water_destroy(water);
    water = copy;
  }
  const uint64_t hash = weir_water_hash(water);
  weir_water_destroy(water);
  return hash;
}

static void a_low_that_runs_has_the_same_bits(void **state) {
  (void)state;
  const uint64_t hash = hash_of(1, true, false);
  assert_int_equal(hash, hash_of(3, true, false));
  assert_int_equal(hash, hash_of(1, false, false));
  assert_int_equal(hash, hash_of(1, true, true));
}

static void what_is_no_pressure_is_refused(void **state) {
  (void)state;
  const float bad[] = {NAN, INFINITY, -2 * WEIR_PRESSURE_MAX};
  WeirWater *const water = lake(WEIR_SWE, false);
  for (int n = 0; n < 3; n++) {
    WeirError error = {""};
    low(0, 100, 40);
    pascal[NX * NZ - 1] = bad[n];
    assert_false(weir_water_set_pressure(water, pascal, &error));
    assert_string_equal(error.text, "pressure: must be finite and within 1000000 Pa of 0");
    assert_false(weir_water_set_pressure(water, pascal, NULL));
    assert_null(pressure_given(water));
  }
  weir_water_destroy(water);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(an_even_pressure_pushes_nothing), cmocka_unit_test(a_low_wakes_the_water_beneath_it),
                                     cmocka_unit_test(a_low_that_runs_has_the_same_bits), cmocka_unit_test(what_is_no_pressure_is_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
