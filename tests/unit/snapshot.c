/* Saving and loading: as if never stopped, and no bytes that do harm. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/rng.h"
#include "support.h"

static const WeirSolver solvers[] = {WEIR_MEMBRANE, WEIR_PIPE, WEIR_SWE};
enum { SOLVERS = sizeof solvers / sizeof *solvers, BODIES = 2, HEADER = 56, HASH_AT = 48 };
enum { HEADS = 1200 }; /* bytes of a state, at least, that come before its fields of cells */

static float hills(float x, float z) {
  return 3.0f + 2.5f * sinf(0.4f * x) * cosf(0.3f * z);
}

static float lakes(float x, float z) {
  (void)z;
  return x < 12.0f ? 4.0f : 2.5f;
}

/* A saved state; freed by the test. */
typedef struct Bytes {
  unsigned char *data;
  size_t size;
} Bytes;

static Bytes save(const WeirWater *water) {
  Bytes bytes = {.size = weir_water_save(water, NULL, 0)};
  bytes.data = malloc(bytes.size);
  assert_non_null(bytes.data);
  assert_int_equal(weir_water_save(water, bytes.data, bytes.size - 1), bytes.size);
  assert_int_equal(weir_water_save(water, bytes.data, bytes.size), bytes.size);
  return bytes;
}

static WeirWater *busy_water(WeirSolver solver, int nx, int nz) {
  WeirTuning tuning = weir_tuning_default();
  tuning.rain = 2e-6f;
  WeirWater *water = make_water(solver, nx, nz, 24.0f / (float)nx, hills, lakes, &tuning);
  const WeirSource sources[2] = {{6, 6, 1.5f, 0.2f}, {15, 9, 1.5f, -0.1f}};
  weir_water_set_sources(water, sources, 2);
  return water;
}

/* Two boxes with the simplest of rigid bodies: one falls in, one drifts. */
static void bodies_begin(WeirBody bodies[BODIES]) {
  for (int n = 0; n < BODIES; n++)
    bodies[n] = (WeirBody){.half = {0.6f, 0.4f, 0.8f},
                           .position = {n ? 16.0f : 7.0f, 5.0f, 9.0f + (float)n},
                           .rotation = {0.8f, 0, 0.6f, 0, 1, 0, -0.6f, 0, 0.8f},
                           .velocity = {n ? 0.7f : 0, 0, 0},
                           .mass = 900,
                           .drag_linear = 2,
                           .drag_square = 0.5f};
}

static void advance(WeirWater *water, WeirBody bodies[BODIES], int steps) {
  const float dt = 0.02f;
  for (int step = 0; step < steps; step++) {
    WeirForce forces[BODIES];
    weir_water_displace(water, bodies, BODIES, dt);
    weir_water_step(water, dt);
    weir_water_push(water, bodies, BODIES, dt, forces);
    for (int n = 0; n < BODIES; n++)
      for (int axis = 0; axis < 3; axis++) {
        bodies[n].velocity[axis] += dt * (forces[n].force[axis] / bodies[n].mass - (axis == 1 ? 9.81f : 0.0f));
        bodies[n].position[axis] += dt * bodies[n].velocity[axis];
      }
  }
}

