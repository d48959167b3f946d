/* Every public function with senseless numbers: each call returns an error or does no harm. Seeded, so that a
 * failure comes again: the run's number is printed, and HOSTILE_RUN=n runs it alone. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "support.h"

static const WeirSolver solvers[] = {WEIR_MEMBRANE, WEIR_PIPE, WEIR_SWE};
enum { SOLVERS = sizeof solvers / sizeof *solvers, RUNS = 500, CALLS = 40, SIDE = 40, BODIES = 6 };

static int below(Rng *rng, int count) {
  return (int)(rng_next(rng) % (uint64_t)count);
}

/* A plausible number, or (one time in three) an extreme one. */
static float odd(Rng *rng) {
  static const float nowhere[] = {NAN,   INFINITY, -INFINITY, 3e38f, -3e38f, 1e-40f, -1e-40f, 0.0f, -0.0f,
                                  -1.0f, 1e9f,     -1e9f,     1e5f,  -1e5f,  1e20f,  1e-6f,   1e4f, 0.5f};
  if (below(rng, 3) == 0) return nowhere[below(rng, (int)(sizeof nowhere / sizeof *nowhere))];
  return rng_range(rng, -5.0f, 45.0f);
}

static int odd_int(Rng *rng) {
  static const int nowhere[] = {INT32_MIN, -1, 0, 1, 3, 8, 64, 65, 4096, 4097, INT32_MAX};
  return nowhere[below(rng, (int)(sizeof nowhere / sizeof *nowhere))];
}

/* A tuning of odd words: the struct consists of floats and ints. */
static WeirTuning odd_tuning(Rng *rng) {
  WeirTuning tuning = weir_tuning_default();
  float *const words = (float *)&tuning;
  for (size_t n = 0; n < sizeof tuning / sizeof *words; n++)
    if (below(rng, 3) == 0) words[n] = odd(rng);
  if (below(rng, 2)) tuning.substeps_max = below(rng, 20); /* most runs should not take 64 each */
  tuning.stencil = below(rng, 2) ? 5 : odd_int(rng);
  return tuning;
}

static void odd_grid(Rng *rng, float *values, int count, bool depth) {
  const int kind = below(rng, 4);
  for (int n = 0; n < count; n++) {
    values[n] = kind == 0   ? 0.0f
                : kind == 1 ? rng_range(rng, 0.0f, 4.0f)
                : kind == 2 ? rng_range(rng, depth ? 0.0f : -1e5f, 1e5f)
                            : 3.0f + 2.0f * sinf(0.3f * (float)n);
    if (depth && below(rng, 3) == 0) values[n] = 0.0f;
  }
  if (below(rng, 20) == 0) values[below(rng, count)] = odd(rng);
}

static WeirBody odd_body(Rng *rng, const float *vertices, const uint16_t *triangles) {
  WeirBody body = {.half = {0.5f, 0.4f, 0.7f},
                   .position = {rng_range(rng, -1, 12), rng_range(rng, -1, 6), rng_range(rng, -1, 12)},
                   .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                   .velocity = {0, rng_range(rng, -9, 2), 0},
                   .mass = 300,
                   .drag_linear = 2,
                   .drag_square = 0.5f,
                   .shape = (WeirShape)below(rng, 4),
                   .vertices = vertices,
                   .vertex_count = below(rng, 6) ? 4 : odd_int(rng),
                   .triangles = triangles,
                   .triangle_count = below(rng, 6) ? 4 : odd_int(rng)};
  /* mass to the drags lie behind 21 floats: half, position, rotation, velocity, spin */
  float *const words = (float *)&body;
  for (int n = below(rng, 4); n > 0; n--) words[below(rng, 24)] = odd(rng);
  if (below(rng, 30) == 0) body.vertices = NULL;
  if (below(rng, 30) == 0) body.triangles = NULL;
  body.id = (uint32_t)below(rng, 4);
  /* The library trusts counts up to their limits, so the arrays have that length. */
  return body;
}

