/* A box of sand: grids from bytes of any cut, noise and hands that are left out, the grid on a world's cells, the ledger of ground that moves
 * under water, and pipes whose producers go, come and send garbage. */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "sandbox/fit.h"
#include "sandbox/grids.h"
#include "sandbox/sandbox.h"
#include "sandbox/settle.h"
#include "session/session.h"
#include "support.h"

/* Waits for so many microseconds. */
static void rest(long us) {
  nanosleep(&(struct timespec){0, 1000 * us}, NULL);
}

enum { W = 20, H = 17, GRID_BYTES = SAND_HEAD + 2 * W * H };

/* A grid whose value i of row k is base + step*(i + 2k + shift) in steps of a quarter metre. */
static void make_grid(uint8_t bytes[GRID_BYTES], int shift) {
  sand_head_write(&(SandHead){.nx = W, .nz = H, .kind = SAND_STEPS, .scale = 0.25f, .base = -3, .time_us = 1000u * (unsigned)shift}, bytes);
  for (int n = 0; n < W * H; n++) {
    const unsigned steps = (unsigned)(n % W + 2 * (n / W) + shift);
    bytes[SAND_HEAD + 2 * n] = (uint8_t)steps, bytes[SAND_HEAD + 2 * n + 1] = (uint8_t)(steps >> 8);
  }
}

/* Reads bytes in pieces. Returns how many grids came; *last: the first value of the last. */
static int read_pieces(SandGrids *grids, const uint8_t *bytes, size_t count, size_t piece, float *last) {
  float heights[W * H];
  int whole_grids = 0;
  for (size_t at = 0; at < count;) {
    bool whole;
    const size_t most = count - at < piece ? count - at : piece;
    at += sand_grids_read(grids, bytes + at, most, &whole);
    if (!whole) continue;
    sand_grids_heights(grids, heights);
    *last = heights[0];
    whole_grids++;
  }
  return whole_grids;
}

static void grids_come_whole_however_the_bytes_are_cut(void **state) {
  (void)state;
  static uint8_t bytes[3 * GRID_BYTES];
  for (int n = 0; n < 3; n++) make_grid(bytes + n * GRID_BYTES, n);
  for (size_t piece = 1; piece < 2 * GRID_BYTES; piece += piece < 80 ? 1 : 97) {
    SandGrids grids = {0};
    float last = 0;
    assert_int_equal(read_pieces(&grids, bytes, sizeof bytes, piece, &last), 3);
    assert_true(last == -3 + 0.25f * 2);
    assert_true(grids.skipped == 0 && grids.now.nx == W && grids.now.nz == H);
    sand_grids_free(&grids);
  }
}

static void garbage_is_passed_over_to_the_next_grid(void **state) {
  (void)state;
  static uint8_t bytes[3 * GRID_BYTES + 1000];
  size_t size = 0;
  make_grid(bytes, 1), size += GRID_BYTES;
  for (int n = 0; n < 333; n++) bytes[size++] = (uint8_t)(n * 7);
  memcpy(bytes + size, "WSGWSG1", 7), size += 7; /* beginnings of a head that go wrong, and a head of an impossible size */
  memset(bytes + size, 0xff, 28), size += 28;
  make_grid(bytes + size, 5), size += GRID_BYTES;
  for (size_t piece = 1; piece < 400; piece += 13) {
    SandGrids grids = {0};
    float last = 0;
    assert_int_equal(read_pieces(&grids, bytes, size, piece, &last), 2);
    assert_true(last == -3 + 0.25f * 5);
    assert_int_equal(grids.skipped, 333 + 7 + 28);
    sand_grids_free(&grids);
  }
}

static void unseen_values_are_nan(void **state) {
  (void)state;
  uint8_t bytes[GRID_BYTES];
  float heights[W * H], last;
  SandGrids grids = {0};
  make_grid(bytes, 0);
  bytes[SAND_HEAD] = bytes[SAND_HEAD + 1] = 0xff;
  assert_int_equal(read_pieces(&grids, bytes, sizeof bytes, 999, &last), 1);
  sand_grids_heights(&grids, heights);
  assert_true(isnan(heights[0]) && heights[1] == -2.75f);
  sand_head_write(&(SandHead){.nx = W, .nz = H, .kind = SAND_STEPS, .scale = 60000, .base = -3}, bytes); /* ground is within 100 km of 0 */
  assert_int_equal(read_pieces(&grids, bytes, sizeof bytes, 999, &last), 1);
  sand_grids_heights(&grids, heights);
  assert_true(isnan(heights[0]) && heights[1] == 59997 && isnan(heights[2]));
  sand_grids_free(&grids);
}

