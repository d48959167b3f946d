/* Deeds on the world as a whole, each after the tick that runs; taking back and doing again. */
#include "session/session_private.h"

/* Takes back, or does again, what came last if that was a change of a parameter. Returns false if it was not. */
static bool take_back_param(Session *session, SessionDeed deed, SessionDone *done) {
  UndoList *const list = &session->undo.list;
  Params *const params = &session->wanted.params;
  if (deed == SESSION_UNDO) return undo_list_back(list, params, &done->param) == UNDO_PARAM;
  return deed == SESSION_REDO && undo_list_forth(list, params, &done->param) == UNDO_PARAM;
}

/* Returns true if the deed goes to another time of the same world. */
static bool is_jump(SessionDeed deed) {
  return deed == SESSION_STEP_BACK || deed == SESSION_BRANCH || deed == SESSION_UNDO || deed == SESSION_REDO;
}

static bool do_held(Session *session, const SessionDo *what, Error *error) {
  switch (what->deed) {
    case SESSION_SCENE: return session_load_scene(session, what->index, error);
    case SESSION_FILE: return session_open_file(session, what->path, error);
    case SESSION_RESET: return session_reset(session, false, error);
    case SESSION_RESET_ALL: return session_reset(session, true, error);
    case SESSION_GRID: return session_set_grid(session, what->nx, what->nz, error);
    case SESSION_STEP_BACK: return past_step(session, error);
    case SESSION_BRANCH: return past_switch(session, what->index, error);
    case SESSION_UNDO: return past_undo(session, error);
    case SESSION_REDO: return past_redo(session, error);
  }
  return false;
}

bool session_do(Session *session, const SessionDo *what, SessionDone *done, Error *error) {
  Error ignored;
  SessionDone unseen;
  if (!done) done = &unseen;
  *done = (SessionDone){0};
  session_end_look(session, &ignored);
  if (take_back_param(session, what->deed, done)) return true;
  session_hold(session);
  const double before = session->world->time;
  const bool ok = do_held(session, what, error);
  if (ok) { /* what is about another world now, or lies on another line of time, is forgotten */
    if (what->deed == SESSION_BRANCH || !is_jump(what->deed)) undo_reset(session);
    if (!is_jump(what->deed) && what->deed != SESSION_GRID) session->saves.edits = session->saves.edits_saving = 0;
    session->undo.list.holds = false;
    session_accept_params(session);
  }
  done->by = session->world->time - before;
  session_release_world(session);
  return ok;
}
