/* Everything at one place: the same as the single reads, and always a number. */
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "support.h"

static float plane(float x, float z) {
  return 0.2f * x + 0.1f * z;
}

static float tilted(float x, float z) {
  return 12.0f + 0.05f * x - 0.03f * z;
}

static float dry(float x, float z) {
  (void)x;
  (void)z;
  return -100.0f;
}

static float half_pool(float x, float z) {
  (void)z;
  return x < 16.0f ? 9.0f : -100.0f;
}

static WeirWater *water_over(Heights terrain, Heights surface) {
  const WeirTuning tuning = weir_tuning_default();
  return make_water(WEIR_PIPE, 64, 64, 0.5f, terrain, surface, &tuning);
}

static void assert_normal(const WeirSample *s, float slope_x, float slope_z) {
  const float length = sqrtf(1.0f + slope_x * slope_x + slope_z * slope_z);
  assert_true(fabsf(s->normal[0] + slope_x / length) < 1e-4f);
  assert_true(fabsf(s->normal[1] - 1.0f / length) < 1e-4f);
  assert_true(fabsf(s->normal[2] + slope_z / length) < 1e-4f);
}

/* A plane's normal is exact everywhere, at the edges too: of the surface where it is wet, of the ground where it is dry. */
static void a_plane_has_one_normal(void **state) {
  (void)state;
  const float places[][2] = {{16, 16}, {0, 0}, {32, 32}, {31.9f, 0.1f}, {-5, 40}, {16.2f, 3.3f}};
  WeirWater *wet = water_over(plane, tilted), *bare = water_over(plane, dry);
  for (size_t n = 0; n < sizeof places / sizeof *places; n++) {
    const WeirSample s = weir_water_sample(wet, places[n][0], places[n][1]);
    assert_normal(&s, 0.05f, -0.03f);
    assert_true(s.terrain == weir_water_terrain_at(wet, places[n][0], places[n][1]));
    assert_true(s.depth == weir_water_depth_at(wet, places[n][0], places[n][1]));
    assert_true(s.surface == weir_water_surface_at(wet, places[n][0], places[n][1]));
    const WeirSample ground = weir_water_sample(bare, places[n][0], places[n][1]);
    assert_normal(&ground, 0.2f, 0.1f);
    assert_true(ground.depth == 0 && ground.velocity[0] == 0);
  }
  weir_water_destroy(wet);
  weir_water_destroy(bare);
}

/* A wall of land or a shore does not tilt the water beside it. */
static void a_shore_does_not_tilt_the_water(void **state) {
  (void)state;
  WeirWater *water = water_over(NULL, half_pool);
  const WeirSample s = weir_water_sample(water, 15.75f, 16.25f);
  assert_true(s.depth > 8.9f);
  assert_normal(&s, 0, 0);
  weir_water_destroy(water);
}

/* Velocity between cell centres is the mean of theirs. */
static void velocity_is_between_the_cells(void **state) {
  (void)state;
  static float vx[64 * 64], vz[64 * 64];
  WeirWater *water = water_over(plane, tilted);
  for (int step = 0; step < 50; step++) weir_water_step(water, 0.02f);
  weir_water_velocity(water, vx, vz);
  const WeirSample centre = weir_water_sample(water, 10.25f, 10.25f), between = weir_water_sample(water, 10.5f, 10.25f);
  assert_true(fabsf(centre.velocity[0] - vx[20 * 64 + 20]) < 1e-5f);
  assert_true(fabsf(centre.velocity[2] - vz[20 * 64 + 20]) < 1e-5f);
  assert_true(fabsf(between.velocity[0] - 0.5f * (vx[20 * 64 + 20] + vx[20 * 64 + 21])) < 1e-5f);
  weir_water_destroy(water);
}

static void nowhere_is_finite(void **state) {
  (void)state;
  const float odd[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e-40f, 0, 16};
  WeirWater *water = water_over(plane, half_pool);
  for (size_t n = 0; n < 64; n++) {
    const WeirSample s = weir_water_sample(water, odd[n % 8], odd[n / 8]);
    const float sum = s.terrain + s.depth + s.surface + s.velocity[0] + s.velocity[1] + s.velocity[2];
    assert_true(isfinite(sum));
    const float length = s.normal[0] * s.normal[0] + s.normal[1] * s.normal[1] + s.normal[2] * s.normal[2];
    assert_true(fabsf(length - 1.0f) < 1e-5f);
  }
  weir_water_destroy(water);
}

/* On and beside the grid, and nowhere. */
static void many_places_are_each_place(void **state) {
  (void)state;
  enum { PLACES = 3000 };
  static float places[2 * PLACES];
  static WeirSample many[PLACES];
  Rng rng = {7};
  for (int n = 0; n < 2 * PLACES; n++) places[n] = rng_range(&rng, -4, 36);
  places[10] = NAN, places[21] = INFINITY;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++)
    for (int threads = 1; threads <= 3; threads++) {
      const WeirTuning tuning = weir_tuning_default();
      WeirWater *water = make_water((WeirSolver)solver, 128, 128, 0.25f, NULL, half_pool, &tuning);
      use_threads(water, threads);
      for (int step = 0; step < 20; step++) weir_water_step(water, 0.02f);
      memset(many, 0xff, sizeof many);
      weir_water_sample_many(water, places, PLACES, many);
      for (int n = 0; n < PLACES; n++) {
        const WeirSample one = weir_water_sample(water, places[2 * n], places[2 * n + 1]);
        assert_memory_equal(&many[n], &one, sizeof one);
      }
      weir_water_destroy(water);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_plane_has_one_normal),        cmocka_unit_test(a_shore_does_not_tilt_the_water),
      cmocka_unit_test(velocity_is_between_the_cells), cmocka_unit_test(nowhere_is_finite),
      cmocka_unit_test(many_places_are_each_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
