/* The first things that a new user meets: complete defaults, versions that agree, bodies whose faults are reported. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"
#include "weir/weir.h"

static void versions_agree(void **state) {
  (void)state;
  char text[32];
  snprintf(text, sizeof text, "%d.%d.%d", WEIR_VERSION_MAJOR, WEIR_VERSION_MINOR, WEIR_VERSION_PATCH);
  assert_string_equal(text, WEIR_VERSION);
  assert_string_equal(text, weir_version());
}

static WeirWater *pond(WeirSolver solver) {
  static float depth[32 * 32];
  for (int n = 0; n < 32 * 32; n++) depth[n] = 2.0f;
  WeirWaterDef def = weir_water_def_default();
  def.nx = def.nz = 32, def.depth = depth, def.solver = solver;
  WeirWater *const water = weir_water_create(&def, NULL);
  assert_non_null(water);
  return water;
}

/* A wave that swings in a basin swings on: of its height after 60 s the default keeps little, the ideal almost all. */
static float left_after_a_minute(WeirSolver solver, WeirTuning tuning) {
  static float depth[64];
  for (int n = 0; n < 64; n++) depth[n] = 1.0f + 0.01f * cosf(3.14159265f * ((float)n + 0.5f) / 64.0f);
  WeirWaterDef def = weir_water_def_default();
  def.nx = 64, def.nz = 1, def.depth = depth, def.solver = solver, def.tuning = tuning;
  WeirWater *const water = weir_water_create(&def, NULL);
  assert_non_null(water);
  float most = 0.0f;
  for (int step = 0; step < 3000; step++) {
    weir_water_step(water, 0.02f);
    if (step >= 2000) most = fmaxf(most, fabsf(weir_water_depth_at(water, 0.0f, 0.0f) - 1.0f));
  }
  weir_water_destroy(water);
  return most / 0.01f;
}

static void ideal_water_swings_on(void **state) {
  (void)state;
  const WeirTuning ideal = weir_tuning_ideal();
  assert_true(ideal.friction == 0 && ideal.roughness == 0 && ideal.manning == 0 && ideal.viscosity == 0);
  assert_true(ideal.retention == 0 && ideal.damping == 0 && ideal.drag == 0);
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    const float usual = left_after_a_minute((WeirSolver)solver, weir_tuning_default());
    const float kept = left_after_a_minute((WeirSolver)solver, ideal);
    print_message("  %s: after 40 to 60 s %.2f of a wave is left, ideal %.3f\n", weir_solver_name((WeirSolver)solver), (double)usual,
                  (double)kept);
    assert_true(usual < 0.5f && kept > 0.9f && kept < 1.01f);
  }
}

static void the_default_body_is_complete(void **state) {
  (void)state;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirWater *const water = pond((WeirSolver)solver);
    WeirBody box = weir_body_default();
    WeirError error;
    assert_true(weir_body_check(&box, &error));
    box.position[0] = box.position[2] = 4.0f, box.position[1] = 2.0f;
    WeirForce push;
    weir_water_displace(water, &box, 1, 0.02f);
    weir_water_step(water, 0.02f);
    weir_water_push(water, &box, 1, 0.02f, &push);
    assert_true(fabsf(push.volume - 1.0f) < 1e-3f && push.force[1] > 3000.0f);
    WeirStats stats;
    weir_water_stats(water, &stats);
    assert_int_equal(stats.bodies_refused, 0);
    weir_water_destroy(water);
  }
}

/* A body that nothing holds keeps its angular momentum, whatever axis it spins about, and falls; forces turn it as its inertia says. */
static void a_free_body_moves(void **state) {
  (void)state;
  const WeirForce nothing = {.volume = 1};
  WeirBody box = weir_body_default();
  box.half[0] = 1, box.half[2] = 2;
  box.spin[0] = 0.3f, box.spin[1] = 1.0f, box.spin[2] = -0.2f;
  const float mass = box.mass, inertia[3] = {mass / 3 * 4.25f, mass / 3 * 5.0f, mass / 3 * 1.25f};
  for (int n = 0; n < 500; n++) assert_true(weir_body_move(&box, &nothing, 9.81f, 0.01f));
  assert_float_equal(box.velocity[1], -49.05f, 1e-3f);
  const float *const r = box.rotation;
  for (int axis = 0; axis < 3; axis++) {
    float momentum = 0;
    for (int n = 0; n < 3; n++) {
      const float own = r[n] * box.spin[0] + r[3 + n] * box.spin[1] + r[6 + n] * box.spin[2];
      momentum += r[3 * axis + n] * inertia[n] * own;
    }
    const float begun[3] = {0.3f * inertia[0], inertia[1], -0.2f * inertia[2]};
    assert_float_equal(momentum, begun[axis], 1e-3f * inertia[1]);
  }
  WeirBody drum = weir_body_default();
  drum.shape = WEIR_CYLINDER;
  const WeirForce twist = {.force = {500, 0, 0}, .torque = {0, 100, 0}};
  assert_true(weir_body_move(&drum, &twist, 0.0f, 0.5f));
  assert_float_equal(drum.velocity[0], 0.5f, 1e-6f);
  assert_float_equal(drum.position[0], 0.25f, 1e-6f);
  assert_float_equal(drum.spin[1], 0.5f * 100 / (500 * 0.25f / 2), 1e-5f); /* m*r^2/2 */
}

