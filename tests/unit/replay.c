#define _XOPEN_SOURCE 700 /* mkdtemp, setenv */
/* Input logs: what a log has is done again to the bit with another number of threads, over several worlds, from a world that was saved as
 * well; a log that lacks a command, was changed or is cut off is found out. And the inputs of the last minute. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/rng.h"
#include "format/file.h"
#include "record/input_log.h"
#include "record/recording.h"
#include "support.h"
#include "world/state/state.h"

static char path[] = "replay-XXXXXX";

static int make_folder(void **state) {
  (void)state;
  return mkdtemp(path) && chdir(path) == 0 ? 0 : -1;
}

static int remove_folder(void **state) {
  (void)state;
  remove("a.log");
  remove("b.log");
  return chdir("..") == 0 ? rmdir(path) : -1;
}

/* --- sessions ---------------------------------------------------------------------------------------------------------------- */

static void act(World *world, Rng *rng) {
  static const CommandKind kinds[] = {COMMAND_DROP, COMMAND_DISTURB, COMMAND_POUR, COMMAND_HEAP, COMMAND_DYE, COMMAND_DELETE};
  CommandRecord record = {.kind = kinds[rng_next(rng) % 6], .radius = 3, .amount = 0.4f};
  Command command;
  record.x = rng_range(rng, 0.1f, 0.9f) * (float)world->nx * world->cell;
  record.z = rng_range(rng, 0.1f, 0.9f) * (float)world->nz * world->cell;
  record.y = 8;
  record.body = (BodyKind)(rng_next(rng) % 2);
  record.serial = world->body_count > 0 ? world->bodies[0].serial : 0;
  command_from_record(&record, &command);
  assert_true(world_command(world, &command));
}

static void play(Recording *log, World *world, int ticks, uint64_t seed) {
  Rng rng = {seed};
  recording_begin_world(log, world);
  for (int n = 0; n < ticks; n++) {
    for (uint64_t acts = rng_next(&rng) % 3; acts > 0; acts--) act(world, &rng);
    world_step(world);
    recording_tick(log, world);
  }
  recording_end_world(log);
}

/* Three worlds: one of 250 ticks, one that another solver moves, and the first again, from where it was saved with a command that waits. */
static void write_log(const char *file) {
  Error error;
  Recording *const log = recording_create(file, "abc", false, &error);
  if (!log) fail_msg("%s", error.text);
  World *const river = make_world("river", 5, 1, "grid=24"), *const pool = make_world("pool", 6, 1, "grid=32");
  play(log, river, 250, 11);
  play(log, pool, 130, 12);
  Rng rng = {13};
  act(river, &rng);
  const size_t size = world_state_write(river, NULL, 0);
  void *const bytes = memory_create(1, size);
  world_state_write(river, bytes, size);
  World *const again = world_state_read(bytes, size, 1, &error);
  if (!again) fail_msg("%s", error.text);
  play(log, again, 70, 14);
  if (!recording_close_log(log, &error)) fail_msg("%s", error.text);
  recording_destroy(log);
  memory_free(bytes);
  world_destroy(again);
  world_destroy(pool);
  world_destroy(river);
}

/* Plays it all; false with a line. */
static bool play_log(const char *file, int threads, InputPlayed *played, Error *error) {
  InputPlayer *const player = input_player_open(file, error);
  if (!player) return false;
  const bool ok = input_player_play(player, threads, error);
  *played = input_player_played(player);
  input_player_close(player);
  return ok;
}

static void a_log_is_played_to_the_bit(void **state) {
  (void)state;
  Error error;
  InputPlayed played;
  write_log("a.log");
  if (!play_log("a.log", 3, &played, &error)) fail_msg("%s", error.text);
  assert_int_equal(played.worlds, 3);
  assert_int_equal(played.ticks, 250 + 130 + 70);
  assert_int_equal(played.compared, 3 + 2 + 1 + 3); /* each 100 ticks, what is left, each world's end */
  assert_true(played.whole);
}

/* --- logs that are not right ---------------------------------------------------------------------------------------------------- */

/* A change to a chunk on its way from a.log to b.log. */
typedef void (*Change)(Chunk *chunk, LogTicks *ticks);

