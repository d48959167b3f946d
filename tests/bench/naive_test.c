/* The library's results against the sources' loops, from the same start: small waves in deep water, no shores. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bench/rivals/naive.h"
#include "weir/weir.h"

enum { N = 96, STEPS = 200 };

static const float cell = 0.5f, deep = 10.0f, tall = 0.02f; /* m: tall is the waves' amplitude */

/* Waves of 16 cells and more: the library damps shorter ones on purpose (tuned.h, RIPPLE_DAMPING). */
static float wave(int i, int k) {
  const float x = 6.2831853f * ((float)i + 0.5f) / N, z = 6.2831853f * ((float)k + 0.5f) / N;
  return tall * (0.5f * cosf(2 * x) * cosf(3 * z) + 0.3f * cosf(5 * x) + 0.2f * cosf(4 * z + x));
}

static WeirWater *water_create(WeirSolver solver) {
  static float depth[N * N];
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++) depth[k * N + i] = deep + wave(i, k);
  WeirWaterDef def = weir_water_def_default();
  def.nx = def.nz = N;
  def.cell = cell;
  def.solver = solver;
  def.depth = depth;
  def.tuning.stencil = 5;
  def.tuning.roughness = 0;
  WeirError error;
  WeirWater *water = weir_water_create(&def, &error);
  if (!water) fail_msg("%s", error.text);
  return water;
}

/* The greatest difference of both surfaces, as a share of the waves' amplitude; the loops' heights are above `rest`. */
static double apart(const WeirWater *water, const float *heights, float rest) {
  const WeirView depth = weir_water_depth(water);
  double most = 0;
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++) {
      const double off = (double)depth.data[k * depth.stride + i] - (double)rest - (double)heights[k * N + i];
      most = fmax(most, fabs(off));
    }
  return most / (double)tall;
}

static void step_once(WeirWater *water, float dt) {
  WeirStats before, after;
  weir_water_stats(water, &before);
  weir_water_step(water, dt);
  weir_water_stats(water, &after);
  assert_int_equal(after.substeps - before.substeps, 1); /* both must take the same steps */
}

/* The membrane has the same equation in the same order of steps: the difference is rounding, of depths of 10 m (1e-6 m, 5e-5 of the
 * amplitude), which the loops do not even store. */
static void membrane_agrees_with_the_thesis_loop(void **state) {
  (void)state;
  const float dt = 0.05f;
  WeirWater *water = water_create(WEIR_MEMBRANE);
  NaiveMembrane m;
  assert_true(naive_membrane_create(&m, N, N));
  const WeirTuning tuning = weir_water_tuning(water);
  m.cell = cell;
  m.wave_speed = tuning.wave_speed;
  m.damping = tuning.damping;
  m.threads = 2;
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++) m.height[k * N + i] = wave(i, k);
  for (int n = 0; n < STEPS; n++) {
    step_once(water, dt);
    naive_membrane_step(&m, dt);
  }
  print_message("membrane: %.2e of the amplitude after %d steps\n", apart(water, m.height, deep), STEPS);
  assert_true(apart(water, m.height, deep) < 5e-4);
  naive_membrane_destroy(&m);
  weir_water_destroy(water);
}

/* The library keeps velocities where the loops keep flows, 0.2 % apart for waves of 0.2 % of the depth, and damps
 * ripples: a wave of 19 cells, a third of this surface, by 0.02 % a step (tuned.h), 4 % of it in 200. Measured: 1.8 % of the
 * whole amplitude. */
static void pipe_agrees_with_the_thesis_loop(void **state) {
  (void)state;
  const float dt = 0.015f;
  WeirWater *water = water_create(WEIR_PIPE);
  NaivePipe p;
  assert_true(naive_pipe_create(&p, N, N));
  const WeirTuning tuning = weir_water_tuning(water);
  p.cell = cell;
  p.gravity = tuning.gravity;
  p.friction = tuning.friction;
  p.threads = 2;
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++) p.depth[k * N + i] = deep + wave(i, k);
  for (int n = 0; n < STEPS; n++) {
    step_once(water, dt);
    naive_pipe_step(&p, dt);
  }
  print_message("pipe: %.2e of the amplitude after %d steps\n", apart(water, p.depth, 0), STEPS);
  assert_true(apart(water, p.depth, 0) < 3e-2);
  naive_pipe_destroy(&p);
  weir_water_destroy(water);
}

