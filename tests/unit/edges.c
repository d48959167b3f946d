/* The sides of the grid: the volume ledger counts what goes through them, and each kind does what its name says. */
#include <math.h>
#include <stdlib.h>

#include "support.h"

/* Steps of 0.03 s in which a wave crosses the small grids here more than once; where sanitizers watch, it comes to each side. */
enum { CROSSINGS = SANITIZED ? 60 : 500 };

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
        for (int step = 0; step < CROSSINGS; step++) weir_water_step(water, 0.03f);
        WeirStats stats;
        weir_water_stats(water, &stats);
        if (!stats.finite || stats.depth_min < 0 || stats.volume_error > 1e-6 || stats.depth_max > 6.0f)
          fail_msg("%s, west %s, north %s: finite %d, depth %g to %g m, volume error %.1e", weir_solver_name((WeirSolver)solver),
                   weir_edge_name((WeirEdge)a), weir_edge_name((WeirEdge)b), stats.finite, (double)stats.depth_min, (double)stats.depth_max,
                   stats.volume_error);
        weir_water_destroy(water);
      }
}

/* The ledger closes with a raft that floats in the side itself and in a corner: what goes through its cells is counted. */
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
        rafts[n] = (WeirBody){.half = {1.2f, 0.3f, 2.1f},
                              .position = {0.4f, 1.65f, n ? 0.7f : 9},
                              .mass = 900,
                              .id = (uint32_t)n + 1,
                              .rotation = {0.8f, 0, 0.6f, 0, 1, 0, -0.6f, 0, 0.8f}};
      for (int step = 0; step < (SANITIZED ? 80 : 400); step++) {
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
        fail_msg("%s, %s: finite %d, least depth %g m, volume error %.1e", weir_solver_name((WeirSolver)solver),
                 weir_edge_name((WeirEdge)kind), stats.finite, (double)stats.depth_min, stats.volume_error);
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
      for (int step = 0; step < 2 * CROSSINGS; step++) weir_water_step(water, 0.03f);
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
    for (int step = 0; step < (SANITIZED ? 1000 : 5000); step++)
      weir_water_step(water, 0.1f); /* to a quarter period: the top of the tide */
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
                              {.kind = WEIR_INFLOW, .discharge = -2e6f},
                              {.kind = WEIR_INFLOW, .discharge = 1.0f, .speed = -1.0f},
                              {.kind = WEIR_WAVE, .tide_height = 1.0f},
                              {.kind = WEIR_LEVEL, .tide_phase = NAN},
                              {.kind = WEIR_SEA, .tide_height = 1.0f},
                              {.kind = WEIR_SEA, .tide_height = -1.0f, .tide_period = 5.0f},
                              {.kind = WEIR_SEA, .tide_height = 1.0f, .tide_period = 2000.0f},
                              {.kind = WEIR_SEA, .tide_height = 1.0f, .tide_period = 5.0f, .discharge = 71.0f},
                              {.kind = WEIR_SEA, .tide_height = 1.0f, .tide_period = 5.0f, .speed = -1.0f},
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

/* Waves, and values that are set again before every step, the same ones: not a bit differs from water that is left alone. */
static void setting_the_same_values_changes_nothing(void **state) {
  (void)state;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++)
    for (int kind = 0; kind < WEIR_EDGE_COUNT; kind++) {
      const WeirTuning tuning = weir_tuning_default();
      WeirWater *water[2];
      for (int n = 0; n < 2; n++) {
        water[n] = make_water((WeirSolver)solver, 40, 36, 0.5f, kind == WEIR_PERIODIC ? NULL : bed, lake, &tuning);
        for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
          const WeirBoundary all = side_of((WeirEdge)kind);
          assert_true(weir_water_set_boundary(water[n], (WeirSide)side, &all, NULL));
        }
        weir_water_disturb(water[n], 6, 9, 3, 0.4f);
      }
      for (int step = 0; step < 200; step++) {
        const WeirSide side = (WeirSide)(step % WEIR_SIDE_COUNT);
        const WeirBoundary same = weir_water_boundary(water[1], side);
        assert_true(weir_water_set_boundary(water[1], side, &same, NULL));
        for (int n = 0; n < 2; n++) weir_water_step(water[n], 0.03f);
        if (weir_water_hash(water[0]) != weir_water_hash(water[1]))
          fail_msg("%s, %s: differs after step %d", weir_solver_name((WeirSolver)solver), weir_edge_name((WeirEdge)kind), step);
      }
      for (int n = 0; n < 2; n++) weir_water_destroy(water[n]);
    }
}

