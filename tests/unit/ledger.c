/* The volume ledger, where it has been open: start + added - removed is what there is, to 1e-5 of the most there has been (physics.md, 6).
 * Each of these cases lost or made water once, or booked as a source's what was not. tests/unit/programs.c asks the same of random
 * calls. */
#include <math.h>

#include "support.h"

#define OPEN 1e-6 /* rounding leaves some 1e-8 in runs as short as these */

static const float tick = 0.05f;

static double ledger_open(const WeirWater *water) {
  WeirStats stats;
  weir_water_stats(water, &stats);
  return stats.volume_error;
}

static void step_with(WeirWater *water, const WeirBody *body) {
  weir_water_displace(water, body, body ? 1 : 0, tick);
  weir_water_step(water, tick);
}

/* A box of 3 x 2 x 3 m that leans, half in 2 m of water. */
static WeirBody leaning_box(float x, float z) {
  WeirBody body = weir_body_default();
  const float c = cosf(0.4f), s = sinf(0.4f), rotation[9] = {c, -s, 0, s, c, 0, 0, 0, 1};
  for (int n = 0; n < 9; n++) body.rotation[n] = rotation[n];
  body.id = 1;
  body.half[0] = body.half[2] = 1.5f;
  body.half[1] = 1;
  body.position[0] = x;
  body.position[1] = 2;
  body.position[2] = z;
  return body;
}

/* After one of two boxes side by side has gone far away, water is added where it was and lies in all of the cells that it was in. */
static void water_added_where_a_body_was(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  for (WeirSolver solver = WEIR_PIPE; solver <= WEIR_SWE; solver++) {
    WeirWater *water = make_water(solver, 32, 32, 1, flat, two_metres, &tuning);
    WeirBody bodies[2] = {leaning_box(10, 16), leaning_box(14, 16)};
    bodies[1].id = 2;
    for (int n = 0; n < 7; n++) {
      if (n == 5) bodies[0].position[0] += 12;
      if (n == 6) weir_water_add(water, 10, 16, 3, 5);
      weir_water_displace(water, bodies, 2, tick);
      weir_water_step(water, tick);
    }
    assert_true(ledger_open(water) < OPEN);
    weir_water_destroy(water);
  }
}

/* No step between two calls brings the heads under a body that has gone down to their water. */
static void a_body_goes_between_two_calls(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  for (WeirSolver solver = WEIR_PIPE; solver <= WEIR_SWE; solver++) {
    WeirWater *water = make_water(solver, 32, 32, 1, flat, two_metres, &tuning);
    WeirBody body = leaning_box(12, 16);
    for (int n = 0; n < 5; n++) step_with(water, &body);
    for (int n = 0; n < 3; n++) {
      body.position[0] += 2;
      weir_water_displace(water, &body, 1, tick);
    }
    step_with(water, &body);
    assert_true(ledger_open(water) < OPEN);
    weir_water_destroy(water);
  }
}

/* --- joined sides ---------------------------------------------------------------------------------------------------- */

enum { LONG = 64, MOST_WIDE = 16 };

static WeirWater *joined_channel(WeirSolver solver, int wide, float cell, float depth, WeirSide joined) {
  float depths[LONG * MOST_WIDE];
  WeirWaterDef def = weir_water_def_default();
  for (int n = 0; n < LONG * wide; n++) depths[n] = depth;
  def.nx = LONG;
  def.nz = wide;
  def.cell = cell;
  def.solver = solver;
  def.depth = depths;
  def.boundary[joined].kind = def.boundary[joined + 1].kind = WEIR_PERIODIC;
  WeirWater *water = weir_water_create(&def, NULL);
  assert_non_null(water);
  return water;
}

/* A wall that rests across the channel, or ends a cell or two before the joint; each step disturbs the water. */
static double wall_beside_joint(WeirSolver solver, int wide, float cell, WeirSide joined, float gap) {
  const float depth = 1, length = LONG * cell, across = (float)wide * cell;
  WeirWater *water = joined_channel(solver, wide, cell, depth, joined);
  WeirBody wall = weir_body_default();
  wall.id = 1;
  wall.half[0] = 1.5f * cell;
  wall.half[1] = depth;
  wall.half[2] = 0.5f * across - gap * cell;
  wall.position[0] = joined == WEIR_WEST ? length - 3 * cell : 0.6f * length;
  wall.position[1] = 0.8f * depth;
  wall.position[2] = 0.5f * across;
  double most = 0;
  for (int n = 0; n < 60; n++) {
    weir_water_displace(water, &wall, 1, n == 0 ? 0 : 0.02f);
    weir_water_step(water, 0.02f);
    for (int k = 0; k < wide; k++) weir_water_disturb(water, 0.1f * length, ((float)k + 0.5f) * cell, 1.5f * cell, 0.05f);
    most = fmax(most, ledger_open(water));
  }
  weir_water_destroy(water);
  return most;
}

