/* A session whose thread runs, driven as a window drives it and without one: every call of session.h while the world moves. What was done
 * comes to the same states when its recording is played again; nothing waits for ever. Run under ThreadSanitizer too (.ci/run). */
#define _POSIX_C_SOURCE 200809L /* nanosleep */
#include "session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/rng.h"
#include "support.h"

static const double patience_s = 60; /* a machine may be busy; nothing here takes a second by itself */

static Session *session;
static SessionShown shown;
static SessionRequest request;

static void open_with(SessionDef def, SessionEnd end) {
  Error error;
  def.asset_dir = ASSETS;
  def.liquid = -1;
  def.seed = 1;
  def.threads = 1;
  if (!def.ground.nx) def.ground.nx = def.ground.nz = 32;
  session = session_create(&def, &error);
  if (!session || !session_build(session, &error)) fail_msg("%s", error.text);
  if (!session_run(session, end, &error)) fail_msg("%s", error.text);
  assert_null(session_world(session)); /* its thread has it */
  request = (SessionRequest){.view = {.flow_every = 1}};
}

static void open_scene(const char *scene) {
  open_with((SessionDef){.scene = scene, .check_replay = true}, (SessionEnd){-1, -1});
}

/* The frame of a window: the request, then what is shown. */
static void frame(void) {
  session_request(session, &request);
  shown = session_show(session, clock_seconds(), request.paused);
  assert_non_null(shown.view);
}

static void rest(double seconds) {
  nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * seconds)}, NULL);
}

/* Draws frames until the shown world has gone on by so many ticks. */
static void play(int ticks) {
  frame();
  const int64_t until = shown.view->tick + ticks;
  for (const double from = clock_seconds(); shown.view->tick < until; rest(0.002)) {
    if (clock_seconds() - from > patience_s) fail_msg("tick %lld, waiting for %lld", (long long)shown.view->tick, (long long)until);
    frame();
  }
}

static bool drop(float x, float z) {
  return session_command(session, &(Command){.kind = COMMAND_DROP, .drop = {.x = x, .y = 6, .z = z, .body = BODY_CRATE}});
}

static void close_checked(void) {
  Error error;
  session_stop(session);
  assert_non_null(session_world(session));
  if (!session_check_replay(session, &error)) fail_msg("%s", error.text);
  session_destroy(session);
}

/* --- its thread ------------------------------------------------------------------------------------------------------------------- */

static void a_run_has_the_steps_that_were_asked_for(void **state) {
  (void)state;
  const SessionEnd end = {40, -1};
  open_with((SessionDef){.scene = "pool"}, end);
  for (const double from = clock_seconds(); !session_is_done(session, end) && clock_seconds() - from < patience_s; rest(0.002)) frame();
  frame();
  session_stop(session);
  assert_true(session_is_done(session, end));
  assert_int_equal(session_facts(session).steps->steps, 40);
  shown = session_show(session, clock_seconds(), true); /* what was shown stays */
  assert_true(session_world(session)->tick == 40 && shown.view->tick == 40);
  session_destroy(session);
}

/* Frames of several ticks, between which the simulation makes views of the last ticks only: at the end and in a pause the newest is shown. */
static void slow_frames_end_with_the_newest_world(void **state) {
  (void)state;
  enum { FRAMES = 8 };
  const double frame_s = 0.13;
  const SessionEnd end = {40, -1};
  for (int pauses = 0; pauses < 2; pauses++) {
    open_with((SessionDef){.scene = "pool"}, pauses ? (SessionEnd){-1, -1} : end);
    for (int n = 0; pauses ? n < FRAMES : !session_is_done(session, end) && n < 20 * FRAMES; n++, rest(frame_s)) frame();
    request.paused = pauses;
    frame();
    rest(frame_s);
    frame();
    const int64_t tick = shown.view->tick;
    session_stop(session);
    assert_true(pauses ? tick > 10 : tick == 40);
    assert_int_equal(session_world(session)->tick, tick);
    session_destroy(session);
  }
}