/* --- in time -------------------------------------------------------------------------------------------------------------- */

enum { S = 16 };

static float noise_of(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (float)(*seed >> 8) / 8388608.0f - 1;
}

/* Adds grids of `height` with noise for so many seconds at 30 a second; the middle value is `middle`, going to and fro by `swing`. */
static void add_for(Settle *settle, float height, float middle, float swing, float seconds, unsigned *seed) {
  float heights[S * S];
  for (int grid = 0; grid < (int)(30 * seconds); grid++) {
    for (int n = 0; n < S * S; n++) heights[n] = height + 0.3f * noise_of(seed);
    heights[S * S / 2] = middle + swing * sinf(0.9f * (float)grid) + 0.3f * noise_of(seed);
    assert_true(settle_add(settle, heights, S, S, 1 / 30.0f));
  }
}

static void noise_does_not_move_the_ground_and_a_hand_neither(void **state) {
  (void)state;
  Settle settle = {.noise = 0.4f, .seconds = 0.2f};
  unsigned seed = 1;
  float before[S * S];
  add_for(&settle, 10, 10, 0, 4, &seed);
  memcpy(before, settle.shown, sizeof before);
  add_for(&settle, 10, 10, 0, 20, &seed);
  assert_memory_equal(before, settle.shown, sizeof before); /* to the bit: water beside goes to sleep */
  add_for(&settle, 10, 30, 3, 5, &seed);                    /* a hand that is never quite still */
  assert_memory_equal(before, settle.shown, sizeof before);
  add_for(&settle, 10, 30, 0, 1, &seed); /* one that rests a while */
  assert_memory_equal(before, settle.shown, sizeof before);
  add_for(&settle, 10, 10, 0, 2, &seed);
  assert_memory_equal(before, settle.shown, sizeof before);
  settle_free(&settle);
}

static void sand_that_was_moved_is_followed_smoothly(void **state) {
  (void)state;
  Settle settle = {.noise = 0.4f, .seconds = 0.2f};
  unsigned seed = 2;
  add_for(&settle, 10, 10, 0, 1, &seed);
  float last = settle.shown[S * S / 2], step = 0;
  for (int n = 0; n < 90; n++) { /* pushed up by 4 m in three seconds, in steps as they come */
    add_for(&settle, 10, 10 + 4 * (float)n / 90, 0, 1 / 29.9f, &seed);
    step = fmaxf(step, fabsf(settle.shown[S * S / 2] - last));
    last = settle.shown[S * S / 2];
  }
  add_for(&settle, 10, 14, 0, 2, &seed);
  print_message("moved sand: %.3f m shown for 14, steps of at most %.3f m\n", (double)settle.shown[S * S / 2], (double)step);
  assert_true(fabsf(settle.shown[S * S / 2] - 14) < 0.4f);
  assert_true(step < 0.25f);
  add_for(&settle, 10, 40, 0, 6, &seed); /* a block that is put there and stays */
  assert_true(fabsf(settle.shown[S * S / 2] - 40) < 0.4f);
  settle_free(&settle);
}

/* --- on a world's cells ----------------------------------------------------------------------------------------------------- */

static void a_slope_stays_a_slope_on_finer_and_coarser_cells(void **state) {
  (void)state;
  enum { SX = 64, SZ = 48 };
  static float values[SX * SZ], cells[200 * 160];
  static const int sizes[][2] = {{64, 48}, {200, 160}, {100, 30}, {20, 16}, {17, 48}};
  for (int n = 0; n < SX * SZ; n++) values[n] = 2 + 0.5f * ((float)(n % SX) + 0.5f) - 0.25f * ((float)(n / SX) + 0.5f);
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    const int nx = sizes[s][0], nz = sizes[s][1];
    Fit fit = {0};
    float worst = 0;
    assert_true(fit_run(&fit, values, SX, SZ, cells, nx, nz));
    for (int k = nz / 4; k < 3 * nz / 4; k++)
      for (int i = nx / 4; i < 3 * nx / 4; i++) {
        const float x = ((float)i + 0.5f) * SX / (float)nx, z = ((float)k + 0.5f) * SZ / (float)nz;
        worst = fmaxf(worst, fabsf(cells[k * nx + i] - (2 + 0.5f * x - 0.25f * z)));
      }
    assert_true(worst < 1e-4f); /* single precision of 20 m; and a tent, symmetric about the cell, has no error on a slope */
    fit_free(&fit);
  }
}