static void copy_log(Change change) {
  static LogTicks ticks;
  static unsigned char room[1 << 20];
  size_t size, at;
  Error error;
  Chunk chunk;
  ChunksEnd end;
  unsigned char *const file = file_read("a.log", &size, &error);
  FILE *const out = fopen("b.log", "wb");
  assert_true(file && out && chunks_begin(file, size, &at) == CHUNKS_WEIR && chunks_write_signature(out, CHUNKS_WEIR));
  while (chunks_next(file, size, &at, &chunk, &end)) {
    const bool is_ticks = chunk_is(&chunk, LOG_TICKS_DONE);
    if (is_ticks) {
      StateStream in = {.in = chunk.bytes, .size = chunk.size}, write = {.out = room, .size = sizeof room};
      log_ticks(&in, &ticks);
      change(&chunk, &ticks);
      log_ticks(&write, &ticks);
      assert_true(chunk_write(out, LOG_TICKS_DONE, room, write.at));
    } else {
      assert_true(chunk_write(out, chunk.name, chunk.bytes, chunk.size));
    }
  }
  assert_true(end == CHUNKS_END && fclose(out) == 0);
  memory_free(file);
}

static void change_nothing(Chunk *chunk, LogTicks *ticks) {
  (void)chunk, (void)ticks;
}

static void leave_out_a_command(Chunk *chunk, LogTicks *ticks) {
  (void)chunk;
  for (int n = 0; n < ticks->operations.count; n++) {
    Command *const command = &ticks->operations.rows[n].command;
    if (ticks->from == 100 && command->kind == COMMAND_POUR) command->kind = COMMAND_RELEASE;
  }
}

static void shift_a_command(Chunk *chunk, LogTicks *ticks) {
  (void)chunk;
  if (ticks->from != 100) return;
  for (int n = 0; n < ticks->operations.count; n++)
    if (ticks->operations.rows[n].tick < ticks->to - 1 && n == ticks->operations.count / 2) ticks->operations.rows[n].tick++;
}

static void change_a_hash(Chunk *chunk, LogTicks *ticks) {
  (void)chunk;
  if (ticks->from == 100) ticks->hash ^= 1;
}

static void a_log_that_was_changed_is_found_out(void **state) {
  (void)state;
  static const Change changes[] = {leave_out_a_command, shift_a_command, change_a_hash};
  Error error;
  InputPlayed played;
  copy_log(change_nothing);
  if (!play_log("b.log", 1, &played, &error)) fail_msg("%s", error.text);
  for (int n = 0; n < 3; n++) {
    copy_log(changes[n]);
    assert_false(play_log("b.log", 1, &played, &error));
    assert_non_null(strstr(error.text, "; in the log it is "));
  }
}

static const char *engine = "ODE 0.16.2";
const char *__wrap_world_engine(void) {
  return engine;
}

/* With another engine a log is verified as far as it is equal; a difference is no fault of the log's then, and the line says why. */
static void a_log_of_another_engine_is_not_said_to_differ(void **state) {
  (void)state;
  Error error;
  InputPlayed played = {0};
  engine = "ODE 0.99";
  if (!play_log("a.log", 1, &played, &error)) fail_msg("%s", error.text); /* this one moves bodies alike */
  copy_log(change_a_hash);
  assert_false(play_log("b.log", 1, &played, &error));
  assert_true(played.other_engine);
  assert_string_equal(error.text,
                      "b.log: played with ODE 0.16.2, and this program has ODE 0.99, which moves bodies otherwise: world 1 can be "
                      "compared up to tick 100");
  engine = "ODE 0.16.2";
  assert_false(play_log("b.log", 1, &played, &error));
  assert_false(played.other_engine);
  assert_non_null(strstr(error.text, "; in the log it is "));
}

