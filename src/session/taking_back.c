/* Notes what was done, for taking it back. */
#include "session/session_private.h"

void undo_reset(Session *session) {
  undo_order_reset(&session->undo.order);
  session->undo.redo_line = -1;
  param_history_reset(&session->undo.params, &session->wanted.params);
}

void undo_note_command(Session *session, const Command *command) {
  UndoOrder *const order = &session->undo.order;
  const double tick_s = (double)session->wanted.params.tick;
  const bool goes_on = order->holds && command->kind == COMMAND_GRAB; /* a hold is one change, from grab to release */
  if (command->kind == COMMAND_GRAB || command->kind == COMMAND_RELEASE) order->holds = command->kind == COMMAND_GRAB;
  if (command_is_edit(command) && !goes_on) undo_order_add(order, UNDO_CHANGE, session->shown_tick, (int64_t)(past_together_s / tick_s));
}

void session_note_params(Session *session, double now) {
  if (param_history_look(&session->undo.params, &session->wanted.params, now)) undo_order_add(&session->undo.order, UNDO_PARAM, 0, 0);
}

void session_accept_params(Session *session) {
  session->undo.params.seen = session->wanted.params;
}
