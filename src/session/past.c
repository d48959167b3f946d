/* The session's last two minutes: looking at them, going on from there, taking back what was done and doing it again.
 *
 * While the person looks back the session's world is one of the past, made by its timeline, and the simulation is held; from past_go_on on
 * it is the present, and the future that there was is a branch. Taking an edit back is going back to the tick before it; the water goes on
 * from there, the edit is gone. What was taken back lies on the branch that this leaves, from where past_redo has it. */
#include "session/session_private.h"

const double past_together_s = 0.4;

/* Returns true if there is a past to look at. */
static bool past_is_there(const Session *session) {
  if (!session->timeline || session->player) return false;
  const TimelineSpan span = timeline_span(session->timeline, 0);
  return span.to > span.from;
}

/* --- looking and going on ------------------------------------------------------------------------------------------------------ */

void session_record_again(Session *session) {
  recording_begin_world(session->recording, session->world);
  if (session->timeline) timeline_go_on_from(session->timeline, session->world);
}

void past_begin_look(Session *session) {
  recording_end_world(session->recording);
  session->looks_back = true;
}

bool past_show(Session *session, World *world, Error *error) {
  const Params own = session->wanted.params;
  const bool was_present = !session->looks_back;
  past_begin_look(session);
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
  return world && past_show(session, world, error);
}

void past_go_on(Session *session) {
  if (!session->looks_back) return;
  session->looks_back = false;
  session_record_again(session);
  world_let_go(session->world); /* noted: whatever plays this world again lets go at the same tick */
  session_note_past(session);
}

bool past_switch(Session *session, int line, Error *error) {
  timeline_switch(session->timeline, line);
  if (!past_look(session, 0, timeline_span(session->timeline, 0).to, true, error)) return false;
  past_go_on(session);
  return true;
}

bool past_step(Session *session, Error *error) {
  const int64_t tick = session->world->tick - 1;
  if (!past_is_there(session) || tick < timeline_span(session->timeline, 0).from)
    return error_set(error, "step back: nothing before this is kept");
  if (!past_look(session, 0, tick, true, error)) return false;
  past_go_on(session);
  return true;
}

/* --- edits ---------------------------------------------------------------------------------------------------------------------- */

static int64_t together_ticks(const Session *session) {
  return (int64_t)(past_together_s / (double)session->world->params.tick);
}

static bool is_grab(const Command *command) {
  return command->kind == COMMAND_GRAB;
}

static bool is_release(const Command *command) {
  return command->kind == COMMAND_RELEASE;
}

static bool has_grab(const Session *session, int64_t tick) {
  int64_t at;
  return timeline_command_after(session->timeline, 0, tick, is_grab, &at) && at == tick;
}

/* Returns the tick at which the hold began that has a command at `tick`; without a hold there, `tick`. A hold is one edit from the first
 * grab to the release, however long the pointer rested in between. */
static int64_t hold_began(const Session *session, int64_t tick) {
  int64_t released = -1, first;
  if (!has_grab(session, tick)) return tick;
  timeline_command_before(session->timeline, 0, tick, is_release, &released);
  return timeline_command_after(session->timeline, 0, released + 1, is_grab, &first) && first < tick ? first : tick;
}

static int64_t hold_ended(const Session *session, int64_t tick) {
  int64_t released;
  return has_grab(session, tick) && timeline_command_after(session->timeline, 0, tick, is_release, &released) ? released : tick;
}

/* Finds the tick at which the last edit before `tick` began. Returns false if there is none. */
static bool change_before(const Session *session, int64_t tick, int64_t *began) {
  int64_t at;
  if (!timeline_command_before(session->timeline, 0, tick, command_is_edit, &at)) return false;
  do *began = hold_began(session, at);
  while (timeline_command_before(session->timeline, 0, *began, command_is_edit, &at) && *began - at <= together_ticks(session));
  return true;
}

/* Finds the tick after the edit that begins first at or after `tick`. Returns false if there is none. */
static bool change_after(const Session *session, int64_t tick, int64_t *after) {
  int64_t at, next;
  if (!timeline_command_after(session->timeline, 0, tick, command_is_edit, &next)) return false;
  do at = hold_ended(session, next);
  while (timeline_command_after(session->timeline, 0, at + 1, command_is_edit, &next) && next - at <= together_ticks(session));
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
         !timeline_command_after(session->timeline, 0, session->undo.since, command_is_edit, &at);
}

/* Goes on from a tick of the present line; `left` is the branch that this leaves, or -1. Returns false and sets *error if that fails. */
static bool go(Session *session, int64_t tick, int *left, Error *error) {
  const int64_t id = timeline_span(session->timeline, 0).id;
  if (!past_look(session, 0, tick, true, error)) return false;
  past_go_on(session);
  session->undo.since = tick;
  *left = line_with_id(session->timeline, id);
  return true;
}

bool past_undo(Session *session, Error *error) {
  int64_t began;
  int left;
  if (!past_is_there(session) || !change_before(session, session->world->tick, &began))
    return error_set(error, "undo: nothing was done in the time that is kept");
  /* One after the other: the branch of the first has all that the others leave. */
  const bool again = can_redo(session);
  const int64_t present = timeline_span(session->timeline, 0).id;
  if (!go(session, began, &left, error)) return false;
  if (again)
    timeline_remove_branch(session->timeline, left);
  else
    session->undo.redo_line = present;
  session_note_past(session);
  return true;
}

bool past_redo(Session *session, Error *error) {
  Timeline *const timeline = session->timeline;
  int64_t after, at;
  int left;
  if (!past_is_there(session) || !can_redo(session)) return error_set(error, "redo: nothing was taken back");
  const int64_t present = timeline_span(timeline, 0).id, line = session->undo.redo_line;
  timeline_switch(timeline, line_with_id(timeline, line));
  if (!change_after(session, session->undo.since, &after)) after = session->undo.since;
  if (!go(session, after, &left, error)) return false;
  if (!timeline_command_after(timeline, left, after, command_is_edit, &at))
    timeline_remove_branch(timeline, left), session->undo.redo_line = -1;
  timeline_remove_branch(timeline, line_with_id(timeline, present));
  session_note_past(session);
  return true;
}
