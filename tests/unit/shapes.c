/* Bodies as the library sees them, without a physics engine. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "support.h"

static const WeirSolver solvers[] = {WEIR_MEMBRANE, WEIR_PIPE, WEIR_SWE};
enum { SOLVERS = sizeof solvers / sizeof *solvers, N = 64 };

static float level(float x, float z) {
  (void)x;
  (void)z;
  return 2.0f;
}

/* Its waves die down within seconds. */
static WeirWater *pond(WeirSolver solver) {
  WeirTuning tuning = weir_tuning_default();
  tuning.friction = 1;
  return make_water(solver, N, N, 0.25f, NULL, level, &tuning);
}

static double displaced(const WeirWater *water) {
  WeirStats stats;
  weir_water_stats(water, &stats);
  assert_true(stats.finite);
  return stats.volume_displaced;
}

/* In and out again, over the same cells: 2 m3 each time (waves take and give some), and none when it has left. */
static void a_body_that_comes_back_displaces_the_same(void **state) {
  (void)state;
  const WeirBody box = {.half = {1, 0.5f, 1}, .position = {8, 2, 8}, .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .mass = 2000};
  for (int s = 0; s < SOLVERS; s++) {
    WeirWater *water = pond(solvers[s]);
    for (int turn = 0; turn < 6; turn++) {
      for (int in = 1; in >= 0; in--) {
        for (int step = 0; step < 200; step++) {
          weir_water_displace(water, &box, in, 0.02f);
          weir_water_step(water, 0.02f);
        }
        assert_true(fabs(displaced(water) - 2.0 * in) < 0.4);
      }
    }
    weir_water_destroy(water);
  }
}

/* Falls and floats on its own, upright as it was put: the share of it that is under water in the end. */
static double draft_of(WeirSolver solver, WeirBody body) {
  WeirTuning tuning = weir_tuning_default();
  tuning.damping = tuning.friction = 0.5f;
  WeirWater *water = make_water(solver, N, N, 0.25f, NULL, level, &tuning);
  WeirForce push = {0};
  for (int step = 0; step < 3000; step++) {
    weir_water_displace(water, &body, 1, 0.02f);
    weir_water_step(water, 0.02f);
    weir_water_push(water, &body, 1, 0.02f, &push);
    body.velocity[1] += 0.02f * (push.force[1] / body.mass - 9.81f);
    body.position[1] += 0.02f * body.velocity[1];
  }
  WeirStats stats;
  weir_water_stats(water, &stats);
  assert_true(stats.finite && stats.volume_error < 1e-6);
  weir_water_destroy(water);
  return (double)(push.submerged / push.volume);
}