/* Setting one side of another kind touches no face of the others: a wave before the west side does not notice that the east side
 * becomes open, far away. */
static void setting_one_side_leaves_the_others(void **state) {
  (void)state;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    const WeirTuning tuning = weir_tuning_default();
    WeirWater *water[2];
    for (int n = 0; n < 2; n++) {
      const WeirBoundary open = {.kind = WEIR_OPEN};
      water[n] = make_water((WeirSolver)solver, 200, 36, 0.5f, NULL, lake, &tuning);
      assert_true(weir_water_set_boundary(water[n], WEIR_WEST, &open, NULL) && weir_water_set_boundary(water[n], WEIR_NORTH, &open, NULL));
      weir_water_disturb(water[n], 4, 4, 2, 0.4f);
      for (int step = 0; step < 40; step++) weir_water_step(water[n], 0.03f);
    }
    const WeirBoundary sponge = {.kind = WEIR_SPONGE};
    assert_true(weir_water_set_boundary(water[1], WEIR_EAST, &sponge, NULL));
    for (int step = 0; step < 40; step++)
      for (int n = 0; n < 2; n++) weir_water_step(water[n], 0.03f);
    for (int k = 0; k < 36; k++)
      for (int i = 0; i < 40; i++)
        if (at(weir_water_depth(water[0]), i, k) != at(weir_water_depth(water[1]), i, k))
          fail_msg("%s: cell %d, %d differs", weir_solver_name((WeirSolver)solver), i, k);
    for (int n = 0; n < 2; n++) weir_water_destroy(water[n]);
  }
}

static float inwards;
static float slope_bed(float x, float z) {
  (void)z;
  return inwards * x;
}

static float film(float x, float z) {
  return slope_bed(x, z) + 0.3f;
}

/* A bed that falls away from an open side: the 0.3 m of water that lie on it run down, little follows them in, and in the end nothing:
 * no more than a tenth of what was there, and under rain no more than a hundredth of it. */
static void no_open_side_is_a_spring(void **state) {
  (void)state;
  const float slopes[] = {0.05f, 0.2f};
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++)
    for (int n = 0; n < 4; n++) {
      WeirTuning tuning = weir_tuning_default();
      const bool rains = n >= 2;
      if (rains) tuning.rain = 0.1f / 3600;
      inwards = slopes[n % 2];
      WeirWater *water = make_water((WeirSolver)solver, 128, 16, 0.5f, slope_bed, rains ? dry : film, &tuning);
      const WeirBoundary open = {.kind = WEIR_OPEN};
      assert_true(weir_water_set_boundary(water, WEIR_EAST, &open, NULL) && weir_water_set_boundary(water, WEIR_WEST, &open, NULL));
      for (int step = 0; step < (SANITIZED ? 200 : 3000); step++) weir_water_step(water, 0.1f);
      WeirStats stats;
      weir_water_stats(water, &stats);
      const double came = rains ? 0.1 / 3600 * 300 * 64 * 8 : 0.3 * 64 * 8, in = -weir_water_side_volume(water, WEIR_EAST);
      const double flow = -weir_water_side_flow(water, WEIR_EAST);
      print_message("%s, slope %g, %s: %.4f of the water came in through the side, %.1e m3/s at the end\n",
                    weir_solver_name((WeirSolver)solver), (double)inwards, rains ? "rain" : "0.3 m", in / came, flow);
      assert_true(in < (rains ? 0.01 : 0.1) * came && (SANITIZED || flow < 1e-3));
      weir_water_destroy(water);
    }
}

