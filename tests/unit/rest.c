/* Bodies at rest: stacks stand, floats lie still, and each wakes when something disturbs it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

/* A tank 32 m wide with 3 m of water over the east half and a floor at 3.5 m over the west. */
static World *make_tank_of(int side, const char *bodies, const char *params) {
  static Scene scene;
  Error error;
  FILE *file = fopen("rest_test.scene", "w");
  assert_non_null(file);
  fprintf(file,
          "[scene]\nsolver = pipe\ngrid = %d %d\ncell = %.9g\n[terrain]\nshape = flat\nground = 0 0 0.5 1 3.5\n"
          "[water]\npool = 0 0 1 1 3\n[bodies]\n%s\n[params]\nfriction = 0.5\n%s\n",
          side, side, 32.0 / side, bodies, params);
  fclose(file);
  const bool read = scene_read("rest_test.scene", &scene, &error);
  remove("rest_test.scene");
  if (!read) fail_msg("%s", error.text);
  World *world = world_create(&scene, 1, 2, &error);
  if (!world) fail_msg("%s", error.text);
  return world;
}

static World *make_tank(const char *bodies, const char *params) {
  return make_tank_of(64, bodies, params);
}

static bool all_asleep(const World *world) {
  for (int n = 0; n < world->body_count; n++)
    if (!world->bodies[n].asleep) return false;
  return true;
}

static float speed_of(const Body *body) {
  const float *v = body->shape.velocity, *s = body->shape.spin;
  return fabsf(v[0]) + fabsf(v[1]) + fabsf(v[2]) + fabsf(s[0]) + fabsf(s[1]) + fabsf(s[2]);
}

static int ticks_to_sleep(World *world, int most) {
  int ticks = 0;
  while (!all_asleep(world) && ticks < most) world_step(world), ticks++;
  return ticks;
}

/* Eight boxes on each other, each turned a little against the one below. */
static World *make_stack_of(int side) {
  char text[1024] = "";
  for (int n = 0; n < 8; n++) sprintf(text + strlen(text), "%s = 0.25 0.5 %d %d size 1 1 1 set\n", n % 2 ? "wood" : "stone", n, 7 * n);
  return make_tank_of(side, text, "");
}

static World *make_stack(void) {
  return make_stack_of(64);
}

static void a_stack_of_eight_stands_for_ten_thousand_ticks(void **state) {
  (void)state;
  World *world = make_stack();
  const int ticks = ticks_to_sleep(world, 1000);
  float first[8][3], quaternion[8][4];
  print_message("asleep after %d ticks, the top off by %.4f and %.4f m\n", ticks, (double)world->bodies[7].position[0] - 8,
                (double)world->bodies[7].position[2] - 16);
  for (int n = 0; n < 8; n++) {
    memcpy(first[n], world->bodies[n].position, sizeof first[n]);
    memcpy(quaternion[n], world->bodies[n].quaternion, sizeof quaternion[n]);
    assert_true(fabsf(first[n][0] - 8) < 0.03f && fabsf(first[n][2] - 16) < 0.03f);
    assert_true(fabsf(first[n][1] - 4 - (float)n) < 0.03f); /* each lies 2 mm in the one below */
  }
  assert_true(ticks < 400);
  for (int n = 0; n < 10000; n++) {
    world_step(world);
    for (int b = 0; b < 8; b++) assert_true(speed_of(&world->bodies[b]) == 0);
  }
  for (int n = 0; n < 8; n++) {
    assert_memory_equal(first[n], world->bodies[n].position, sizeof first[n]);
    assert_memory_equal(quaternion[n], world->bodies[n].quaternion, sizeof quaternion[n]);
  }
  world_destroy(world);
}

static void a_stack_wakes_when_it_is_hit(void **state) {
  (void)state;
  World *world = make_stack();
  ticks_to_sleep(world, 1000);
  const float top = world->bodies[7].position[1];
  world_command(
      world,
      &(Command){.kind = COMMAND_DROP,
                 .drop = {.material = MATERIAL_STONE, .x = 4, .y = 9, .z = 16, .size = {1, 1, 1}, .velocity = {15, 2, 0}, .set = true}});
  run_for(world, 5);
  print_message("the top of the stack fell from %.2f m to %.2f m\n", (double)top, (double)world->bodies[7].position[1]);
  assert_true(world->bodies[7].position[1] < top - 0.5f);
  assert_true(ticks_to_sleep(world, 3000) < 3000); /* what is left of it lies still again */
  world_destroy(world);
}

/* Nothing hangs in the air when what it stands on is taken away, by Delete or by the hand. */
static void a_stack_wakes_when_its_foot_is_taken_away(void **state) {
  (void)state;
  World *world = make_stack();
  ticks_to_sleep(world, 1000);
  const float top = world->bodies[7].position[1];
  world_command(world, &(Command){.kind = COMMAND_DELETE, .serial = world->bodies[0].serial});
  run_for(world, 3);
  assert_true(world->bodies[6].position[1] < top - 0.8f);
  ticks_to_sleep(world, 2000);
  const uint32_t second = world->bodies[1].serial;
  world_command(world, &(Command){.kind = COMMAND_GRAB, .grab = {.serial = second, .x = 8, .y = 5, .z = 22}});
  run_for(world, 3);
  assert_false(world->bodies[world_body(world, second)].asleep);
  assert_true(fabsf(world->bodies[world_body(world, second)].position[2] - 22) < 0.3f);
  world_destroy(world);
}

