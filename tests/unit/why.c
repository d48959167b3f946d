/* Why the water at a place flows as it does (weir_water_watch, weir_water_why): the parts against what the velocity really changes by. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"

#define RELATIVE 1e-4 /* the sum of the parts against the change, of the sum of their sizes */

enum { CELLS = 125, TRIES = 20000 };

/* --- parts ----------------------------------------------------------------------------------------------------------- */

enum { SLOPE, PRESSURE, ADVECTION, DRAG, LIMITER, BODY, OTHER, PARTS };

static double part(const WeirWhy *why, int which, int axis) {
  const float *const parts[PARTS] = {why->slope, why->pressure, why->advection, why->drag, why->limiter, why->body, why->other};
  return (double)parts[which][axis];
}

static double sum_of(const WeirWhy *why, int axis) {
  double sum = 0;
  for (int n = 0; n < PARTS; n++) sum += part(why, n, axis);
  return sum;
}

static double sizes_of(const WeirWhy *why, int axis) {
  double sum = 0;
  for (int n = 0; n < PARTS; n++) sum += fabs(part(why, n, axis));
  return sum;
}

/* By how much the parts miss the change, as a share of their sizes. Slope and pressure, which on a steep bed are a thousand times what they
 * leave of each other, count as one part, so that nothing hides behind them. Not counted is what storing floats rounds: half a last place
 * of each. 0 where there are no parts and nothing changes. */
static double miss_of(const WeirWhy *why, int axis) {
  const double miss = fabs(sum_of(why, axis) - (double)why->change[axis]);
  const double rounding = 0x1p-24 * (sizes_of(why, axis) + fabs((double)why->change[axis]));
  double net = fabs((double)why->slope[axis] + (double)why->pressure[axis]);
  for (int n = ADVECTION; n < PARTS; n++) net += fabs(part(why, n, axis));
  return miss > rounding ? (miss - rounding) / net : 0;
}

static void middle_of(const WeirWater *water, int i, int k, float *x, float *z) {
  *x = ((float)i + 0.5f) * weir_water_cell(water);
  *z = ((float)k + 0.5f) * weir_water_cell(water);
}

/* The velocity of every cell. */
typedef struct Velocities {
  float *along[2];
  int nx;
} Velocities;

static Velocities velocities_create(const WeirWater *water) {
  const size_t cells = (size_t)weir_water_nx(water) * (size_t)weir_water_nz(water);
  const Velocities v = {{malloc(cells * sizeof(float)), malloc(cells * sizeof(float))}, weir_water_nx(water)};
  assert_non_null(v.along[0]);
  assert_non_null(v.along[1]);
  return v;
}

static void velocities_free(Velocities *v) {
  free(v->along[0]);
  free(v->along[1]);
}

static double velocity_of(const Velocities *v, int axis, int i, int k) {
  return (double)v->along[axis][k * v->nx + i];
}

/* `change` is what weir_water_velocity changes by, to the rounding of the two means that it returns (half a last place each; a mean of
 * 1 m/s is stored to 6e-8 m/s), of `change` itself, and of sums of doubles. */
static void check_change(const WeirWhy *why, int axis, double before, double after) {
  const double rounding = (fabs(before) + fabs(after)) * 0x1p-24 + 0x1p-22 * fabs(after - before);
  const double change = (double)why->change[axis] * (double)why->seconds;
  if (fabs((after - before) - change) > rounding + 1e-14 * sizes_of(why, axis))
    fail_msg("the velocity changed by %.9g m/s, not %.9g (from %.9g)", after - before, change, before);
}

/* --- scenes ---------------------------------------------------------------------------------------------------------- */

static bool is_near_body(WeirWater *water, int i, int k) {
  const WeirView covered = weir_water_occupancy(water);
  for (int b = k - 1; b <= k + 1; b++)
    for (int a = i - 1; a <= i + 1; a++)
      if (a >= 0 && a < covered.nx && b >= 0 && b < covered.nz && at(covered, a, b) > 0.0f) return true;
  return false;
}