static void naive_pipe_holds_its_volume(void **state) {
  (void)state;
  NaivePipe p;
  assert_true(naive_pipe_create(&p, N, N));
  double before = 0, after = 0;
  for (int n = 0; n < N * N; n++) {
    p.terrain[n] = 4 * sinf(0.05f * (float)(n % N)) * cosf(0.07f * (float)(n / N));
    p.depth[n] = n % N < N / 2 ? fmaxf(0, 2 - p.terrain[n]) : 0;
    before += (double)p.depth[n];
  }
  for (int n = 0; n < STEPS; n++) naive_pipe_step(&p, 0.02f);
  for (int n = 0; n < N * N; n++) {
    assert_true(p.depth[n] >= -1e-6f);
    after += (double)p.depth[n];
  }
  assert_true(fabs(after - before) < 1e-5 * before);
  naive_pipe_destroy(&p);
}

/* A box that stands half in the liquid is pushed up by the weight of what it replaces, and what it replaces is not lost. */
static void naive_box_replaces_and_floats(void **state) {
  (void)state;
  NaiveMembrane m;
  NaiveObjects o;
  assert_true(naive_membrane_create(&m, N, N));
  assert_true(naive_objects_create(&o, &m));
  m.cell = 0.1f;
  const float c = cosf(0.3f), s = sinf(0.3f);
  NaiveBox box = {.half = {1, 0.5f, 1}, .position = {4.8f, 2, 4.8f}, .rotation = {c, 0, s, 0, 1, 0, -s, 0, c}};
  naive_objects_interact(&o, &box, 1);
  const double volume = (double)box.force[1] / 9810.0;
  assert_true(fabs(volume - 2.0) < 0.05); /* 2 m x 2 m x 0.5 m, by cells of 0.1 m */
  assert_true(fabsf(box.torque[0]) < 0.02f * box.force[1]);
  double held = 0, raised = 0;
  int occupied = 0;
  for (int n = 0; n < N * N; n++) {
    held += (double)o.displaced[n];
    raised += (double)m.height[n];
    occupied += m.occupied[n];
  }
  assert_true(fabs(held - raised) < 1e-4 * held);
  assert_true(abs(occupied - 400) < 20);
  box.position[0] = -50;
  naive_objects_interact(&o, &box, 1);
  raised = 0;
  for (int n = 0; n < N * N; n++) raised += (double)m.height[n];
  assert_true(fabs(raised) < 1e-3 && box.force[1] == 0);
  naive_objects_destroy(&o);
  naive_membrane_destroy(&m);
}

/* Twenty-five boxes that bob for 200 frames: the loops that the benchmark times stay water. */
static void naive_pool_stays_water(void **state) {
  (void)state;
  enum { BOXES = 25, FRAMES = 200 };
  NaiveMembrane m;
  NaiveObjects o;
  assert_true(naive_membrane_create(&m, N, N));
  assert_true(naive_objects_create(&o, &m));
  m.cell = 16.0f / N;
  m.wave_speed = 4;
  m.damping = 0.1f;
  NaiveBox boxes[BOXES];
  for (int frame = 0; frame < FRAMES; frame++) {
    for (int n = 0; n < BOXES; n++) {
      const float turn = 0.7f * (float)n, c = cosf(turn), s = sinf(turn);
      boxes[n] = (NaiveBox){.half = {0.3f, 0.3f, 0.3f}, .rotation = {c, 0, s, 0, 1, 0, -s, 0, c}};
      boxes[n].position[0] = 1.5f + 2.5f * (float)(n % 5);
      boxes[n].position[1] = 2 + 0.1f * sinf(0.2f * (float)frame + turn);
      boxes[n].position[2] = 1.5f + 2.5f * (float)(n / 5);
    }
    naive_objects_interact(&o, boxes, BOXES);
    naive_membrane_step(&m, 0.02f);
  }
  for (int n = 0; n < N * N; n++) assert_true(fabsf(m.height[n]) < 2);
  naive_objects_destroy(&o);
  naive_membrane_destroy(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(membrane_agrees_with_the_thesis_loop),
                                     cmocka_unit_test(pipe_agrees_with_the_thesis_loop), cmocka_unit_test(naive_pipe_holds_its_volume),
                                     cmocka_unit_test(naive_box_replaces_and_floats), cmocka_unit_test(naive_pool_stays_water)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
