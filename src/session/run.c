/* The session's run: the thread that steps it, what each frame asks of it and gets of it, its inputs written to a log or read from one. */
#include <stdio.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/output.h"
#include "cli/cli.h"
#include "session/session_private.h"

/* Has the ground follow its source, if there is one and it has something new. */
static void follow_ground(Session *session, World *world) {
  Following *const following = &session->following;
  const SessionGround *const source = &session->def.follows;
  if (!source->take) return;
  following->heights = memory_reserve(following->heights, &following->room, world->nx * world->nz, sizeof *following->heights);
  if (!following->heights) return; /* the ground stays as it is */
  const bool another = following->world != world->world_version;
  if (!source->take(source->user, world->nx, world->nz, another, following->heights)) return;
  following->world = world->world_version;
  GroundLedger of_twin = {0};
  world_follow_ground(world, following->heights, &following->now);
  if (session->twin) world_follow_ground(session->twin->world, following->heights, &of_twin); /* whose ground is the same */
  lock_take(&session->past_lock);
  following->ledger = following->now;
  lock_give(&session->past_lock);
}

GroundLedger session_ground_ledger(Session *session) {
  lock_take(&session->past_lock);
  const GroundLedger ledger = session->following.ledger;
  lock_give(&session->past_lock);
  return ledger;
}

SimTick session_before_tick(void *user, World *world) {
  Session *const session = user;
  follow_ground(session, world);
  if (!session->player) return SIM_TICK_OWN;
  if (session->play_stopped) return SIM_TICK_NONE;
  if (input_player_before_tick(session->player, world, &session->play_fault)) return SIM_TICK_GIVEN;
  session->play_stopped = true;
  return SIM_TICK_NONE;
}

void session_after_tick(void *user, World *world) {
  Session *const session = user;
  if (session->twin) world_step(session->twin->world);
  recording_tick(session->recording, world);
  if (session->player && !input_player_after_tick(session->player, world, &session->play_fault)) session->play_stopped = true;
  if (session->timeline) session_note_past(session);
  if (session->listener.tick) session->listener.tick(session->listener.user, world);
}

/* --- inputs written and played ------------------------------------------------------------------------------------------------------- */

bool session_open_inputs(Session *session, Error *error) {
  const SessionDef *const def = &session->def;
  char found[OUTPUT_PATH];
  /* A killed run may have left a log: it takes its name when it is whole, and lies beside it until then. */
  if (def->log_input && output_find_unfinished(def->log_input, found) && save_kind(found) == SAVE_LOG)
    fprintf(stderr, "weir: --log-input: an earlier run did not end its log: %s has what was done until then; --replay shows it\n", found);
  session->recording = recording_create(def->log_input, program_commit(), def->check_replay, error);
  if (!session->recording) return false;
  if (!def->replay) return true;
  session->player = input_player_open(def->replay, error);
  if (!session->player) return false;
  session->first = input_player_begin_world(session->player, def->threads, error);
  if (!session->first) return error->text[0] ? false : error_set(error, "%s: there is no world in it", def->replay);
  session->scene = session->first->scene;
  session->scene_index = -1;
  return true;
}

/* Shows the log's next world, when play_stopped; from the log's end on the person plays, and player is NULL. Returns false and sets *error
 * if memory runs out or the log is damaged, which ends it too. */
static bool play_on(Session *session, Error *error) {
  World *const next =
      session->play_fault.text[0] ? NULL : input_player_begin_world(session->player, session->def.threads, &session->play_fault);
  if (!next) {
    input_player_close(session->player);
    session->player = NULL;
    world_let_go(session->world); /* a log that was cut off may end in the middle of a hold */
    return session->play_fault.text[0] ? error_set(error, "%s", session->play_fault.text) : true;
  }
  session->scene = next->scene;
  session->play_stopped = false;
  return session_show_next(session, next, error);
}

bool session_close_log(Session *session, Error *error) {
  return recording_close_log(session->recording, error);
}

/* --- the thread ---------------------------------------------------------------------------------------------------------------------- */

bool session_run(Session *session, SessionEnd end, Error *error) {
  const SimHooks hooks = {session_before_tick, session_after_tick, session};
  const size_t budget = session->def.past_bytes ? session->def.past_bytes : TIMELINE_BUDGET;
  /* The last two minutes are kept where there is memory for them; a session runs without. */
  if (!session->def.follows.take) session->timeline = recording_keep_past(session->recording, session->world, budget, TIMELINE_SECONDS);
  session_note_past(session);
  session->sim = sim_create(&session->steps, end, hooks, error);
  return session->sim && sim_set_world(session->sim, session->world, error);
}

void session_stop(Session *session) {
  session_hold(session); /* what is shown stays */
  session->stopped = true;
}

