/* Water in the air (src/world/air): it is taken from the water and comes back, the same whatever the threads. */
#include <math.h>
#include <stdlib.h>

#include "support.h"

#define LEDGER 1e-6 /* share of the water by which water and air together may differ: rounding leaves some 1e-8 */

static void set_spray(World *world, float value) {
  int count = 0;
  const ParamInfo *const table = params_table(&count), *const info = params_find("spray");
  assert_non_null(info);
  assert_true(world_command(world, &(Command){.kind = COMMAND_PARAM, .param = {.index = (int)(info - table), .value = value}}));
}

static void set_sides(World *world, WeirEdge kind) {
  assert_true(world_command(world, &(Command){.kind = COMMAND_SIDES, .sides = (int)kind}));
}

/* A dam break between walls, with crates that fall into it: both kinds of events. */
static World *breaking_dam(int threads) {
  return make_world("gate", 3, threads, "grid=128 spray=1");
}

static double water_volume(const World *world) {
  WeirStats stats;
  weir_water_stats(world->water, &stats);
  return stats.volume_now;
}

/* m3 of water that is out of the grid but not lost: in the air, and what it has not taken back yet. */
static double spray_volume(const Spray *spray) {
  double sum = spray->residual;
  for (int n = 0; n < spray->count; n++) sum += spray->drops[n].volume;
  return sum;
}

static double all_volume(const World *world) {
  return water_volume(world) + spray_volume(&world->spray);
}

/* Drops that are in the air together at the most within `ticks`. */
static int step_many(World *world, int ticks) {
  int most = 0;
  for (int n = 0; n < ticks; n++) {
    world_step(world);
    most = world->spray.count > most ? world->spray.count : most;
  }
  return most;
}

static void water_and_air_hold_what_they_held(void **state) {
  (void)state;
  World *const world = breaking_dam(1);
  set_sides(world, WEIR_REFLECT);
  world_drop_script(world, 24);
  const double start = all_volume(world);
  int most = 0;
  double worst = 0, aloft = 0;
  for (int n = 0; n < 1000; n++) {
    const int count = step_many(world, 1);
    most = count > most ? count : most;
    worst = fmax(worst, fabs(all_volume(world) - start) / start);
    aloft = fmax(aloft, spray_volume(&world->spray) / start);
  }
  print_message("at most %d drops, %.2g of the water in the air, ledger open by %.2g\n", most, aloft, worst);
  assert_true(most > 300);
  assert_true(aloft > 10 * LEDGER); /* else a ledger that forgets the air would pass */
  assert_true(world_is_finite(world));
  assert_true(worst < LEDGER);
  assert_true(world->spray.removed == 0);
  world_destroy(world);
}

static void bodies_alone_make_spray_too(void **state) {
  (void)state;
  World *const world = make_world("pool", 3, 1, "grid=96 spray=1");
  world_drop_script(world, 6);
  const double start = all_volume(world);
  assert_true(step_many(world, 250) > 20);
  assert_true(fabs(all_volume(world) - start) < LEDGER * start);
  world_destroy(world);
}

/* Returns how many drops are in the air at the most in a still pool with two crates, where nothing throws water up; those that fall from edges
 * are of 0.02 l at most, and none is mist: boats whose decks were wet stood in white clouds. */
static int drops_over_a_still_pool(const char *settings) {
  World *const world = make_world("pool", 3, 1, settings);
  assert_true(world_command(world, &(Command){.kind = COMMAND_SOLVER, .solver = WEIR_PIPE}));
  step_many(world, 600); /* what the crates threw up as they came to rest has landed */
  const int most = step_many(world, 200);
  for (int n = 0; n < world->spray.count; n++) assert_true(!world->spray.drops[n].mist && world->spray.drops[n].volume < 2.001e-5);
  world_destroy(world);
  return most;
}

static void water_drips_from_what_it_lies_on(void **state) {
  (void)state;
  assert_int_equal(drops_over_a_still_pool("grid=96 spray=1"), 0);
  assert_true(drops_over_a_still_pool("grid=96 spray=1 rain=2000") > 3);
}

static void what_is_in_the_air_lands_when_switched_off(void **state) {
  (void)state;
  World *const world = breaking_dam(1);
  const double start = all_volume(world);
  assert_true(step_many(world, 100) > 100);
  set_spray(world, 0);
  step_many(world, 500);
  assert_int_equal(world->spray.count, 0);
  const double least = 1e-6 * (double)world->cell * (double)world->cell;
  assert_true(fabs(world->spray.residual) <= 2 * least);
  assert_true(fabs(all_volume(world) - start) < LEDGER * start);
  world_destroy(world);
}

