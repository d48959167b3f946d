/* The sides of the grid: what goes through them is in the account, and each kind does what its name says. */
#include <math.h>

#include "support.h"

static float bed(float x, float z) {
  return 1.0f + 0.8f * sinf(0.6f * x) * cosf(0.5f * z) + 0.02f * x;
}

static float lake(float x, float z) {
  (void)x;
  (void)z;
  return 1.6f;
}

static float dry(float x, float z) {
  (void)x;
  (void)z;
  return -100.0f;
}

static WeirBoundary side_of(WeirEdge kind) {
  return (WeirBoundary){.kind = kind, .level = 1.7f, .tide_height = 0.2f, .tide_period = 7.0f, .discharge = 3.0f};
}

/* Every kind against every kind on the side beside it, in every scheme: finite, never below the bed, the account closed to
 * 1e-6 (1e-5 is promised; float sums of a grid this small give some 1e-7). */
static void every_side_keeps_the_account(void **state) {
  (void)state;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++)
    for (int a = 0; a < WEIR_EDGE_COUNT; a++)
      for (int b = 0; b < WEIR_EDGE_COUNT; b++) {
        const WeirTuning tuning = weir_tuning_default();
        WeirWater *water = make_water((WeirSolver)solver, 40, 36, 0.5f, bed, lake, &tuning);
        const WeirBoundary west = side_of((WeirEdge)a), north = side_of((WeirEdge)b);
        assert_true(weir_water_set_boundary(water, WEIR_WEST, &west, NULL));
        assert_true(weir_water_set_boundary(water, WEIR_NORTH, &north, NULL));
        weir_water_disturb(water, 10, 9, 3, 0.4f);
        for (int step = 0; step < 500; step++) weir_water_step(water, 0.03f);
        WeirStats stats;
        weir_water_stats(water, &stats);
        if (!stats.finite || stats.depth_min < 0 || stats.volume_error > 1e-6 || stats.depth_max > 6.0f)
          fail_msg("%s, west %s, north %s: finite %d, depth %g to %g m, volume error %.1e", weir_solver_name((WeirSolver)solver),
                   weir_edge_name((WeirEdge)a), weir_edge_name((WeirEdge)b), stats.finite, (double)stats.depth_min,
                   (double)stats.depth_max, stats.volume_error);
        weir_water_destroy(water);
      }
}

/* ... and with a raft that floats about in the side itself and in a corner: what goes through its cells goes into them, or out of them. */
static void rafts_in_a_side_keep_the_account(void **state) {
  (void)state;
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++)
    for (int kind = 0; kind < WEIR_EDGE_COUNT; kind++) {
      const WeirTuning tuning = weir_tuning_default();
      WeirWater *water = make_water((WeirSolver)solver, 40, 36, 0.5f, bed, lake, &tuning);
      const WeirBoundary side = side_of((WeirEdge)kind);
      weir_water_set_coupling(water, WEIR_SUBGRID);
      assert_true(weir_water_set_boundary(water, WEIR_WEST, &side, NULL) && weir_water_set_boundary(water, WEIR_NORTH, &side, NULL));
      WeirBody rafts[2];
      for (int n = 0; n < 2; n++)
        rafts[n] = (WeirBody){.half = {1.2f, 0.3f, 2.1f}, .position = {0.4f, 1.65f, n ? 0.7f : 9}, .mass = 900, .id = (uint32_t)n + 1,
                              .rotation = {0.8f, 0, 0.6f, 0, 1, 0, -0.6f, 0, 0.8f}};
      for (int step = 0; step < 400; step++) {
        for (int n = 0; n < 2; n++) {
          rafts[n].velocity[0] = 0.5f * cosf(0.05f * (float)(step + 20 * n));
          rafts[n].position[0] += 0.02f * rafts[n].velocity[0];
        }
        weir_water_displace(water, rafts, 2, step > 0 ? 0.02f : 0);
        weir_water_step(water, 0.02f);
      }
      WeirStats stats;
      weir_water_stats(water, &stats);
      if (!stats.finite || stats.depth_min < 0 || stats.volume_error > 1e-6)
        fail_msg("%s, %s: finite %d, least depth %g m, volume error %.1e", weir_solver_name((WeirSolver)solver), weir_edge_name((WeirEdge)kind),
                 stats.finite, (double)stats.depth_min, stats.volume_error);
      weir_water_destroy(water);
    }
}

