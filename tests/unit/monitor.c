/* Results that are collected in memory: saved they are, to the byte, the files of a run without a window; a world that goes back in time
 * takes them along; and a session's thread collects them while another reads. Run under ThreadSanitizer too (.ci/threads). */
#define _XOPEN_SOURCE 700 /* mkdtemp, nanosleep */
#include "results/monitor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "results/curves.h"
#include "results/results.h"
#include "results/series.h"
#include "session/session.h"
#include "support.h"

static World *open_world(const char *file) {
  static Scene scene;
  char path[512];
  Error error;
  snprintf(path, sizeof path, "%s/%s", ASSETS, file);
  if (!scene_read(path, &scene, &error)) fail_msg("%s", error.text);
  World *const world = world_create(&scene, 1, 2, &error);
  if (!world) fail_msg("%s", error.text);
  return world;
}

static Monitor *begin(const World *world, const MonitorPlaces *places, double every_s) {
  Error error;
  Monitor *const monitor = monitor_begin(world, places, every_s, &error);
  if (!monitor) fail_msg("%s", error.text);
  return monitor;
}

static void step(World *world, Monitor *monitor, int ticks) {
  for (int n = 0; n < ticks; n++) {
    world_step(world);
    monitor_tick(monitor, world);
    assert_true(monitor_provide(monitor));
  }
}

static void save(const Monitor *monitor, const World *world, const char *folder) {
  Error error;
  MonitorCopy *const copy = monitor_copy(monitor, world);
  assert_non_null(copy);
  if (!monitor_write(copy, folder, &error)) fail_msg("%s", error.text);
  monitor_copy_destroy(copy);
}

static bool same_file(const char *a, const char *b, const char *name) {
  char command[256];
  snprintf(command, sizeof command, "cmp -s %s/%s %s/%s", a, name, b, name);
  return system(command) == 0;
}

static bool same_folder(const char *a, const char *b) {
  char command[256];
  snprintf(command, sizeof command, "diff -r %s %s", a, b);
  return system(command) == 0;
}

/* --- one world ---------------------------------------------------------------------------------------------------------------- */

/* A scene with rules, lines and a machine, and a flume with a law; --out's rows and one a tick. */
static void saved_they_are_the_files_of_a_run_without_a_window(void **state) {
  (void)state;
  static const char *const files[] = {"examples/polder.scene", "flumes/dam-break.scene"};
  for (int n = 0; n < 4; n++) {
    const double every_s = n < 2 ? RESULTS_EVERY_S : 0;
    Error error;
    World *const world = open_world(files[n % 2]);
    Monitor *const monitor = begin(world, NULL, every_s);
    Results *const results = results_begin(&(ResultsDef){"straight", every_s}, world, &error);
    if (!results) fail_msg("%s", error.text);
    for (int tick = 0; tick < 150; tick++) {
      step(world, monitor, 1);
      assert_true(results_tick(results, world, &error));
    }
    assert_true(results_write_maps(results, world, &error));
    save(monitor, world, "saved");
    assert_true(same_folder("straight", "saved"));
    assert_true(access(n % 2 ? "saved/law.csv" : "saved/rules.csv", F_OK) == 0);
    /* It goes on: what comes later is no part of what was saved, and all of it of what is saved then. */
    step(world, monitor, 30);
    save(monitor, world, "later");
    assert_false(same_file("saved", "later", "gauges.csv"));
    results_destroy(results);
    monitor_destroy(monitor);
    world_destroy(world);
  }
}

static void a_tick_allocates_nothing(void **state) {
  (void)state;
  World *const world = open_world("examples/polder.scene"), *const earlier = open_world("examples/polder.scene");
  Monitor *const monitor = begin(world, NULL, 0);
  for (int n = 0; n < 60; n++) world_step(world);
  const size_t before = memory_created();
  for (int n = 0; n < 60; n++) monitor_tick(monitor, world);
  monitor_jump(monitor, earlier, 0);
  assert_int_equal(memory_created(), before);
  monitor_destroy(monitor);
  world_destroy(world);
  world_destroy(earlier);
}