static void odd_bodies(Rng *rng, WeirWater *water) {
  static float vertices[3 * WEIR_VERTICES_MAX];
  static uint16_t triangles[3 * WEIR_TRIANGLES_MAX];
  WeirBody bodies[BODIES];
  WeirForce forces[BODIES];
  const float corner[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const uint16_t face[12] = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3};
  memcpy(vertices, corner, sizeof corner);
  memcpy(triangles, face, sizeof face);
  if (below(rng, 4) == 0) vertices[below(rng, 12)] = odd(rng);
  if (below(rng, 4) == 0) triangles[below(rng, 12)] = (uint16_t)odd_int(rng);
  const int count = below(rng, 8) ? BODIES : -1;
  for (int n = 0; n < BODIES; n++) bodies[n] = odd_body(rng, vertices, triangles);
  weir_water_displace(water, bodies, count, below(rng, 3) ? 0.02f : odd(rng));
  if (below(rng, 2)) weir_water_step(water, 0.02f);
  weir_water_push(water, bodies, count, below(rng, 3) ? 0.02f : odd(rng), forces);
  for (int n = 0; n < count; n++)
    for (int axis = 0; axis < 3; axis++)
      assert_true(isfinite(forces[n].force[axis]) && isfinite(forces[n].torque[axis]) && isfinite(forces[n].water_y));
}

static void odd_ground(Rng *rng, WeirWater *water) {
  static float heights[SIDE * SIDE];
  odd_grid(rng, heights, SIDE * SIDE, false);
  const bool sound = below(rng, 2);
  weir_water_set_terrain(water, sound ? below(rng, 8) : odd_int(rng), sound ? below(rng, 8) : odd_int(rng),
                         sound ? 1 + below(rng, 8) : odd_int(rng), sound ? 1 + below(rng, 8) : odd_int(rng), heights, NULL);
}

static void odd_sources(Rng *rng, WeirWater *water) {
  WeirSource sources[WEIR_SOURCES_MAX + 2];
  for (int n = 0; n < WEIR_SOURCES_MAX + 2; n++) sources[n] = (WeirSource){odd(rng), odd(rng), odd(rng), odd(rng)};
  weir_water_set_sources(water, sources, below(rng, WEIR_SOURCES_MAX + 4) - 1);
}

static void odd_reads(Rng *rng, const WeirWater *water) {
  const float x = odd(rng), z = odd(rng);
  const WeirSample s = weir_water_sample(water, x, z);
  assert_true(isfinite(s.terrain + s.depth + s.surface + s.normal[0] + s.normal[1] + s.normal[2]));
  assert_true(isfinite(s.velocity[0]) && isfinite(s.velocity[1]) && isfinite(s.velocity[2]));
  assert_true(isfinite(weir_water_terrain_at(water, x, z)) && isfinite(weir_water_depth_at(water, x, z)));
  assert_true(isfinite(weir_water_surface_at(water, z, x)));
  assert_non_null(weir_solver_name((WeirSolver)odd_int(rng)));
}

static WeirWater *odd_snapshot(Rng *rng, WeirWater *water) {
  const size_t size = weir_water_save(water, NULL, 0);
  unsigned char *bytes = malloc(size);
  assert_non_null(bytes);
  weir_water_save(water, bytes, size);
  WeirError error;
  WeirWater *same = weir_water_load(bytes, size, &error);
  if (!same) fail_msg("a state that was saved is refused: %s", error.text);
  assert_int_equal(weir_water_hash(same), weir_water_hash(water));
  for (int n = below(rng, 9) + 1; n > 0; n--) bytes[rng_next(rng) % size] ^= (unsigned char)(1 + below(rng, 255));
  weir_water_destroy(weir_water_load(bytes, size, &error)); /* changed twice in one place it may be sound again */
  weir_water_destroy(weir_water_load(bytes, rng_next(rng) % size, NULL));
  free(bytes);
  weir_water_destroy(water);
  return same;
}