/* The volumes that the sides report add up to the volume that the water lost. */
static void sides_tell_what_went_through(void **state) {
  (void)state;
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++) {
    const WeirTuning tuning = weir_tuning_default();
    WeirWater *water = make_water((WeirSolver)solver, 40, 36, 0.5f, NULL, lake, &tuning);
    const WeirBoundary in = {.kind = WEIR_INFLOW, .discharge = 2}, out = {.kind = WEIR_INFLOW, .discharge = -0.5f},
                       open = {.kind = WEIR_OPEN};
    const WeirBoundary sea = side_of(WEIR_LEVEL);
    assert_true(weir_water_set_boundary(water, WEIR_WEST, &in, NULL) && weir_water_set_boundary(water, WEIR_EAST, &out, NULL));
    assert_true(weir_water_set_boundary(water, WEIR_NORTH, &open, NULL) && weir_water_set_boundary(water, WEIR_SOUTH, &sea, NULL));
    WeirStats before, after;
    weir_water_stats(water, &before);
    double out_by_steps[WEIR_SIDE_COUNT] = {0};
    for (int step = 0; step < 500; step++) {
      weir_water_step(water, 0.1f);
      for (int side = 0; side < WEIR_SIDE_COUNT; side++) out_by_steps[side] += 0.1 * weir_water_side_flow(water, (WeirSide)side);
    }
    weir_water_stats(water, &after);
    double gone = 0;
    for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
      gone += weir_water_side_volume(water, (WeirSide)side);
      assert_true(fabs(out_by_steps[side] - weir_water_side_volume(water, (WeirSide)side)) < 1e-5);
    }
    assert_true(fabs(weir_water_side_volume(water, WEIR_WEST) + 2 * 50) < 1e-3); /* single precision of q: 1e-7 of it a step */
    assert_true(fabs(weir_water_side_volume(water, WEIR_EAST) - 0.5 * 50) < 1e-3);
    assert_true(fabs(before.volume_now - after.volume_now - gone) < 1e-6 * before.volume_now);
    weir_water_destroy(water);
  }
}

static void highest_surface_is_kept(void **state) {
  (void)state;
  static float most[40 * 36];
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    const WeirTuning tuning = weir_tuning_default();
    WeirWater *water = make_water((WeirSolver)solver, 40, 36, 0.5f, bed, lake, &tuning);
    WeirWater *plain = make_water((WeirSolver)solver, 40, 36, 0.5f, bed, lake, &tuning);
    assert_null(weir_water_highest(water).data);
    assert_true(weir_water_keep_highest(water, true));
    for (int step = -1; step < 400; step++) {
      if (step == 20) weir_water_disturb(water, 10, 9, 3, 0.5f), weir_water_disturb(plain, 10, 9, 3, 0.5f);
      if (step >= 0) weir_water_step(water, 0.02f), weir_water_step(plain, 0.02f);
      for (int k = 0; k < 36; k++)
        for (int i = 0; i < 40; i++) {
          const float ground = at(weir_water_terrain(water), i, k), depth = at(weir_water_depth(water), i, k);
          const float surface = depth > 1e-3f ? ground + depth : ground;
          most[k * 40 + i] = step < 0 ? surface : fmaxf(most[k * 40 + i], surface);
        }
    }
    assert_int_equal(weir_water_hash(water), weir_water_hash(plain));
    const size_t size = weir_water_save(water, NULL, 0);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    weir_water_save(water, bytes, size);
    WeirWater *same = weir_water_load(bytes, size, NULL);
    assert_non_null(same);
    for (int k = 0; k < 36; k++)
      for (int i = 0; i < 40; i++) {
        assert_true(at(weir_water_highest(water), i, k) == most[k * 40 + i]);
        assert_true(at(weir_water_highest(same), i, k) == most[k * 40 + i]);
      }
    free(bytes);
    weir_water_destroy(same);
    weir_water_destroy(plain);
    weir_water_destroy(water);
  }
}

/* A series stands at its points, runs straight between them, is held before and after; it is saved with the state, and refused
 * when it is not a series. */
