/* The session's last two minutes: looking at them, going on from there, taking back what was done and doing it again.
 *
 * The first look has the simulation hold, each makes a world in a thread of its own, one at a time, so that the picture does not wait while
 * the bar of time is dragged, and the last goes on. While the person looks back the session's world is one of the past, made by its
 * timeline, and the simulation is held; from past_go_on on it is the present, and the future that there was is a branch. Taking an edit
 * back is going back to the tick before it; the water goes on from there, the edit is gone. What was taken back lies on the branch that
 * this leaves, from where past_redo has it. */
#include <math.h>
#include <string.h>

#include "session/session_private.h"

static const double together_s = 0.4;    /* simulated s: edits that follow each other within this are one, as strokes are */
static const double look_every_s = 0.04; /* s of the clock, at the least, between two states of the past while the bar is dragged */
static const double joined_within = 0.5; /* s of the clock: changes of one parameter are one */

/* --- showing and going on ------------------------------------------------------------------------------------------------------------ */

/* Ends the logs of the present. */
static void begin_look(Session *session) {
  recording_end_world(session->recording);
  session->looks_back = true;
}

/* Puts a world of the timeline, which the session owns from now on, in the place of what is shown. */
static bool show(Session *session, World *world, Error *error) {
  const Params own = session->wanted.params;
  const bool was_present = !session->looks_back;
  begin_look(session);
  timeline_end(session->timeline);
  world_share_ground(world, session->world);
  if (!session_swap_world(session, world, error)) {
    if (was_present) session_record_again(session), session->looks_back = false;
    return false;
  }
  params_keep_own(&session->wanted.params, &own);
  return true;
}

bool past_look(Session *session, int line, int64_t tick, bool exact, Error *error) {
  World *const world = exact ? timeline_go(session->timeline, line, tick, session->def.threads, error)
                             : timeline_go_keyframe(session->timeline, line, tick, session->def.threads, error);
  return world && show(session, world, error);
}

void past_go_on(Session *session) {
  if (!session->looks_back) return;
  session->looks_back = false;
  session_record_again(session);
  session_note_jump(session, session->world->time);
  world_let_go(session->world); /* noted: whatever plays this world again lets go at the same tick */
  session_note_past(session);
}

/* Returns the simulated time of a tick of the present line. Approximate (assumes equal ticks). */
static double time_of(const Session *session, int64_t tick) {
  const TimelineSpan span = timeline_span(session->timeline, 0);
  const double share = span.to > span.from ? (double)(tick - span.from) / (double)(span.to - span.from) : 0;
  return span.from_s + fmin(share, 1) * (span.to_s - span.from_s);
}

/* Goes on from a tick of the line, which becomes the present one. Returns false and sets *error if that fails: all is as it was then. */
static bool go(Session *session, int line, int64_t tick, Error *error) {
  const double parts_s = line > 0 ? time_of(session, timeline_span(session->timeline, line).parts) : INFINITY;
  if (!past_look(session, line, tick, true, error)) return false;
  if (line > 0) session_note_jump(session, parts_s); /* what came after it belongs to the future that is left */
  if (line > 0) timeline_switch(session->timeline, line);
  past_go_on(session);
  return true;
}

bool past_switch(Session *session, int line, Error *error) {
  return go(session, line, timeline_span(session->timeline, line).to, error);
}

bool past_step(Session *session, Error *error) {
  const int64_t tick = session->world->tick - 1;
  if (!session_has_past(session) || tick < timeline_span(session->timeline, 0).from)
    return error_set(error, "step back: nothing before this is kept");
  return go(session, 0, tick, error);
}

/* --- looking ------------------------------------------------------------------------------------------------------------------------- */

/* Returns the tick of the present line at a simulated time. Approximate (assumes equal ticks); callers take the nearest keyframe. */
static int64_t tick_at(const Session *session, double time_s) {
  const TimelineSpan span = timeline_span(session->timeline, 0);
  const double share = span.to_s > span.from_s ? (time_s - span.from_s) / (span.to_s - span.from_s) : 1;
  return span.from + (int64_t)llround(fmin(fmax(share, 0), 1) * (double)(span.to - span.from));
}

