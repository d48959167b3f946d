/* A membrane computes its depths when they are read (src/weir/grid/depths.h): reading them changes no bit. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/thread.h"
#include "support.h"

enum { NX = 141, NZ = 74, TICKS = 260, BODIES = 3, READERS = 4 };

/* A deep basin beside a shore, where waves lay the bed bare, and an island. */
static float shore(float x, float z) {
  const float island = (x - 22) * (x - 22) + (z - 9) * (z - 9) < 4 ? 3.0f : 0.0f;
  return (x < 20.0f ? 0.0f : 0.2f * (x - 20.0f)) + island;
}

static float level(float x, float z) {
  (void)z;
  return x < 28.0f ? 1.5f : -100.0f;
}

/* One of the things that happen to a water between two steps. */
static void change(WeirWater *water, Rng *rng) {
  const float x = rng_range(rng, 0, NX * 0.25f), z = rng_range(rng, 0, NZ * 0.25f);
  WeirTuning tuning = weir_water_tuning(water);
  WeirBoundary boundary = {.kind = WEIR_REFLECT};
  WeirBody bodies[BODIES];
  for (int n = 0; n < BODIES; n++) {
    bodies[n] = weir_body_default();
    memcpy(bodies[n].position, (float[3]){x + (float)n, rng_range(rng, 0.5f, 2), z}, sizeof bodies[n].position);
  }
  switch (rng_next(rng) % 24) {
    case 0: weir_water_add(water, x, z, 1.0f, 0.3f); break;
    case 1: weir_water_disturb(water, x, z, 1.5f, 0.2f); break;
    case 2: weir_water_disturb(water, x, z, 2.5f, -1.5f); break;
    case 3: weir_water_heap(water, x, z, 2.0f, rng_range(rng, -1, 1.3f)); break;
    case 4: weir_water_set_sources(water, &(WeirSource){x, z, 1.0f, 0.2f}, 1); break;
    case 5: weir_water_set_sources(water, NULL, 0); break;
    case 6: weir_water_displace(water, bodies, BODIES, 0.02f); break;
    case 7: weir_water_displace(water, NULL, 0, 0.02f); break;
    case 8: tuning.stencil = 14 - tuning.stencil; break;
    case 9: tuning.land_fixed = !tuning.land_fixed; break;
    case 10: tuning.slope_max = tuning.slope_max > 0.0f ? 0.0f : 1.0f; break;
    case 11: tuning.wave_speed = rng_range(rng, 1, 12); break;
    case 12: tuning.rain = tuning.rain > 0.0f ? 0.0f : 1e-3f; break;
    case 13: weir_water_set_sweep(water, 1 + (int)(rng_next(rng) % 8)); break;
    case 14:
      boundary.kind = WEIR_OPEN;
      weir_water_set_boundary(water, WEIR_WEST, &boundary, NULL);
      break;
    case 15: weir_water_set_boundary(water, WEIR_WEST, &boundary, NULL); break;
    case 16: weir_water_add_dye(water, x, z, 2.0f, 1.0); break;
    case 17: weir_water_keep_highest(water, rng_next(rng) % 2); break;
    case 18: weir_water_keep_ticks(water, rng_next(rng) % 2); break;
    case 19:
      weir_water_set_solver(water, WEIR_PIPE);
      weir_water_set_solver(water, WEIR_MEMBRANE);
      break;
    default: break;
  }
  weir_water_set_tuning(water, &tuning);
}

static void assert_equal_waters(const WeirWater *a, const WeirWater *b) {
  static float surfaces[2][NX * NZ];
  weir_water_surface_between(a, 0.3f, surfaces[0]); /* of kept ticks, if they are kept */
  weir_water_surface_between(b, 0.3f, surfaces[1]);
  assert_memory_equal(surfaces[0], surfaces[1], sizeof surfaces[0]);
  assert_int_equal(weir_water_hash(a), weir_water_hash(b));
  const size_t size = weir_water_save(a, NULL, 0);
  assert_int_equal(size, weir_water_save(b, NULL, 0));
  unsigned char *const of_a = malloc(size), *const of_b = malloc(size);
  assert_true(of_a && of_b);
  weir_water_save(a, of_a, size);
  weir_water_save(b, of_b, size);
  assert_memory_equal(of_a, of_b, size);
  free(of_a);
  free(of_b);
}