static void a_move_out_of_range_is_not_made(void **state) {
  (void)state;
  WeirBody box = weir_body_default();
  const WeirBody before = box;
  const WeirForce endless = {.force = {INFINITY, 0, 0}}, torn = {.torque = {0, NAN, 0}};
  assert_false(weir_body_move(&box, &endless, 9.81f, 0.01f));
  assert_false(weir_body_move(&box, &torn, 9.81f, 0.01f));
  assert_memory_equal(&box, &before, sizeof box);
}

static void refused(WeirBody body, const char *names) {
  WeirError error = {""};
  assert_false(weir_body_check(&body, &error));
  assert_false(weir_body_check(&body, NULL));
  if (strncmp(error.text, "body: ", 6) != 0 || !strstr(error.text, names)) print_message("  '%s' does not name %s\n", error.text, names);
  assert_true(strncmp(error.text, "body: ", 6) == 0 && strstr(error.text, names));
  const WeirBody both[2] = {body, weir_body_default()};
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++)
    for (int coupling = 0; coupling < WEIR_COUPLING_COUNT; coupling++) {
      WeirWater *const water = pond((WeirSolver)solver);
      weir_water_set_coupling(water, (WeirCoupling)coupling);
      WeirStats stats;
      WeirForce pushes[2];
      for (int call = 0; call < 2; call++) {
        weir_water_displace(water, both, 2, 0.02f);
        weir_water_stats(water, &stats);
        assert_int_equal(stats.bodies_refused, 1);
      }
      weir_water_push(water, both, 2, 0.02f, pushes);
      assert_true(pushes[0].volume == 0.0f && pushes[0].force[1] == 0.0f);
      weir_water_displace(water, &both[1], 1, 0.02f);
      weir_water_stats(water, &stats);
      assert_int_equal(stats.bodies_refused, 0);
      weir_water_destroy(water);
    }
}

static void what_is_wrong_with_a_body_is_told(void **state) {
  (void)state;
  static const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  static const uint16_t inside_out[] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2}, gone[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 9};
  WeirBody body = weir_body_default();
  memset(body.rotation, 0, sizeof body.rotation);
  refused(body, "rotation");
  body.shape = WEIR_CYLINDER;
  refused(body, "rotation");
  body = weir_body_default();
  body.rotation[0] = -1.0f; /* mirrored */
  refused(body, "rotation");
  body.rotation[0] = 2.0f;
  refused(body, "rotation");
  body = weir_body_default();
  body.mass = 0.0f;
  refused(body, "mass");
  body.mass = NAN;
  refused(body, "mass");
  body = weir_body_default();
  body.half[1] = -1.0f;
  refused(body, "half");
  body = weir_body_default();
  body.position[2] = INFINITY;
  refused(body, "position");
  body = weir_body_default();
  body.drag_linear = -1.0f;
  refused(body, "drag");
  body = weir_body_default();
  body.shape = (WeirShape)7;
  refused(body, "shape");
  body.shape = WEIR_CONVEX;
  refused(body, "vertices");
  body.vertices = corners, body.vertex_count = 4, body.triangles = gone, body.triangle_count = 4;
  refused(body, "vertex_count");
  body.triangles = inside_out;
  refused(body, "anticlockwise");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(versions_agree),
      cmocka_unit_test(ideal_water_swings_on),
      cmocka_unit_test(the_default_body_is_complete),
      cmocka_unit_test(a_free_body_moves),
      cmocka_unit_test(a_move_out_of_range_is_not_made),
      cmocka_unit_test(what_is_wrong_with_a_body_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