/* Returns true if a world is being made: the timeline is in use. */
static bool is_busy(const PastReader *reader) {
  return reader->thread.runs && !reader->done;
}

/* Shows the world that was asked for, if it has been made. */
static bool show_made(Session *session, Error *error) {
  PastReader *const reader = &session->past_reader;
  if (!reader->made || is_busy(reader)) return true;
  thread_join(&reader->thread);
  World *const world = reader->world;
  Error reason = reader->error;
  reader->world = NULL;
  reader->made = false;
  if (!world || !show(session, world, &reason)) return error_set(error, "%s", reason.text);
  session_accept_params(session);
  session->look.jumps++;
  return true;
}

static void *read_world(void *data) {
  Session *const session = data;
  PastReader *const reader = &session->past_reader;
  timeline_end(session->timeline); /* packing the rest of its last keyframe takes as long as a tick */
  reader->world = timeline_go_keyframe(session->timeline, 0, reader->tick, session->def.threads, &reader->error);
  reader->done = true;
  return NULL;
}

/* Asks for the world at the time that is looked at. The simulation is held. */
static void read_past(Session *session) {
  PastReader *const reader = &session->past_reader;
  session_forget_read(session);
  reader->tick = tick_at(session, session->look.time_s);
  reader->done = false;
  reader->made = true;
  if (!thread_start(&reader->thread, read_world, session)) read_world(session);
}

/* The first look waits for the end of a tick, in which the picture goes on. */
static void look_first(Session *session) {
  session->look.asked = true;
  sim_ask_hold(session->sim);
  if (!sim_is_held(session->sim)) return;
  session->look.asked = false;
  begin_look(session);
  read_past(session);
}

bool session_look(Session *session, double time_s, double now, Error *error) {
  if (!session_past(session).there) return true;
  session->look.time_s = time_s;
  if (!session->looks_back) {
    look_first(session);
    return true;
  }
  const bool ok = show_made(session, error);
  if (is_busy(&session->past_reader) || now - session->look.at < look_every_s) return ok;
  if (timeline_nearest_keyframe(session->timeline, 0, tick_at(session, time_s)) == session->world->tick) return ok;
  session->look.at = now;
  read_past(session);
  return ok;
}

bool session_end_look(Session *session, Error *error) {
  error->text[0] = '\0';
  if (session->look.asked) {
    session_hold(session);
    look_first(session);
  }
  if (!session->looks_back) return false;
  thread_join(&session->past_reader.thread);
  show_made(session, error);
  past_go_on(session);
  undo_reset(session);
  session_release_world(session);
  return true;
}

World *session_read_branch(Session *session, int branch, int64_t tick) {
  Error ignored;
  session_hold(session);
  if (branch > timeline_branch_count(session->timeline)) {
    session_release(session);
    return NULL;
  }
  const TimelineSpan span = timeline_span(session->timeline, branch);
  const int64_t at = tick < span.from ? span.from : tick > span.to ? span.to : tick;
  World *const world = timeline_go_keyframe(session->timeline, branch, at, session->def.threads, &ignored);
  session_release(session);
  return world;
}

/* --- edits --------------------------------------------------------------------------------------------------------------------------- */

static int64_t together_ticks(const Session *session) {
  return (int64_t)(together_s / (double)session->world->params.tick);
}

static bool is_grab(const Command *command) {
  return command->kind == COMMAND_GRAB;
}

static bool is_release(const Command *command) {
  return command->kind == COMMAND_RELEASE;
}

static bool has_grab(const Session *session, int line, int64_t tick) {
  int64_t at;
  return timeline_find(session->timeline, line, tick, 1, is_grab, &at) && at == tick;
}

/* Returns the tick at which the hold began that has a command at `tick`; without a hold there, `tick`. A hold is one edit from the first
 * grab to the release, however long the pointer rested in between. */
static int64_t hold_began(const Session *session, int64_t tick) {
  int64_t released = -1, first;
  if (!has_grab(session, 0, tick)) return tick;
  timeline_find(session->timeline, 0, tick, -1, is_release, &released);
  return timeline_find(session->timeline, 0, released + 1, 1, is_grab, &first) && first < tick ? first : tick;
}