/* Two waters that the same things happen to, of which one is looked at after each step and the other seldom, are equal. */
static void looking_changes_no_bit(void **state) {
  (void)state;
  for (int run = 0; run < (SANITIZED ? 4 : 16); run++) {
    WeirTuning tuning = weir_tuning_default();
    tuning.wave_speed = 6;
    WeirWater *const waters[2] = {make_water(WEIR_MEMBRANE, NX, NZ, 0.25f, shore, level, &tuning),
                                  make_water(WEIR_MEMBRANE, NX, NZ, 0.25f, shore, level, &tuning)};
    Rng rngs[2] = {{(uint64_t)run + 31}, {(uint64_t)run + 31}}, looks = {(uint64_t)run};
    for (int n = 0; n < 2; n++) use_threads(waters[n], 1 + run % 2);
    const float dt = run % 3 == 0 ? 0.005f : run % 3 == 1 ? 0.02f : 0.2f; /* one substep, some, more than a sweep takes */
    for (int tick = 0; tick < TICKS; tick++) {
      for (int n = 0; n < 2; n++) {
        if (tick % 7 == 0 && tick < 200) change(waters[n], &rngs[n]);
        weir_water_step(waters[n], dt);
      }
      assert_true(weir_water_depth(waters[0]).data != NULL);
      if (rng_next(&looks) % 40 == 0) assert_equal_waters(waters[0], waters[1]);
    }
    assert_equal_waters(waters[0], waters[1]);
    for (int n = 0; n < 2; n++) weir_water_destroy(waters[n]);
  }
}

static float deep(float x, float z) {
  (void)x, (void)z;
  return 1.5f;
}

/* A shoal that is raised in deep water is laid bare by the next trough, and its water is made up for, looked at or not. */
static void new_shoals_are_seen(void **state) {
  (void)state;
  WeirTuning tuning = weir_tuning_default();
  WeirWater *waters[2];
  WeirStats stats;
  for (int n = 0; n < 2; n++) {
    waters[n] = make_water(WEIR_MEMBRANE, NX, NZ, 0.25f, flat, deep, &tuning);
    weir_water_step(waters[n], 0.01f);
    weir_water_step(waters[n], 0.01f);
    weir_water_heap(waters[n], 15, 9, 2, 1.45f);
    weir_water_disturb(waters[n], 15, 9, 4, 0.4f);
    for (int tick = 0; tick < 100; tick++) {
      weir_water_step(waters[n], 0.01f);
      if (n == 0) assert_true(weir_water_depth(waters[n]).data != NULL);
    }
  }
  weir_water_stats(waters[0], &stats);
  assert_true(stats.clamped_cells > 0); /* or the shoal was too low */
  assert_equal_waters(waters[0], waters[1]);
  for (int n = 0; n < 2; n++) weir_water_destroy(waters[n]);
}

/* A reader in a thread of its own. On the stack. */
typedef struct Reader {
  const WeirWater *water;
  float x, depth;
} Reader;

static void *read_depth(void *data) {
  Reader *const reader = data;
  reader->depth = weir_water_depth_at(reader->water, reader->x, 6.0f);
  return NULL;
}

/* Several threads may ask at once for depths that are out of date: each gets what one alone would get. */
static void readers_may_ask_at_once(void **state) {
  (void)state;
  WeirTuning tuning = weir_tuning_default();
  WeirWater *const water = make_water(WEIR_MEMBRANE, NX, NZ, 0.25f, shore, level, &tuning);
  WeirWater *const twin = make_water(WEIR_MEMBRANE, NX, NZ, 0.25f, shore, level, &tuning);
  use_threads(water, 2);
  weir_water_disturb(water, 8, 6, 2, 0.5f);
  weir_water_disturb(twin, 8, 6, 2, 0.5f);
  for (int tick = 0; tick < 120; tick++) {
    Reader readers[READERS];
    Thread threads[READERS] = {{.runs = false}};
    /* not as many as the last time, after which the water would expect to be read */
    for (int n = 0; n < 1 + tick % 3; n++) weir_water_step(water, 0.01f), weir_water_step(twin, 0.01f);
    for (int n = 0; n < READERS; n++) {
      readers[n] = (Reader){.water = water, .x = 2.0f + 5.0f * (float)n};
      assert_true(thread_start(&threads[n], read_depth, &readers[n]));
    }
    assert_true(weir_water_depth(twin).data != NULL);
    for (int n = 0; n < READERS; n++) {
      thread_join(&threads[n]);
      assert_true(readers[n].depth == weir_water_depth_at(twin, readers[n].x, 6.0f));
    }
  }
  weir_water_destroy(water);
  weir_water_destroy(twin);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(looking_changes_no_bit), cmocka_unit_test(new_shoals_are_seen),
                                     cmocka_unit_test(readers_may_ask_at_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