static WeirBoundary odd_boundary(Rng *rng) {
  return (WeirBoundary){.kind = below(rng, 8) ? (WeirEdge)below(rng, WEIR_EDGE_COUNT) : (WeirEdge)odd_int(rng),
                        .level = odd(rng),
                        .tide_height = below(rng, 2) ? 0.0f : odd(rng),
                        .tide_period = odd(rng),
                        .discharge = odd(rng)};
}

static void odd_sides(Rng *rng, WeirWater *water) {
  const WeirBoundary boundary = odd_boundary(rng);
  const WeirSide side = below(rng, 8) ? (WeirSide)below(rng, WEIR_SIDE_COUNT) : (WeirSide)odd_int(rng);
  weir_water_set_boundary(water, side, below(rng, 20) ? &boundary : NULL, NULL);
  weir_water_boundary(water, (WeirSide)odd_int(rng));
  assert_non_null(weir_edge_name((WeirEdge)odd_int(rng)));
  assert_false(weir_simd_use(below(rng, 2) ? "" : NULL));
}

static WeirWater *one_call(Rng *rng, WeirWater *water) {
  switch (below(rng, 17)) {
    case 0: weir_water_add(water, odd(rng), odd(rng), odd(rng), (double)odd(rng)); break;
    case 1: weir_water_add(water, 4, 4, 2, (double)odd(rng) * (double)odd(rng)); break;
    case 2: weir_water_disturb(water, odd(rng), odd(rng), odd(rng), odd(rng)); break;
    case 3: weir_water_impulse(water, odd(rng), odd(rng), odd(rng), odd(rng), odd(rng)); break;
    case 4: weir_water_heap(water, odd(rng), odd(rng), odd(rng), odd(rng)); break;
    case 5: odd_ground(rng, water); break;
    case 6: odd_sources(rng, water); break;
    case 7: odd_reads(rng, water); break;
    case 8:
    case 9: odd_bodies(rng, water); break;
    case 10: {
      const WeirTuning tuning = odd_tuning(rng);
      weir_water_set_tuning(water, &tuning);
      break;
    }
    case 11: weir_water_set_solver(water, below(rng, 2) ? solvers[below(rng, SOLVERS)] : (WeirSolver)odd_int(rng)); break;
    case 12:
      weir_water_set_threads(water, odd_int(rng));
      weir_water_set_threads(water, 1); /* on a busy machine threads that wait for each other take long */
      break;
    case 13:
    case 14: odd_sides(rng, water); break;
    case 15: weir_water_set_coupling(water, below(rng, 3) ? WEIR_SUBGRID : (WeirCoupling)odd_int(rng)); break;
    default: return odd_snapshot(rng, water);
  }
  return water;
}

static void check(const WeirWater *water, int run, int call) {
  WeirStats stats;
  weir_water_stats(water, &stats);
  if (!stats.finite || !(stats.depth_min >= 0) || !isfinite(stats.volume_now) || !isfinite(stats.volume_error))
    fail_msg("run %d, call %d, %s: finite %d, depth %g to %g m, volume %g m3, error %g", run, call,
             weir_solver_name(weir_water_solver(water)), stats.finite, (double)stats.depth_min, (double)stats.depth_max, stats.volume_now,
             stats.volume_error);
}