/* A random cell with water in it; beside a body, if there is one. */
static void random_cell(WeirWater *water, Rng *rng, bool beside_body, int *i, int *k) {
  const WeirView depth = weir_water_depth(water);
  for (int n = 0; n < TRIES; n++) {
    *i = (int)(rng_next(rng) % (uint64_t)depth.nx);
    *k = (int)(rng_next(rng) % (uint64_t)depth.nz);
    if (at(depth, *i, *k) > 0.002f && (!beside_body || n > TRIES / 2 || is_near_body(water, *i, *k))) return;
  }
  fail_msg("the scene has no water");
}

/* The figures of all the cells that were looked at in a scene. */
typedef struct Figures {
  double worst;    /* the largest miss */
  int with[PARTS]; /* cells in which a part is more than a thousandth of all */
} Figures;

static void one_cell(World *world, Rng *rng, bool beside_body, Velocities v[2], Figures *figures) {
  WeirWater *const water = world->water;
  int i, k;
  float x, z;
  random_cell(water, rng, beside_body, &i, &k);
  middle_of(water, i, k, &x, &z);
  assert_true(weir_water_watch(water, x, z));
  weir_water_velocity(water, v[0].along[0], v[0].along[1]);
  world_step(world);
  weir_water_velocity(water, v[1].along[0], v[1].along[1]);
  const WeirWhy why = weir_water_why(water, x, z);
  if (why.depth < 1e-3f) return; /* it has run dry: it has no velocity to explain */
  assert_false(why.predicted);
  for (int axis = 0; axis < 2; axis++) {
    check_change(&why, axis, velocity_of(&v[0], axis, i, k), velocity_of(&v[1], axis, i, k));
    const double miss = miss_of(&why, axis);
    if (miss > RELATIVE)
      fail_msg("cell %d, %d, axis %d: the parts sum up to %.9g, the change is %.9g", i, k, axis, sum_of(&why, axis),
               (double)why.change[axis]);
    figures->worst = fmax(figures->worst, miss);
    for (int n = 0; n < PARTS; n++) figures->with[n] += fabs(part(&why, n, axis)) > 1e-3 * sizes_of(&why, axis);
  }
}

/* Half of the cells lie beside bodies. */
static Figures scene_cells(const char *scene, WeirSolver solver) {
  World *const world = make_world(scene, 7, 2, "grid=96");
  Velocities v[2] = {velocities_create(world->water), velocities_create(world->water)};
  Figures figures = {0};
  Rng rng;
  rng.state = 11 + (uint64_t)solver;
  weir_water_set_solver(world->water, solver);
  run_for(world, 5);
  for (int n = 0; n < CELLS; n++) one_cell(world, &rng, n % 2 == 1, v, &figures);
  velocities_free(&v[0]);
  velocities_free(&v[1]);
  world_destroy(world);
  printf("%s, %s: parts miss the change by at most %.2g of their sizes; with body %d, limiter %d, drag %d, advection %d, sides %d\n", scene,
         weir_solver_name(solver), figures.worst, figures.with[BODY], figures.with[LIMITER], figures.with[DRAG], figures.with[ADVECTION],
         figures.with[OTHER]);
  return figures;
}

/* 1 250 random cells in five scenes, whole ticks with bodies that move, pumps, springs and rivers that come in. */
static void the_parts_sum_up_to_the_change(void **state) {
  (void)state;
  static const char *const scenes[] = {"river", "ford", "piers", "gate", "pool"};
  int with[PARTS] = {0};
  for (int n = 0; n < 5; n++)
    for (int solver = WEIR_PIPE; solver <= WEIR_SWE; solver++) {
      const Figures figures = scene_cells(scenes[n], (WeirSolver)solver);
      for (int m = 0; m < PARTS; m++) with[m] += figures.with[m];
    }
  for (int m = 0; m < PARTS; m++)
    assert_in_range(with[m], 1, 20 * CELLS); /* each part is there somewhere, or the sum would tell nothing of it */
  assert_in_range(with[BODY], CELLS, 20 * CELLS);
}

