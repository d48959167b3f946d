#ifndef SESSION_UNDO_H
#define SESSION_UNDO_H

/* The steps that a person took, in their order, and a cursor in them: Ctrl+Z takes the step before the cursor back, Ctrl+Shift+Z does the one
 * behind it again. A change of a parameter, wherever it came from (a key, the panel, the wheel), gets its value back where the water is; an
 * edit of the world is taken back by going back to before it in the recording (past.c). */

#include "scene/params.h"

typedef enum UndoKind { UNDO_NOTHING, UNDO_PARAM, UNDO_EDIT } UndoKind;

enum { UNDO_STEPS = 1024 };

/* A step: an edit, or a change of one parameter. */
typedef struct UndoStep {
  UndoKind kind;
  const ParamInfo *info; /* of a parameter; */
  float before, after;   /* its value before, and when the change was taken back; */
  double at;             /* clock of the last of the changes that were joined to one */
} UndoStep;

/* The last steps, the oldest first; those before them are forgotten. A plain value; zeroed at the start. */
typedef struct UndoList {
  UndoStep steps[UNDO_STEPS];
  int done, known;   /* behind `done`, the cursor, lie those that were taken back, up to `known` */
  int64_t edit_tick; /* of the last edit */
  bool holds;        /* a body is held: the edit goes on until it is let go */
  Params seen;       /* as of the last look */
} UndoList;

/* Forgets all: `params` are those of another world, or were changed by the program itself. */
void undo_list_reset(UndoList *list, const Params *params);

/* Adds an edit at the tick; those within `together` ticks of each other are one. What had been taken back cannot be done again. */
void undo_list_edit(UndoList *list, int64_t tick, int64_t together);

/* Adds what has changed since the last look. Changes of one parameter within half a second are one. now: s of a clock. */
void undo_list_look(UndoList *list, const Params *params, double now);

/* Move the cursor by a step, back or forth, and return its kind. Of parameters, all that were changed at once, as by a preset, are one:
 * they are set, and *param is one of them. UNDO_NOTHING: there is no step. */
UndoKind undo_list_back(UndoList *list, Params *params, const ParamInfo **param);
UndoKind undo_list_forth(UndoList *list, Params *params, const ParamInfo **param);

#endif