static WeirWater *odd_water(Rng *rng) {
  static const float cells[] = {1e-3f, 0.25f, 0.25f, 0.3f, 1.0f, 37.0f, 1e4f};
  static float terrain[SIDE * SIDE], depth[SIDE * SIDE], velocity[SIDE * SIDE];
  WeirWaterDef def = weir_water_def_default();
  def.nx = below(rng, 12) ? WEIR_GRID_MIN + below(rng, SIDE - WEIR_GRID_MIN) : odd_int(rng);
  def.nz = below(rng, 12) ? WEIR_GRID_MIN + below(rng, SIDE - WEIR_GRID_MIN) : odd_int(rng);
  def.cell = below(rng, 12) ? cells[below(rng, (int)(sizeof cells / sizeof *cells))] : odd(rng);
  def.solver = below(rng, 12) ? solvers[below(rng, SOLVERS)] : (WeirSolver)odd_int(rng);
  def.threads = below(rng, 12) ? 1 : odd_int(rng) % 2;
  def.tuning = below(rng, 2) ? weir_tuning_default() : odd_tuning(rng);
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (below(rng, 12) == 0) def.boundary[side] = odd_boundary(rng);
  odd_grid(rng, terrain, SIDE * SIDE, false);
  odd_grid(rng, depth, SIDE * SIDE, true);
  odd_grid(rng, velocity, SIDE * SIDE, false);
  if (def.nx <= SIDE && def.nz <= SIDE) { /* a larger grid would read past them: then flat and dry */
    if (below(rng, 4)) def.terrain = terrain;
    if (below(rng, 4)) def.depth = depth;
    if (below(rng, 4) == 0) def.velocity_x = velocity;
    if (below(rng, 4) == 0) def.velocity_z = velocity;
  }
  WeirError error = {""};
  WeirWater *water = weir_water_create(&def, below(rng, 2) ? &error : NULL);
  assert_true(!water || error.text[0] == '\0');
  return water;
}

static void nothing_that_is_handed_in_does_harm(void **state) {
  (void)state;
  const char *alone = getenv("HOSTILE_RUN");
  int made = 0;
  for (int run = alone ? atoi(alone) : 0; run < (alone ? atoi(alone) + 1 : RUNS); run++) {
    Rng rng = {(uint64_t)run * 7919 + 1};
    WeirWater *water = odd_water(&rng);
    if (!water) continue;
    made++;
    const bool large = weir_water_nx(water) > SIDE || weir_water_nz(water) > SIDE;
    for (int call = 0; call < (large ? 2 : CALLS); call++) {
      water = one_call(&rng, water);
      check(water, run, call);
      weir_water_step(water, below(&rng, 6) ? rng_range(&rng, 0.001f, 0.05f) : odd(&rng));
      check(water, run, call);
    }
    weir_water_destroy(water);
  }
  print_message("%d of %d runs had water, with up to %d calls and steps each\n", made, RUNS, CALLS);
  if (!alone) assert_true(made > RUNS / 2);
}

/* Heights, sizes and shares that make no sense: false, or at least no harm. */
static void terrain_helpers_take_anything(void **state) {
  (void)state;
  static float source[SIDE * SIDE], result[SIDE * SIDE];
  for (int run = 0; run < RUNS / 5; run++) {
    Rng rng = {(uint64_t)run * 104729 + 3};
    for (int n = 0; n < SIDE * SIDE; n++) source[n] = below(&rng, 8) ? rng_range(&rng, -3, 9) : odd(&rng);
    const int nx = below(&rng, 5) ? 1 + below(&rng, SIDE) : -below(&rng, 3), nz = below(&rng, 5) ? 1 + below(&rng, SIDE) : 0;
    const int sw = below(&rng, 5) ? 1 + below(&rng, SIDE) : INT32_MIN, sh = below(&rng, 5) ? 1 + below(&rng, SIDE) : -1;
    const bool sizes = nx > 0 && nz > 0;
    const bool resampled = weir_terrain_resample(source, sw, sh, result, nx, nz);
    assert_true(resampled == (sizes && sw > 0 && sh > 0));
    const bool filled = weir_terrain_fill_pits(source, nx, nz, odd(&rng), odd(&rng), below(&rng, 2), result);
    assert_true(!filled || sizes);
    for (int n = 0; filled && n < nx * nz; n++) assert_true(result[n] >= 0 && isfinite(result[n]));
    const bool smoothed = weir_terrain_dequantise(source, nx, nz, odd(&rng));
    assert_true(!smoothed || sizes);
  }
  assert_false(weir_terrain_fill_pits(source, INT32_MAX, INT32_MAX, 1, 0, true, result));
  assert_false(weir_terrain_resample(source, 4, 4, result, INT32_MAX, INT32_MAX));
  assert_false(weir_terrain_dequantise(source, INT32_MAX, INT32_MAX, 1));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_that_is_handed_in_does_harm),
      cmocka_unit_test(terrain_helpers_take_anything),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
