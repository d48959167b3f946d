#ifndef SESSION_PARAM_HISTORY_H
#define SESSION_PARAM_HISTORY_H

/* Changes of parameters that can be taken back, wherever they came from: a key, the panel, the wheel. */

#include "world/params.h"

enum { PARAM_HISTORY = 512 };

/* One change: which parameter, and its value before it. */
typedef struct ParamChange {
  const ParamInfo *info;
  float before;
  float after; /* its value when the change was taken back */
  double at;   /* clock of the last of the changes that were joined to one */
} ParamChange;

/* The last changes, the newest at the end; those before them are forgotten. A plain value owned by the program. */
typedef struct ParamHistory {
  Params seen; /* as of the last look */
  ParamChange changes[PARAM_HISTORY];
  int count, known; /* behind `count` lie those that were taken back, up to `known` */
} ParamHistory;

/* Forgets all changes: `params` are those of another world, or were changed by the program itself. */
void param_history_reset(ParamHistory *history, const Params *params);

/* Notes what has changed since the last look. Changes of one parameter within half a second are one. now: s of a clock. Returns true if
 * there is a new change: then those that were taken back are forgotten. */
bool param_history_look(ParamHistory *history, const Params *params, double now);

/* Takes the newest change back: sets the parameter and returns it; NULL: there is none. */
const ParamInfo *param_history_undo(ParamHistory *history, Params *params);

/* Makes the change that was taken back last again: sets the parameter and returns it; NULL: there is none. */
const ParamInfo *param_history_redo(ParamHistory *history, Params *params);

#endif