static void series_drive_sides(void **state) {
  (void)state;
  const double times[] = {5, 10, 20}, wrong[] = {5, 5, 20};
  const float discharges[] = {1, 3, -1}, bad[] = {1, NAN, 1};
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *water = make_water(WEIR_PIPE, 40, 36, 0.5f, NULL, lake, &tuning);
  const WeirBoundary side = {.kind = WEIR_INFLOW, .discharge = 7};
  assert_false(weir_water_set_series(water, WEIR_WEST, times, discharges, 3, NULL)); /* a wall takes none */
  assert_true(weir_water_set_boundary(water, WEIR_WEST, &side, NULL));
  assert_false(weir_water_set_series(water, WEIR_WEST, wrong, discharges, 3, NULL));
  assert_false(weir_water_set_series(water, WEIR_WEST, times, bad, 3, NULL));
  assert_false(weir_water_set_series(water, WEIR_WEST, times, discharges, WEIR_SERIES_MAX + 1, NULL));
  assert_true(weir_water_set_series(water, WEIR_WEST, times, discharges, 3, NULL));
  for (int step = 0; step < 300; step++) {
    if (step == 120) { /* goes on from its bytes */
      const size_t size = weir_water_save(water, NULL, 0);
      void *bytes = malloc(size);
      assert_non_null(bytes);
      weir_water_save(water, bytes, size);
      weir_water_destroy(water);
      water = weir_water_load(bytes, size, NULL);
      assert_non_null(water);
      free(bytes);
    }
    weir_water_step(water, 0.1f);
    const double t = 0.1 * step, due = t < 5 ? 1 : t < 10 ? 1 + 2 * (t - 5) / 5 : t < 20 ? 3 - 4 * (t - 10) / 10 : -1;
    const double got = -weir_water_side_flow(water, WEIR_WEST);
    if (fabs(got - due) > 0.05) fail_msg("%g s: %g m3/s, not %g", t, got, due); /* a step's change is 0.04 */
  }
  assert_true(weir_water_set_series(water, WEIR_WEST, NULL, NULL, 0, NULL));
  weir_water_step(water, 0.1f);
  assert_true(fabs(weir_water_side_flow(water, WEIR_WEST) + 7) < 1e-3);
  weir_water_destroy(water);
}

/* An island in the strip, a bay behind it, and deep water elsewhere. */
static float island(float x, float z) {
  return (x - 6) * (x - 6) + (z - 14) * (z - 14) < 9 ? 3.0f : 0.0f;
}

/* A flow that sponges keep beside the membrane's velocities must never feed them: where its slopes exceed those of the sweep (nine points
 * against five, faces beside land) waves grew at the strip's own rate until they reached the bed, within a minute. Waves of every length,
 * made in the strips and beside an island there, are down to 2 % of their 10 cm after 4 minutes; what is left runs along the middle. */
static void waves_die_in_a_membranes_sponges(void **state) {
  (void)state;
  for (int stencil = 5; stencil <= 9; stencil += 4) {
    WeirTuning tuning = ideal_tuning();
    tuning.stencil = stencil;
    tuning.sponge_width = 10;
    WeirWater *const water = make_water(WEIR_MEMBRANE, 96, 64, 0.5f, island, two_metres, &tuning);
    const WeirBoundary sponge = {.kind = WEIR_SPONGE};
    for (int side = 0; side < WEIR_SIDE_COUNT; side++) assert_true(weir_water_set_boundary(water, (WeirSide)side, &sponge, NULL));
    for (int n = 0; n < 40; n++) {
      weir_water_add(water, (float)(n * 7 % 48), (float)(n * 11 % 32), 0.5f + 0.1f * (float)(n % 9), n % 2 ? 0.2 : -0.2);
      for (int step = 0; step < 5; step++) weir_water_step(water, 0.02f);
    }
    WeirStats stats;
    for (int step = 0; step < (SANITIZED ? 500 : 12000); step++) weir_water_step(water, 0.02f);
    weir_water_stats(water, &stats);
    print_message("%d points: surface %.6f to %.6f, volume error %.1e\n", stencil, (double)stats.surface_min, (double)stats.surface_max,
                  stats.volume_error);
    assert_true(stats.finite && stats.volume_error < 1e-5);
    if (!SANITIZED) assert_true(stats.surface_min > 2 - 2e-3f && stats.surface_max < 2 + 2e-3f);
    weir_water_destroy(water);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_side_keeps_the_account),
      cmocka_unit_test(rafts_in_a_side_keep_the_account),
      cmocka_unit_test(lake_stays_at_rest_beside_every_side),
      cmocka_unit_test(inflow_brings_its_discharge),
      cmocka_unit_test(water_follows_the_sea),
      cmocka_unit_test(bad_sides_are_refused),
      cmocka_unit_test(setting_the_same_values_changes_nothing),
      cmocka_unit_test(setting_one_side_leaves_the_others),
      cmocka_unit_test(no_open_side_is_a_spring),
      cmocka_unit_test(sides_tell_what_went_through),
      cmocka_unit_test(highest_surface_is_kept),
      cmocka_unit_test(series_drive_sides),
      cmocka_unit_test(waves_die_in_a_membranes_sponges),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