static void a_paused_world_takes_single_steps(void **state) {
  (void)state;
  open_scene("pool");
  play(5);
  request.paused = true;
  frame();
  for (int n = 0; n < 3; n++) {
    rest(0.05);
    frame();
    const int64_t tick = shown.view->tick;
    session_single_step(session);
    for (const double from = clock_seconds(); shown.view->tick == tick && clock_seconds() - from < patience_s; rest(0.002)) frame();
    rest(0.05);
    frame();
    assert_int_equal(shown.view->tick, tick + 1);
  }
  close_checked();
}

static void commands_beyond_the_room_are_refused_but_for_those_that_let_go(void **state) {
  (void)state;
  int taken = 0;
  open_scene("pool");
  play(2);
  request.paused = true;
  frame();
  rest(0.05);
  while (session_command(session, &(Command){.kind = COMMAND_DISTURB, .brush = {.x = 3, .z = 3, .radius = 1, .amount = 0.01f}})) taken++;
  assert_in_range(taken, 100, WORLD_COMMANDS_MAX);
  assert_true(session_command(session, &(Command){.kind = COMMAND_RELEASE}));
  request.paused = false;
  play(2);
  assert_true(session_command(session, &(Command){.kind = COMMAND_DISTURB, .brush = {.x = 3, .z = 3, .radius = 1, .amount = 0.01f}}));
  play(2);
  close_checked();
}

/* --- deeds ------------------------------------------------------------------------------------------------------------------------ */

static bool act(SessionDo what) {
  Error error = {0};
  const bool ok = session_do(session, &what, NULL, &error);
  if (!ok) assert_true(error.text[0]);
  shown = session_show(session, clock_seconds(), true); /* the view before is there no more */
  return ok;
}

static int bodies(void) {
  frame();
  return shown.view->body_count;
}

static void what_fails_leaves_the_world_and_what_can_be_taken_back(void **state) {
  (void)state;
  open_scene("pool");
  play(5);
  const int before = bodies();
  assert_true(drop(5, 5));
  play(5);
  assert_int_equal(bodies(), before + 1);
  assert_int_equal(session_facts(session).unsaved_edits, 1);
  assert_false(act((SessionDo){.deed = SESSION_FILE, .path = "/nowhere/at/all.weir"}));
  assert_false(act((SessionDo){.deed = SESSION_GRID, .nx = 5, .nz = 1 << 20}));
  assert_int_equal(bodies(), before + 1);
  assert_int_equal(session_facts(session).unsaved_edits, 1);
  assert_true(act((SessionDo){.deed = SESSION_UNDO}));
  assert_int_equal(bodies(), before);
  assert_true(act((SessionDo){.deed = SESSION_REDO}));
  play(2);
  assert_int_equal(bodies(), before + 1);
  assert_true(act((SessionDo){.deed = SESSION_RESET}));
  assert_int_equal(session_facts(session).unsaved_edits, 0);
  assert_int_equal(bodies(), before);
  close_checked();
}

static void parameters_and_edits_are_taken_back_in_their_order(void **state) {
  (void)state;
  Error error;
  SessionDone done;
  const SessionDo undo = {.deed = SESSION_UNDO};
  open_scene("pool");
  play(3);
  float *const gravity = &session_wanted(session)->params.gravity, before = *gravity;
  const int count = bodies();
  session_note_params(session, 1);
  assert_true(drop(4, 4));
  play(3);
  *gravity = 5;
  session_note_params(session, 2);
  play(3);
  assert_true(session_do(session, &undo, &done, &error) && done.param && *gravity == before);
  assert_true(bodies() == count + 1);
  assert_true(session_do(session, &undo, &done, &error) && !done.param && done.by < 0);
  assert_int_equal(bodies(), count);
  close_checked();
}

static void nothing_is_taken_back_before_something_was_done(void **state) {
  (void)state;
  open_scene("pool");
  session_suit_quality(session, 0);
  frame();
  const Params before = session_wanted(session)->params;
  session_note_params(session, 1);
  play(2);
  assert_false(act((SessionDo){.deed = SESSION_UNDO}));
  assert_false(act((SessionDo){.deed = SESSION_REDO}));
  assert_memory_equal(&before, &session_wanted(session)->params, sizeof before);
  close_checked();
}