/* Rows for which no room was made are lost and counted; none is written beside its place. */
static void rows_without_room_are_counted(void **state) {
  (void)state;
  World *const world = make_world("gate", 1, 1, "grid=32");
  Monitor *const monitor = begin(world, NULL, 0);
  for (int n = 0; n < 5000; n++) monitor_tick(monitor, world);
  const MonitorState full = monitor_state(monitor);
  assert_true(full.lost > 0 && full.rows + full.lost == 5001);
  assert_true(monitor_provide(monitor));
  monitor_tick(monitor, world);
  assert_true(monitor_state(monitor).lost == full.lost && monitor_state(monitor).rows == full.rows + 1);
  monitor_destroy(monitor);
  world_destroy(world);
}

static void places_of_ones_own_count_where_there_are_none(void **state) {
  (void)state;
  const MonitorPlaces places = {true, true, {"probe", 0.25f, 0.5f}, {"line", 0.5f, 0, 0.5f, 1}};
  World *const bare = make_world("gate", 1, 1, "grid=32"), *const polder = open_world("examples/polder.scene");
  Monitor *const own = begin(bare, &places, 0), *const scenes = begin(polder, &places, 0);
  const Scene *const scene = monitor_scene(own);
  assert_true(scene->gauge_count == 1 && strcmp(scene->gauges[0].name, "probe") == 0);
  assert_true(scene->line_count == 1 && strcmp(scene->lines[0].name, "line") == 0);
  const WeirSample at = weir_water_sample(bare->water, 0.25f * 32 * bare->cell, 0.5f * 32 * bare->cell);
  assert_true(monitor_row(own, 0)[series_gauge_at(0)] == (double)at.surface);
  assert_true(monitor_scene(scenes)->gauge_count == 3 && monitor_scene(scenes)->line_count == 1);
  step(bare, own, 3);
  save(own, bare, "own");
  assert_true(access("own/gauges.csv", F_OK) == 0 && access("own/lines.csv", F_OK) == 0);
  monitor_destroy(own);
  monitor_destroy(scenes);
  world_destroy(bare);
  world_destroy(polder);
}

static void what_cannot_be_written_is_one_line_and_nothing_is_lost(void **state) {
  (void)state;
  Error error = {0};
  World *const world = open_world("examples/polder.scene");
  Monitor *const monitor = begin(world, NULL, 0);
  step(world, monitor, 20);
  fclose(fopen("a_file", "w"));
  MonitorCopy *const copy = monitor_copy(monitor, world);
  assert_false(monitor_write(copy, "a_file", &error));
  assert_non_null(strstr(error.text, "a_file: "));
  assert_null(strchr(error.text, '\n'));
  assert_true(monitor_write(copy, "after_all", &error));
  monitor_copy_destroy(copy);
  assert_int_equal(monitor_state(monitor).rows, 21);
  monitor_destroy(monitor);
  world_destroy(world);
}

/* --- other times ---------------------------------------------------------------------------------------------------------------- */

/* A world that goes back by a second, and does the same again, has the series of one that never did. */
static void going_back_cuts_the_series(void **state) {
  (void)state;
  static const char *const files[] = {"examples/polder.scene", "flumes/dam-break.scene"};
  for (int n = 0; n < 2; n++) {
    World *const first = open_world(files[n]), *const again = open_world(files[n]), *const straight = open_world(files[n]);
    Monitor *const monitor = begin(first, NULL, RESULTS_EVERY_S), *const plain = begin(straight, NULL, RESULTS_EVERY_S);
    const int second = (int)lrint(1 / (double)first->params.tick);
    step(first, monitor, 2 * second);
    for (int tick = 0; tick < second; tick++) world_step(again);
    monitor_jump(monitor, again, again->time);
    const MonitorState cut = monitor_state(monitor);
    assert_true(cut.rows == 11 && fabs(cut.to_s - 1) < 1e-3 && !cut.ended);
    step(again, monitor, 2 * second);
    step(straight, plain, 3 * second);
    save(monitor, again, "cut");
    save(plain, straight, "plain");
    assert_true(same_file("cut", "plain", "gauges.csv") && same_file("cut", "plain", "lines.csv"));
    assert_true(same_file("cut", "plain", n == 0 ? "rules.csv" : "law.csv"));
    assert_true(same_file("cut", "plain", "depth_last.asc"));
    monitor_destroy(monitor);
    monitor_destroy(plain);
    world_destroy(first);
    world_destroy(again);
    world_destroy(straight);
  }
}

