/* The inputs of a session: written to a log as they come, or read from one and played. */
#include <stdio.h>

#include "base/output.h"
#include "cli/cli.h"
#include "session/save.h"
#include "session/session_private.h"

SimTick session_before_tick(void *user, World *world) {
  Session *const session = user;
  if (!session->player) return SIM_TICK_OWN;
  if (session->play_stopped) return SIM_TICK_NONE;
  if (input_player_before_tick(session->player, world, &session->play_fault)) return SIM_TICK_GIVEN;
  session->play_stopped = true;
  return SIM_TICK_NONE;
}

void session_after_tick(void *user, World *world) {
  Session *const session = user;
  if (session->twin) twin_step(session->twin);
  recording_tick(session->recording, world);
  if (session->player && !input_player_after_tick(session->player, world, &session->play_fault)) session->play_stopped = true;
  if (!session->timeline) return;
  session_note_past(session);
}

bool session_open_inputs(Session *session, Error *error) {
  const SessionDef *const def = &session->def;
  char found[OUTPUT_PATH];
  /* A killed run may have left a log: it takes its name when it is whole, and lies beside it until then. */
  if (def->log_input && output_find_unfinished(def->log_input, found) && save_kind(found) == SAVE_LOG)
    fprintf(stderr, "weir: --log-input: an earlier run did not end its log: %s has what was done until then; --replay shows it\n", found);
  const RecordingDef recorded = {.log = def->log_input, .commit = program_commit(), .check = def->check_replay};
  session->recording = recording_create(&recorded, error);
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

bool session_play_on(Session *session, Error *error) {
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