/* --- the ledger ------------------------------------------------------------------------------------------------------------- */

static World *make_basin(const char *solver, int nx, int nz) {
  static Scene scene;
  Error error;
  FILE *const file = fopen("sand_test.scene", "w");
  assert_non_null(file);
  fprintf(file, "[scene]\nsolver = %s\ngrid = %d %d\ncell = 0.5\n[terrain]\nshape = flat\n[water]\npool = 0 0 1 1 2\n", solver, nx, nz);
  fclose(file);
  const bool read = scene_read("sand_test.scene", &scene, &error);
  remove("sand_test.scene");
  if (!read) fail_msg("%s", error.text);
  World *const world = world_create(&scene, 1, 2, &error);
  if (!world) fail_msg("%s", error.text);
  return world;
}

static void heights_of(const World *world, float *heights) {
  const WeirView ground = weir_water_terrain(world->water);
  for (int k = 0; k < world->nz; k++)
    for (int i = 0; i < world->nx; i++) heights[k * world->nx + i] = at(ground, i, k);
}

static void the_ledger_says_what_moved_ground_displaced(void **state) {
  (void)state;
  static const char *const solvers[] = {"pipe", "swe"};
  static float heights[64 * 48];
  for (int n = 0; n < 2; n++) {
    World *const world = make_basin(solvers[n], 64, 48);
    GroundLedger ledger = {0};
    heights_of(world, heights);
    for (int k = 10; k < 20; k++)
      for (int i = 30; i < 42; i++) heights[k * 64 + i] = i < 36 ? 1 : 3; /* under water, and out of it: 3 m through 2 m of water */
    heights[40 * 64 + 5] = -1;
    heights[0] = NAN; /* stays */
    world_follow_ground(world, heights, &ledger);
    assert_int_equal(ledger.moves, 1);
    assert_true(fabs(ledger.raised - 0.25 * (60 * 1 + 60 * 3)) < 1e-9 && fabs(ledger.lowered - 0.25) < 1e-9);
    assert_true(fabs(ledger.displaced - 0.25 * (60 * 1 + 60 * 2)) < 1e-9 && fabs(ledger.freed - 0.25) < 1e-9);
    run_for(world, 400); /* a lake again, but for films on the block */
    WeirStats stats;
    weir_water_stats(world->water, &stats);
    const double area = 0.25 * (64 * 48 - 60), level = 2 + (ledger.displaced - ledger.freed) / area; /* the block stands out of it */
    const double seen = (double)weir_water_surface_at(world->water, 4, 20);
    print_message("%s: level %.5f m, by the ledger %.5f; volume error %.2g\n", solvers[n], seen, level, stats.volume_error);
    assert_true(fabs(seen - level) < 1e-3); /* what clings to the block: 60 cells of up to a mm, and swell of less */
    assert_true(stats.volume_error < 1e-6 && world_is_finite(world));
    world_destroy(world);
  }
}

static void ground_that_stays_wakes_nothing(void **state) {
  (void)state;
  static float heights[64 * 48];
  World *const world = make_basin("swe", 64, 48);
  GroundLedger ledger = {0};
  run_for(world, 1);
  const uint64_t hash = world_hash(world);
  heights_of(world, heights);
  for (int n = 0; n < 64 * 48; n++) heights[n] += 0.0009f; /* less than WORLD_GROUND_LEAST */
  world_follow_ground(world, heights, &ledger);
  assert_int_equal(ledger.moves, 0);
  assert_true(world->ground_edits == 0 && world_hash(world) == hash);
  world_destroy(world);
}

/* --- with bodies, and the same bits ----------------------------------------------------------------------------------------- */

static void a_crate_at_rest_rides_on_rising_ground(void **state) {
  (void)state;
  static float heights[64 * 48];
  World *const world = make_basin("swe", 64, 48);
  GroundLedger ledger = {0};
  const Command drop = {.kind = COMMAND_DROP, .drop = {.x = 16, .y = 0.5f, .z = 12, .size = {1, 1, 1}, .density = 2500, .set = true}};
  assert_true(world_command(world, &drop));
  run_for(world, 8);
  const Body *const crate = &world->bodies[0];
  assert_true(crate->asleep && fabsf(crate->position[1] - 0.5f) < 0.05f);
  for (int tick = 1; tick <= 200; tick++) {
    for (int n = 0; n < 64 * 48; n++) heights[n] = 0.02f * (float)tick;
    world_follow_ground(world, heights, &ledger);
    world_step(world);
  }
  run_for(world, 3);
  print_message("a crate on ground that rose to 4 m: %.3f m above it\n", (double)(crate->position[1] - 4));
  assert_true(fabsf(crate->position[1] - 4.5f) < 0.05f);
  world_destroy(world);
}

