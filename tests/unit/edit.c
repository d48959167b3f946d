/* Changing water and ground by hand: a push sideways, new terrain, and bad numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static const WeirSolver solvers[] = {WEIR_MEMBRANE, WEIR_PIPE, WEIR_SWE};
enum { SOLVERS = sizeof solvers / sizeof *solvers, N = 64 };

static float level(float x, float z) {
  (void)x;
  (void)z;
  return 2.0f;
}

static float shore(float x, float z) {
  (void)z;
  return 0.12f * x;
}

static WeirWater *pond(WeirSolver solver) {
  WeirTuning tuning = weir_tuning_default();
  tuning.damping = tuning.friction = 0.5f; /* the water comes to rest within the tests' minute */
  return make_water(solver, N, N, 0.5f, NULL, level, &tuning);
}

static WeirStats stats_of(const WeirWater *water) {
  WeirStats stats;
  weir_water_stats(water, &stats);
  assert_true(stats.finite);
  assert_true(stats.depth_min >= 0);
  return stats;
}

static void run(WeirWater *water, int steps) {
  for (int step = 0; step < steps; step++) weir_water_step(water, 0.02f);
}

/* The middle of a broad push really moves at the speed asked for, and nothing is lost; the membrane has no such thing. */
static void an_impulse_is_a_velocity(void **state) {
  (void)state;
  for (int s = 0; s < SOLVERS; s++) {
    WeirWater *water = pond(solvers[s]);
    const uint64_t before = weir_water_hash(water);
    weir_water_impulse(water, 16, 16, 8, 0.5f, -0.25f);
    const WeirSample middle = weir_water_sample(water, 16, 16);
    if (solvers[s] == WEIR_MEMBRANE) {
      assert_int_equal(weir_water_hash(water), before);
    } else {
      assert_true(fabsf(middle.velocity[0] - 0.5f) < 0.01f);
      assert_true(fabsf(middle.velocity[2] + 0.25f) < 0.01f);
    }
    run(water, 500);
    assert_true(stats_of(water).volume_error < 1e-6);
    weir_water_destroy(water);
  }
}

/* No water is pushed through ground that stands above it, nor out through the sides. */
static void an_impulse_stays_in_the_water(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *water = make_water(WEIR_PIPE, N, N, 0.5f, shore, level, &tuning);
  weir_water_impulse(water, 24, 16, 6, 100, 0);
  weir_water_impulse(water, 0, 0, 6, -100, -100);
  run(water, 300);
  assert_true(stats_of(water).volume_error < 1e-6);
  weir_water_destroy(water);
}

/* Depths stay to the bit, whatever the ground does; then the water runs where it must and the account closes. */
static void new_ground_keeps_every_drop(void **state) {
  (void)state;
  static float heights[20 * 12];
  for (int s = 0; s < SOLVERS; s++)
    for (int up = 0; up < 2; up++) {
      WeirWater *water = pond(solvers[s]);
      weir_water_disturb(water, 10, 10, 3, 0.5f);
      run(water, 20);
      static float before[N * N];
      for (int n = 0; n < N * N; n++) before[n] = at(weir_water_depth(water), n % N, n / N);
      for (int n = 0; n < 20 * 12; n++) heights[n] = up ? 3.3f : -1.7f;
      assert_true(weir_water_set_terrain(water, 22, 26, 20, 12, heights, NULL));
      for (int n = 0; n < N * N; n++) assert_true(at(weir_water_depth(water), n % N, n / N) == before[n]);
      assert_true(fabsf(at(weir_water_terrain(water), 30, 30) - heights[0]) < 1e-5f);
      assert_true(at(weir_water_terrain(water), 21, 26) == 0.0f);
      run(water, 3000);
      const WeirStats stats = stats_of(water);
      print_message("%s, ground %s: volume error %.1e, %.3f m of water there, surface %.3f to %.3f m\n", weir_solver_name(solvers[s]),
                    up ? "raised" : "dug", stats.volume_error, (double)at(weir_water_depth(water), 32, 32), (double)stats.surface_min,
                    (double)stats.surface_max);
      /* A film that creeps off the island into deep water loses to rounding what is below half a bit there. */
      assert_true(stats.volume_error < 1e-5);
      /* The water has left the island, or filled the hole to one level. */
      if (up) assert_true(at(weir_water_depth(water), 32, 32) < 0.05f);
      assert_true(fabsf(stats.surface_max - stats.surface_min) < (up ? 1.4f : 0.02f));
      weir_water_destroy(water);
    }
}

