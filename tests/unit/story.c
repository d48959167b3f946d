/* The events of scenes: disasters run their course and leave the water finite and its budget closed; goals are met by what they ask for,
 * missed by what they forbid, and neither by doing nothing. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "support.h"

/* A scene file of the test's own, made into a world. */
static World *world_of(const char *text) {
  static const char name[] = "story_test.scene";
  static Scene scene;
  Error error;
  FILE *const file = fopen(name, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  const bool read = scene_read(name, &scene, &error);
  remove(name);
  if (!read) fail_msg("%s", error.text);
  World *const world = world_create(&scene, 1, 1, &error);
  if (!world) fail_msg("%s", error.text);
  return world;
}

#define BASIN "[scene]\nsolver = swe\ngrid = 64 32\ncell = 0.5\n[terrain]\nshape = flat\n[water]\npool = 0 0 0.5 1 2\n"
#define LAKE "[scene]\nsolver = swe\ngrid = 64 32\ncell = 0.5\n[terrain]\nshape = flat\n[water]\npool = 0 0 1 1 2\n"

static WeirStats stats_of(const World *world) {
  WeirStats stats;
  weir_water_stats(world->water, &stats);
  return stats;
}

static void command(World *world, CommandKind kind, float amount) {
  Command given = {.kind = kind};
  if (kind == COMMAND_SEA_WAVE) given.height = amount;
  assert_true(world_command(world, &given));
}

/* --- disasters ------------------------------------------------------------------------------------------------------------- */

static void a_cloudburst_rains_for_twenty_seconds(void **state) {
  (void)state;
  World *const world = world_of(LAKE);
  const double start = stats_of(world).volume_now, area = 32.0 * 16.0;
  run_for(world, 1);
  command(world, COMMAND_CLOUDBURST, 0);
  run_for(world, 25);
  const WeirStats after = stats_of(world);
  const double depth = (after.volume_now - start) / area;
  print_message("  %.1f mm of rain\n", 1000 * depth);
  assert_true(depth > 0.04 && depth < 0.067 && after.volume_error < 1e-6);
  run_for(world, 30);
  assert_float_equal((float)((stats_of(world).volume_now - start) / area), (float)depth, 1e-6f);
  world_destroy(world);
}

static void a_quake_shakes_water_and_bodies(WeirSolver solver) {
  World *const world = world_of(LAKE "[bodies]\nstone = 0.5 0.5 0 0 size 1 1 1 set\n");
  weir_water_set_solver(world->water, solver);
  run_for(world, 1);
  const float x = world->bodies[0].position[0];
  command(world, COMMAND_QUAKE, 0);
  float low = 2, high = 2, far = 0;
  for (int n = 0; n < 400; n++) {
    world_step(world);
    const WeirStats now = stats_of(world);
    low = fminf(low, now.surface_min), high = fmaxf(high, now.surface_max);
    far = fmaxf(far, fabsf(world->bodies[0].position[0] - x));
  }
  const WeirStats after = stats_of(world);
  print_message("  %s: the surface goes from %.2f to %.2f m, a stone %.3f m aside\n", weir_solver_name(solver), (double)low, (double)high,
                (double)far);
  assert_true(low < 1.9f && high > 2.1f && high < 4 && after.finite && after.volume_error < 1e-5);
  assert_true(world->disasters.acceleration[0] == 0 && !world->disasters.quake);
  world_destroy(world);
}

static void quakes_shake_every_solver(void **state) {
  (void)state;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) a_quake_shakes_water_and_bodies((WeirSolver)solver);
}

/* The highest level in the middle of a lake whose west side has a sea, within 15 s of a wave; negative: without one. */
static float highest_with(const char *side, float height) {
  char text[400];
  snprintf(text, sizeof text, LAKE "[sides]\nwest = %s\n", side);
  World *const world = world_of(text);
  float high = 0;
  run_for(world, 1);
  if (height >= 0) command(world, COMMAND_SEA_WAVE, height);
  for (int n = 0; n < 750; n++) {
    world_step(world);
    high = fmaxf(high, weir_water_surface_at(world->water, 16, 8));
  }
  assert_true(stats_of(world).finite && stats_of(world).volume_error < 1e-5);
  world_destroy(world);
  return high;
}

static void a_wave_comes_in_where_there_is_a_sea(void **state) {
  (void)state;
  const float level = highest_with("level 2", 1), wave = highest_with("wave 2 0.1 4", 1);
  const float plain = highest_with("level 2", -1), wall = highest_with("reflect", 1);
  print_message("  with a level %.2f, with waves %.2f, without a disaster %.2f, behind a wall %.2f m\n", (double)level, (double)wave,
                (double)plain, (double)wall);
  assert_true(level > 2.5f && wave > 2.5f && plain < 2.05f && wall < 2.05f);
}

/* A second wave during the first changes nothing; the sea is as it was when the wave is in; and no tick of it allocates. */
static void one_wave_at_a_time_and_the_sea_is_as_it_was(void **state) {
  (void)state;
  World *const once = world_of(LAKE "[sides]\nwest = level 2\n"), *const twice = world_of(LAKE "[sides]\nwest = level 2\n");
  run_for(once, 1), run_for(twice, 1);
  const size_t before = memory_created();
  command(once, COMMAND_SEA_WAVE, 1), command(twice, COMMAND_SEA_WAVE, 1);
  run_for(once, 3), run_for(twice, 3);
  assert_true(once->disasters.wave_sides == 1u << WEIR_WEST);
  command(twice, COMMAND_SEA_WAVE, 0.3f);
  run_for(once, 8), run_for(twice, 8);
  assert_true(world_hash(once) == world_hash(twice));
  assert_int_equal(once->disasters.wave_sides, 0);
  command(once, COMMAND_SEA_WAVE, 0.3f);
  run_for(once, 5);
  assert_true(once->disasters.wave_sides == 1u << WEIR_WEST && world_hash(once) != world_hash(twice));
  assert_int_equal(memory_created(), before);
  world_destroy(once), world_destroy(twice);
}