/* --- the past --------------------------------------------------------------------------------------------------------------------- */

static void look(double time_s) {
  Error error;
  const int jumps = shown.jumps;
  for (const double from = clock_seconds(); shown.jumps == jumps; rest(0.002)) {
    if (clock_seconds() - from > patience_s) fail_msg("nothing of the past is shown");
    if (!session_look(session, time_s, clock_seconds(), &error)) fail_msg("%s", error.text);
    frame();
  }
}

static void one_looks_back_and_goes_on_from_there(void **state) {
  (void)state;
  Error error;
  open_scene("pool");
  session_wanted(session)->params.time_scale = 4;
  play(300);
  const double last = session_past(session).present.to_s;
  look(0);
  assert_true(session_facts(session).looks_back && shown.view->time < 0.5 * last);
  look(last);
  look(0.5 * last);
  assert_true(session_end_look(session, &error) && !error.text[0]);
  frame();
  assert_false(session_facts(session).looks_back || session_end_look(session, &error));
  assert_int_equal(session_past(session).branch_count, 1);
  World *const other = session_read_branch(session, 1, 0);
  assert_non_null(other);
  world_destroy(other);
  assert_null(session_read_branch(session, 7, 0));
  play(5);
  assert_true(act((SessionDo){.deed = SESSION_STEP_BACK}));
  assert_true(act((SessionDo){.deed = SESSION_BRANCH, .index = 1}));
  play(3);
  close_checked();
}

static void a_look_that_was_only_asked_for_ends_too(void **state) {
  (void)state;
  Error error;
  open_scene("pool");
  play(10);
  for (int n = 0; n < 20; n++) {
    assert_true(session_look(session, 0, clock_seconds(), &error));
    session_end_look(session, &error);
    assert_false(session_facts(session).looks_back || session_facts(session).look_asked);
    play(2);
  }
  close_checked();
}

/* --- a second world, saves ---------------------------------------------------------------------------------------------------------- */

static void a_second_world_goes_along_and_follows_into_another_scene(void **state) {
  (void)state;
  Error error;
  const TwinHow none = {0};
  open_scene("pool");
  play(3);
  assert_true(session_set_twin(session, &none, &error));
  play(3);
  assert_true(shown.twin && shown.twin->tick == shown.view->tick && shown.twin->solver != shown.view->solver);
  assert_int_equal(shown.twins, 1);
  assert_false(act((SessionDo){.deed = SESSION_FILE, .path = "/nowhere/at/all.weir"}));
  play(1);
  assert_true(shown.twin && shown.twins == 1); /* the same one */
  assert_true(act((SessionDo){.deed = SESSION_GRID, .nx = 40, .nz = 24}));
  assert_true(session_facts(session).has_twin);
  play(3);
  assert_true(shown.twin && shown.twin->tick == shown.view->tick && shown.twin->nx == 40);
  session_end_twin(session);
  play(1);
  assert_true(!shown.twin && !session_facts(session).has_twin && !session_facts(session).twin_ended->text[0]);
  /* A branch is not of the world that comes after it. */
  look(0);
  session_end_look(session, &error);
  play(2);
  assert_true(session_set_twin_branch(session, 1, &error));
  play(2);
  assert_non_null(shown.twin);
  assert_true(act((SessionDo){.deed = SESSION_RESET}));
  assert_false(session_facts(session).has_twin);
  assert_true(session_facts(session).twin_ended->text[0]);
  close_checked();
}

static void two_worlds_that_begin_together_begin_at_once(void **state) {
  (void)state;
  Error error;
  const TwinHow none = {0};
  open_scene("pool");
  assert_true(session_set_twin(session, &none, &error));
  rest(0.1);
  shown = session_show(session, clock_seconds(), true);
  assert_true(shown.twin && shown.view->tick == 0 && shown.twin->tick == 0); /* nothing goes before the first request */
  play(3);
  assert_true(shown.twin->tick == shown.view->tick);
  close_checked();
}

