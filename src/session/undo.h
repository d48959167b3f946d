#ifndef SESSION_UNDO_H
#define SESSION_UNDO_H

/* The order in which a person changed parameters and edited the world, so that Ctrl+Z takes back what came last: a parameter gets its value
 * back where the water is (control/param_history.h), an edit is taken back by going back to before it (past.h). */

#include <stdbool.h>
#include <stdint.h>

typedef enum UndoKind { UNDO_NOTHING, UNDO_PARAM, UNDO_CHANGE } UndoKind;

enum { UNDO_STEPS = 1024 };

/* The kinds of what was done, in its order, and behind `done` those of what was taken back. A plain value owned by the program; zeroed at
 * the start. */
typedef struct UndoOrder {
  unsigned char kinds[UNDO_STEPS];
  int done, known;
  int64_t change_tick; /* of the last edit */
  bool holds;          /* a body is held: the edit goes on until it is let go */
} UndoOrder;

/* Forgets all: another world has nothing to be taken back. */
void undo_order_reset(UndoOrder *order);

/* Adds what was done; what had been taken back cannot be done again. Edits within `together` ticks of each other are one. */
void undo_order_add(UndoOrder *order, UndoKind kind, int64_t tick, int64_t together);

/* Return the kind of change that Ctrl+Z, or Ctrl+Shift+Z, is about, and count it as taken back, or as done again. UNDO_NOTHING: there is
 * none. */
UndoKind undo_order_back(UndoOrder *order);
UndoKind undo_order_forth(UndoOrder *order);

#endif
