/* Rewinding a session: what is looked at is what was, going on from there gives the first run's states, the other future is kept; and edits
 * taken back one by one, then done again, give the first state and the last. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/options.h"
#include "base/rng.h"
#include "session/session_private.h"
#include "support.h"
#include "world/state/state.h"

enum { TICKS_MAX = 6000 };

static Options options;
static Session session;
static uint64_t hashes[TICKS_MAX];

void *__wrap_memory_create(size_t count, size_t size);
void *__real_memory_create(size_t count, size_t size);
static bool no_memory;

void *__wrap_memory_create(size_t count, size_t size) {
  return no_memory ? NULL : __real_memory_create(count, size);
}

static void begin(const char *scene, const char *grid) {
  static char words[6][24];
  char *argv[] = {words[0], words[1], words[2], words[3], words[4], NULL};
  Error error;
  const char *const line[] = {"weir", scene, "--grid", grid, "--check-replay"};
  for (int n = 0; n < 5; n++) snprintf(words[n], sizeof words[n], "%s", line[n]);
  assert_true(options_parse(5, argv, &options, &error));
  options.session.asset_dir = ASSETS, options.session.threads = 1;
  if (!session_start(&session, &options.session, &error) || !session_build(&session, &error)) fail_msg("%s", error.text);
  session.timeline = recording_keep_past(session.recording, session.world, (size_t)64 << 20, 400);
  assert_non_null(session.timeline);
  assert_null(timeline_fault(session.timeline));
}

static void end(void) {
  Error error;
  if (!session_check_replay(&session, &error)) fail_msg("%s", error.text);
  session_end(&session);
}

static void tick(void) {
  assert_int_equal(session_before_tick(&session, session.world), SIM_TICK_OWN);
  settings_send(&session.wanted, session.world);
  world_step(session.world);
  session_after_tick(&session, session.world);
}

static void tell(Command command) {
  assert_true(world_command(session.world, &command));
}

static void drop(float x, float z) {
  tell((Command){.kind = COMMAND_DROP, .drop = {.x = x, .y = 6, .z = z, .body = BODY_CRATE}});
}

/* --- looking and going on --------------------------------------------------------------------------------------------------- */

static void run_and_note(int ticks) {
  for (int n = 0; n < ticks; n++) {
    if (n % 20 == 0) drop(5, 4 + 0.02f * (float)n);
    tick();
    hashes[session.world->tick] = world_hash(session.world);
  }
}

static void what_is_looked_at_is_what_was(void **state) {
  (void)state;
  Error error;
  begin("pool", "32");
  run_and_note(260);
  const int64_t last = session.world->tick;
  assert_true(session_past(&session).there && session_past(&session).present.to == last && session_past(&session).branch_count == 0);
  for (int n = 0; n < 12; n++) {
    const int64_t wanted = last * (n * 7 % 12) / 12;
    if (!past_look(&session, 0, wanted, n % 2, &error)) fail_msg("%s", error.text);
    const int64_t at = session.world->tick;
    assert_true(n % 2 ? at == wanted : llabs(at - wanted) <= 60);
    assert_true(at == 0 || world_hash(session.world) == hashes[at]);
    assert_true(session.looks_back);
  }
  /* From the middle, with the same commands: the first run's states. The future that there was is a branch. */
  if (!past_look(&session, 0, 100, true, &error)) fail_msg("%s", error.text);
  past_go_on(&session);
  assert_false(session.looks_back);
  assert_int_equal(timeline_branch_count(session.timeline), 1);
  assert_true(session_past(&session).branch_count == 1 && session_past(&session).present.to == 100);
  assert_int_equal(session_past(&session).branches[0].to, last);
  for (int n = 100; n < 200; n++) {
    if (n % 20 == 0) drop(5, 4 + 0.02f * (float)n);
    tick();
    assert_true(world_hash(session.world) == hashes[session.world->tick]);
  }
  drop(9, 9);
  tick();
  assert_true(world_hash(session.world) != hashes[session.world->tick]);
  /* On with the other one. */
  if (!past_switch(&session, 1, &error)) fail_msg("%s", error.text);
  assert_true(session.world->tick == last && world_hash(session.world) == hashes[last]);
  if (!past_step(&session, &error)) fail_msg("%s", error.text);
  assert_true(session.world->tick == last - 1 && world_hash(session.world) == hashes[last - 1]);
  tick();
  end();
}