static uint64_t run_with_sand(int threads) {
  static float heights[160 * 128];
  World *const world = make_basin("swe", 160, 128);
  GroundLedger ledger = {0};
  use_threads(world->water, threads);
  const Command drop = {.kind = COMMAND_DROP, .drop = {.x = 16, .y = 3, .z = 12, .size = {1, 1, 1}, .density = 500, .set = true}};
  assert_true(world_command(world, &drop));
  uint64_t hash = 0;
  for (int tick = 0; tick < 200; tick++) {
    for (int n = 0; n < 160 * 128; n++)
      heights[n] = 1.2f * sinf(0.02f * (float)tick) * sinf(0.2f * (float)(n % 160)) * cosf(0.15f * (float)(n / 160));
    if (tick % 2 == 0) world_follow_ground(world, heights, &ledger);
    world_step(world);
    hash = 31 * hash + world_hash(world);
  }
  assert_true(world_is_finite(world));
  const Body *const crate = &world->bodies[0];
  assert_true(crate->position[1] > weir_water_terrain_at(world->water, crate->position[0], crate->position[2]));
  world_destroy(world);
  return hash;
}

static void the_same_grids_give_the_same_bits_for_any_threads(void **state) {
  (void)state;
  const uint64_t one = run_with_sand(1);
  assert_true(run_with_sand(2) == one && run_with_sand(3) == one);
}

/* --- from a pipe --------------------------------------------------------------------------------------------------------------- */

static void wait_for(SandFeed *feed, int64_t grids) {
  for (int n = 0; n < 3000 && sand_feed_counts(feed).grids < grids; n++) rest(10000);
  assert_int_equal(sand_feed_counts(feed).grids, grids);
}

static void wait_for_line(SandFeed *feed, const char *word) {
  Error line = {""};
  for (int n = 0; n < 3000 && !sand_feed_said(feed, &line); n++) rest(10000);
  if (!strstr(line.text, word)) fail_msg("'%s' in: %s", word, line.text);
}

static void send(const uint8_t *bytes, size_t size) {
  const int pipe = open("sand_pipe", O_WRONLY);
  assert_true(pipe >= 0);
  assert_int_equal(write(pipe, bytes, size), size);
  close(pipe);
}

static void a_pipe_outlives_its_producers_and_their_garbage(void **state) {
  (void)state;
  uint8_t bytes[GRID_BYTES];
  float cells[40 * 34];
  Error error;
  remove("sand_pipe");
  assert_int_equal(mkfifo("sand_pipe", 0600), 0);
  SandFeed *const feed = sand_feed_open(&(SandDef){"sand_pipe", 0.1f, 0}, &error);
  if (!feed) fail_msg("%s", error.text);
  assert_false(sand_feed_take(feed, 40, 34, true, cells)); /* nothing has come */
  make_grid(bytes, 0);
  send(bytes, sizeof bytes);
  wait_for(feed, 1);
  wait_for_line(feed, "producer is gone after 1 grids");
  assert_true(sand_feed_take(feed, 40, 34, false, cells));
  const float first = cells[17 * 40 + 20];
  assert_false(sand_feed_take(feed, 40, 34, false, cells));
  assert_true(sand_feed_take(feed, 40, 34, true, cells) && cells[17 * 40 + 20] == first); /* for another world */
  send((const uint8_t *)"no grid at all, but words", 25);
  wait_for_line(feed, "");
  send(bytes, 300); /* a producer that is killed within a grid */
  rest(300000);
  assert_false(sand_feed_take(feed, 40, 34, false, cells)); /* the last ground stays */
  assert_int_equal(sand_feed_counts(feed).grids, 1);
  make_grid(bytes, 8);
  send(bytes, sizeof bytes); /* another begins */
  wait_for(feed, 2);
  assert_true(sand_feed_take(feed, 40, 34, false, cells) && fabsf(cells[17 * 40 + 20] - first - 2) < 1e-4f);
  assert_int_equal(sand_feed_counts(feed).skipped, 25 + 300);
  sand_feed_close(feed);
  remove("sand_pipe");
}

