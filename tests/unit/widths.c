/* The bits are the same on every vector width and with any number of threads, where bodies block, drive and ground. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { NX = 128, NZ = 128, KINDS = 5, BODIES = 100, STEPS = 60 }; /* so many that records are worth more than one thread */

static const float tick = 0.02f;

/* A shore to the east. */
static float shore(float x, float z) {
  (void)z;
  return 0.03f * fmaxf(0, x - 50);
}

static float swell(float x, float z) {
  return 2 + 0.2f * sinf(0.4f * x) * cosf(0.5f * z);
}

/* Leaning crates, logs that roll, walls on the bed, rafts that drive to the shore and crates under water, pushed about faster than water
 * goes under them by itself. */
static void bodies_begin(WeirBody bodies[BODIES]) {
  static const float half[KINDS][3] = {{1, 0.7f, 1}, {0.5f, 2, 0.5f}, {0.8f, 1.4f, 4}, {2.5f, 0.4f, 1.7f}, {1, 0.5f, 0.6f}};
  static const float height[KINDS] = {2, 1.9f, 1.4f, 2, 0.8f}, speed[KINDS] = {1.5f, 0.6f, 0, 3, 0.7f};
  for (int n = 0; n < BODIES; n++) {
    const int kind = n % KINDS;
    const float turn = 0.4f * (float)n, lean = kind == 1 ? 1.5707963f : kind == 2 ? 0 : 0.2f * (float)kind;
    const float c = cosf(turn), s = sinf(turn), cl = cosf(lean), sl = sinf(lean);
    const float rotation[9] = {c * cl, -c * sl, s, sl, cl, 0, -s * cl, s * sl, c};
    bodies[n] = (WeirBody){.position = {8.3f + 12.1f * (float)(n % 10), height[kind], 8.1f + 12.2f * (float)(n / 10)},
                           .velocity = {speed[kind] * c, 0, 0.5f * speed[kind] * s},
                           .mass = 900,
                           .id = (uint32_t)n + 1,
                           .shape = kind == 1 ? WEIR_CYLINDER : WEIR_BOX,
                           .drag_linear = 1,
                           .drag_square = 0.5f};
    memcpy(bodies[n].half, half[kind], sizeof half[kind]);
    memcpy(bodies[n].rotation, rotation, sizeof rotation);
  }
}

typedef struct Outcome {
  uint64_t hash;
  WeirForce forces[BODIES];
} Outcome;

static Outcome outcome(WeirSolver solver, int threads) {
  WeirTuning tuning = weir_tuning_default();
  tuning.manning = 0.03f;
  WeirWater *water = make_water(solver, NX, NZ, 1, shore, swell, &tuning);
  use_threads(water, threads);
  weir_water_set_coupling(water, WEIR_SUBGRID);
  WeirBody bodies[BODIES];
  Outcome out;
  memset(&out, 0, sizeof out);
  bodies_begin(bodies);
  weir_water_displace(water, bodies, BODIES, 0);
  for (int step = 0; step < STEPS; step++) {
    for (int n = 0; n < BODIES; n++)
      for (int axis = 0; axis < 3; axis++) bodies[n].position[axis] += tick * bodies[n].velocity[axis];
    weir_water_displace(water, bodies, BODIES, tick);
    weir_water_step(water, tick);
    weir_water_push(water, bodies, BODIES, tick, out.forces);
  }
  out.hash = weir_water_hash(water);
  weir_water_destroy(water);
  return out;
}

static void same_bits_on_every_width(void **state) {
  (void)state;
  char best[16];
  snprintf(best, sizeof best, "%s", weir_simd_name());
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++) {
    const Outcome own = outcome((WeirSolver)solver, 1);
    static const char *const names[] = {"sse2", "avx2", "avx512"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
      if (!weir_simd_use(names[n])) continue; /* this machine has none as wide */
      const Outcome other = outcome((WeirSolver)solver, 1);
      assert_int_equal(own.hash, other.hash);
      assert_memory_equal(own.forces, other.forces, sizeof own.forces);
    }
    assert_true(weir_simd_use(best));
  }
}

static void same_bits_with_any_number_of_threads(void **state) {
  (void)state;
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++) {
    const Outcome one = outcome((WeirSolver)solver, 1);
    for (int threads = 2; threads <= 3; threads++) {
      const Outcome more = outcome((WeirSolver)solver, threads);
      assert_int_equal(one.hash, more.hash);
      assert_memory_equal(one.forces, more.forces, sizeof one.forces);
    }
  }
}

/* A coast that the sea reaches by every kind of side, in rows that no width but the narrowest divides: kernels write whole vectors, beyond the
 * last column too. */
enum { COAST_NX = 75, COAST_NZ = 40, COAST_STEPS = 20 };

/* Returns the bytes of a coast whose sides are of one kind, or only those to the west and north. */
static unsigned char *coast_saved(WeirSolver solver, WeirEdge kind, bool all, size_t *size) {
  float ground[COAST_NX * COAST_NZ], depth[COAST_NX * COAST_NZ];
  for (int n = 0; n < COAST_NX * COAST_NZ; n++) {
    const float x = (float)(n % COAST_NX), z = (float)n / COAST_NX;
    ground[n] = 1.5f * sinf(0.2f * x) * sinf(0.17f * z);
    depth[n] = fmaxf((x < 37 ? 2.0f : 1.0f) - ground[n], 0);
  }
  WeirWaterDef def = weir_water_def_default();
  def.nx = COAST_NX, def.nz = COAST_NZ;
  def.cell = 1;
  def.solver = solver;
  def.terrain = ground, def.depth = depth;
  for (int n = 0; n < WEIR_SIDE_COUNT; n++)
    def.boundary[n] = (WeirBoundary){.kind = !all && (n == WEIR_EAST || n == WEIR_SOUTH) ? WEIR_REFLECT : kind,
                                     .level = 1,
                                     .tide_height = 0.1f,
                                     .tide_period = 4,
                                     .discharge = 5};
  WeirError error;
  WeirWater *water = weir_water_create(&def, &error);
  if (!water) fail_msg("%s", error.text);
  for (int step = 0; step < COAST_STEPS; step++) weir_water_step(water, tick);
  *size = weir_water_save(water, NULL, 0);
  unsigned char *const bytes = malloc(*size);
  assert_non_null(bytes);
  assert_int_equal(weir_water_save(water, bytes, *size), *size);
  weir_water_destroy(water);
  return bytes;
}

static void compare_saves(bool all) {
  char best[16];
  snprintf(best, sizeof best, "%s", weir_simd_name());
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++)
    for (int kind = 0; kind < WEIR_EDGE_COUNT; kind++) {
      if (kind == WEIR_PERIODIC && !all) continue; /* only in pairs */
      size_t size = 0, others = 0;
      unsigned char *const own = coast_saved((WeirSolver)solver, (WeirEdge)kind, all, &size);
      static const char *const names[] = {"sse2", "avx2", "avx512"};
      for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        if (!weir_simd_use(names[n])) continue;
        unsigned char *const other = coast_saved((WeirSolver)solver, (WeirEdge)kind, all, &others);
        assert_int_equal(size, others);
        assert_memory_equal(own, other, size);
        free(other);
      }
      assert_true(weir_simd_use(best));
      free(own);
    }
}

static void same_saves_on_every_width(void **state) {
  (void)state;
  compare_saves(true);
  compare_saves(false);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_bits_on_every_width), cmocka_unit_test(same_bits_with_any_number_of_threads),
                                     cmocka_unit_test(same_saves_on_every_width)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