static bool past_shares_ground(int64_t tick, uint32_t *ground) {
  Error error;
  const uint32_t before = session.world->terrain_version, world = session.world->world_version, land = session.world->land_version;
  if (!past_look(&session, 0, tick, true, &error)) fail_msg("%s", error.text);
  assert_true(session.world->world_version != world && session.world->land_version == land);
  *ground = session.world->terrain_version;
  return *ground == before;
}

static void the_past_has_the_ground_of_now_until_it_was_edited(void **state) {
  (void)state;
  uint32_t flat, heaped, other;
  begin("pool", "32");
  run_and_note(50);
  tell((Command){.kind = COMMAND_HEAP, .brush = {.x = 5, .z = 5, .radius = 2, .amount = 0.3f}});
  run_and_note(50);
  assert_true(past_shares_ground(80, &heaped) && past_shares_ground(60, &heaped));
  assert_false(past_shares_ground(40, &flat));
  assert_true(past_shares_ground(20, &other) && other == flat && flat != heaped);
  assert_false(past_shares_ground(70, &other));
  end();
}

/* --- taking back ---------------------------------------------------------------------------------------------------------------- */

enum { EDITS = SANITIZED ? 60 : 500, APART = 9 /* ticks of 0.05 s between edits: each is one of its own */ };

static void edit(Rng *rng) {
  const World *const world = session.world;
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  const float x = rng_range(rng, 0.1f, 0.9f) * wide, z = rng_range(rng, 0.1f, 0.9f) * deep;
  switch (rng_next(rng) % 9) {
    case 0:
    case 1: drop(x, z); break;
    case 2:
      if (world->body_count > 0)
        tell((Command){.kind = COMMAND_DELETE, .serial = world->bodies[rng_next(rng) % (uint64_t)world->body_count].serial});
      break;
    case 3: tell((Command){.kind = COMMAND_HEAP, .brush = {.x = x, .z = z, .radius = 2, .amount = rng_range(rng, -0.3f, 0.3f)}}); break;
    case 4: tell((Command){.kind = COMMAND_DYE, .brush = {.x = x, .z = z, .radius = 2, .amount = 5}}); break;
    case 5: tell((Command){.kind = COMMAND_BUILD_PUMP, .pump = {.x = x, .z = z, .to = {z, x}, .radius = 1, .rate = 0.3f}}); break;
    case 6: tell((Command){.kind = COMMAND_REMOVE_PUMP, .machine = {.which = -1, .x = x, .z = z}}); break;
    case 7: session.wanted.solver = (WeirSolver)(rng_next(rng) % 2 ? WEIR_SWE : WEIR_PIPE); break;
    case 8: session.wanted.liquid = (int)(rng_next(rng) % (uint64_t)weir_liquid_count()); break;
  }
}

/* The whole state as bytes: water, bodies, ground, machines, parameters. */
static uint64_t state_hash(void) {
  static unsigned char bytes[1 << 22];
  const size_t size = world_state_write(session.world, bytes, sizeof bytes);
  assert_true(size <= sizeof bytes);
  uint64_t hash = 1469598103934665603u;
  for (size_t n = 0; n < size; n++) hash = (hash ^ bytes[n]) * 1099511628211u;
  return hash;
}

static void five_hundred_edits_are_taken_back_and_done_again(void **state) {
  (void)state;
  Error error;
  Rng rng = {17};
  begin("pool", "16");
  session.undo.redo_line = -1;
  session.wanted.params.tick = 0.05f;
  for (int n = 0; n < 10; n++) tick();
  WeirStats water;
  const uint64_t first = state_hash();
  const int64_t first_tick = session.world->tick;
  drop(4, 4);
  for (int n = 0; n < EDITS; n++) {
    edit(&rng);
    for (int apart = 0; apart < APART; apart++) tick();
  }
  const uint64_t last_hash = world_hash(session.world);
  const int64_t last_tick = session.world->tick;
  int back = 0, forth = 0;
  int64_t tick_before = last_tick;
  while (past_undo(&session, &error)) {
    assert_true(session.world->tick < tick_before && timeline_branch_count(session.timeline) == 1);
    tick_before = session.world->tick;
    back++;
    weir_water_stats(session.world->water, &water);
    assert_true(water.volume_error < 1e-5);
  }
  assert_non_null(strstr(error.text, "undo: "));
  assert_true(back > EDITS * 4 / 5 && session.world->tick == first_tick && state_hash() == first);
  while (past_redo(&session, &error)) {
    assert_true(session.world->tick > tick_before);
    tick_before = session.world->tick;
    forth++;
    weir_water_stats(session.world->water, &water);
    assert_true(water.volume_error < 1e-5);
  }
  assert_int_equal(back, forth);
  while (session.world->tick < last_tick) tick();
  assert_true(world_hash(session.world) == last_hash);
  print_message("  %d edits in %d steps back and %d forth, volume to %.1e\n", EDITS, back, forth, water.volume_error);
  end();
}

