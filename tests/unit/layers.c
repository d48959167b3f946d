/* Bodies as blockers between two layers of water (Kellomaki 2014): what the method promises of itself. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { NX = 96, NZ = 64, ACCOUNT_STEPS = SANITIZED ? 80 : 400 };

static const float tick = 0.02f;

static float hilly(float x, float z) {
  return 1.6f * sinf(0.2f * x) * cosf(0.15f * z);
}

static float metre(float x, float z) {
  (void)x;
  (void)z;
  return 1.0f;
}

static const float upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static WeirBody box(float x, float y, float z, float hx, float hy, float hz) {
  WeirBody body = {.half = {hx, hy, hz}, .position = {x, y, z}, .mass = 4000 * hx * hy * hz, .drag_linear = 3, .shape = WEIR_BOX};
  memcpy(body.rotation, upright, sizeof upright);
  return body;
}

static WeirWater *layered(WeirSolver solver, int nx, int nz, Heights bed, Heights level) {
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *water = make_water(solver, nx, nz, 1, bed, level, &tuning);
  weir_water_set_coupling(water, WEIR_LAYERS);
  assert_int_equal(weir_water_coupling(water), WEIR_LAYERS);
  return water;
}

static double volume_off(const WeirWater *water) {
  WeirStats stats;
  weir_water_stats(water, &stats);
  assert_true(stats.finite && stats.depth_min >= 0);
  return stats.volume_error;
}

static void a_block_dams_a_channel(void **state) {
  (void)state;
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirWater *water = layered((WeirSolver)solver, 64, 16, flat, dammed);
    const WeirBody block = box(32.3f, 1.5f, 8, 1.6f, 2, 20);
    for (int step = 0; step < (SANITIZED ? 500 : 3000); step++) {
      weir_water_displace(water, &block, 1, tick);
      weir_water_step(water, tick);
    }
    const WeirView depth = weir_water_depth(water);
    double above = 0, below = 0;
    for (int i = 0; i < 28; i++) above += (double)at(depth, i, 8) / 28, below += (double)at(depth, 63 - i, 8) / 28;
    print_message("%s: %.3f m above, %.3f m below after 60 s\n", weir_solver_name((WeirSolver)solver), above, below);
    assert_true(above - below > 0.95); /* nothing seeps; where it came to stand, the block has raised both */
    assert_true(volume_off(water) < 1e-6);
    weir_water_destroy(water);
  }
}

/* Without bodies it is plain water: the layers' memory exists and is not used. */
static void without_bodies_it_is_plain_water(void **state) {
  (void)state;
  uint64_t levels[2];
  for (int run = 0; run < 2; run++) {
    const WeirTuning tuning = weir_tuning_default();
    WeirWater *water = make_water(WEIR_PIPE, 64, 16, 1, flat, dammed, &tuning);
    if (run == 1) weir_water_set_coupling(water, WEIR_LAYERS);
    for (int step = 0; step < 200; step++) {
      weir_water_displace(water, NULL, 0, tick);
      weir_water_step(water, tick);
    }
    if (run == 1) weir_water_set_coupling(water, WEIR_DISPLACE); /* its state is not part of the hash then */
    levels[run] = weir_water_hash(water);
    weir_water_destroy(water);
  }
  assert_int_equal(levels[0], levels[1]);
}

enum { CRATES = 24 };

/* Poses at a step of crates on prescribed paths over hills and shallows, which the water does not change. */
static void crates_at(WeirBody crates[CRATES], int step) {
  const float t = tick * (float)step;
  for (int n = 0; n < CRATES; n++) {
    const float a = 1.3f * (float)n, yaw = 0.3f * t + a, lean = 0.4f * sinf(t + a);
    WeirBody *const b = &crates[n];
    *b = box(8 + fmodf(7 * (float)n + 2 * t, (float)NX - 16), 1 + 1.5f * sinf(0.7f * t + a), 8 + fmodf(13 * (float)n, (float)NZ - 16),
             0.6f + 0.1f * (float)(n % 5), 0.7f, 1 + 0.1f * (float)(n % 3));
    if (n % 4 == 3) b->shape = WEIR_CYLINDER, b->half[2] = b->half[0];
    const float c = cosf(yaw), s = sinf(yaw), cl = cosf(lean), sl = sinf(lean);
    const float turned[9] = {c * cl, -c * sl, s, sl, cl, 0, -s * cl, s * sl, c};
    memcpy(b->rotation, turned, sizeof turned);
  }
}

