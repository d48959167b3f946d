/* The goals of the built-in scenes: a scripted player reaches each with the tools that a person has in the hand, and without a player none
 * is reached. Mostly on grids half to a quarter as fine as the scenes' own, for time. */
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
  World *const world = world_create(&scene, 1, 1, &error);
  if (!world) fail_msg("%s", error.text);
  return world;
}

static void set(World *world, const char *name, float value) {
  int count;
  const ParamInfo *const table = params_table(&count), *const info = params_find(name);
  assert_non_null(info);
  world_command(world, &(Command){.kind = COMMAND_PARAM, .param = {.index = (int)(info - table), .value = value}});
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
    world_command(world, &(Command){.kind = COMMAND_DRAIN,
                                    .brush = {.x = 0.3f * wide, .z = 0.46f * deep, .radius = 12, .amount = 1000 * world->params.tick}});
    world_step(world);
    seconds += (double)world->params.tick;
  }
  world_command(world, &(Command){.kind = COMMAND_RELEASE_DAM});
  play(world, 125);
  print_message("  drained for %.0f s; met %d, missed %d\n", seconds, world->goal.met, world->goal.missed);
  assert_true(world->goal.met);
  world_destroy(world);
}

/* Blocks that stand in the bank stay there; none of the others is thrown up. */
static void the_blocks_of_the_dam_go_with_the_water(void **state) {
  (void)state;
  enum { MOST = 32 };
  float start[MOST], highest = 0;
  int gone = 0;
  World *const world = begin("river", 3);
  world_command(world, &(Command){.kind = COMMAND_RELEASE_DAM});
  for (int n = 0; n < MOST; n++) start[n] = world->bodies[n].position[1];
  while (world->time < 12) {
    world_step(world);
    for (int n = 0; n < MOST; n++)
      if (world->bodies[n].free_at > 0) highest = fmaxf(highest, world->bodies[n].position[1] - start[n]);
  }
  for (int n = 0; n < world->body_count; n++) gone += world->bodies[n].free_at > 0 && !world->bodies[n].held;
  print_message("  %d blocks, at most %.2f m above where they stood\n", gone, (double)highest);
  assert_true(gone >= 5 && highest < 2);
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
  world_command(world, &(Command){.kind = COMMAND_DRIVE, .drive = {.steer = fminf(fmaxf(3 * right, -1), 1), .gas = 1}});
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

/* --- valley: fill the upper lake ------------------------------------------------------------------------------------------- */

static void the_upper_lake_fills_when_water_is_poured(void **state) {
  (void)state;
  World *world = begin("valley", 4);
  play(world, 120);
  assert_true(!world->goal.met && !world->goal.missed); /* nothing was done */
  world_destroy(world);
  world = begin("valley", 4);
  const Params *const params = &world->params;
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  while (world->time < 120 && !world->goal.met) {
    world_command(
        world,
        &(Command){
            .kind = COMMAND_POUR,
            .brush = {.x = 0.325f * wide, .z = 0.33f * deep, .radius = params->tool_radius, .amount = params->pour_rate * params->tick}});
    world_step(world);
  }
  print_message("  full after %.0f s\n", world->time);
  assert_true(world->goal.met);
  world_destroy(world);
}

/* --- meadow: float a log down the river -------------------------------------------------------------------------------------- */

static void drop_log(World *world, float x, float z) {
  const float at[2] = {x * (float)world->nx * world->cell, z * (float)world->nz * world->cell};
  const float y = weir_water_surface_at(world->water, at[0], at[1]) + 2;
  world_command(world, &(Command){.kind = COMMAND_DROP, .drop = {.body = BODY_LOG, .x = at[0], .y = y, .z = at[1], .yaw = 0.3f}});
}

static void a_log_above_the_dam_goes_down_the_river_with_it(void **state) {
  (void)state;
  World *world = begin("meadow", 3);
  play(world, 120);
  assert_true(!world->goal.met && !world->goal.missed); /* nothing was done */
  world_destroy(world);
  world = begin("meadow", 3);
  drop_log(world, 0.60f, 0.33f);
  world_command(world, &(Command){.kind = COMMAND_RELEASE_DAM});
  play(world, 150);
  print_message("  out of the meadows after %.0f s\n", world->time);
  assert_true(world->goal.met);
  world_destroy(world);
}

/* --- beach: build a harbour --------------------------------------------------------------------------------------------------- */

/* Moves the mouse that holds a body there, and waits until the body is there and still, or for so long. */
static void hold_at(World *world, const Body *body, const float at[3], double seconds) {
  const double end = world->time + seconds;
  const float *const p = body->position, *const v = body->shape.velocity;
  world_command(world, &(Command){.kind = COMMAND_GRAB, .grab = {.serial = body->serial, .x = at[0], .y = at[1], .z = at[2]}});
  do {
    world_step(world);
  } while (world->time < end && (hypotf(hypotf(p[0] - at[0], p[1] - at[1]), p[2] - at[2]) > 0.15f || hypotf(v[0], v[2]) > 0.3f));
}

/* Lifts a block over the others, carries it to a place and puts it down on the ground there. */
static void carry(World *world, const Body *body, float x, float z) {
  const float *const p = body->position;
  const float ground = weir_water_terrain_at(world->water, x, z);
  hold_at(world, body, (float[3]){p[0], 7, p[2]}, 3);
  hold_at(world, body, (float[3]){x, 7, z}, 8);
  hold_at(world, body, (float[3]){x, ground + body->shape.half[1] + 0.3f, z}, 3);
  world_command(world, &(Command){.kind = COMMAND_RELEASE});
  world_step(world);
}

static const Body *next_stone(const World *world, int *n) {
  while (*n < world->body_count && world->bodies[*n].material != MATERIAL_STONE) ++*n;
  assert_true(*n < world->body_count);
  return &world->bodies[(*n)++];
}

static void the_bay_is_sheltered_when_stones_close_it(void **state) {
  (void)state;
  static const float places[][2] = {{0.535f, 0.420f}, {0.535f, 0.450f}, {0.535f, 0.480f}, {0.560f, 0.480f},
                                    {0.588f, 0.480f}, {0.616f, 0.480f}, {0.644f, 0.480f}, {0.672f, 0.480f},
                                    {0.700f, 0.480f}, {0.725f, 0.480f}, {0.725f, 0.450f}, {0.725f, 0.420f}};
  World *world = begin("beach", 2);
  play(world, 120);
  assert_true(!world->goal.met && !world->goal.missed); /* nothing was done */
  world_destroy(world);
  world = begin("beach", 2);
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  int stone = 0;
  for (size_t n = 0; n < sizeof places / sizeof places[0]; n++)
    carry(world, next_stone(world, &stone), places[n][0] * wide, places[n][1] * deep);
  const double built = world->time;
  play(world, 60);
  print_message("  built after %.0f s, sheltered after %.0f s\n", built, world->time);
  assert_true(world->goal.met);
  world_destroy(world);
}

/* --- harbour: close the gap ------------------------------------------------------------------------------------------------------ */

static void the_boats_lie_calm_when_the_gap_is_closed(void **state) {
  (void)state;
  static const float places[] = {0.440f, 0.466f, 0.492f, 0.518f, 0.544f, 0.560f, 0.480f, 0.505f};
  World *world = begin("harbour", 2);
  play(world, 120);
  assert_true(!world->goal.met && !world->goal.missed); /* nothing was done */
  world_destroy(world);
  world = begin("harbour", 2);
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  int stone = 0;
  for (size_t n = 0; n < sizeof places / sizeof places[0]; n++) carry(world, next_stone(world, &stone), places[n] * wide, 0.567f * deep);
  const double built = world->time;
  play(world, 150);
  print_message("  closed after %.0f s, calm after %.0f s\n", built, world->time);
  assert_true(world->goal.met);
  world_destroy(world);
}

/* --- mill: turn the wheel ------------------------------------------------------------------------------------------------------ */

static void the_mill_turns_when_the_gate_is_opened(void **state) {
  (void)state;
  World *world = begin("mill", 2);
  play(world, 120);
  assert_true(!world->goal.met && !world->goal.missed); /* nothing was done */
  world_destroy(world);
  world = begin("mill", 1); /* on a coarser grid it turns more slowly */
  world_command(world, &(Command){.kind = COMMAND_GATE, .machine = {.which = -1, .value = 1}});
  play(world, 60);
  print_message("  turns for 10 s after %.0f s\n", world->time);
  assert_true(world->goal.met);
  world_destroy(world);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_hamlet_gets_wet_when_the_dam_goes),
      cmocka_unit_test(the_hamlet_stays_dry_when_the_lake_is_let_out_before),
      cmocka_unit_test(the_blocks_of_the_dam_go_with_the_water),
      cmocka_unit_test(the_car_stays_where_it_is_and_drives_through_when_driven),
      cmocka_unit_test(the_upper_lake_fills_when_water_is_poured),
      cmocka_unit_test(a_log_above_the_dam_goes_down_the_river_with_it),
      cmocka_unit_test(the_bay_is_sheltered_when_stones_close_it),
      cmocka_unit_test(the_boats_lie_calm_when_the_gap_is_closed),
      cmocka_unit_test(the_mill_turns_when_the_gate_is_opened),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