bool session_is_done(const Session *session, SessionEnd end) {
  if (session->sim) return sim_is_done(session->sim);
  if (session->def.replay && !session->player) return true;
  return step_stats_at_end(&session->steps, end.steps, end.seconds, (double)session->world->params.tick);
}

bool session_step(Session *session) {
  Error ignored;
  while (session_before_tick(session, session->world) == SIM_TICK_NONE)
    if (!play_on(session, &ignored) || !session->player) return false;
  const double at = clock_seconds();
  world_step(session->world);
  step_stats_add(&session->steps, clock_seconds() - at, session->world);
  session_after_tick(session, session->world);
  return true;
}

/* --- each frame ---------------------------------------------------------------------------------------------------------------------- */

void session_request(Session *session, const SessionRequest *request) {
  session->request = *request;
  if (session->goes)
    sim_request(session->sim, &session->wanted, request);
  else
    session_release_world(session);
}

void session_single_step(Session *session) {
  sim_single_step(session->sim);
}

bool session_command(Session *session, const Command *command) {
  if (session->player) return true;
  if (!session->sim) return world_command(session->world, command);
  session->saves.edits += command_is_edit(command);
  undo_note_command(session, command);
  return sim_command(session->sim, command);
}

/* Sets the wanted settings to those of the world that a log is played into, except the person's own for picture, sound and time scale. */
static void follow_settings(Session *session, const WorldView *view) {
  Settings *const wanted = &session->wanted;
  const Params own = wanted->params;
  wanted->params = view->params;
  params_keep_own(&wanted->params, &own);
  wanted->params.time_scale = own.time_scale;
  wanted->solver = view->solver;
  wanted->liquid = view->liquid;
  session_accept_params(session);
}

SessionShown session_show(Session *session, double now, bool still) {
  SessionShown shown = sim_show(session->sim, now, still || session->request.paused || session->looks_back);
  session->shown_tick = shown.view->tick;
  if (session->player) follow_settings(session, shown.view);
  shown.jumps = session->look.jumps;
  shown.twins = session->twins;
  return shown;
}

bool session_follow_replay(Session *session, SessionPlayed *played) {
  if (!session->player || !session->play_stopped) return false;
  session_hold(session);
  const InputPlayed so_far = input_player_played(session->player);
  *played = (SessionPlayed){.whole = so_far.whole, .compared = so_far.compared};
  play_on(session, &played->error);
  played->ended = !session->player;
  undo_reset(session);
  session_release_world(session);
  return true;
}

/* --- what it has --------------------------------------------------------------------------------------------------------------------- */

World *session_world(Session *session) {
  return session->sim && !session->stopped ? NULL : session->world;
}

const Scene *session_scene(const Session *session) {
  return &session->scene;
}

Scene *session_first_scene(Session *session) {
  return session->world ? NULL : &session->scene;
}

Settings *session_wanted(Session *session) {
  return &session->wanted;
}

SessionFacts session_facts(const Session *session) {
  return (SessionFacts){.scene_index = session->scene_index,
                        .note = session->note,
                        .view = &session->view,
                        .steps = &session->steps,
                        .replays = session->player != NULL,
                        .fault = &session->play_fault,
                        .unsaved_edits = session->saves.edits,
                        .looks_back = session->looks_back,
                        .look_asked = session->looks_back || session->look.asked,
                        .look_time_s = session->look.time_s,
                        .has_twin = session->twin_wish.on,
                        .twin_how = session->twin_wish.how,
                        .twin_ended = &session->twin_wish.ended};
}

/* --- saves --------------------------------------------------------------------------------------------------------------------------- */

Save *session_save(Session *session, const SaveView *view) {
  session_hold(session);
  Save *const save = save_make(session->world, &session->scene, view, session->def.follows.take ? NULL : session->recording);
  session_release(session);
  return save;
}

/* Writes the save in the thread of its own, then frees it. */
static void *write_one(void *data) {
  SavesState *const saves = data;
  saves->written.ok = save_write(saves->save, saves->written.path, &saves->written.error);
  save_destroy(saves->save);
  saves->save = NULL;
  saves->done = true;
  return NULL;
}

void session_write_save(Session *session, Save *save, const char *path, bool silent) {
  SavesState *const saves = &session->saves;
  thread_join(&saves->thread);
  saves->edits_saving = saves->edits;
  saves->save = save;
  saves->done = false;
  saves->written = (SaveWritten){.silent = silent};
  snprintf(saves->written.path, sizeof saves->written.path, "%s", path);
  if (!thread_start(&saves->thread, write_one, saves)) write_one(saves);
}

bool session_saved(Session *session, bool wait, SaveWritten *written) {
  SavesState *const saves = &session->saves;
  if (wait || saves->done) thread_join(&saves->thread);
  if (!saves->done) return false;
  saves->done = false;
  *written = saves->written;
  if (written->ok && !written->silent) saves->edits -= saves->edits_saving; /* no longer to be lost */
  saves->edits_saving = 0;
  return true;
}