static void what_is_done_anew_ends_what_can_be_done_again(void **state) {
  (void)state;
  Error error;
  begin("pool", "16");
  session.undo.redo_line = -1;
  assert_false(past_undo(&session, &error));
  for (int n = 0; n < 120; n++) {
    if (n == 10 || n == 60) drop(5, 5);
    tick();
  }
  const int had = session.world->body_count - 2;
  assert_true(past_undo(&session, &error) && session.world->body_count == had + 1 && session.world->tick == 60);
  for (int n = 0; n < 5; n++) tick(); /* the water goes on */
  assert_true(past_redo(&session, &error) && session.world->body_count == had + 2 && session.world->tick == 61);
  assert_true(past_undo(&session, &error) && past_undo(&session, &error));
  assert_true(session.world->body_count == had && session.world->tick == 10);
  drop(3, 3);
  tick();
  assert_false(past_redo(&session, &error));
  assert_true(past_undo(&session, &error) && session.world->body_count == had);
  end();
}

/* --- hands ------------------------------------------------------------------------------------------------------------------------ */

static void run(int ticks) {
  for (int n = 0; n < ticks; n++) tick();
}

static void hold(float y) {
  const Body *const body = &session.world->bodies[0];
  tell((Command){.kind = COMMAND_GRAB, .grab = {.serial = body->serial, .x = 5, .y = y, .z = 5}});
}

static float crate_y(void) {
  return session.world->bodies[0].position[1];
}

/* No hand has the world's first body, and within three seconds it is down again. */
static void expect_let_go(const char *how) {
  tick();
  if (session.world->mouse_joint.holds || session.world->drive.gas != 0) fail_msg("after %s a hand is on it", how);
  run(150);
  if (crate_y() > 5) fail_msg("after %s the crate hangs at %.2f m", how, (double)crate_y());
}

/* The pointer rests in between for longer than edits that are one may be apart: the hold is one edit all the same, back and forth. */
static void a_throw_is_taken_back_to_where_the_body_lay(void **state) {
  (void)state;
  Error error;
  begin("pool", "32");
  session.undo.redo_line = -1;
  run(100);
  const float lay = crate_y();
  const int64_t lifted = session.world->tick;
  hold(7);
  run(60);
  hold(8);
  run(100);
  assert_true(fabsf(crate_y() - 8) < 0.1f);
  const int64_t thrown = session.world->tick;
  tell((Command){.kind = COMMAND_RELEASE});
  run(60);
  if (!past_undo(&session, &error)) fail_msg("%s", error.text);
  assert_true(session.world->tick == lifted && crate_y() == lay && !session.world->mouse_joint.holds);
  if (!past_redo(&session, &error)) fail_msg("%s", error.text);
  assert_true(session.world->tick == thrown + 1 && !session.world->mouse_joint.holds && crate_y() > 7.9f);
  if (!past_undo(&session, &error)) fail_msg("%s", error.text);
  assert_true(session.world->tick == lifted && crate_y() == lay);
  run(20);
  if (!past_redo(&session, &error)) fail_msg("%s", error.text);
  expect_let_go("redo");
  end();
}

/* Whatever lands in the middle of a hold, or of a drive, goes on without it, and what plays the session again does so too. */
static void jumps_into_a_hold_let_go(void **state) {
  (void)state;
  Error error;
  begin("pool", "32");
  session.undo.redo_line = -1;
  run(50);
  hold(8);
  tell((Command){.kind = COMMAND_DRIVE, .drive = {.gas = 1}});
  run(150);
  if (!past_look(&session, 0, 150, false, &error)) fail_msg("%s", error.text);
  assert_true(session.world->mouse_joint.holds && session.world->drive.gas == 1);
  past_go_on(&session);
  expect_let_go("a rewind");
  if (!past_switch(&session, 1, &error)) fail_msg("%s", error.text);
  expect_let_go("another future");
  hold(8);
  run(50);
  if (!past_step(&session, &error)) fail_msg("%s", error.text);
  expect_let_go("a step back");
  hold(8);
  run(50);
  tell((Command){.kind = COMMAND_DYE, .brush = {.x = 5, .z = 5, .radius = 2, .amount = 5}});
  run(50);
  if (!past_undo(&session, &error)) fail_msg("%s", error.text);
  expect_let_go("undo of something else");
  end();
}

