/* Bodies leave by sides that let water through, and the stream that brought them stays as it was. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "world/state/state.h"

enum { LOGS = 6 };

/* A channel of 80 m with 1.5 m of water on a sill, fed from the west, with logs across it (../shared/cases/logs_leave.scene). */
static World *stream(const char *east, bool logs) {
  static Scene scene;
  char path[64];
  Error error;
  snprintf(path, sizeof path, "leaving_%d.scene", logs);
  FILE *const file = fopen(path, "w");
  assert_non_null(file);
  fprintf(file,
          "[scene]\ntitle = a stream\nsolver = swe\ngrid = 160 64\ncell = 0.5\n[terrain]\nshape = flat\nground = 0 0 1 0.25 4\n"
          "ground = 0 0.75 1 1 4\n[water]\npool = 0 0 1 1 1.5\n[sides]\nwest = inflow 24 1\neast = %s\n[bodies]\n",
          east);
  for (int n = 0; logs && n < LOGS; n++)
    fprintf(file, "log = %.2f %.2f 0.1 %d\n", 0.3 + 0.05 * n, n % 2 ? 0.45 + 0.02 * n : 0.4 + 0.02 * n, 80 + 4 * n);
  assert_int_equal(fclose(file), 0);
  if (!scene_read(path, &scene, &error)) fail_msg("%s", error.text);
  World *const world = world_create(&scene, 1, 2, &error);
  if (!world) fail_msg("%s", error.text);
  return world;
}

/* m: mean depth of the channel's middle half. */
static double depth_of(const World *world) {
  const WeirView depth = weir_water_depth(world->water);
  double sum = 0;
  int count = 0;
  for (int k = 24; k < 40; k++)
    for (int i = 40; i < 120; i++, count++) sum += (double)at(depth, i, k);
  return sum / count;
}

/* Runs until all logs have left, or until 180 s. */
static void run_until_empty(World *world) {
  while (world->left < LOGS && world->time < 180) world_step(world);
}

/* Six logs drift out of the east side, of each kind that lets water through; a minute later the stream is as deep as it is without them,
 * within 1 %. It was 0.014 m deep of 1.9 where they lay across an open side. The world before has them again. */
static void logs_leave_and_the_stream_stays(void **state) {
  (void)state;
  static const char *const sides[] = {"open", "level 1.5", "inflow -24", "wave 1.5 0.1 6"};
  const size_t side_count = SANITIZED ? 1 : sizeof sides / sizeof *sides;
  for (size_t n = 0; n < side_count; n++) {
    World *const with = stream(sides[n], true), *const without = stream(sides[n], false);
    run_for(with, 20);
    const size_t size = world_state_write(with, NULL, 0);
    void *const bytes = malloc(size);
    assert_non_null(bytes);
    world_state_write(with, bytes, size);
    const int64_t before = with->left;
    const int bodies = with->body_count;
    run_until_empty(with);
    const double empty = with->time;
    const uint64_t hash = world_hash(with);
    run_for(with, empty + 60);
    run_for(without, empty + 60);
    const double depth = depth_of(with), expected = depth_of(without);
    WeirStats stats;
    weir_water_stats(with->water, &stats);
    print_message("%s: %d left after 20 s, %d after %.0f s; depth %.4f m, without logs %.4f; volume error %.1e\n", sides[n], (int)before,
                  (int)with->left, empty, depth, expected, stats.volume_error);
    assert_int_equal(with->left, LOGS);
    assert_int_equal(with->body_count, 0);
    assert_true(fabs(depth / expected - 1) < 0.01);
    assert_true(stats.volume_error < 1e-6);
    Error error;
    World *const again = world_state_read(bytes, size, 2, &error);
    if (!again) fail_msg("%s", error.text);
    assert_int_equal(again->body_count, bodies);
    assert_int_equal(again->left, before);
    run_until_empty(again);
    assert_true(world_hash(again) == hash && again->time == empty);
    world_destroy(again);
    free(bytes);
    world_destroy(with);
    world_destroy(without);
  }
}

/* Walls, sponges and joined sides hold what floats, as before. */
static void closed_sides_hold_bodies(void **state) {
  (void)state;
  static const char *const sides[] = {"reflect", "sponge"};
  for (size_t n = 0; n < sizeof sides / sizeof *sides; n++) {
    World *const world = stream(sides[n], true);
    run_for(world, SANITIZED ? 15 : 60);
    assert_int_equal(world->left, 0);
    assert_int_equal(world->body_count, LOGS);
    world_destroy(world);
  }
}

/* A crate that slides over dry ground into an open side is held by the wall: what nothing floats does not go. */
static void what_stands_on_land_stays(void **state) {
  (void)state;
  World *const world = stream("open", false);
  const Command crate = {.kind = COMMAND_DROP, .drop = {.x = 77, .z = 2, .y = 4.6f, .velocity = {9, 0, 0}}};
  assert_true(world_command(world, &crate));
  run_for(world, 20);
  assert_int_equal(world->left, 0);
  assert_int_equal(world->body_count, 1);
  world_destroy(world);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_stands_on_land_stays),
      cmocka_unit_test(closed_sides_hold_bodies),
      cmocka_unit_test(logs_leave_and_the_stream_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
