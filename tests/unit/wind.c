/* Wind over a lake: waves start, grow downwind and stay bounded; the same bits however they are computed. */
#include <math.h>
#include <stdio.h>

#include "support.h"

#include "weir/grid/sleeping.h"
#include "weir/waves/waves.h"

enum { SIDE = 64, SECONDS = SANITIZED ? 20 : 60, WIDE = 192, STEPS = SANITIZED ? 30 : 90 };
static const float tick = 0.02f; /* s */
static float cell = 0.125f;      /* m */

/* A lake, 2 m deep, with beaches all round and an island; x and z in metres. */
static float island(float x, float z) {
  const float width = (float)SIDE * cell, to_side = fminf(fminf(x, width - x), fminf(z, width - z)), dx = x / cell - 22, dz = z / cell - 32;
  const float beach = fmaxf(0, 3 - 0.5f * to_side / cell), hill = fmaxf(0, 3 - 0.1f * (dx * dx + dz * dz));
  return fmaxf(beach, hill);
}

static float wide_island(float x, float z) {
  const float dx = x / cell - 90, dz = z / cell - 96;
  return fmaxf(0, 3 - 0.02f * (dx * dx + dz * dz));
}

static WeirWater *lake(WeirSolver solver, int side, Heights bed) {
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *const water = make_water(solver, side, side, cell, bed, two_metres, &tuning);
  assert_true(weir_water_set_dispersion(water, true, NULL));
  return water;
}

static void run(WeirWater *water, int steps) {
  for (int step = 0; step < steps; step++) weir_water_step(water, tick);
}

/* m: the root mean square of the surface about its mean in columns [i0, i1), where the bed is flat. */
static double roughness(const WeirWater *water, int i0, int i1) {
  const WeirView depth = weir_water_depth(water), bed = weir_water_terrain(water);
  double sum = 0, squares = 0, count = 0;
  for (int k = 0; k < depth.nz; k++)
    for (int i = i0; i < i1; i++) {
      if (at(bed, i, k) > 0) continue;
      const double surface = (double)at(depth, i, k) - 2;
      sum += surface, squares += surface * surface, count++;
    }
  return sqrt(fmax(0, squares / count - sum / count * sum / count));
}

/* Waves grow on their way to the east, and beaches take most of what comes there: 10 times as high downwind as upwind; without shelter, by eddies
 * alone, 1.3 times. The bound is half of the waves of a metre that are as steep as the last that shelter more, 0.25; a real lake of this size
 * has 5 mm under 15 m/s (fetch-limited JONSWAP). */
static void waves_are_higher_downwind(void **state) {
  (void)state;
  for (WeirSolver solver = WEIR_PIPE; solver <= WEIR_SWE; solver++) {
    WeirWater *const water = lake(solver, SIDE, island);
    assert_true(weir_water_set_wind(water, 15, 0, NULL));
    double up = 0, down = 0, highest = 0;
    for (int second = 0; second < SECONDS; second++) {
      run(water, 50);
      if (second >= SECONDS / 3) up += roughness(water, 6, 18), down += roughness(water, 46, 58);
      highest = fmax(highest, roughness(water, 6, 58));
    }
    WeirStats stats;
    weir_water_stats(water, &stats);
    printf("%s: %.2e m upwind, %.2e m downwind; at most %.2e m; up to %.2f m/s\n", weir_solver_name(solver), up / SECONDS * 1.5,
           down / SECONDS * 1.5, highest, (double)stats.speed_max);
    assert_true(stats.finite && stats.depth_min >= 0 && stats.volume_error < 1e-6);
    if (!SANITIZED) assert_true(down > 4 * up); /* 20 s are too few: 1.6 times */
    assert_true(highest > 1e-4 && highest < 0.02);
    weir_water_destroy(water);
  }
}

/* A storm over cells of 0.05 m heaps nothing up: the bound is the height of a wave of 16 cells that breaks, 0.14 of its length. */
static void a_storm_over_small_cells_stays_low(void **state) {
  (void)state;
  cell = 0.05f;
  WeirWater *const water = lake(WEIR_PIPE, SIDE, island);
  cell = 0.125f;
  assert_true(weir_water_set_wind(water, 60, 0, NULL));
  double highest = 0;
  for (int second = 0; second < SECONDS; second++) {
    run(water, 50);
    const WeirView depth = weir_water_depth(water), bed = weir_water_terrain(water);
    for (int n = 0; n < SIDE * SIDE; n++)
      if (at(bed, n % SIDE, n / SIDE) == 0) highest = fmax(highest, fabs((double)at(depth, n % SIDE, n / SIDE) - 2));
  }
  printf("60 m/s: %.3f m from rest at most\n", highest);
  assert_true(highest < 0.14 * 16 * 0.05);
  weir_water_destroy(water);
}