static void what_is_no_stream_is_refused(void **state) {
  (void)state;
  Error error;
  assert_null(sand_feed_open(&(SandDef){"no_such_pipe", 0.1f, 0}, &error));
  assert_non_null(strstr(error.text, "mkfifo"));
  assert_null(sand_feed_open(&(SandDef){".", 0.1f, 0}, &error));
  assert_non_null(strstr(error.text, "neither a pipe nor a file"));
}

/* --- in a session --------------------------------------------------------------------------------------------------------------- */

/* A source that lifts the ground by a centimetre a tick in one corner. */
static bool lift(void *user, int nx, int nz, bool again, float *heights) {
  int *const ticks = user;
  (void)again;
  ++*ticks;
  for (int n = 0; n < nx * nz; n++) heights[n] = n % nx < 16 && n / nx < 16 ? 20 + 0.01f * (float)*ticks : NAN;
  return true;
}

static void a_session_follows_its_source_and_keeps_no_past(void **state) {
  (void)state;
  Error error;
  int ticks = 0;
  const SessionDef def = {.scene = "pool", .liquid = -1, .seed = 1, .asset_dir = ASSETS, .threads = 1, .follows = {lift, &ticks}};
  Session *const session = session_create(&def, &error);
  if (!session || !session_build(session, &error)) fail_msg("%s", error.text);
  for (int n = 0; n < 50; n++) assert_true(session_step(session));
  assert_true(fabsf(weir_water_terrain_at(session_world(session)->water, 0.2f, 0.2f) - 20.5f) < 0.02f);
  assert_int_equal(session_ground_ledger(session).moves, 50);
  assert_true(session_run(session, (SessionEnd){-1, -1}, &error));
  session_request(session, &(SessionRequest){0});
  for (int n = 0; n < 3000 && session_show(session, clock_seconds(), true).view->tick < 60; n++) rest(10000);
  assert_true(session_show(session, clock_seconds(), true).view->tick >= 60);
  assert_true(session_set_twin(session, &(TwinHow){.param = -1}, &error)); /* a second world stands on the same ground */
  const int64_t made = session_show(session, clock_seconds(), true).view->tick;
  SessionShown shown = session_show(session, clock_seconds(), true);
  for (int n = 0; n < 3000 && shown.view->tick < made + 20; n++) rest(10000), shown = session_show(session, clock_seconds(), true);
  assert_true(shown.twin && shown.view->tick >= made + 20 && shown.twin->terrain[0] == shown.view->terrain[0]);
  session_end_twin(session);
  assert_false(session_past(session).there);
  assert_false(session_do(session, &(SessionDo){.deed = SESSION_STEP_BACK}, NULL, &error));
  assert_true(session_do(session, &(SessionDo){.deed = SESSION_RESET}, NULL, &error));
  for (int n = 0; n < 3000 && session_show(session, clock_seconds(), true).view->tick < 5; n++) rest(10000);
  session_stop(session);
  assert_true(weir_water_terrain_at(session_world(session)->water, 0.2f, 0.2f) > 20.5f); /* the new world, too */
  session_destroy(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(grids_come_whole_however_the_bytes_are_cut),
      cmocka_unit_test(garbage_is_passed_over_to_the_next_grid),
      cmocka_unit_test(unseen_values_are_nan),
      cmocka_unit_test(noise_does_not_move_the_ground_and_a_hand_neither),
      cmocka_unit_test(sand_that_was_moved_is_followed_smoothly),
      cmocka_unit_test(a_slope_stays_a_slope_on_finer_and_coarser_cells),
      cmocka_unit_test(the_ledger_says_what_moved_ground_displaced),
      cmocka_unit_test(ground_that_stays_wakes_nothing),
      cmocka_unit_test(a_crate_at_rest_rides_on_rising_ground),
      cmocka_unit_test(the_same_grids_give_the_same_bits_for_any_threads),
      cmocka_unit_test(a_pipe_outlives_its_producers_and_their_garbage),
      cmocka_unit_test(what_is_no_stream_is_refused),
      cmocka_unit_test(a_session_follows_its_source_and_keeps_no_past),
  };
  const char *const only = getenv("WEIR_TESTS"); /* a pattern of names: .ci/threads leaves out those that start no thread */
  if (only) cmocka_set_test_filter(only);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