/* A tool held down: ground that grows by a little in every step, through the surface and back under it. */
static void ground_grows_under_the_tool(void **state) {
  (void)state;
  for (int s = 0; s < SOLVERS; s++) {
    const WeirTuning tuning = weir_tuning_default();
    WeirWater *water = make_water(solvers[s], N, N, 0.5f, shore, level, &tuning);
    for (int step = 0; step < 800; step++) {
      weir_water_heap(water, 8, 16, 4, step < 400 ? 0.01f : -0.01f);
      weir_water_step(water, 0.02f);
      if (step % 50 == 0) assert_true(stats_of(water).surface_max < 6.5f);
    }
    run(water, 2000);
    const WeirStats stats = stats_of(water);
    print_message("%s: volume error %.1e, surface %.3f to %.3f\n", weir_solver_name(solvers[s]), stats.volume_error,
                  (double)stats.surface_min, (double)stats.surface_max);
    assert_true(stats.volume_error < 1e-6);
    weir_water_destroy(water);
  }
}

/* Ground that changes at the sides, whatever stands beyond them: finite, and the account closes. */
static void ground_changes_at_every_kind_of_side(void **state) {
  (void)state;
  for (int s = 0; s < SOLVERS; s++)
    for (int kind = 0; kind < WEIR_EDGE_COUNT; kind++) {
      const WeirBoundary side = {.kind = (WeirEdge)kind, .level = 2, .discharge = 1};
      WeirWater *water = pond(solvers[s]);
      assert_true(weir_water_set_boundary(water, WEIR_WEST, &side, NULL) || kind == WEIR_PERIODIC);
      for (int step = 0; step < 400; step++) {
        if (step % 4 == 0) weir_water_heap(water, 0, 16, 4, step < 200 ? 0.06f : -0.08f);
        if (step % 50 == 0) weir_water_impulse(water, 2, 16, 4, -1, 0);
        weir_water_step(water, 0.02f);
      }
      const WeirStats stats = stats_of(water);
      assert_true(stats.volume_error < 1e-5);
      assert_true(stats.surface_max < 6.0f);
      weir_water_destroy(water);
    }
}

/* Ground stays on its steps and within its range, however it is heaped. */
static void ground_keeps_its_range(void **state) {
  (void)state;
  WeirWater *water = pond(WEIR_PIPE);
  for (int n = 0; n < 5; n++) weir_water_heap(water, 16, 16, 5, 3e38f);
  assert_true(at(weir_water_terrain(water), 31, 31) == WEIR_TERRAIN_MAX);
  run(water, 50);
  for (int n = 0; n < 5; n++) weir_water_heap(water, 16, 16, 50, -3e38f);
  assert_true(at(weir_water_terrain(water), 31, 31) == -WEIR_TERRAIN_MAX);
  run(water, 50);
  assert_true(stats_of(water).volume_error < 1e-5);
  weir_water_destroy(water);
}

static void bad_edits_change_nothing(void **state) {
  (void)state;
  float heights[16] = {0};
  for (int s = 0; s < SOLVERS; s++) {
    WeirWater *water = pond(solvers[s]);
    const uint64_t before = weir_water_hash(water);
    const int bad[][4] = {{-1, 0, 4, 4},       {0, -1, 4, 4}, {61, 0, 4, 4}, {0, 61, 4, 4},        {0, 0, 0, 4},
                          {0, 0, 4, 0},        {0, 0, -4, 4}, {0, 0, 65, 1}, {INT32_MAX, 0, 4, 4}, {0, 0, INT32_MAX, INT32_MAX},
                          {1, 1, INT32_MIN, 4}};
    for (size_t n = 0; n < sizeof bad / sizeof *bad; n++) {
      WeirError error = {""};
      assert_false(weir_water_set_terrain(water, bad[n][0], bad[n][1], bad[n][2], bad[n][3], heights, &error));
      assert_true(strlen(error.text) > 10);
    }
    const float wrong[] = {NAN, INFINITY, -INFINITY, 1.1e5f, -2e30f};
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
      heights[7] = wrong[n];
      assert_false(weir_water_set_terrain(water, 3, 3, 4, 4, heights, NULL));
    }
    assert_false(weir_water_set_terrain(water, 3, 3, 4, 4, NULL, NULL));
    weir_water_heap(water, NAN, 3, 3, 1);
    weir_water_heap(water, 3, 3, INFINITY, 1);
    weir_water_heap(water, 3, 3, 3, NAN);
    weir_water_heap(water, 1e9f, 3, 3, 1);
    weir_water_impulse(water, 3, NAN, 3, 1, 1);
    weir_water_impulse(water, 3, 3, 3, INFINITY, 1);
    weir_water_impulse(water, 3, 3, 3, 1, -1e5f);
    weir_water_impulse(water, -1e9f, 3, 3, 1, 1);
    assert_int_equal(weir_water_hash(water), before);
    weir_water_destroy(water);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_impulse_is_a_velocity),
      cmocka_unit_test(an_impulse_stays_in_the_water),
      cmocka_unit_test(new_ground_keeps_every_drop),
      cmocka_unit_test(ground_grows_under_the_tool),
      cmocka_unit_test(ground_changes_at_every_kind_of_side),
      cmocka_unit_test(ground_keeps_its_range),
      cmocka_unit_test(bad_edits_change_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
