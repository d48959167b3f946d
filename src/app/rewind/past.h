#ifndef APP_REWIND_PAST_H
#define APP_REWIND_PAST_H

/* The session's last two minutes: looking at them, going on from there, taking back what was done and doing it again.
 *
 * While the person looks back the session's world is one of the past, made by its timeline, and the simulation is held; from past_go_on on it
 * is the present, and the future that there was is a branch. Taking an edit back is going back to the tick before it; the water goes on from
 * there, the edit is gone. What was taken back lies on the branch that this leaves, from where past_redo has it. All are called while the
 * simulation is held. */

#include "app/session/session.h"

/* Where the next edit to be done again lies. A plain value owned by the program; past_forget begins it. */
typedef struct Past {
  int64_t redo_line; /* id of a branch (TimelineSpan); -1: nothing was taken back */
  int64_t since;     /* tick at which the present parts from it */
} Past;

/* Another scene: there is nothing to be done again. */
void past_forget(Past *past);

/* Whether there is anything to look at. */
bool past_is_there(const Session *session);

/* Shows the keyframe nearest to the tick, or the tick itself where `exact`. False with one line; then what was shown stays. */
bool past_look(Session *session, int line, int64_t tick, bool exact, Error *error);

/* The same in two steps, for a world of the timeline that the caller has made between them: logs of the present end; the world, which the
 * session owns from now on, takes the place of what is shown. */
void past_begin_look(Session *session);
bool past_show(Session *session, World *world, Error *error);

/* What is shown is the present. */
void past_go_on(Session *session);

/* Goes on with a branch from its end. */
bool past_switch(Session *session, int line, Error *error);

/* One tick back. */
bool past_step(Session *session, Error *error);

/* Simulated s: edits that follow each other within this are one, as strokes are. */
extern const double past_together_s;

/* Goes back to before the last edit, or forth to after the one that was taken back last. False, with a line, where there is none, or memory is
 * short. */
bool past_undo(Past *past, Session *session, Error *error);
bool past_redo(Past *past, Session *session, Error *error);

#endif