static void a_save_in_the_middle_of_a_hold_is_opened_without_it(void **state) {
  (void)state;
  Error error;
  SaveView view = {0};
  begin("pool", "32");
  run(50);
  hold(8);
  run(100);
  Save *const save = session_save(&session, &view);
  assert_non_null(save);
  if (!save_write(save, "past_test.weir", &error)) fail_msg("%s", error.text);
  save_destroy(save);
  run(20);
  const bool ok = session_load(&session, "past_test.weir", &error);
  remove("past_test.weir");
  if (!ok) fail_msg("%s", error.text);
  assert_int_equal(session.world->tick, 150);
  expect_let_go("loading");
  end();
}

/* The world of another line cannot be made: the present line stays the one that is recorded. */
static void without_memory_the_present_goes_on(void **state) {
  (void)state;
  Error error;
  begin("pool", "32");
  session.undo.redo_line = -1;
  run(60);
  drop(5, 5);
  run(60);
  if (!past_undo(&session, &error)) fail_msg("%s", error.text);
  run(10);
  const int64_t present = timeline_span(session.timeline, 0).id, other = timeline_span(session.timeline, 1).id;
  for (int redo = 0; redo < 2; redo++) {
    no_memory = true;
    const bool ok = redo ? past_redo(&session, &error) : past_switch(&session, 1, &error);
    no_memory = false;
    assert_false(ok);
    assert_non_null(strstr(error.text, "not enough memory"));
    assert_int_equal(timeline_span(session.timeline, 0).id, present);
    assert_int_equal(timeline_span(session.timeline, 1).id, other);
    tick();
    assert_int_equal(timeline_span(session.timeline, 0).to, session.world->tick);
  }
  const int had = session.world->body_count;
  if (!past_redo(&session, &error)) fail_msg("%s", error.text);
  assert_int_equal(session.world->body_count, had + 1);
  assert_int_equal(timeline_branch_count(session.timeline), 0);
  end();
}

static void the_order_of_changes_is_kept(void **state) {
  (void)state;
  static UndoList list;
  Params params = params_default();
  const ParamInfo *param;
  double now = 0;
  undo_list_reset(&list, &params);
  assert_int_equal(undo_list_move(&list, -1, &params, &param), UNDO_NOTHING);
  undo_list_edit(&list, 10, 5);
  undo_list_edit(&list, 14, 5); /* the same stroke */
  params.gravity++, undo_list_look(&list, &params, ++now);
  undo_list_edit(&list, 15, 5);
  assert_int_equal(undo_list_move(&list, -1, &params, &param), UNDO_EDIT);
  assert_int_equal(undo_list_move(&list, -1, &params, &param), UNDO_PARAM);
  assert_int_equal(undo_list_move(&list, 1, &params, &param), UNDO_PARAM);
  assert_int_equal(undo_list_move(&list, -1, &params, &param), UNDO_PARAM);
  assert_int_equal(undo_list_move(&list, -1, &params, &param), UNDO_EDIT);
  assert_int_equal(undo_list_move(&list, -1, &params, &param), UNDO_NOTHING);
  assert_int_equal(undo_list_move(&list, 1, &params, &param), UNDO_EDIT);
  params.gravity++, undo_list_look(&list, &params, ++now);
  assert_int_equal(undo_list_move(&list, 1, &params, &param), UNDO_NOTHING);
  for (int n = 0; n < 3 * UNDO_STEPS; n++) {
    params.gravity = n % 4 ? 5.0f : 6.0f;
    if (n % 2)
      undo_list_edit(&list, 100 * n, 5);
    else
      undo_list_look(&list, &params, ++now);
  }
  for (int n = 0; n < UNDO_STEPS; n++) assert_int_equal(undo_list_move(&list, -1, &params, &param), n % 2 ? UNDO_PARAM : UNDO_EDIT);
  assert_int_equal(undo_list_move(&list, -1, &params, &param), UNDO_NOTHING);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_looked_at_is_what_was),
      cmocka_unit_test(the_past_has_the_ground_of_now_until_it_was_edited),
      cmocka_unit_test(five_hundred_edits_are_taken_back_and_done_again),
      cmocka_unit_test(what_is_done_anew_ends_what_can_be_done_again),
      cmocka_unit_test(a_throw_is_taken_back_to_where_the_body_lay),
      cmocka_unit_test(jumps_into_a_hold_let_go),
      cmocka_unit_test(a_save_in_the_middle_of_a_hold_is_opened_without_it),
      cmocka_unit_test(without_memory_the_present_goes_on),
      cmocka_unit_test(the_order_of_changes_is_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