/* A crate that floats in still water rests; when the water rises by a hand it wakes and rises with it, and the other way. */
static void a_float_rests_and_follows_the_level(void **state) {
  (void)state;
  const char *const couplings[] = {"coupling = displace", "coupling = subgrid"};
  for (int n = 0; n < 2; n++) {
    World *world = make_tank("wood = 0.75 0.5 0.1 20 density 600\nlog = 0.75 0.75 0.1 20", couplings[n]);
    const int ticks = ticks_to_sleep(world, 6000);
    run_for(world, 40); /* what waves are left may wake it once or twice */
    const float before = world->bodies[0].position[1], share = world->bodies[0].water.submerged / world->bodies[0].water.volume;
    run_for(world, 20);
    assert_true(all_asleep(world) && world->bodies[0].position[1] == before);
    for (int k = 0; k < 25; k++) {
      world_command(world, &(Command){.kind = COMMAND_POUR, .brush = {.x = 26, .z = 4, .radius = 3, .amount = 2}});
      run_for(world, 0.2);
    }
    run_for(world, 60);
    const float rise = world->bodies[0].position[1] - before, level = weir_water_surface_at(world->water, 30, 30) - 3;
    print_message("%s: asleep after %d ticks, %.3f under water; the water rose by %.3f m, it by %.3f m\n", couplings[n], ticks,
                  (double)share, (double)level, (double)rise);
    assert_true(ticks < 6000 && fabsf(share - 0.6f) < 0.02f);
    assert_true(level > 0.08f && fabsf(rise - level) < 0.02f);
    world_destroy(world);
  }
}

/* A parked car sleeps; driving it wakes no other body; a change of gravity wakes all. */
static void cars_sleep_and_wake(void **state) {
  (void)state;
  World *world = make_tank("car = 0.1 0.5 0 0 set\nwood = 0.3 0.2 0.2 0", "");
  assert_true(ticks_to_sleep(world, 1500) < 1500);
  world_command(world, &(Command){.kind = COMMAND_DRIVE, .drive = {.gas = 0.5f}});
  run_for(world, 2);
  assert_true(world->bodies[0].shape.velocity[0] > 1 && !world->bodies[0].asleep && !world->bodies[3].asleep);
  assert_true(world->bodies[5].asleep);
  world_command(world, &(Command){.kind = COMMAND_DRIVE, .drive = {.gas = 0}});
  assert_true(ticks_to_sleep(world, 3000) < 3000);
  int count, gravity = 0;
  const ParamInfo *table = params_table(&count);
  while (strcmp(table[gravity].name, "gravity") != 0) gravity++;
  world_command(world, &(Command){.kind = COMMAND_PARAM, .param = {.index = gravity, .value = 3}});
  world_step(world);
  for (int n = 0; n < world->body_count; n++) assert_false(world->bodies[n].asleep);
  world_destroy(world);
}

/* A slow river takes a crate along: it never takes the drift for rest. */
static void a_current_carries_on(void **state) {
  (void)state;
  World *world = make_world("piers", 1, 2, "grid=96 crate_size=1 coupling=subgrid");
  run_for(world, 20);
  world_command(world, &(Command){.kind = COMMAND_DROP, .drop = {.x = 30, .y = 2, .z = 24}});
  run_for(world, 20);
  const float x = world->bodies[0].position[0];
  run_for(world, 10);
  print_message("in 10 s the current took the crate %.2f m along\n", (double)(world->bodies[0].position[0] - x));
  assert_true(world->bodies[0].position[0] > x + 0.5f);
  world_destroy(world);
}

/* On cells fine enough for three threads: a stack comes to rest, a crate hits it and another one falls into the water. */
static uint64_t hash_of_rest(int threads) {
  World *world = make_stack_of(112);
  use_threads(world->water, threads);
  run_for(world, 5);
  world_command(world, &(Command){.kind = COMMAND_DROP, .drop = {.x = 8.4f, .y = 14, .z = 16, .size = {1, 1, 1}}});
  world_command(world, &(Command){.kind = COMMAND_DROP, .drop = {.x = 24, .y = 6, .z = 15, .size = {1, 1, 1}}});
  run_for(world, 8);
  const uint64_t hash = world_hash(world);
  world_destroy(world);
  return hash;
}

static void rest_is_the_same_for_any_thread_count(void **state) {
  (void)state;
  assert_int_equal(hash_of_rest(1), hash_of_rest(1));
  assert_int_equal(hash_of_rest(1), hash_of_rest(3));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_stack_of_eight_stands_for_ten_thousand_ticks),
      cmocka_unit_test(a_stack_wakes_when_it_is_hit),
      cmocka_unit_test(a_stack_wakes_when_its_foot_is_taken_away),
      cmocka_unit_test(a_float_rests_and_follows_the_level),
      cmocka_unit_test(cars_sleep_and_wake),
      cmocka_unit_test(a_current_carries_on),
      cmocka_unit_test(rest_is_the_same_for_any_thread_count),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