static int64_t hold_ended(const Session *session, int line, int64_t tick) {
  int64_t released;
  return has_grab(session, line, tick) && timeline_find(session->timeline, line, tick, 1, is_release, &released) ? released : tick;
}

/* Finds the tick at which the last edit before `tick` began. Returns false if there is none. */
static bool change_before(const Session *session, int64_t tick, int64_t *began) {
  int64_t at;
  if (!timeline_find(session->timeline, 0, tick, -1, command_is_edit, &at)) return false;
  do *began = hold_began(session, at);
  while (timeline_find(session->timeline, 0, *began, -1, command_is_edit, &at) && *began - at <= together_ticks(session));
  return true;
}

/* Finds the tick after the edit of a line that begins first at or after `tick`. Returns false if there is none. */
static bool change_after(const Session *session, int line, int64_t tick, int64_t *after) {
  const Timeline *const timeline = session->timeline;
  int64_t at, next;
  if (!timeline_find(timeline, line, tick, 1, command_is_edit, &next)) return false;
  do at = hold_ended(session, line, next);
  while (timeline_find(timeline, line, at + 1, 1, command_is_edit, &next) && next - at <= together_ticks(session));
  *after = at + 1;
  return true;
}

static int line_with_id(const Timeline *timeline, int64_t id) {
  for (int line = 1; line <= timeline_branch_count(timeline); line++)
    if (timeline_span(timeline, line).id == id) return line;
  return -1;
}

/* Returns true if what was taken back can be done again: its branch is there still, and the person has not edited since. */
static bool can_redo(const Session *session) {
  int64_t at;
  return session->undo.redo_line >= 0 && line_with_id(session->timeline, session->undo.redo_line) > 0 &&
         !timeline_find(session->timeline, 0, session->undo.since, 1, command_is_edit, &at);
}

bool past_undo(Session *session, Error *error) {
  Timeline *const timeline = session->timeline;
  int64_t began;
  if (!session_has_past(session) || !change_before(session, session->world->tick, &began))
    return error_set(error, "undo: nothing was done in the time that is kept");
  /* One after the other: the branch of the first has all that the others leave. */
  const bool again = can_redo(session);
  const int64_t present = timeline_span(timeline, 0).id;
  if (!go(session, 0, began, error)) return false;
  session->undo.since = began;
  if (again)
    timeline_remove_branch(timeline, line_with_id(timeline, present));
  else
    session->undo.redo_line = present;
  session_note_past(session);
  return true;
}

bool past_redo(Session *session, Error *error) {
  Timeline *const timeline = session->timeline;
  int64_t after = session->undo.since, at;
  if (!session_has_past(session) || !can_redo(session)) return error_set(error, "redo: nothing was taken back");
  const int64_t present = timeline_span(timeline, 0).id, id = session->undo.redo_line;
  const int line = line_with_id(timeline, id);
  change_after(session, line, session->undo.since, &after);
  if (!go(session, line, after, error)) return false;
  session->undo.since = after;
  const int left = line_with_id(timeline, id);
  if (!timeline_find(timeline, left, after, 1, command_is_edit, &at)) {
    timeline_remove_branch(timeline, left);
    session->undo.redo_line = -1;
  }
  timeline_remove_branch(timeline, line_with_id(timeline, present));
  session_note_past(session);
  return true;
}

/* --- the list of what was done, for taking it back, and a cursor in it ---------------------------------------------------------------- */

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

UndoKind undo_list_move(UndoList *list, int by, Params *params, const ParamInfo **param) {
  if (list->done == (by < 0 ? 0 : list->known)) return UNDO_NOTHING;
  do {
    UndoStep *const step = &list->steps[by < 0 ? list->done - 1 : list->done];
    list->done += by;
    if (step->kind == UNDO_EDIT) return UNDO_EDIT;
    if (by < 0) step->after = params_get(params, step->info);
    params_put(params, step->info, by < 0 ? step->before : step->after);
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
  if (command_is_edit(command) && !goes_on) undo_list_edit(list, session->shown_tick, (int64_t)(together_s / tick_s));
}

void session_note_params(Session *session, double now) {
  undo_list_look(&session->undo.list, &session->wanted.params, now);
}

void session_accept_params(Session *session) {
  session->undo.list.seen = session->wanted.params;
}