static void a_save_is_written_beside_the_run_and_opened_again(void **state) {
  (void)state;
  SaveWritten written;
  char folder[] = "session_XXXXXX", path[64];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/a.weir", folder);
  open_scene("pool");
  play(3);
  assert_true(drop(4, 4));
  play(3);
  const int count = bodies();
  const SaveView view = {.given = true, .distance = 9, .view_deg = 50};
  Save *const save = session_save(session, &view);
  assert_non_null(save);
  const int64_t tick = save->head.tick;
  session_write_save(session, save, path, false);
  play(3);
  assert_true(session_saved(session, true, &written) && written.ok);
  assert_int_equal(session_facts(session).unsaved_edits, 0);
  assert_true(act((SessionDo){.deed = SESSION_RESET}));
  assert_true(act((SessionDo){.deed = SESSION_FILE, .path = path}));
  assert_true(session_facts(session).view->given && session_facts(session).view->distance == 9);
  assert_true(shown.view->tick >= tick && bodies() == count);
  assert_true(act((SessionDo){.deed = SESSION_SCENE, .index = session_facts(session).scene_index}));
  assert_false(session_facts(session).view->given); /* the scene is seen from its own camera */
  assert_true(remove(path) == 0 && rmdir(folder) == 0);
  play(3);
  close_checked();
}

/* --- all of it, at random ----------------------------------------------------------------------------------------------------------- */

static void do_something(Rng *rng) {
  Error error;
  const float x = rng_range(rng, 1, 9), z = rng_range(rng, 1, 9);
  const TwinHow none = {0};
  switch (rng_next(rng) % 14) {
    case 0: act((SessionDo){.deed = SESSION_UNDO}); break;
    case 1: act((SessionDo){.deed = SESSION_REDO}); break;
    case 2: act((SessionDo){.deed = SESSION_STEP_BACK}); break;
    case 3: act((SessionDo){.deed = SESSION_BRANCH, .index = 1}); break;
    case 4: act((SessionDo){.deed = rng_next(rng) % 2 ? SESSION_RESET : SESSION_RESET_ALL}); break;
    case 5: act((SessionDo){.deed = SESSION_GRID, .nx = 24 + (int)(rng_next(rng) % 16), .nz = 32}); break;
    case 6: request.paused = !request.paused; break;
    case 7: session_look(session, (double)x, clock_seconds(), &error); break;
    case 8: session_set_twin(session, &none, &error); break;
    case 9: session_end_twin(session); break;
    case 10: save_destroy(session_save(session, &(SaveView){0})); break;
    case 11: session_wanted(session)->params.gravity = x; break;
    case 12: session_single_step(session); break;
    default: drop(x, z); break;
  }
  if (rng_next(rng) % 3) session_end_look(session, &error);
}

static void random_calls_give_a_recording_that_plays_again(void **state) {
  (void)state;
  enum { CALLS = 400 };
  Error error;
  Rng rng = {35};
  open_scene("pool");
  frame();
  for (int n = 0; n < CALLS; n++) {
    do_something(&rng);
    shown = session_show(session, clock_seconds(), true);
    session_note_params(session, clock_seconds());
    frame();
    rest(0.003);
  }
  session_end_look(session, &error);
  close_checked();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_run_has_the_steps_that_were_asked_for),
      cmocka_unit_test(slow_frames_end_with_the_newest_world),
      cmocka_unit_test(a_paused_world_takes_single_steps),
      cmocka_unit_test(commands_beyond_the_room_are_refused_but_for_those_that_let_go),
      cmocka_unit_test(what_fails_leaves_the_world_and_what_can_be_taken_back),
      cmocka_unit_test(parameters_and_edits_are_taken_back_in_their_order),
      cmocka_unit_test(nothing_is_taken_back_before_something_was_done),
      cmocka_unit_test(one_looks_back_and_goes_on_from_there),
      cmocka_unit_test(a_look_that_was_only_asked_for_ends_too),
      cmocka_unit_test(a_second_world_goes_along_and_follows_into_another_scene),
      cmocka_unit_test(two_worlds_that_begin_together_begin_at_once),
      cmocka_unit_test(a_save_is_written_beside_the_run_and_opened_again),
      cmocka_unit_test(random_calls_give_a_recording_that_plays_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