/* Back to before the first row: all of it begins again there. */
static void going_back_to_before_it_begins_again(void **state) {
  (void)state;
  World *const world = open_world("examples/polder.scene"), *const earlier = open_world("examples/polder.scene");
  for (int n = 0; n < 50; n++) world_step(world);
  Monitor *const monitor = begin(world, NULL, RESULTS_EVERY_S);
  step(world, monitor, 20);
  monitor_jump(monitor, earlier, earlier->time);
  const MonitorState state_of = monitor_state(monitor);
  assert_true(state_of.rows == 1 && state_of.from_s == 0 && state_of.to_s == 0);
  step(earlier, monitor, 10);
  assert_int_equal(monitor_state(monitor).rows, 1 + (int)(10 * (double)earlier->params.tick / RESULTS_EVERY_S + 1e-3));
  monitor_destroy(monitor);
  world_destroy(world);
  world_destroy(earlier);
}

/* Greatest values of what was gone back from are none of those that are saved. */
static void greatest_values_begin_again(void **state) {
  (void)state;
  World *const flood = make_world("pool", 1, 1, "grid=32"), *const calm = make_world("pool", 1, 1, "grid=32");
  Monitor *const monitor = begin(flood, NULL, 0), *const plain = begin(calm, NULL, 0);
  const float middle = 16 * flood->cell;
  world_command(flood, &(Command){.kind = COMMAND_POUR, .brush = {.x = middle, .z = middle, .radius = middle, .amount = 200}});
  step(flood, monitor, 5);
  monitor_jump(monitor, calm, 0);
  step(calm, monitor, 5);
  world_destroy(calm);
  World *const same = make_world("pool", 1, 1, "grid=32");
  step(same, plain, 5);
  save(monitor, same, "after_flood");
  save(plain, same, "without");
  assert_true(same_file("after_flood", "without", "depth_max.asc") && same_file("after_flood", "without", "hazard_max.asc"));
  monitor_destroy(monitor);
  monitor_destroy(plain);
  world_destroy(flood);
  world_destroy(same);
}

/* --- curves --------------------------------------------------------------------------------------------------------------------- */

static Curves curves;

static void curves_are_the_rows(void **state) {
  (void)state;
  World *const world = open_world("examples/polder.scene");
  Monitor *const monitor = begin(world, NULL, RESULTS_EVERY_S);
  const Scene *const scene = monitor_scene(monitor);
  step(world, monitor, 200);
  const MonitorState is = monitor_state(monitor);
  curves_make(&curves, monitor, CURVE_DISCHARGE, 0);
  assert_true(curves.count == 1 && strcmp(curves.curves[0].name, "gap") == 0 && curves.curves[0].count == (int)is.rows);
  for (int n = 0; n < is.rows; n++) {
    assert_true(curves.curves[0].points[n].value == (float)monitor_row(monitor, n)[series_line_at(scene, 0)]);
    assert_true(curves.curves[0].points[n].time == (float)(monitor_row(monitor, n)[0] - is.to_s));
  }
  assert_true(curves.low <= curves.least && curves.high >= curves.greatest && curves.high > curves.low);
  const double steps = (curves.high - curves.low) / curves.step;
  assert_true(fabs(steps - round(steps)) < 1e-6 && steps > 1.5 && steps < 8.5);
  /* The last second of them alone. */
  curves_make(&curves, monitor, CURVE_LEVEL, 1);
  assert_true(curves.count == 3 && curves.curves[2].count >= 10 && curves.curves[2].count <= 11);
  assert_true(fabs(curves.to_s - curves.from_s - 1) < 1e-9);
  monitor_destroy(monitor);
  world_destroy(world);
}