/* Drops over land find no lake in the membrane: their water goes back to where some was taken last. */
static void nothing_is_lost_when_the_solver_changes(void **state) {
  (void)state;
  World *const world = breaking_dam(1);
  assert_true(step_many(world, 60) > 100);
  static const WeirSolver solvers[] = {WEIR_MEMBRANE, WEIR_SWE, WEIR_PIPE};
  for (int n = 0; n < 3; n++) {
    assert_true(world_command(world, &(Command){.kind = COMMAND_SOLVER, .solver = solvers[n]}));
    step_many(world, 100);
    WeirStats stats;
    weir_water_stats(world->water, &stats);
    const double went = stats.volume_removed - stats.volume_added;
    assert_true(fabs(went - spray_volume(&world->spray)) < LEDGER * stats.volume_now);
  }
  world_destroy(world);
}

static void what_leaves_through_an_open_side_is_counted(void **state) {
  (void)state;
  World *const world = make_world("gate", 3, 1, "grid=64 spray=1");
  set_sides(world, WEIR_OPEN);
  step_many(world, 1);
  world->spray.drops[0] = (Drop){.position = {0.1f, 40, 3}, .velocity = {-9, 0, 0}, .volume = 0.25};
  world->spray.drops[1] = (Drop){.position = {2, 40, 3}, .velocity = {0, 0, 0}, .volume = 0.5};
  world->spray.count = 2;
  step_many(world, 2);
  assert_true(world->spray.removed == 0.25);
  assert_true(world->spray.count > 0 && world->spray.drops[0].volume == 0.5);
  world_destroy(world);
}

static void the_threads_do_not_matter(void **state) {
  (void)state;
  uint64_t hashes[2];
  for (int n = 0; n < 2; n++) {
    World *const world = breaking_dam(n ? 3 : 1);
    if (n) use_threads(world->water, 3);
    world_drop_script(world, 8);
    assert_true(step_many(world, 200) > 100);
    hashes[n] = world_hash(world);
    world_destroy(world);
  }
  assert_true(hashes[0] == hashes[1]);
}

/* The hash must see the spray: of two worlds that differ by a drop's place alone. Switched off it must not. */
static void the_hash_sees_it(void **state) {
  (void)state;
  World *const world = breaking_dam(1);
  step_many(world, 60);
  assert_true(world->spray.count > 0);
  const uint64_t hash = world_hash(world);
  world->spray.drops[0].position[0] += 0.01f;
  assert_true(world_hash(world) != hash);
  world_destroy(world);
}

static void none_flies_where_it_is_off(void **state) {
  (void)state;
  World *const world = make_world("gate", 3, 1, "grid=128 spray=0");
  world_drop_script(world, 8);
  assert_int_equal(step_many(world, 150), 0);
  assert_true(spray_volume(&world->spray) == 0);
  world_destroy(world);
}

static void full_air_lets_the_oldest_fall(void **state) {
  (void)state;
  World *const world = breaking_dam(1);
  step_many(world, 40);
  Spray *const spray = &world->spray;
  const double mark = 0.01; /* m3 */
  spray->count = WORLD_DROPS_MAX;
  for (int n = 0; n < WORLD_DROPS_MAX; n++) spray->drops[n] = (Drop){.position = {5, 30, 5}, .velocity = {0, 5, 0}, .volume = mark};
  const double start = all_volume(world);
  assert_int_equal(step_many(world, 10), WORLD_DROPS_MAX);
  int marked = 0;
  for (int n = 0; n < spray->count; n++) marked += spray->drops[n].volume == mark;
  assert_true(marked < WORLD_DROPS_MAX - 10); /* high in the air as they are, they have landed */
  assert_true(spray->drops[spray->count - 1].volume != mark);
  assert_true(fabs(all_volume(world) - start) < LEDGER * start);
  world_destroy(world);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(water_and_air_hold_what_they_held),
                                     cmocka_unit_test(bodies_alone_make_spray_too),
                                     cmocka_unit_test(water_drips_from_what_it_lies_on),
                                     cmocka_unit_test(what_is_in_the_air_lands_when_switched_off),
                                     cmocka_unit_test(nothing_is_lost_when_the_solver_changes),
                                     cmocka_unit_test(what_leaves_through_an_open_side_is_counted),
                                     cmocka_unit_test(the_threads_do_not_matter),
                                     cmocka_unit_test(the_hash_sees_it),
                                     cmocka_unit_test(none_flies_where_it_is_off),
                                     cmocka_unit_test(full_air_lets_the_oldest_fall)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
