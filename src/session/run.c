/* The session's thread: what each frame asks of it and gets of it, and holding it while the world is read or replaced. */
#include "base/clock.h"
#include "session/session_private.h"

/* --- holding -------------------------------------------------------------------------------------------------------------------- */

void session_hold(Session *session) {
  if (!session->sim) return;
  past_reader_wait(session->past_reader); /* it has the timeline */
  sim_hold(session->sim);
}

static void send_request(Session *session) {
  const SessionRequest *const r = &session->request;
  const SimRequest request = {session->wanted, r->paused, r->tool_on, r->tool, r->view};
  if (session->sim) sim_request(session->sim, &request);
}

void session_release(Session *session) {
  if (session->sim && session->goes && !session->looks_back && !session->stopped) sim_release(session->sim);
}

void session_release_world(Session *session) {
  if (!session->sim || session->stopped) return;
  past_reader_forget(session->past_reader); /* a world of the past is wanted no more */
  if (!session->goes) undo_reset(session);  /* what was set before the first tick is nothing to be taken back */
  session->look.asked = false;
  session->request.tool_on = false; /* the tool pointed at the world before */
  session_follow_twin(session);
  send_request(session);
  sim_release(session->sim);
  session->goes = true;
}

/* --- the thread ----------------------------------------------------------------------------------------------------------------- */

bool session_run(Session *session, SessionEnd end, Error *error) {
  const SimHooks hooks = {session_before_tick, session_after_tick, session};
  /* The last two minutes are kept where there is memory for them; a session runs without. */
  recording_keep_past(session->recording, session->world, TIMELINE_BUDGET, TIMELINE_SECONDS);
  session->timeline = recording_past(session->recording);
  session_note_past(session);
  session->saves.writer = save_writer_create();
  session->past_reader = past_reader_create();
  if (!session->saves.writer || !session->past_reader) return error_set(error, "not enough memory to save and to look back");
  session->sim = sim_create(&session->steps, (SimEnd){end.steps, end.seconds}, hooks, error);
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
    if (!session_play_on(session, &ignored) || !session->player) return false;
  const double at = clock_seconds();
  world_step(session->world);
  step_stats_add(&session->steps, clock_seconds() - at, session->world);
  session_after_tick(session, session->world);
  return true;
}

/* --- each frame ----------------------------------------------------------------------------------------------------------------- */

void session_request(Session *session, const SessionRequest *request) {
  session->request = *request;
  if (session->goes)
    send_request(session);
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
  const SimShown shown = sim_show(session->sim, now, still || session->request.paused || session->looks_back);
  session->shown_tick = shown.view->tick;
  if (session->player) follow_settings(session, shown.view);
  return (SessionShown){shown.view, shown.twin, shown.earlier, shown.time, shown.ratio, shown.slowed, session->look.jumps, session->twins};
}

bool session_follow_replay(Session *session, SessionPlayed *played) {
  if (!session->player || !session->play_stopped) return false;
  session_hold(session);
  const InputPlayed so_far = input_player_played(session->player);
  *played = (SessionPlayed){.whole = so_far.whole, .compared = so_far.compared};
  session_play_on(session, &played->error);
  played->ended = !session->player;
  undo_reset(session);
  session_release_world(session);
  return true;
}

/* --- what it has ---------------------------------------------------------------------------------------------------------------- */

World *session_world(Session *session) {
  return session->sim && !session->stopped ? NULL : session->world;
}

const Scene *session_scene(const Session *session) {
  return &session->scene;
}

Scene *session_first_scene(Session *session) {
  return session->world ? NULL : &session->scene;
}

int session_scene_index(const Session *session) {
  return session->scene_index;
}

const char *session_note(const Session *session) {
  return session->note;
}

const SaveView *session_view(const Session *session) {
  return &session->view;
}

Settings *session_wanted(Session *session) {
  return &session->wanted;
}

const StepStats *session_step_stats(const Session *session) {
  return &session->steps;
}

bool session_replays(const Session *session) {
  return session->player != NULL;
}

const Error *session_fault(const Session *session) {
  return &session->play_fault;
}

int session_unsaved_edits(const Session *session) {
  return session->saves.edits;
}

/* --- saves ---------------------------------------------------------------------------------------------------------------------- */

Save *session_save(Session *session, const SaveView *view) {
  session_hold(session);
  Save *const save = save_make(session->world, &session->scene, view, session->recording);
  session_release(session);
  return save;
}

void session_write_save(Session *session, Save *save, const char *path, bool silent) {
  session->saves.edits_saving = session->saves.edits;
  save_writer_start(session->saves.writer, save, path, silent);
}

bool session_saved(Session *session, bool wait, SaveWritten *written) {
  if (!(wait ? save_writer_wait : save_writer_poll)(session->saves.writer, written)) return false;
  if (written->ok && !written->silent) session->saves.edits -= session->saves.edits_saving; /* no longer to be lost */
  session->saves.edits_saving = 0;
  return true;
}
