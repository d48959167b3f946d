/* Notes what was done, for taking it back: the list of the steps, and a cursor in it. */
#include <string.h>

#include "session/session_private.h"

static const double joined_within = 0.5; /* s */

void undo_list_reset(UndoList *list, const Params *params) {
  list->seen = *params;
  list->done = list->known = 0;
  list->holds = false;
}

static UndoStep *last_step(UndoList *list) {
  return list->done > 0 ? &list->steps[list->done - 1] : NULL;
}

static void add(UndoList *list, UndoStep step) {
  if (list->done == UNDO_STEPS) memmove(list->steps, list->steps + 1, sizeof *list->steps * (size_t)--list->done);
  list->steps[list->done++] = step;
  list->known = list->done;
}

void undo_list_edit(UndoList *list, int64_t tick, int64_t together) {
  const UndoStep *const last = last_step(list);
  const bool goes_on =
      last && last->kind == UNDO_EDIT && list->known == list->done && tick >= list->edit_tick && tick - list->edit_tick <= together;
  list->edit_tick = tick;
  if (!goes_on) add(list, (UndoStep){.kind = UNDO_EDIT});
}

void undo_list_look(UndoList *list, const Params *params, double now) {
  int count;
  const ParamInfo *const infos = params_table(&count);
  for (int n = 0; n < count; n++) {
    const float before = params_get(&list->seen, &infos[n]);
    UndoStep *const last = last_step(list);
    if (before == params_get(params, &infos[n])) continue;
    if (last && last->info == &infos[n] && now - last->at < joined_within)
      last->at = now, list->known = list->done;
    else
      add(list, (UndoStep){.kind = UNDO_PARAM, .info = &infos[n], .before = before, .at = now});
  }
  list->seen = *params;
}

/* Returns true if the steps before and after place `n` are changes of parameters that were seen at once. */
static bool is_one_change(const UndoList *list, int n) {
  const UndoStep *const steps = list->steps;
  return n > 0 && n < list->known && steps[n - 1].kind == UNDO_PARAM && steps[n].kind == UNDO_PARAM && steps[n - 1].at == steps[n].at;
}

UndoKind undo_list_back(UndoList *list, Params *params, const ParamInfo **param) {
  if (list->done == 0) return UNDO_NOTHING;
  do {
    UndoStep *const step = &list->steps[--list->done];
    if (step->kind == UNDO_EDIT) return UNDO_EDIT;
    step->after = params_get(params, step->info);
    params_put(params, step->info, step->before);
    *param = step->info;
  } while (is_one_change(list, list->done));
  list->seen = *params;
  return UNDO_PARAM;
}

UndoKind undo_list_forth(UndoList *list, Params *params, const ParamInfo **param) {
  if (list->done == list->known) return UNDO_NOTHING;
  do {
    const UndoStep *const step = &list->steps[list->done++];
    if (step->kind == UNDO_EDIT) return UNDO_EDIT;
    params_put(params, step->info, step->after);
    *param = step->info;
  } while (is_one_change(list, list->done));
  list->seen = *params;
  return UNDO_PARAM;
}

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
