#ifndef APP_REWIND_UNDO_H
#define APP_REWIND_UNDO_H

/* In which order a person changed parameters and edited the world, so that Ctrl+Z takes back what came last: a parameter gets its value back
 * where the water is (control/param_history.h), an edit is taken back by going back to before it (past.h). */

#include <stdbool.h>
#include <stdint.h>

typedef enum UndoKind { UNDO_NOTHING, UNDO_PARAM, UNDO_CHANGE } UndoKind;

enum { UNDO_STEPS = 1024 };

/* What was done, and behind `done` what was taken back, in its order. A plain value owned by the program; zeroed at the start. */
typedef struct UndoOrder {
  unsigned char kinds[UNDO_STEPS];
  int done, known;
  int64_t change_tick; /* of the last edit */
  bool holds;          /* a body is held: the edit goes on until it is let go */
} UndoOrder;

/* Another world: there is nothing to be taken back. */
void undo_order_reset(UndoOrder *order);

/* Something was done; what had been taken back cannot be done again. Edits within `together` ticks of each other are one. */
void undo_order_add(UndoOrder *order, UndoKind kind, int64_t tick, int64_t together);

/* What Ctrl+Z, and Ctrl+Shift+Z, is about; the order counts it as taken back, or as done again. UNDO_NOTHING: there is none. */
UndoKind undo_order_back(UndoOrder *order);
UndoKind undo_order_forth(UndoOrder *order);

#endif
