#ifndef APP_REWIND_PAST_H
#define APP_REWIND_PAST_H

/* The session's last two minutes: looking at them, going on from there, taking back what was done and doing it again.
 *
 * While the person looks back the session's world is one of the past, made by its timeline, and the simulation is held; from past_go_on on
 * it is the present, and the future that there was is a branch. Taking an edit back is going back to the tick before it; the water goes on
 * from there, the edit is gone. What was taken back lies on the branch that this leaves, from where past_redo has it. All functions are
 * called while the simulation is held. */

#include "app/session/session.h"

/* Where the next edit to be done again lies. A plain value owned by the program; past_forget begins it. */
typedef struct Past {
  int64_t redo_line; /* id of a branch (TimelineSpan); -1: nothing was taken back */
  int64_t since;     /* tick at which the present parts from it */
} Past;

/* Forgets what could be done again: another scene is shown. */
void past_forget(Past *past);

/* Returns true if there is a past to look at. */
bool past_is_there(const Session *session);

/* Shows the keyframe nearest to the tick, or the tick itself where `exact`. Returns false and sets *error if that fails; then what was
 * shown stays. */
bool past_look(Session *session, int line, int64_t tick, bool exact, Error *error);

/* The two steps of past_look, for a world of the timeline that the caller has made between them: end the logs of the present; put the
 * world, which the session owns from now on, in the place of what is shown. */
void past_begin_look(Session *session);
bool past_show(Session *session, World *world, Error *error);

/* Makes what is shown the present. */
void past_go_on(Session *session);

/* Goes on with a branch from its end. Returns false and sets *error if that fails. */
bool past_switch(Session *session, int line, Error *error);

/* Goes back by one tick. Returns false and sets *error if nothing before is kept or memory runs out. */
bool past_step(Session *session, Error *error);

/* Simulated s: edits that follow each other within this are one, as strokes are. */
extern const double past_together_s;

/* Goes back to before the last edit, or forth to after the one that was taken back last. Returns false and sets *error if there is none or
 * memory runs out. */
bool past_undo(Past *past, Session *session, Error *error);
bool past_redo(Past *past, Session *session, Error *error);

#endif