/* A sea of the same level on one side, whatever the other kinds, leaves a lake exactly at rest. */
static void lake_stays_at_rest_beside_every_side(void **state) {
  (void)state;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++)
    for (int kind = 0; kind < WEIR_EDGE_COUNT; kind++) {
      if (kind == WEIR_INFLOW) continue;
      const WeirTuning tuning = weir_tuning_default();
      WeirWater *water = make_water((WeirSolver)solver, 40, 36, 0.5f, kind == WEIR_PERIODIC ? NULL : bed, lake, &tuning);
      WeirBoundary side = side_of((WeirEdge)kind);
      side.level = weir_water_surface_at(water, 10, 9); /* the float that the lake stands at */
      side.tide_height = 0;
      for (int n = 0; n < WEIR_SIDE_COUNT; n++) assert_true(weir_water_set_boundary(water, (WeirSide)n, &side, NULL));
      for (int step = 0; step < 1000; step++) weir_water_step(water, 0.03f);
      WeirStats stats;
      weir_water_stats(water, &stats);
      if (stats.speed_max > 1e-5f)
        fail_msg("%s, %s: %g m/s", weir_solver_name((WeirSolver)solver), weir_edge_name((WeirEdge)kind), (double)stats.speed_max);
      weir_water_destroy(water);
    }
}

/* An inflow brings what it says, onto dry ground too. */
static void inflow_brings_its_discharge(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirWater *water = make_water((WeirSolver)solver, 40, 36, 0.5f, bed, dry, &tuning);
    const WeirBoundary side = {.kind = WEIR_INFLOW, .discharge = 0.5f};
    assert_true(weir_water_set_boundary(water, WEIR_WEST, &side, NULL));
    for (int step = 0; step < 1000; step++) weir_water_step(water, 0.02f);
    WeirStats stats;
    weir_water_stats(water, &stats);
    assert_true(fabs(stats.volume_now - 10.0) < 1e-4);
    assert_true(stats.volume_error < 1e-6);
    weir_water_destroy(water);
  }
}

/* The tide: after many periods of a slow one the water inside stands where the sea does. */
static void water_follows_the_sea(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirWater *water = make_water((WeirSolver)solver, 32, 32, 0.5f, NULL, lake, &tuning);
    const WeirBoundary sea = {.kind = WEIR_LEVEL, .level = 2.0f, .tide_height = 0.5f, .tide_period = 400.0f};
    assert_true(weir_water_set_boundary(water, WEIR_EAST, &sea, NULL));
    for (int step = 0; step < 5000; step++) weir_water_step(water, 0.1f); /* to a quarter period: the top of the tide */
    const float surface = weir_water_surface_at(water, 4, 8);
    if (fabsf(surface - 2.5f) > 0.02f) fail_msg("%s: %g m", weir_solver_name((WeirSolver)solver), (double)surface);
    weir_water_destroy(water);
  }
}

static void bad_sides_are_refused(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *water = make_water(WEIR_PIPE, 32, 32, 0.5f, NULL, lake, &tuning);
  const WeirBoundary bad[] = {{.kind = WEIR_EDGE_COUNT},
                              {.kind = (WeirEdge)-1},
                              {.kind = WEIR_LEVEL, .level = NAN},
                              {.kind = WEIR_LEVEL, .level = 1e9f},
                              {.kind = WEIR_LEVEL, .tide_height = 1.0f},
                              {.kind = WEIR_LEVEL, .tide_height = 1.0f, .tide_period = -1.0f},
                              {.kind = WEIR_INFLOW, .discharge = -1.0f},
                              {.kind = WEIR_INFLOW, .discharge = INFINITY}};
  for (size_t n = 0; n < sizeof bad / sizeof bad[0]; n++) {
    WeirError error = {""};
    assert_false(weir_water_set_boundary(water, WEIR_WEST, &bad[n], &error));
    assert_true(error.text[0] != '\0');
    assert_int_equal(weir_water_boundary(water, WEIR_WEST).kind, WEIR_REFLECT);
  }
  const WeirBoundary open = {.kind = WEIR_OPEN}, ring = {.kind = WEIR_PERIODIC};
  assert_false(weir_water_set_boundary(water, (WeirSide)7, &open, NULL));
  assert_true(weir_water_set_boundary(water, WEIR_NORTH, &ring, NULL));
  assert_int_equal(weir_water_boundary(water, WEIR_SOUTH).kind, WEIR_PERIODIC);
  assert_true(weir_water_set_boundary(water, WEIR_SOUTH, &open, NULL));
  assert_int_equal(weir_water_boundary(water, WEIR_NORTH).kind, WEIR_OPEN);
  weir_water_destroy(water);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_side_keeps_the_account), cmocka_unit_test(rafts_in_a_side_keep_the_account), cmocka_unit_test(lake_stays_at_rest_beside_every_side),
      cmocka_unit_test(inflow_brings_its_discharge),  cmocka_unit_test(water_follows_the_sea),
      cmocka_unit_test(bad_sides_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
