#ifndef APP_HINTS_H
#define APP_HINTS_H

/* The first hints: what a person can do at once. Each goes once it has been done. */

#include <stdbool.h>

#include "app/control/input.h"
#include "app/control/tools.h"

typedef enum Hint { HINT_MOVE, HINT_DROP, HINT_PUSH, HINT_LOOK, HINT_TOOL, HINT_COUNT } Hint;

/* Which hints have been followed. A plain value owned by the program; all 0: none. */
typedef struct Hints {
  bool done[HINT_COUNT];
  Tool tool; /* in hand at the start */
} Hints;

/* The hints of a new person. */
void hints_begin(Hints *hints, Tool tool);

/* Marks what was done in this frame. */
void hints_look(Hints *hints, const Tools *tools, const Input *input);

/* H: brings them back, or lets them go again. */
void hints_toggle(Hints *hints);

/* The words of a hint: what to do, and what it is for. */
const char *hints_key(Hint hint);
const char *hints_text(Hint hint);

#endif