/* --- known flows ----------------------------------------------------------------------------------------------------- */

/* Hills in a lake of 2 m, some of which stand out of it. */
static float hilly(float x, float z) {
  return 1.5f + 1.4f * sinf(0.7f * x) * cosf(0.9f * z);
}

/* In a lake at rest the pressure holds what the bed would let run, to the last bit, and nothing else acts. */
static void at_rest_slope_and_pressure_cancel(void **state) {
  (void)state;
  for (int solver = WEIR_PIPE; solver <= WEIR_SWE; solver++) {
    const WeirTuning tuning = weir_tuning_default();
    WeirWater *const water = make_water((WeirSolver)solver, 40, 40, 0.5f, hilly, two_metres, &tuning);
    double steepest = 0;
    for (int n = 0; n < 3; n++) weir_water_step(water, 0.004f);
    for (int n = 0; n < 40 * 40; n++) {
      float x, z;
      middle_of(water, n % 40, n / 40, &x, &z);
      assert_true(weir_water_watch(water, x, z));
      if (n % 40 == 0) weir_water_step(water, 0.004f); /* watched, and predicted */
      const WeirWhy why = weir_water_why(water, x, z);
      for (int axis = 0; axis < 2; axis++) {
        assert_true(why.slope[axis] + why.pressure[axis] == 0.0f);
        assert_true(why.change[axis] == 0.0f);
        for (int m = ADVECTION; m < PARTS; m++) assert_true(part(&why, m, axis) == 0.0);
        steepest = fmax(steepest, fabs((double)why.slope[axis]));
      }
    }
    assert_true(steepest > 1.0);
    weir_water_destroy(water);
  }
}

#define INCLINE 0.01
#define ROUGHNESS 0.04

static float incline(float x, float z) {
  (void)z;
  return (float)INCLINE * (600.0f - x);
}

/* A channel of 600 m with a uniform stream of 1 m depth, in which g*S = c*u^2/h. */
static WeirWater *stream_create(WeirSolver solver) {
  static float bed[600], depth[600], speed[600];
  WeirWaterDef def = weir_water_def_default();
  const float u = (float)sqrt(9.81 * INCLINE / ROUGHNESS);
  for (int i = 0; i < 600; i++) bed[i] = incline((float)i + 0.5f, 0), depth[i] = 1.0f, speed[i] = u;
  def.nx = 600;
  def.nz = 1;
  def.cell = 1;
  def.solver = solver;
  def.terrain = bed;
  def.depth = depth;
  def.velocity_x = speed;
  def.tuning = weir_tuning_ideal();
  def.tuning.gravity = 9.81f;
  def.tuning.roughness = (float)ROUGHNESS;
  def.boundary[WEIR_WEST] = (WeirBoundary){.kind = WEIR_INFLOW, .discharge = u};
  def.boundary[WEIR_EAST] = (WeirBoundary){.kind = WEIR_OPEN};
  WeirWater *const water = weir_water_create(&def, NULL);
  assert_non_null(water);
  return water;
}

/* In uniform flow the bed holds what the slope drives, and that is g*S. In 40 s no wave comes from either end to the middle: the fastest
 * runs at 5 m/s. */