static void walls_rest_beside_a_joint(void **state) {
  (void)state;
  for (WeirSolver solver = WEIR_PIPE; solver <= WEIR_SWE; solver++)
    for (int wide = 4; wide <= MOST_WIDE; wide *= 4)
      for (int n = 0; n < 3; n++) {
        const float cell = ldexpf(0.25f, n);
        for (float gap = 0; gap < 3; gap++) assert_true(wall_beside_joint(solver, wide, cell, WEIR_NORTH, gap) < OPEN);
        assert_true(wall_beside_joint(solver, wide, cell, WEIR_WEST, 0) < OPEN);
      }
}

/* A spring under a body that covers the joint's cells: what it gives in a step's second half is in both copies of them. */
static void a_spring_rises_beside_a_joint(void **state) {
  (void)state;
  for (WeirSolver solver = WEIR_PIPE; solver <= WEIR_SWE; solver++) {
    WeirWater *water = joined_channel(solver, 8, 0.5f, 8, WEIR_NORTH);
    const WeirSource spring = {16, 0.3f, 1, 2};
    WeirBody body = leaning_box(16, 1);
    body.position[1] = 8;
    weir_water_set_sources(water, &spring, 1);
    for (int n = 0; n < 40; n++) step_with(water, &body);
    assert_true(ledger_open(water) < OPEN);
    weir_water_destroy(water);
  }
}

enum { SQUARE = 16 };

/* Thin water over a rough bed: cells give all they have, and those at a corner through both of its sides. */
static double corner_with(WeirSolver solver, WeirEdge kind, float deep) {
  float ground[SQUARE * SQUARE], depth[SQUARE * SQUARE];
  for (int n = 0; n < SQUARE * SQUARE; n++) {
    ground[n] = 0.1f * sinf(0.9f * (float)(n / SQUARE) + 10 * deep);
    depth[n] = fmaxf(0, deep - ground[n]);
  }
  WeirWaterDef def = weir_water_def_default();
  def.nx = def.nz = SQUARE;
  def.cell = 0.5f;
  def.solver = solver;
  def.terrain = ground;
  def.depth = depth;
  def.boundary[WEIR_NORTH].kind = def.boundary[WEIR_SOUTH].kind = WEIR_PERIODIC;
  def.boundary[WEIR_WEST] = (WeirBoundary){.kind = kind, .level = -0.2f, .discharge = -3};
  WeirWater *water = weir_water_create(&def, NULL);
  assert_non_null(water);
  double most = 0;
  for (int n = 0; n < 200; n++) {
    if (n % 10 == 0) weir_water_impulse(water, 1, n % 20 ? 1 : 7, 3, -8, 0);
    weir_water_step(water, tick);
    most = fmax(most, ledger_open(water));
  }
  weir_water_destroy(water);
  return most;
}

static void other_sides_meet_a_joint(void **state) {
  (void)state;
  const WeirEdge kinds[] = {WEIR_OPEN, WEIR_LEVEL, WEIR_INFLOW, WEIR_ZERO};
  for (WeirSolver solver = WEIR_PIPE; solver <= WEIR_SWE; solver++)
    for (int n = 0; n < 4; n++)
      for (int deep = 3; deep < 9; deep++) assert_true(corner_with(solver, kinds[n], 0.1f * (float)deep) < OPEN);
}

/* --- the others ------------------------------------------------------------------------------------------------------ */

static float shore(float x, float z) {
  return 0.1f * x + 0.2f * sinf(z);
}

/* A step of several substeps, waves that run onto a shore, and springs and rain between the substeps: a cell that is below its bed for the
 * moment is not lifted by what comes. */