/* One case: bodies floating, saved after a while, gone on with and without a stop. */
static void goes_on_the_same(WeirSolver solver, const WeirBoundary boundary[WEIR_SIDE_COUNT]) {
  WeirBody bodies[BODIES], again[BODIES];
  WeirWater *water = busy_water(solver, 96, 80);
  for (int side = 0; boundary && side < WEIR_SIDE_COUNT; side++)
    assert_true(weir_water_set_boundary(water, (WeirSide)side, &boundary[side], NULL));
  bodies_begin(bodies);
  advance(water, bodies, 150);
  weir_water_impulse(water, 0.5f, 9, 3, -1, 0.3f);
  const Bytes bytes = save(water);
  memcpy(again, bodies, sizeof bodies);
  WeirError error = {""};
  WeirWater *loaded = weir_water_load(bytes.data, bytes.size, &error);
  if (!loaded) fail_msg("%s", error.text);
  assert_int_equal(weir_water_hash(loaded), weir_water_hash(water));
  for (int part = 0; part < 4; part++) {
    advance(water, bodies, 50);
    advance(loaded, again, 50);
    assert_int_equal(weir_water_hash(loaded), weir_water_hash(water));
    assert_memory_equal(bodies, again, sizeof bodies);
  }
  /* Compares also what the hash leaves out: the volume ledger, and the state that a change of solver starts from. */
  const Bytes one = save(water), two = save(loaded);
  assert_int_equal(one.size, two.size);
  assert_memory_equal(one.data, two.data, one.size);
  for (int turn = 1; turn <= SOLVERS; turn++) {
    const WeirSolver other = solvers[((int)solver + turn) % SOLVERS];
    weir_water_set_solver(water, other);
    weir_water_set_solver(loaded, other);
    advance(water, bodies, 20);
    advance(loaded, again, 20);
    assert_int_equal(weir_water_hash(loaded), weir_water_hash(water));
  }
  WeirStats stats;
  weir_water_stats(loaded, &stats);
  assert_true(stats.finite && stats.volume_error < 1e-5);
  free(one.data);
  free(two.data);
  free(bytes.data);
  weir_water_destroy(water);
  weir_water_destroy(loaded);
}

static void going_on_after_loading_is_bit_for_bit_the_same(void **state) {
  (void)state;
  const WeirBoundary sea[WEIR_SIDE_COUNT] = {{.kind = WEIR_LEVEL, .level = 4, .tide_height = 0.5f, .tide_period = 7},
                                             {.kind = WEIR_OPEN},
                                             {.kind = WEIR_SPONGE},
                                             {.kind = WEIR_INFLOW, .discharge = 3}};
  const WeirBoundary ring[WEIR_SIDE_COUNT] = {[WEIR_NORTH] = {.kind = WEIR_ZERO}, [WEIR_SOUTH] = {.kind = WEIR_OPEN}};
  for (int s = 0; s < SOLVERS; s++) {
    goes_on_the_same(solvers[s], NULL);
    goes_on_the_same(solvers[s], sea);
    goes_on_the_same(solvers[s], ring);
  }
}

/* A copy of exactly `size` bytes, so that the sanitizer sees a read past the end. */
static WeirWater *load_copy(const unsigned char *bytes, size_t size, WeirError *error) {
  unsigned char *copy = malloc(size ? size : 1);
  assert_non_null(copy);
  memcpy(copy, bytes, size);
  WeirWater *water = weir_water_load(copy, size, error);
  free(copy);
  return water;
}

static void every_truncation_and_every_changed_byte_is_refused(void **state) {
  (void)state;
  for (int s = 0; s < SOLVERS; s++) {
    WeirBody bodies[BODIES];
    WeirWater *water = busy_water(solvers[s], 16, 16);
    bodies_begin(bodies);
    advance(water, bodies, 30);
    Bytes bytes = save(water);
    WeirError error;
    for (size_t size = 0; size < bytes.size; size += SANITIZED && size > HEADS ? 7 : 1) {
      error.text[0] = '\0';
      assert_null(size % 16 && size > 64 && size + 64 < bytes.size ? weir_water_load(bytes.data, size, &error)
                                                                   : load_copy(bytes.data, size, &error));
      assert_true(strlen(error.text) > 10);
    }
    for (size_t n = 0; n < bytes.size; n += SANITIZED && n > HEADS ? 7 : 1) {
      bytes.data[n] ^= (unsigned char)(1u << n % 8);
      assert_null(weir_water_load(bytes.data, bytes.size, &error));
      bytes.data[n] ^= (unsigned char)(1u << n % 8);
    }
    unsigned char *longer = calloc(1, bytes.size + 8);
    assert_non_null(longer);
    memcpy(longer, bytes.data, bytes.size);
    assert_null(weir_water_load(longer, bytes.size + 8, NULL));
    free(longer);
    WeirWater *sound = weir_water_load(bytes.data, bytes.size, NULL);
    assert_non_null(sound);
    weir_water_destroy(sound);
    free(bytes.data);
    weir_water_destroy(water);
  }
}