static void in_uniform_flow_slope_and_drag_cancel(void **state) {
  (void)state;
  for (int solver = WEIR_PIPE; solver <= WEIR_SWE; solver++) {
    WeirWater *const water = stream_create((WeirSolver)solver);
    for (int n = 0; n < 40 * 60; n++) weir_water_step(water, 1.0f / 60);
    assert_true(weir_water_watch(water, 300.5f, 0.5f));
    weir_water_step(water, 1.0f / 60);
    const WeirWhy why = weir_water_why(water, 300.5f, 0.5f);
    const double slope = (double)why.slope[0];
    printf("%s: slope %.5f, drag %.5f, pressure %.1e, change %.1e m/s^2; Froude number %.3f\n", weir_solver_name((WeirSolver)solver), slope,
           (double)why.drag[0], (double)why.pressure[0], (double)why.change[0], (double)why.froude);
    assert_false(why.predicted);
    assert_true(fabs(slope - 9.81 * INCLINE) < 1e-4 * slope);
    assert_true(fabs(slope + (double)why.drag[0]) < 1e-3 * slope);
    assert_true(fabs((double)why.pressure[0]) < 1e-3 * slope && fabs((double)why.change[0]) < 1e-3 * slope);
    assert_true(why.slope[1] == 0.0f && why.drag[1] == 0.0f && why.body[0] == 0.0f && why.other[0] == 0.0f);
    assert_true(fabs((double)why.froude - (double)why.speed / sqrt(9.81 * (double)why.depth)) < 1e-6);
    weir_water_destroy(water);
  }
}

/* --- prediction ------------------------------------------------------------------------------------------------------ */

static float bumpy(float x, float z) {
  return 0.8f + 0.7f * sinf(0.31f * x) * cosf(0.23f * z);
}

static WeirTuning dragging(void) {
  WeirTuning tuning = weir_tuning_default();
  tuning.roughness = 0.02f;
  tuning.manning = 0.03f;
  tuning.viscosity = 1e-4f;
  tuning.friction = 0.1f;
  return tuning;
}

/* All sides joined to their opposites. */
static void join_sides(WeirWater *water) {
  const WeirBoundary joined = {.kind = WEIR_PERIODIC};
  assert_true(weir_water_set_boundary(water, WEIR_WEST, &joined, NULL));
  assert_true(weir_water_set_boundary(water, WEIR_NORTH, &joined, NULL));
}

/* Without sources, open sides and bodies the parts of a cell that is not watched are what the next substep brings, in every cell. */
static void what_is_predicted_comes_true(void **state) {
  (void)state;
  enum { SIDE = 64 };
  static WeirWhy why[SIDE * SIDE];
  const WeirTuning tuning = dragging();
  for (int n = 0; n < 4; n++) {
    const WeirSolver solver = n % 2 ? WEIR_SWE : WEIR_PIPE;
    WeirWater *const water = make_water(solver, SIDE, SIDE, 1, bumpy, dammed, &tuning);
    if (n / 2) join_sides(water);
    Velocities v[2] = {velocities_create(water), velocities_create(water)};
    int moved = 0;
    float x, z;
    for (int step = 0; step < 300; step++) weir_water_step(water, 0.01f);
    for (int m = 0; m < SIDE * SIDE; m++) middle_of(water, m % SIDE, m / SIDE, &x, &z), why[m] = weir_water_why(water, x, z);
    weir_water_velocity(water, v[0].along[0], v[0].along[1]);
    weir_water_step(water, 0.01f);
    weir_water_velocity(water, v[1].along[0], v[1].along[1]);
    for (int m = 0; m < SIDE * SIDE; m++) {
      if (!(why[m].seconds > 0.0f) || at(weir_water_depth(water), m % SIDE, m / SIDE) < 1e-3f) continue;
      assert_true(why[m].predicted && why[m].seconds == 0.01f);
      for (int axis = 0; axis < 2; axis++) {
        check_change(&why[m], axis, velocity_of(&v[0], axis, m % SIDE, m / SIDE), velocity_of(&v[1], axis, m % SIDE, m / SIDE));
        assert_true(miss_of(&why[m], axis) <= 1e-6);
        moved += fabs((double)why[m].change[axis]) > 1e-3;
      }
    }
    assert_in_range(moved, SIDE * SIDE / 2, 2 * SIDE * SIDE);
    velocities_free(&v[0]);
    velocities_free(&v[1]);
    weir_water_destroy(water);
  }
}