static void a_log_that_is_cut_off_is_played_as_far_as_it_goes(void **state) {
  (void)state;
  size_t size;
  Error error;
  InputPlayed played;
  unsigned char *const file = file_read("a.log", &size, &error);
  const size_t ends[] = {size - 1, size - 13, size / 2, 9, 5, 0};
  for (int n = 0; n < 6; n++) {
    FILE *const out = fopen("b.log", "wb");
    assert_true(out && fwrite(file, 1, ends[n], out) == ends[n] && fclose(out) == 0);
    const bool ok = play_log("b.log", 1, &played, &error);
    assert_true(ok ? !played.whole : ends[n] < size / 3 && error.text[0]);
  }
  for (size_t at = 0; at < size; at += size / 7) { /* a byte that was changed */
    FILE *const out = fopen("b.log", "wb");
    file[at] ^= 0x40;
    assert_true(out && fwrite(file, 1, size, out) == size && fclose(out) == 0);
    file[at] ^= 0x40;
    assert_false(play_log("b.log", 1, &played, &error) && played.whole);
  }
  memory_free(file);
}

static void a_log_that_cannot_be_written_says_so(void **state) {
  (void)state;
  Error error;
  InputPlayed played;
  assert_null(recording_create("no-such-folder/a.log", "", false, &error));
  assert_non_null(strstr(error.text, "no-such-folder/a.log: "));
  assert_false(play_log("no-such.log", 1, &played, &error));
  if (access("/dev/full", W_OK) != 0) return;
  Error *const told[] = {&error, NULL}; /* NULL: the run has failed before, and only that is told */
  for (int n = 0; n < 2; n++) {
    Recording *const log = recording_create("/dev/full", "", false, &error);
    World *const world = make_world("pool", 6, 1, "grid=16");
    assert_non_null(log);
    play(log, world, 3, 1);
    assert_false(recording_close_log(log, told[n]));
    assert_true(n > 0 || strstr(error.text, "/dev/full: "));
    recording_destroy(log);
    world_destroy(world);
  }
}

/* --- the last minute ------------------------------------------------------------------------------------------------------------ */

static void the_last_minute_is_kept(void **state) {
  (void)state;
  Error error;
  Recording *const recording = recording_create(NULL, "", false, &error);
  World *const world = make_world("pool", 6, 1, "grid=16");
  static unsigned char bytes[1 << 20];
  Operations copy = {0}, read = {0};
  const double tick_s = (double)world->params.tick;
  assert_non_null(recording);
  recording_begin_world(recording, world);
  const int ticks = (int)(90 / tick_s); /* a minute and a half, a command every second */
  const int every = (int)(1 / tick_s);
  for (int n = 0; n < ticks; n++) {
    if (n % every == 0) world_command(world, &(Command){.kind = COMMAND_DISTURB, .brush = {.x = 1, .z = 1, .radius = 1, .amount = 0.01f}});
    world_step(world);
    recording_tick(recording, world);
  }
  assert_true(recording_recent(recording, world, &copy));
  assert_in_range(copy.count, 59, 61);
  StateStream out = {.out = bytes, .size = sizeof bytes};
  operations_pass(&out, &copy, RECENT_MAX, 0, INT32_MAX);
  StateStream in = {.in = bytes, .size = out.at};
  operations_pass(&in, &read, RECENT_MAX, 0, INT32_MAX);
  assert_true(!in.fault && in.at == in.size);
  assert_true(read.count == copy.count && read.rows[5].tick == copy.rows[5].tick && read.rows[5].command.brush.amount == 0.01f);
  operations_free(&copy);
  /* A minute with more commands than are kept: the latest of them. */
  for (int n = 0; n < 60; n++) {
    for (int m = 0; m < 200; m++)
      world_command(world, &(Command){.kind = COMMAND_DISTURB, .brush = {.x = 1, .z = 1, .radius = 1, .amount = 1e-4f}});
    world_step(world);
    recording_tick(recording, world);
  }
  assert_true(recording_recent(recording, world, &copy));
  assert_true(copy.count == RECENT_MAX && copy.rows[RECENT_MAX - 1].tick == world->tick - 1);
  operations_free(&copy);
  operations_free(&read);
  recording_destroy(recording);
  world_destroy(world);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_log_is_played_to_the_bit),
      cmocka_unit_test(a_log_that_was_changed_is_found_out),
      cmocka_unit_test(a_log_of_another_engine_is_not_said_to_differ),
      cmocka_unit_test(a_log_that_is_cut_off_is_played_as_far_as_it_goes),
      cmocka_unit_test(a_log_that_cannot_be_written_says_so),
      cmocka_unit_test(the_last_minute_is_kept),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
