/* The goals of the built-in scenes: a scripted player reaches each with what a person has in the hand, and one who does nothing does not. On
 * grids half or a third as fine as the scenes' own, for time. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static World *begin(const char *name, int coarser) {
  static Scene scene;
  char path[SCENE_PATH];
  Error error;
  if (!scene_find(ASSETS, name, path, &error) || !scene_read(path, &scene, &error)) fail_msg("%s", error.text);
  assert_true(scene.goal.kind != GOAL_NONE && scene.goal.text[0] != '\0' && scene.hint[0] != '\0');
  scene_set_grid(&scene, scene.nx / coarser, scene.nz / coarser);
  World *const world = world_create(&scene, 1, 2, &error);
  if (!world) fail_msg("%s", error.text);
  return world;
}

static void set(World *world, const char *name, float value) {
  int count;
  const ParamInfo *const table = params_table(&count), *const info = params_find(name);
  assert_non_null(info);
  world_command(world, &(Command){.kind = COMMAND_PARAM, .param = (int)(info - table), .amount = value});
}

/* Runs until the goal is met or missed, at most for so long. */
static void play(World *world, double seconds) {
  const double end = world->time + seconds;
  while (world->time < end && !world->goal.met && !world->goal.missed) world_step(world);
}

/* --- river: keep the hamlet dry --------------------------------------------------------------------------------------------- */

static void the_hamlet_gets_wet_when_the_dam_goes(void **state) {
  (void)state;
  World *const world = begin("river", 3);
  play(world, 20);
  assert_true(!world->goal.met && !world->goal.missed); /* nothing was done */
  world_command(world, &(Command){.kind = COMMAND_RELEASE_DAM});
  play(world, 125);
  print_message("  missed %.1f s after the dam was let go\n", world->time - world->flood_at);
  assert_true(world->goal.missed);
  world_destroy(world);
}

static void the_hamlet_stays_dry_when_the_lake_is_let_out_before(void **state) {
  (void)state;
  World *const world = begin("river", 3);
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  double seconds = 0;
  set(world, "pour_rate", 1000);
  while (weir_water_surface_at(world->water, 0.15f * wide, 0.46f * deep) > 3.9f && seconds < 90) {
    world_command(
        world, &(Command){.kind = COMMAND_DRAIN, .x = 0.3f * wide, .z = 0.46f * deep, .radius = 12, .amount = 1000 * world->params.tick});
    world_step(world);
    seconds += (double)world->params.tick;
  }
  world_command(world, &(Command){.kind = COMMAND_RELEASE_DAM});
  play(world, 125);
  print_message("  drained for %.0f s; met %d, missed %d\n", seconds, world->goal.met, world->goal.missed);
  assert_true(world->goal.met);
  world_destroy(world);
}

/* --- ford: bring the car through ------------------------------------------------------------------------------------------- */

/* Full gas, and the wheel towards a place given in shares, as a driver does. */
static void steer_to(World *world, float x, float z) {
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  const Body *car = NULL;
  for (int n = 0; n < world->body_count; n++)
    if (world->bodies[n].kind == BODY_CAR) car = &world->bodies[n];
  assert_non_null(car);
  const float *const r = car->shape.rotation;
  const float to[2] = {x * wide - car->position[0], z * deep - car->position[2]}, length = hypotf(to[0], to[1]);
  const float right = (-to[0] * r[6] + to[1] * r[0]) / length;
  world_command(world, &(Command){.kind = COMMAND_DRIVE, .x = fminf(fmaxf(3 * right, -1), 1), .amount = 1});
}

static void the_car_stays_where_it_is_and_drives_through_when_driven(void **state) {
  (void)state;
  World *world = begin("ford", 2);
  play(world, 30);
  assert_true(!world->goal.met && !world->goal.missed);
  world_destroy(world);
  world = begin("ford", 2);
  while (world->time < 60 && !world->goal.met) {
    steer_to(world, 0.52f, 0.80f);
    world_step(world);
  }
  print_message("  through after %.0f s\n", world->time);
  assert_true(world->goal.met);
  world_destroy(world);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_hamlet_gets_wet_when_the_dam_goes),
      cmocka_unit_test(the_hamlet_stays_dry_when_the_lake_is_let_out_before),
      cmocka_unit_test(the_car_stays_where_it_is_and_drives_through_when_driven),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