static void membrane_with_sources_at_its_shore(void **state) {
  (void)state;
  WeirTuning tuning = weir_tuning_default();
  tuning.wave_speed = 8;
  tuning.rain = 1e-3f;
  WeirWater *water = make_water(WEIR_MEMBRANE, 48, 48, 0.25f, shore, two_metres, &tuning);
  const WeirSource spring = {10, 6, 6, 1};
  weir_water_set_sources(water, &spring, 1);
  for (int n = 0; n < 60; n++) {
    weir_water_disturb(water, 8, 6, 2, n % 2 ? 1 : -1);
    weir_water_step(water, 0.1f);
  }
  WeirStats stats;
  weir_water_stats(water, &stats);
  assert_true(stats.clamped_cells > 0);
  assert_true(stats.volume_error < OPEN);
  weir_water_destroy(water);
}

/* Water leaves a membrane through a side that then becomes a wall: its lake does not go on sinking. */
static void membrane_whose_side_closes(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *water = make_water(WEIR_MEMBRANE, 32, 32, 0.5f, flat, two_metres, &tuning);
  const WeirBoundary sea = {.kind = WEIR_LEVEL, .level = 1}, wall = {.kind = WEIR_REFLECT};
  weir_water_set_boundary(water, WEIR_WEST, &sea, NULL);
  for (int step = 0; step < 20; step++) weir_water_step(water, tick);
  weir_water_set_boundary(water, WEIR_WEST, &wall, NULL);
  WeirStats before, after;
  weir_water_stats(water, &before);
  for (int step = 0; step < 100; step++) weir_water_step(water, tick);
  weir_water_stats(water, &after);
  print_message("%g m3, 5 s later %g m3\n", before.volume_now, after.volume_now);
  assert_true(after.volume_error < OPEN);
  assert_true(fabs(after.volume_now - before.volume_now) < OPEN * before.volume_now);
  weir_water_destroy(water);
}

/* Ground comes up through a body that two layers flow around. */
static void ground_rises_through_a_blocker(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  for (WeirSolver solver = WEIR_PIPE; solver <= WEIR_SWE; solver++) {
    WeirWater *water = make_water(solver, 32, 32, 1, flat, two_metres, &tuning);
    weir_water_set_coupling(water, WEIR_LAYERS);
    WeirBody body = leaning_box(16, 16);
    body.position[1] = 0.6f;
    for (int n = 0; n < 10; n++) step_with(water, &body);
    weir_water_heap(water, 16, 16, 4, 4);
    for (int n = 0; n < 10; n++) step_with(water, n < 5 ? &body : NULL);
    assert_true(ledger_open(water) < OPEN);
    weir_water_destroy(water);
  }
}

/* Two jets meet under a body: the step runs away however short it is, and the water is left as it was. Nothing is booked. */
static void a_step_that_is_given_up_books_nothing(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *water = make_water(WEIR_SWE, 32, 32, 1, flat, two_metres, &tuning);
  WeirBody body = weir_body_default();
  body.id = 1;
  body.half[0] = body.half[2] = 3;
  body.position[0] = body.position[2] = 16;
  body.half[1] = 1;
  body.position[1] = 2;
  weir_water_displace(water, &body, 1, 0);
  weir_water_step(water, tick);
  weir_water_impulse(water, 12, 16, 4, 200, 0);
  weir_water_impulse(water, 20, 16, 4, -200, 0);
  WeirStats before, after;
  weir_water_stats(water, &before);
  for (int n = 0; n < 3; n++) step_with(water, &body);
  weir_water_stats(water, &after);
  assert_true(after.guarded_steps > 0);
  assert_true(fabs(after.volume_added - before.volume_added) < OPEN * before.volume_now);
  assert_true(fabs(after.volume_removed - before.volume_removed) < OPEN * before.volume_now);
  assert_true(after.volume_error < OPEN);
  weir_water_destroy(water);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(water_added_where_a_body_was),
      cmocka_unit_test(a_body_goes_between_two_calls),
      cmocka_unit_test(walls_rest_beside_a_joint),
      cmocka_unit_test(a_spring_rises_beside_a_joint),
      cmocka_unit_test(other_sides_meet_a_joint),
      cmocka_unit_test(membrane_with_sources_at_its_shore),
      cmocka_unit_test(membrane_whose_side_closes),
      cmocka_unit_test(ground_rises_through_a_blocker),
      cmocka_unit_test(a_step_that_is_given_up_books_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