/* A log of 600 kg/m3, lying, and an octahedron: what Archimedes says of any shape (2 %). */
static void any_shape_floats_with_its_density_under_water(void **state) {
  (void)state;
  const WeirBody log = {.half = {0.4f, 2.0f, 0.4f},
                        .position = {8, 2.6f, 8},
                        .rotation = {0.8f, 0.6f, 0, 0, 0, -1, -0.6f, 0.8f, 0}, /* its axis level, turned by 53 degrees */
                        .mass = 600 * 3.14159265f * 0.4f * 0.4f * 4,
                        .drag_linear = 2,
                        .drag_square = 0.5f,
                        .shape = WEIR_CYLINDER};
  const float vertices[18] = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
  const uint16_t triangles[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
  WeirBody gem = {.position = {8, 2.6f, 8},
                  .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                  .mass = 600 * 4.0f / 3.0f,
                  .drag_linear = 2,
                  .drag_square = 0.5f,
                  .shape = WEIR_CONVEX,
                  .vertices = vertices,
                  .vertex_count = 6,
                  .triangles = triangles,
                  .triangle_count = 8};
  for (int s = 0; s < SOLVERS; s++) {
    const double of_log = draft_of(solvers[s], log), of_gem = draft_of(solvers[s], gem);
    print_message("%s: log %.4f, octahedron %.4f of it under water; 0.6 is right\n", weir_solver_name(solvers[s]), of_log, of_gem);
    assert_true(fabs(of_log - 0.6) < 0.02 * 0.6);
    assert_true(fabs(of_gem - 0.6) < 0.02 * 0.6);
  }
}

/* Drifts and heaves, upright; the furthest that it goes aside, m, and its speed in the end, m/s. */
static void set_free(WeirWater *water, WeirBody body, int steps, float *aside, float *speed) {
  const float x = body.position[0], z = body.position[2];
  WeirForce push;
  *aside = 0;
  for (int step = 0; step < steps; step++) {
    weir_water_displace(water, &body, 1, 0.02f);
    weir_water_step(water, 0.02f);
    weir_water_push(water, &body, 1, 0.02f, &push);
    for (int axis = 0; axis < 3; axis++) {
      body.velocity[axis] += 0.02f * (push.force[axis] / body.mass - (axis == 1 ? 9.81f : 0.0f));
      body.position[axis] += 0.02f * body.velocity[axis];
    }
    *aside = fmaxf(*aside, hypotf(body.position[0] - x, body.position[2] - z));
  }
  *speed = hypotf(body.velocity[0], hypotf(body.velocity[1], body.velocity[2]));
}

/* Let go 0.3 m too deep, with no drag at all: what it loses goes out as rings. Nothing pushes it aside but the grid, and what
 * it displaces on its way must not draw it along. */
static void a_body_without_drag_does_not_run_away(void **state) {
  (void)state;
  const WeirBody box = {.half = {0.6f, 0.48f, 0.6f},
                        .position = {8.03f, 1.7f, 7.94f},
                        .rotation = {0.955f, 0, 0.296f, 0, 1, 0, -0.296f, 0, 0.955f},
                        .mass = 691};
  WeirTuning tuning = weir_tuning_default();
  tuning.damping = tuning.friction = 0.5f;
  for (int s = 0; s < SOLVERS; s++) {
    WeirWater *water = make_water(solvers[s], N, N, 0.25f, NULL, level, &tuning);
    weir_water_set_coupling(water, WEIR_DISPLACE);
    float aside, speed;
    set_free(water, box, 1500, &aside, &speed);
    print_message("%s: 30 s without drag, %.3f m aside at most, %.4f m/s in the end\n", weir_solver_name(solvers[s]), (double)aside,
                  (double)speed);
    assert_true(aside < 0.5f);
    assert_true(speed < 0.05f);
    weir_water_destroy(water);
  }
}

/* A crate of half of water's density, held at 2, 5 and 10 degrees with its middle in the surface: by the wall-sided formula it is
 * righted by weight*sin(a)*(B^2/(12T)*(1 + tan(a)^2/2) - T/2), B wide with a draft of T, and lifted by its weight. By mean
 * faces of columns it was righted by 0.12, 0.33 and 0.59 of that. */
static void a_leaning_crate_is_righted(void **state) {
  (void)state;
  const float b = 1.2f, t = 0.4f, dt = 0.02f;
  WeirTuning tuning = weir_tuning_default();
  tuning.damping = tuning.friction = 1;
  for (int s = 0; s < SOLVERS; s++)
    for (int n = 0; n < 3; n++) {
      const float angle = (float[]){2, 5, 10}[n] * 0.01745329f, c = cosf(angle), sine = sinf(angle);
      const WeirBody crate = {.half = {0.5f * b, t, 0.5f * b},
                              .position = {8.03f, 2.0f + t * b * b / (16 * 16), 7.94f}, /* what it raises the pond by */
                              .rotation = {c, -sine, 0, sine, c, 0, 0, 0, 1},
                              .mass = 1000 * t * b * b};
      WeirWater *water = make_water(solvers[s], N, N, 0.25f, NULL, level, &tuning);
      weir_water_set_coupling(water, WEIR_DISPLACE);
      WeirForce push = {0};
      for (int step = 0; step < 1500; step++) {
        weir_water_displace(water, &crate, 1, dt);
        weir_water_push(water, &crate, 1, dt, &push);
        weir_water_step(water, dt);
      }
      const double weight = 9.81 * (double)crate.mass, slope = tan((double)angle);
      const double arm = sin((double)angle) * ((double)(b * b / (12 * t)) * (1 + 0.5 * slope * slope) - 0.5 * (double)t);
      print_message("%s: at %.0f degrees righted by %.4f of what it should be, lifted by %.4f\n", weir_solver_name(solvers[s]),
                    (double)angle * 57.29578, -(double)push.torque[2] / (weight * arm), (double)push.force[1] / weight);
      assert_true(fabs(-(double)push.torque[2] / (weight * arm) - 1) < 0.05);
      assert_true(fabs((double)push.force[1] / weight - 1) < 0.005);
      weir_water_destroy(water);
    }
}

/* Bodies that make no sense among one that does: it floats as if alone, they get no force. */
static void absent_bodies_change_nothing(void **state) {
  (void)state;
  const WeirBody box = {.half = {1, 0.5f, 1},
                        .position = {8, 2, 8},
                        .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                        .mass = 1000,
                        .drag_linear = 2,
                        .drag_square = 0.5f};
  for (int s = 0; s < SOLVERS; s++) {
    WeirWater *alone = pond(solvers[s]), *crowd = pond(solvers[s]);
    WeirBody bodies[8];
    for (int n = 0; n < 8; n++) bodies[n] = box;
    bodies[1].half[1] = NAN;
    bodies[2].velocity[1] = -INFINITY;
    bodies[3].spin[0] = NAN;
    bodies[4].mass = -1;
    bodies[5].shape = WEIR_CONVEX;
    bodies[6].half[2] = 0;
    bodies[7].position[0] = 3e38f;
    WeirForce one, all[8];
    for (int step = 0; step < 100; step++) {
      weir_water_displace(alone, bodies, 1, 0.02f);
      weir_water_displace(crowd, bodies, 8, 0.02f);
      weir_water_step(alone, 0.02f);
      weir_water_step(crowd, 0.02f);
      weir_water_push(alone, bodies, 1, 0.02f, &one);
      weir_water_push(crowd, bodies, 8, 0.02f, all);
      assert_memory_equal(&one, &all[0], sizeof one);
      for (int n = 1; n < 8; n++) assert_true(all[n].force[1] == 0 && all[n].torque[0] == 0 && all[n].volume == 0);
    }
    assert_true(one.submerged > 0.5f);
    weir_water_destroy(alone);
    weir_water_destroy(crowd);
  }
}

/* Twelve boxes that bob, turn and sink, some over the grid's edge, some deep. */
static void bob(WeirBody bodies[12], int step) {
  for (int n = 0; n < 12; n++) {
    const float t = 0.02f * (float)step + (float)n, c = cosf(0.3f * t), s = sinf(0.3f * t);
    bodies[n] = (WeirBody){.half = {0.9f, 0.3f, 0.5f},
                           .position = {1.3f * (float)n, (n % 3 == 2 ? 0.4f : 2.0f) + 0.2f * sinf(t), 8 + 7 * sinf((float)n)},
                           .rotation = {c, 0, s, 0, 1, 0, -s, 0, c},
                           .velocity = {0, n == 4 ? -6.0f : 0.2f * cosf(t), 0},
                           .mass = 600,
                           .drag_linear = 2,
                           .drag_square = 0.5f};
  }
}

static uint64_t hash_with_bodies(WeirSolver solver, int threads, bool ahead) {
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *water = make_water(solver, 256, 256, 0.0625f, NULL, level, &tuning);
  use_threads(water, threads);
  if (ahead) assert_true(weir_water_reserve_bodies(water));
  WeirForce forces[12];
  for (int step = 0; step < 40; step++) {
    WeirBody bodies[12];
    bob(bodies, step);
    weir_water_displace(water, bodies, step < 30 ? 12 : 5, 0.02f);
    weir_water_step(water, 0.02f);
    weir_water_push(water, bodies, 12, 0.02f, forces);
  }
  const double sunk = displaced(water);
  assert_true(sunk > 1.0);
  uint64_t hash = weir_water_hash(water);
  for (int n = 0; n < 12; n++) hash = hash * 31 + (uint64_t)(int64_t)(forces[n].force[1] * 16.0f);
  weir_water_destroy(water);
  return hash;
}

static void bodies_give_the_same_bits_for_any_thread_count(void **state) {
  (void)state;
  for (int s = 0; s < SOLVERS; s++) {
    const uint64_t one = hash_with_bodies(solvers[s], 1, false);
    assert_int_equal(one, hash_with_bodies(solvers[s], 1, true));
    for (int n = 0; n < 3; n++) assert_int_equal(one, hash_with_bodies(solvers[s], (const int[]){2, 3, 7}[n], false));
  }
}

/* Water without bodies pays nothing for them, shows zeros for them, and is the same as water with room for them; then it is
 * 24 bytes a cell, 4 % for halos and some rows; and a tick like those before allocates nothing. */
static void memory_for_bodies_comes_with_the_first(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *water = make_water(WEIR_PIPE, 256, 256, 0.0625f, NULL, level, &tuning);
  WeirBody bodies[12];
  bob(bodies, 0);
  const size_t before = memory_in_use();
  const uint64_t hash = weir_water_hash(water);
  weir_water_displace(water, NULL, 0, 0.02f);
  weir_water_displace(water, bodies, 0, 0.02f);
  assert_int_equal(memory_in_use(), before);
  for (int n = 0; n < 256; n++)
    assert_true(at(weir_water_occupancy(water), n, 255 - n) == 0 && at(weir_water_displacement(water), 255, n) == 0);
  assert_true(weir_water_reserve_bodies(water));
  assert_true(weir_water_hash(water) == hash);
  assert_true(at(weir_water_occupancy(water), 255, 255) == 0);
  size_t settled = 0;
  for (int step = 0; step < 200; step++) {
    bob(bodies, step % 100);
    weir_water_displace(water, bodies, 12, 0.02f);
    weir_water_step(water, 0.02f);
    if (step == 100) settled = memory_in_use();
  }
  assert_int_equal(memory_in_use(), settled);
  weir_water_destroy(water);
  water = make_water(WEIR_PIPE, 1024, 1024, 0.0625f, NULL, level, &tuning);
  const size_t alone = memory_in_use();
  assert_true(weir_water_reserve_bodies(water));
  const double each = (double)(memory_in_use() - alone) / (1024.0 * 1024.0);
  print_message("for bodies: %.1f bytes a cell of 1024 x 1024\n", each);
  assert_true(each < 25.5);
  weir_water_destroy(water);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_body_that_comes_back_displaces_the_same),
      cmocka_unit_test(any_shape_floats_with_its_density_under_water),
      cmocka_unit_test(a_body_without_drag_does_not_run_away),
      cmocka_unit_test(a_leaning_crate_is_righted),
      cmocka_unit_test(absent_bodies_change_nothing),
      cmocka_unit_test(bodies_give_the_same_bits_for_any_thread_count),
      cmocka_unit_test(memory_for_bodies_comes_with_the_first),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
