#ifndef RECORD_OPERATIONS_H
#define RECORD_OPERATIONS_H

/* A list of the commands that a world took, by tick, ascending. */

#include "format/stream.h"
#include "world/world.h"

/* A command that a world took at the start of its tick `tick`. */
typedef struct Operation {
  int64_t tick;
  Command command;
} Operation;

/* All 0: empty. Its owner frees it with operations_free. */
typedef struct Operations {
  Operation *rows;
  int count, room;
} Operations;

/* Makes room for `more` further ones. Returns false if memory runs out or there would be more than a list can have. */
bool operations_reserve(Operations *list, int more);
/* Adds one without allocating. Returns false if there is no room. */
bool operations_add(Operations *list, int64_t tick, const Command *command);
/* Returns the index of the first one at or after the tick; `count` if there is none. */
int operations_first(const Operations *list, int64_t tick);
/* Removes those before the tick. */
void operations_forget(Operations *list, int64_t tick);
/* Copies those from index `from` to before `to`, with room for `more` further ones. Returns false, with *copy empty, if memory runs out. */
bool operations_copy(Operations *copy, const Operations *list, int from, int to, int more);
/* Passes on their number, at most `most`, and each with its tick, low to high. Reading replaces what there is. */
void operations_pass(StateStream *s, Operations *list, int most, int64_t low, int64_t high);
void operations_free(Operations *list);

#endif