/* Many rows in few points: the one that stands out is seen; and where rows are missing the curve breaks. */
static void long_curves_keep_their_extremes_and_gaps(void **state) {
  (void)state;
  World *const world = make_world("pool", 1, 1, "grid=32");
  const MonitorPlaces places = {.has_gauge = true, .gauge = {"probe", 0.5f, 0.5f}};
  Monitor *const monitor = begin(world, &places, 0);
  for (int n = 0; n < 4000; n++) {
    world->time = 0.02 * n;
    if (n == 2001) weir_water_add(world->water, 16 * world->cell, 16 * world->cell, 4 * world->cell, 10);
    if (n == 2002) weir_water_add(world->water, 16 * world->cell, 16 * world->cell, 4 * world->cell, -10);
    if (n > 3000) world->time += 10;
    monitor_tick(monitor, world);
    monitor_provide(monitor);
  }
  curves_make(&curves, monitor, CURVE_LEVEL, 0);
  int gaps = 0;
  float greatest = -INFINITY;
  const Curve *const curve = &curves.curves[0];
  for (int n = 0; n < curve->count; n++) {
    gaps += isnan(curve->points[n].value);
    greatest = fmaxf(greatest, curve->points[n].value); /* of the two, the one that is a number */
  }
  assert_true(curve->count <= CURVE_POINTS_MAX && curve->count > CURVE_POINTS_MAX / 4);
  assert_true(gaps == 1 && (double)greatest == curves.greatest);
  assert_true(curves.greatest > (double)curve->points[0].value + 0.01);
  monitor_destroy(monitor);
  world_destroy(world);
}

/* --- a session's thread ----------------------------------------------------------------------------------------------------------- */

static const double patience_s = 60; /* a machine may be busy */

static Session *session;
static SessionRequest request;
static SessionShown shown;
static Monitor *heard;
static int jumps, ends;

static void hear_begin(void *user, const World *world) {
  (void)user;
  heard = begin(world, NULL, 0);
}
static void hear_tick(void *user, const World *world) {
  (void)user;
  monitor_tick(heard, world);
}
static void hear_jump(void *user, const World *world, double shared_s) {
  (void)user;
  jumps++;
  monitor_jump(heard, world, shared_s);
}
static void hear_end(void *user, const World *world) {
  (void)user;
  ends++;
  monitor_end(heard, world);
}

/* Draws frames, with the curves, until the shown world has gone on by so many ticks. */
static void play(int ticks) {
  const int64_t until = shown.view->tick + ticks;
  for (const double from = clock_seconds(); shown.view->tick < until; nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL)) {
    if (clock_seconds() - from > patience_s) fail_msg("tick %lld of %lld", (long long)shown.view->tick, (long long)until);
    session_request(session, &request);
    shown = session_show(session, clock_seconds(), request.paused);
    assert_true(monitor_provide(heard));
    curves_make(&curves, heard, CURVE_LEVEL, 0);
  }
}

static void open_session(const char *file) {
  static char path[512];
  static const SessionListener listener = {hear_begin, hear_tick, hear_jump, hear_end, NULL};
  Error error;
  snprintf(path, sizeof path, "%s/%s", ASSETS, file);
  session = session_create(&(SessionDef){.scene = path, .asset_dir = ASSETS, .liquid = -1, .seed = 1, .threads = 1}, &error);
  if (!session || !session_build(session, &error)) fail_msg("%s", error.text);
  session_listen(session, &listener);
  if (!session_run(session, (SessionEnd){-1, -1}, &error)) fail_msg("%s", error.text);
  request = (SessionRequest){.view = {.flow_every = 1}};
  session_wanted(session)->params.time_scale = 4;
  shown = session_show(session, clock_seconds(), true);
  jumps = ends = 0;
}

static void copy_now(void *user, const World *world) {
  *(MonitorCopy **)user = monitor_copy(heard, world);
}