static void the_account_closes_whatever_the_threads(void **state) {
  (void)state;
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++) {
    uint64_t hash[2];
    for (int run = 0; run < 2; run++) {
      WeirWater *water = layered((WeirSolver)solver, 2 * NX, 2 * NZ, hilly, metre);
      WeirTuning tuning = weir_water_tuning(water);
      use_threads(water, 1 + 2 * run);
      WeirBody crates[CRATES];
      WeirForce forces[CRATES];
      double worst = 0;
      for (int step = 0; step < ACCOUNT_STEPS; step++) {
        const int count = step < ACCOUNT_STEPS * 3 / 4 ? CRATES : CRATES / 2;
        tuning.rain = step < ACCOUNT_STEPS / 2 ? 1e-4f : 0; /* onto crates, too */
        tuning.evaporation = step < ACCOUNT_STEPS / 2 ? 0 : 5e-5f;
        weir_water_set_tuning(water, &tuning);
        crates_at(crates, step);
        weir_water_displace(water, crates, count, tick);
        weir_water_step(water, tick);
        weir_water_push(water, crates, count, tick, forces);
        for (int n = 0; n < CRATES / 2; n++) assert_true(isfinite(forces[n].force[1]) && isfinite(forces[n].torque[0]));
        worst = fmax(worst, volume_off(water));
      }
      if (run == 0) print_message("%s: volume off by %.1e\n", weir_solver_name((WeirSolver)solver), worst);
      assert_true(worst < 1e-6);
      hash[run] = weir_water_hash(water);
      weir_water_destroy(water);
    }
    assert_int_equal(hash[0], hash[1]);
  }
}

/* All water that the blockers took is returned once they are gone or another method takes over. */
static void what_is_owed_is_paid(void **state) {
  (void)state;
  WeirWater *water = layered(WEIR_PIPE, NX, NZ, flat, two_metres);
  WeirStats stats;
  WeirBody raft = box(40.3f, 2, 32.2f, 3.15f, 1, 2.35f);
  for (int step = 0; step < 200; step++) {
    raft.position[0] += 0.5f * tick;
    weir_water_displace(water, &raft, 1, tick);
    weir_water_step(water, tick);
  }
  weir_water_stats(water, &stats);
  print_message("%.2f m3 held up with the raft (half of it is 29.6)\n", stats.volume_displaced);
  assert_true(stats.volume_displaced > 15 && stats.volume_displaced < 40);
  weir_water_set_coupling(water, WEIR_SUBGRID);
  weir_water_stats(water, &stats);
  print_message("%.1e m3 without\n", stats.volume_displaced);
  assert_true(fabs(stats.volume_displaced) < 1e-2 && stats.volume_error < 1e-6);
  weir_water_destroy(water);
}

/* No number of a body makes water that is not finite, or less than none. */
static void hostile_numbers_do_nothing(void **state) {
  (void)state;
  const float bad[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 0, 3e8f, 1e-30f};
  WeirWater *water = layered(WEIR_PIPE, NX, NZ, hilly, metre);
  for (int step = 0; step < 240; step++) {
    WeirBody bodies[2] = {box(30, 1, 30, 2, 1, 2), box(32, 1.2f, 31, 50, 2, 0.2f)};
    const float value = bad[step % 8];
    if (step / 8 % 4 == 0) bodies[0].position[step % 3] = value;
    if (step / 8 % 4 == 1) bodies[0].half[step % 3] = value;
    if (step / 8 % 4 == 2) bodies[1].rotation[step % 9] = value;
    if (step / 8 % 4 == 3) bodies[1].mass = value;
    WeirForce forces[2];
    weir_water_displace(water, bodies, 2, step % 5 ? tick : value);
    weir_water_step(water, step % 7 ? tick : value);
    weir_water_push(water, bodies, 2, tick, forces);
    assert_true(isfinite(forces[0].force[0]) && isfinite(forces[1].force[1]));
    assert_true(volume_off(water) < 1e-5);
  }
  weir_water_destroy(water);
}

