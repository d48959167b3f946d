/* Notes what was done, for taking it back. */
#include "session/session_private.h"

void undo_reset(Session *session) {
  undo_list_reset(&session->undo.list, &session->wanted.params);
  session->undo.redo_line = -1;
}

void undo_note_command(Session *session, const Command *command) {
  UndoList *const list = &session->undo.list;
  const double tick_s = (double)session->wanted.params.tick;
  const bool goes_on = list->holds && command->kind == COMMAND_GRAB; /* a hold is one change, from grab to release */
  if (command->kind == COMMAND_GRAB || command->kind == COMMAND_RELEASE) list->holds = command->kind == COMMAND_GRAB;
  if (command_is_edit(command) && !goes_on) undo_list_edit(list, session->shown_tick, (int64_t)(past_together_s / tick_s));
}

void session_note_params(Session *session, double now) {
  undo_list_look(&session->undo.list, &session->wanted.params, now);
}

void session_accept_params(Session *session) {
  session->undo.list.seen = session->wanted.params;
}
