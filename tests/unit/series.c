/* Series of a scene: a side's level or inflow and the rain follow the rows of a CSV file, also after a save and a wave from the sea; a file that
 * cannot be read so is named with its row and what is allowed. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "scene/scene.h"
#include "support.h"
#include "world/state/state.h"

static Scene scene;
static Error error;

static void write_file(const char *path, const char *text) {
  FILE *const file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

/* Reads a flat tank of 32 m by 32 m with 1 m of water, the lines of [water] and [sides] as given. */
static bool read_tank(const char *water, const char *sides) {
  char text[1024];
  snprintf(text, sizeof text,
           "[scene]\nsolver = swe\ngrid = 64 64\ncell = 0.5\n[terrain]\nshape = flat\n[water]\npool = 0 0 1 1 1\n%s\n[sides]\n%s\n", water,
           sides);
  write_file("series_test.scene", text);
  const bool read = scene_read("series_test.scene", &scene, &error);
  remove("series_test.scene");
  remove("series_test.csv");
  return read;
}

static World *make(const char *water, const char *sides) {
  if (!read_tank(water, sides)) fail_msg("%s", error.text);
  World *const world = world_create(&scene, 1, 1, &error);
  if (!world) fail_msg("%s", error.text);
  return world;
}

static void run_to(World *world, double time) {
  while (world->time < time - 1e-6) world_step(world);
}

static float west_level(const World *world) {
  return weir_water_surface_at(world->water, 0.25f, 16);
}

static const char *const levels = "time_s,level_m\n0,1\n40,1.4\n60;1.4\n\n# falls\n100\t1.0\n";

/* A slow rise: the tank stands as high as the series has it. */
static void a_side_follows_its_series(void **state) {
  (void)state;
  write_file("series_test.csv", levels);
  World *const world = make("", "west = level 5\nwest_series = series_test.csv");
  assert_int_equal(scene.series[WEIR_WEST].count, 4);
  const double times[] = {20, 40, 60, 80, 100, 120};
  const float wanted[] = {1.2f, 1.4f, 1.4f, 1.2f, 1.0f, 1.0f};
  for (int n = 0; n < 6; n++) {
    run_to(world, times[n]);
    if (!(fabsf(west_level(world) - wanted[n]) < 0.04f)) /* the tank follows its side by some seconds, and rocks */
      fail_msg("%g s: %g m for %g", times[n], (double)west_level(world), (double)wanted[n]);
  }
  world_destroy(world);
}

/* Rain of a triangle of 7200 mm/h in 10 s: 10 mm on each cell, as the ledger has it. */
static void rain_follows_its_series(void **state) {
  (void)state;
  WeirStats before, after;
  write_file("series_test.csv", "0,0\n5,7200\n10,0\n");
  World *const world = make("rain_series = series_test.csv", "west = reflect");
  weir_water_stats(world->water, &before);
  run_to(world, 15);
  weir_water_stats(world->water, &after);
  const double rained = (after.volume_now - before.volume_now) / (32.0 * 32.0);
  /* A tick adds some 2e-5 m to 1 m, of which a float has steps of 1.2e-7: it rounds by up to 0.3 %, mostly one way. */
  if (!(fabs(rained - 0.010) < 1e-4)) fail_msg("%g m of rain", rained);
  world_destroy(world);
}

/* The series goes on after a save, a jump of the sides and a wave from the sea. */
static void a_series_goes_on(void **state) {
  (void)state;
  write_file("series_test.csv", levels);
  World *const world = make("", "west = level 1\nwest_series = series_test.csv");
  run_to(world, 10);
  StateBytes saved = {0};
  assert_true(world_state_copy(world, &saved));
  World *const other = world_state_read(saved.bytes, saved.size, 1, &error);
  if (!other) fail_msg("%s", error.text);
  World *const worlds[] = {world, other};
  for (int n = 0; n < 2; n++) {
    run_to(worlds[n], 12);
    assert_true(world_command(worlds[n], &(Command){.kind = COMMAND_SIDES, .sides = WEIR_REFLECT}));
    run_to(worlds[n], 14);
    assert_true(world_command(worlds[n], &(Command){.kind = COMMAND_SIDES, .sides = WORLD_OWN_SIDES}));
    run_to(worlds[n], 20);
    if (!(west_level(worlds[n]) > 1.1f)) fail_msg("%g m after the sides were walls", (double)west_level(worlds[n]));
    assert_true(world_command(worlds[n], &(Command){.kind = COMMAND_SEA_WAVE}));
    run_to(worlds[n], 60);
  }
  assert_true(world_hash(world) == world_hash(other));
  if (!(fabsf(west_level(world) - 1.4f) < 0.06f)) fail_msg("%g m after the wave", (double)west_level(world));
  world_destroy(world);
  world_destroy(other);
  memory_free(saved.bytes);
}

static void is_refused(const char *csv, const char *word) {
  write_file("series_test.csv", csv);
  if (read_tank("", "west = level 1\nwest_series = series_test.csv")) fail_msg("'%s' was read", csv);
  if (!strstr(error.text, word) || !strstr(error.text, "series_test.scene:") || strchr(error.text, '\n')) fail_msg("%s", error.text);
}

static void faults_are_named(void **state) {
  (void)state;
  is_refused("0,1\n5,1\n5,2\n", "series_test.csv:3: times must rise");
  is_refused("a,b\nc,d\n", "series_test.csv:2: expected a time");
  is_refused("3600,0;48,0\n", ":1: expected a time");
  is_refused("0,1,2\n1,2,3\n", ":1: expected a time");
  is_refused("0,1e9\n", "allowed: -100000 to 100000");
  is_refused("time,level\n", "no row");
  static char many[8192] = "";
  for (int n = 0; n < 513; n++) snprintf(many + strlen(many), sizeof many - strlen(many), "%d,1\n", n);
  is_refused(many, "more than 512 rows");
  if (read_tank("rain_series = nowhere.csv", "west = open")) fail();
  assert_non_null(strstr(error.text, "nowhere.csv"));
  /* A side that takes none: the scene is read, and no world is made of it. */
  write_file("series_test.csv", levels);
  assert_true(read_tank("", "west = open\nwest_series = series_test.csv"));
  assert_null(world_create(&scene, 1, 1, &error));
  assert_non_null(strstr(error.text, "west_series: series: only level, wave, sea and inflow"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_side_follows_its_series),
      cmocka_unit_test(rain_follows_its_series),
      cmocka_unit_test(a_series_goes_on),
      cmocka_unit_test(faults_are_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