static void a_state_goes_on_bit_for_bit(void **state) {
  (void)state;
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirWater *water = layered((WeirSolver)solver, NX, NZ, hilly, metre);
    WeirBody crates[CRATES];
    for (int step = 0; step < 60; step++) {
      crates_at(crates, step);
      weir_water_displace(water, crates, CRATES, tick);
      weir_water_step(water, tick);
    }
    const size_t size = weir_water_save(water, NULL, 0);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(weir_water_save(water, bytes, size), size);
    WeirError error;
    WeirWater *again = weir_water_load(bytes, size, &error);
    free(bytes);
    if (!again) fail_msg("%s", error.text);
    assert_int_equal(weir_water_coupling(again), WEIR_LAYERS);
    for (int step = 60; step < 120; step++) {
      assert_int_equal(weir_water_hash(again), weir_water_hash(water));
      crates_at(crates, step);
      WeirWater *const both[2] = {water, again};
      for (int n = 0; n < 2; n++) {
        weir_water_displace(both[n], crates, CRATES, tick);
        weir_water_step(both[n], tick);
      }
    }
    assert_true(volume_off(again) < 1e-6);
    weir_water_destroy(water);
    weir_water_destroy(again);
  }
}

/* The membrane displaces in between, and sides let water through while there are blockers. */
static void solvers_and_sides_take_turns(void **state) {
  (void)state;
  const WeirSolver turns[5] = {WEIR_PIPE, WEIR_MEMBRANE, WEIR_SWE, WEIR_MEMBRANE, WEIR_PIPE};
  const WeirEdge kinds[5] = {WEIR_INFLOW, WEIR_OPEN, WEIR_LEVEL, WEIR_SPONGE, WEIR_PERIODIC};
  WeirWater *water = layered(WEIR_PIPE, NX, NZ, flat, two_metres);
  WeirBody raft = box(20.3f, 2, 32.2f, 3.15f, 1, 2.35f), corner = box(0.4f, 1.5f, 0.3f, 2, 1, 2);
  for (int n = 0; n < 5; n++) {
    const WeirBoundary side = {.kind = kinds[n], .level = 2.2f, .discharge = 20};
    weir_water_set_solver(water, turns[n]);
    assert_true(weir_water_set_boundary(water, WEIR_WEST, &side, NULL));
    assert_true(weir_water_set_boundary(water, WEIR_NORTH, &side, NULL));
    for (int step = 0; step < 150; step++) {
      raft.position[0] += 0.5f * tick;
      const WeirBody both[2] = {raft, corner};
      weir_water_displace(water, both, 2, tick);
      weir_water_step(water, tick);
    }
    print_message("%s, %s: volume off by %.1e\n", weir_solver_name(turns[n]), weir_edge_name(kinds[n]), volume_off(water));
    assert_true(volume_off(water) < 1e-6);
  }
  weir_water_destroy(water);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_block_dams_a_channel),
      cmocka_unit_test(without_bodies_it_is_plain_water),
      cmocka_unit_test(the_account_closes_whatever_the_threads),
      cmocka_unit_test(what_is_owed_is_paid),
      cmocka_unit_test(hostile_numbers_do_nothing),
      cmocka_unit_test(a_state_goes_on_bit_for_bit),
      cmocka_unit_test(solvers_and_sides_take_turns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