static uint64_t hash_of(WeirSolver solver, int threads, bool sleeping, bool saved) {
  WeirWater *water = lake(solver, WIDE, wide_island);
  use_threads(water, threads);
  weir_water_set_sleeping(water, sleeping);
  assert_true(weir_water_set_wind(water, 12, -7, NULL));
  for (int step = 0; step < STEPS; step++) {
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

static void wind_has_the_same_bits(void **state) {
  (void)state;
  for (WeirSolver solver = WEIR_PIPE; solver <= WEIR_SWE; solver++) {
    const uint64_t hash = hash_of(solver, 1, true, false);
    assert_int_equal(hash, hash_of(solver, 3, true, false));
    assert_int_equal(hash, hash_of(solver, 1, false, false));
    assert_int_equal(hash, hash_of(solver, 1, true, true));
  }
}

/* Wind that has died down, and wind where waves do not disperse, leaves every bit as it is without; beside a pressure, too. */
static void no_wind_changes_nothing(void **state) {
  (void)state;
  static float pascal[SIDE * SIDE];
  for (int n = 0; n < SIDE * SIDE; n++) pascal[n] = 20.0f * (float)(n % 7);
  for (int variant = 0; variant < 4; variant++) {
    uint64_t hashes[2];
    for (int windy = 0; windy < 2; windy++) {
      WeirWater *const water = lake(WEIR_SWE, SIDE, island);
      if (variant & 1) assert_true(weir_water_set_pressure(water, pascal, NULL));
      if (variant & 2) assert_true(weir_water_set_dispersion(water, false, NULL));
      if (windy) assert_true(weir_water_set_wind(water, 9, 3, NULL));
      if (windy && !(variant & 2)) assert_true(weir_water_set_wind(water, 0, 0, NULL));
      weir_water_add(water, 5, 5, 0.5f, 0.06);
      run(water, 20);
      hashes[windy] = weir_water_hash(water);
      weir_water_destroy(water);
    }
    assert_int_equal(hashes[0], hashes[1]);
  }
}

/* However light the wind, the water beneath it does not sleep, and it does when the wind has died down. */
static void water_does_not_sleep_under_wind(void **state) {
  (void)state;
  WeirWater *const water = lake(WEIR_SWE, SIDE, island);
  run(water, 10);
  assert_false(tiles_active_any(water));
  assert_true(weir_water_set_wind(water, 0.1f, 0, NULL));
  for (int step = 0; step < 20; step++) {
    run(water, 1);
    assert_true(tiles_active_any(water));
  }
  assert_true(weir_water_set_wind(water, 0, 0, NULL));
  run(water, 10);
  assert_false(tiles_active_any(water));
  weir_water_destroy(water);
}

/* Wind adds to a pressure, which goes without it and the other way round. */
static void wind_goes_with_a_pressure(void **state) {
  (void)state;
  static float pascal[SIDE * SIDE];
  for (int n = 0; n < SIDE * SIDE; n++) pascal[n] = n % SIDE < SIDE / 2 ? 500.0f : 0.0f;
  WeirWater *const water = lake(WEIR_SWE, SIDE, flat);
  assert_true(weir_water_set_wind(water, 10, 0, NULL) && weir_water_set_pressure(water, pascal, NULL));
  run(water, 1);
  const float step = pressure_rise_row(water, 8)[10] - pressure_rise_row(water, 8)[50];
  assert_true(fabsf(step - 500.0f / 9810.0f) < 1e-3f && step != 500.0f / 9810.0f);
  assert_true(weir_water_set_pressure(water, NULL, NULL));
  assert_null(pressure_given(water));
  run(water, 1);
  assert_true(fabsf(pressure_rise_row(water, 8)[10]) < 0.03f && pressure_rise_row(water, 8)[10] != 0.0f);
  assert_true(weir_water_set_wind(water, 0, 0, NULL));
  assert_null(water->flow.pressure);
  weir_water_destroy(water);
}

static void what_is_no_wind_is_refused(void **state) {
  (void)state;
  const float bad[] = {NAN, INFINITY, -60.1f, 3e38f};
  WeirWater *const water = lake(WEIR_SWE, SIDE, flat);
  for (int n = 0; n < 4; n++) {
    WeirError error = {""};
    assert_false(weir_water_set_wind(water, bad[n], 0, &error));
    assert_string_equal(error.text, "wind: must be finite and within 60 m/s");
    assert_false(weir_water_set_wind(water, 0, bad[n], NULL));
    assert_null(water->flow.pressure);
  }
  assert_true(weir_water_set_wind(water, 0, -60, NULL));
  weir_water_destroy(water);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(waves_are_higher_downwind), cmocka_unit_test(a_storm_over_small_cells_stays_low),
                                     cmocka_unit_test(wind_has_the_same_bits),    cmocka_unit_test(no_wind_changes_nothing),
                                     cmocka_unit_test(wind_goes_with_a_pressure), cmocka_unit_test(water_does_not_sleep_under_wind),
                                     cmocka_unit_test(what_is_no_wind_is_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