static void a_session_tells_of_ticks_and_times(void **state) {
  (void)state;
  Error error;
  MonitorCopy *copy = NULL;
  open_session("examples/polder.scene");
  play(150);
  session_read(session, copy_now, &copy);
  if (!copy || !monitor_write(copy, "session", &error)) fail_msg("%s", error.text);
  monitor_copy_destroy(copy);
  const double far = monitor_state(heard).to_s;
  assert_true(session_do(session, &(SessionDo){.deed = SESSION_STEP_BACK}, NULL, &error));
  assert_true(jumps == 1 && ends == 0);
  /* A look back goes on from what it was at. */
  for (const double from = clock_seconds(); shown.jumps == 0 && clock_seconds() - from < patience_s;) {
    assert_true(session_look(session, 0.5 * far, clock_seconds(), &error));
    session_request(session, &request);
    shown = session_show(session, clock_seconds(), true);
  }
  assert_true(session_end_look(session, &error));
  const MonitorState cut = monitor_state(heard);
  assert_true(jumps == 2 && cut.to_s < far && cut.rows > 1);
  shown = session_show(session, clock_seconds(), true);
  play(20);
  for (int64_t row = 1; row < monitor_state(heard).rows; row++) /* no moment is missing, and none is there twice */
    assert_true(fabs(monitor_row(heard, row)[0] - monitor_row(heard, row - 1)[0] - 0.02) < 1e-3);
  /* Back to the future that was left: rows are those that both have, then those from its end on. */
  assert_true(session_do(session, &(SessionDo){.deed = SESSION_BRANCH, .index = 1}, NULL, &error));
  const MonitorState parted = monitor_state(heard);
  assert_true(parted.rows > 0 && parted.to_s <= cut.to_s + 0.03);
  shown = session_show(session, clock_seconds(), true);
  play(5);
  assert_true(monitor_state(heard).to_s > cut.to_s && ends == 0);
  session_stop(session);
  session_destroy(session);
  monitor_destroy(heard);
}

static void another_world_ends_it_and_what_there_is_stays(void **state) {
  (void)state;
  Error error;
  open_session("examples/polder.scene");
  play(20);
  assert_true(session_do(session, &(SessionDo){.deed = SESSION_RESET}, NULL, &error));
  assert_true(ends == 1 && monitor_state(heard).ended);
  const int64_t rows = monitor_state(heard).rows;
  shown = session_show(session, clock_seconds(), true);
  play(10);
  assert_true(session_do(session, &(SessionDo){.deed = SESSION_SCENE, .index = 0}, NULL, &error));
  assert_true(ends == 1 && monitor_state(heard).rows == rows && rows > 20);
  save(heard, NULL, "ended");
  assert_true(access("ended/depth_last.asc", F_OK) == 0);
  session_stop(session);
  session_destroy(session);
  monitor_destroy(heard);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(saved_they_are_the_files_of_a_run_without_a_window),
      cmocka_unit_test(a_tick_allocates_nothing),
      cmocka_unit_test(rows_without_room_are_counted),
      cmocka_unit_test(places_of_ones_own_count_where_there_are_none),
      cmocka_unit_test(what_cannot_be_written_is_one_line_and_nothing_is_lost),
      cmocka_unit_test(going_back_cuts_the_series),
      cmocka_unit_test(going_back_to_before_it_begins_again),
      cmocka_unit_test(greatest_values_begin_again),
      cmocka_unit_test(curves_are_the_rows),
      cmocka_unit_test(long_curves_keep_their_extremes_and_gaps),
      cmocka_unit_test(a_session_tells_of_ticks_and_times),
      cmocka_unit_test(another_world_ends_it_and_what_there_is_stays),
  };
  char folder[] = "monitor_test_XXXXXX", command[64];
  if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
  const char *const only = getenv("WEIR_TESTS"); /* a pattern of names: .ci/threads leaves out those that start no thread */
  if (only) cmocka_set_test_filter(only);
  const int status = cmocka_run_group_tests(tests, NULL, NULL);
  snprintf(command, sizeof command, "rm -r ../%s", folder);
  return system(command) == 0 ? status : 1;
}