/* --- goals ----------------------------------------------------------------------------------------------------------------- */

static void a_dry_place_is_kept_dry_by_draining_the_lake(void **state) {
  (void)state;
  static const char dam[] = BASIN
      "[bodies]\ndam = 0.5 0 0.5 1 2.2 0.6\n[story]\nhint = Keep it dry.\ngoal = Keep the east dry.\nkeep_dry = 0.9 0.1 0.99 0.9 0.05 20\n";
  World *world = world_of(dam);
  run_for(world, 25);
  assert_true(!world->goal.met && !world->goal.missed); /* no flood, no goal */
  command(world, COMMAND_RELEASE_DAM, 0);
  run_for(world, 25);
  assert_true(world->goal.missed && !world->goal.met);
  world_destroy(world);
  world = world_of(dam);
  for (int n = 0; n < 500; n++) { /* the lake is let out before */
    world_command(world, &(Command){.kind = COMMAND_DRAIN, .brush = {.x = 8, .z = 8, .radius = 6, .amount = 2}});
    world_step(world);
  }
  command(world, COMMAND_RELEASE_DAM, 0);
  run_for(world, 25);
  assert_true(world->goal.met && !world->goal.missed);
  world_destroy(world);
}

static void a_basin_is_filled_by_pouring(void **state) {
  (void)state;
  World *const world = world_of(LAKE "[story]\nfill_up = 0.1 0.1 0.9 0.9 2.2 2\n");
  run_for(world, 10);
  assert_false(world->goal.met);
  for (int n = 0; n < 150; n++) {
    world_command(world, &(Command){.kind = COMMAND_POUR, .brush = {.x = 16, .z = 8, .radius = 3, .amount = 1}});
    world_step(world);
  }
  run_for(world, 20);
  assert_true(world->goal.met);
  world_destroy(world);
}

static void a_body_is_brought_to_its_place(void **state) {
  (void)state;
  World *const world = world_of(LAKE "[bodies]\ncar = 0.2 0.5 0 0 set\n[story]\nbring = log 0.8 0 1 1\n");
  world_command(world, &(Command){.kind = COMMAND_DROP, .drop = {.body = BODY_CAR, .x = 29, .y = 5, .z = 8}});
  run_for(world, 5);
  assert_false(world->goal.met); /* a car is not a log */
  world_command(world, &(Command){.kind = COMMAND_DROP, .drop = {.body = BODY_LOG, .x = 29, .y = 4, .z = 4}});
  run_for(world, 7);
  assert_false(world->goal.met); /* it was dropped there, and has not come there */
  world_command(
      world, &(Command){.kind = COMMAND_DROP, .drop = {.body = BODY_LOG, .x = 20, .y = 4, .z = 12, .yaw = 1.57f, .velocity = {10, 0, 0}}});
  run_for(world, 15);
  assert_true(world->goal.met);
  world_destroy(world);
}

static void a_harbour_is_sheltered_from_waves(void **state) {
  (void)state;
#define SEA LAKE "[sides]\nwest = wave 2 0.4 4\neast = open\n[story]\nshelter = 0.6 0.1 0.9 0.9 0.1 8\n"
  World *world = world_of(SEA);
  run_for(world, 40);
  assert_false(world->goal.met);
  world_destroy(world);
  world = world_of(SEA "[bodies]\ndam = 0.4 0 0.4 1 4 1\n");
  run_for(world, 40);
  assert_true(world->goal.met);
  world_destroy(world);
}

static void a_mill_turns_when_its_gate_is_opened(void **state) {
  (void)state;
  World *const world = world_of(BASIN
                                "[sides]\neast = open\n[machines]\ngate = 0.5 0 0.5 1 3 0.6 0\nwheel = 0.6 0.5 2 1.9 4 0 10 500\n"
                                "[story]\nspin = 10 2\n");
  float most = 0;
  run_for(world, 10);
  assert_true(!world->goal.met && world->goal.held_s <= 0);
  world_command(world, &(Command){.kind = COMMAND_GATE, .machine = {.which = -1, .value = 1}});
  for (int n = 0; n < 500; n++) {
    world_step(world);
    most = fmaxf(most, wheel_rounds_a_minute(&world->machines[1].is.wheel));
  }
  print_message("  at most %.1f rounds a minute\n", (double)most);
  assert_true(world->goal.met);
  world_destroy(world);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_cloudburst_rains_for_twenty_seconds),
      cmocka_unit_test(quakes_shake_every_solver),
      cmocka_unit_test(a_wave_comes_in_where_there_is_a_sea),
      cmocka_unit_test(one_wave_at_a_time_and_the_sea_is_as_it_was),
      cmocka_unit_test(a_dry_place_is_kept_dry_by_draining_the_lake),
      cmocka_unit_test(a_basin_is_filled_by_pouring),
      cmocka_unit_test(a_body_is_brought_to_its_place),
      cmocka_unit_test(a_harbour_is_sheltered_from_waves),
      cmocka_unit_test(a_mill_turns_when_its_gate_is_opened),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