/* --- promises -------------------------------------------------------------------------------------------------------- */

static void check_no_parts(const WeirWhy *why) {
  for (int axis = 0; axis < 2; axis++) {
    assert_true(why->change[axis] == 0.0f && why->velocity[axis] == 0.0f);
    for (int n = 0; n < PARTS; n++) assert_true(part(why, n, axis) == 0.0);
  }
  assert_true(why->seconds == 0.0f && why->speed == 0.0f && why->froude == 0.0f);
}

static void where_nothing_flows_there_are_no_parts(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *const water = make_water(WEIR_SWE, 64, 64, 1, hilly, dammed, &tuning);
  assert_true(weir_water_watch(water, 40.5f, 20.5f));
  for (int n = 0; n < 20; n++) weir_water_step(water, 0.01f);
  const WeirView depth = weir_water_depth(water);
  int dry = 0;
  while (at(depth, dry % 64, dry / 64) > 0.0f) dry++;
  const WeirWhy nowhere = weir_water_why(water, NAN, 3), land = weir_water_why(water, (float)(dry % 64) + 0.5f, (float)(dry / 64) + 0.5f);
  check_no_parts(&nowhere);
  check_no_parts(&land);
  const WeirWhy corner = weir_water_why(water, 0.5f, 63.5f), outside = weir_water_why(water, -INFINITY, 3),
                far = weir_water_why(water, -1e30f, 1e30f);
  check_no_parts(&outside);
  assert_memory_equal(&far, &corner, sizeof far); /* beyond the grid is its edge */
  weir_water_set_solver(water, WEIR_MEMBRANE);
  for (int n = 0; n < 5; n++) weir_water_step(water, 0.01f);
  const WeirWhy membrane = weir_water_why(water, 40.5f, 20.5f);
  check_no_parts(&membrane);
  assert_true(membrane.depth == at(weir_water_depth(water), 40, 20));
  weir_water_destroy(water);
}

/* Watching changes no bit of the water, and ends where it is told to. */
static void watching_changes_no_bit(void **state) {
  (void)state;
  const WeirTuning tuning = dragging();
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirWater *const plain = make_water((WeirSolver)solver, 64, 64, 1, bumpy, dammed, &tuning);
    WeirWater *const watched = make_water((WeirSolver)solver, 64, 64, 1, bumpy, dammed, &tuning);
    for (int n = 0; n < 100; n++) {
      if (n % 3 == 0) assert_true(weir_water_watch(watched, (float)(n % 64), (float)(n * 7 % 64)));
      weir_water_step(plain, 1.0f / 60);
      weir_water_step(watched, 1.0f / 60);
      (void)weir_water_why(watched, 31.5f, 20.5f);
      assert_true(weir_water_hash(plain) == weir_water_hash(watched));
    }
    assert_int_equal(weir_water_save(plain, NULL, 0), weir_water_save(watched, NULL, 0));
    assert_true(weir_water_watch(watched, 10.5f, 32.5f));
    assert_true(weir_water_why(watched, 10.5f, 32.5f).predicted); /* no step yet */
    weir_water_step(watched, 1.0f / 60);
    assert_int_equal(weir_water_why(watched, 10.5f, 32.5f).predicted, solver == WEIR_MEMBRANE);
    assert_true(weir_water_watch(watched, NAN, 0));
    assert_true(weir_water_why(watched, 10.5f, 32.5f).predicted);
    weir_water_destroy(plain);
    weir_water_destroy(watched);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_parts_sum_up_to_the_change),         cmocka_unit_test(at_rest_slope_and_pressure_cancel),
      cmocka_unit_test(in_uniform_flow_slope_and_drag_cancel),  cmocka_unit_test(what_is_predicted_comes_true),
      cmocka_unit_test(where_nothing_flows_there_are_no_parts), cmocka_unit_test(watching_changes_no_bit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