/* Writes the hash as the library computes it: an attacker who knows the format can do the same. */
static void put_hash(Bytes bytes) {
  memset(bytes.data + HASH_AT, 0, 8);
  uint64_t hash = hash_bytes(HASH_START, bytes.data, HEADER);
  hash = hash_bytes(hash, bytes.data + HEADER, bytes.size - HEADER);
  memcpy(bytes.data + HASH_AT, &hash, sizeof hash);
}

/* False contents under a right hash are refused, or give water that goes on without harm (the sanitizers watch). */
static void lies_under_a_right_hash_do_no_harm(void **state) {
  (void)state;
  const uint32_t words[] = {0x7fc00000u, 0x7f800000u, 0xff800000u, 0xffffffffu, 0x80000000u, 0x7fffffffu,
                            0xbf800000u, 0x7f7fffffu, 17,          0x49742400u, 0,           256};
  Rng rng = {5};
  int refused = 0, taken = 0;
  for (int s = 0; s < SOLVERS; s++) {
    WeirBody bodies[BODIES];
    WeirWater *water = busy_water(solvers[s], 16, 16);
    bodies_begin(bodies);
    advance(water, bodies, 30);
    Bytes bytes = save(water);
    put_hash(bytes);
    WeirWater *same = weir_water_load(bytes.data, bytes.size, NULL);
    assert_non_null(same);
    weir_water_destroy(same);
    for (size_t n = 8; n + 4 <= bytes.size; n += n < HEADS ? 4 : 4 * (1 + rng_next(&rng) % 60)) {
      unsigned char kept[4];
      if (n >= HASH_AT && n < HEADER) continue;
      memcpy(kept, bytes.data + n, 4);
      memcpy(bytes.data + n, &words[rng_next(&rng) % (sizeof words / sizeof *words)], 4);
      put_hash(bytes);
      WeirWater *lie = weir_water_load(bytes.data, bytes.size, NULL);
      refused += lie == NULL;
      taken += lie != NULL;
      if (lie) {
        WeirBody own[BODIES];
        WeirStats stats;
        bodies_begin(own);
        advance(lie, own, 3);
        weir_water_stats(lie, &stats);
        weir_water_destroy(lie);
      }
      memcpy(bytes.data + n, kept, 4);
    }
    free(bytes.data);
    weir_water_destroy(water);
  }
  print_message("%d lies refused, %d harmless\n", refused, taken);
  assert_true(refused > 100 && taken > 20);
}

static void rubbish_is_refused_with_a_line(void **state) {
  (void)state;
  unsigned char rubbish[4096];
  Rng rng = {9};
  for (int n = 0; n < 2000; n++) {
    WeirError error = {""};
    for (size_t at = 0; at < sizeof rubbish; at++) rubbish[at] = (unsigned char)rng_next(&rng);
    if (n % 2) memcpy(rubbish, "WEIRSNAP\1\0\0\0\4\3\2\1", 16);
    assert_null(load_copy(rubbish, rng_next(&rng) % sizeof rubbish, &error));
    assert_true(strlen(error.text) > 10);
  }
  /* A header that asks for the largest grid, with nothing behind it. */
  const int32_t large[2] = {8192, 8192};
  memcpy(rubbish + 16, large, sizeof large);
  assert_null(load_copy(rubbish, sizeof rubbish, NULL));
  assert_null(weir_water_load(NULL, 1000, NULL));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(going_on_after_loading_is_bit_for_bit_the_same),
      cmocka_unit_test(every_truncation_and_every_changed_byte_is_refused),
      cmocka_unit_test(lies_under_a_right_hash_do_no_harm),
      cmocka_unit_test(rubbish_is_refused_with_a_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
