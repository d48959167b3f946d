#include "session/param_history.h"

#include <string.h>

static const double joined_within = 0.5; /* s */

void param_history_reset(ParamHistory *history, const Params *params) {
  history->seen = *params;
  history->count = history->known = 0;
}

/* Adds a change, or joins it to the last one. Returns true if it is one of its own. */
static bool add_change(ParamHistory *history, const ParamInfo *info, float before, double now) {
  ParamChange *const last = history->count > 0 ? &history->changes[history->count - 1] : NULL;
  if (last && last->info == info && now - last->at < joined_within) {
    last->at = now;
    history->known = history->count;
    return false;
  }
  if (history->count == PARAM_HISTORY) memmove(history->changes, history->changes + 1, sizeof *history->changes * (size_t)--history->count);
  history->changes[history->count++] = (ParamChange){.info = info, .before = before, .at = now};
  history->known = history->count;
  return true;
}

bool param_history_look(ParamHistory *history, const Params *params, double now) {
  int count;
  bool added = false;
  const ParamInfo *const infos = params_table(&count);
  for (int n = 0; n < count; n++) {
    const float before = params_get(&history->seen, &infos[n]);
    if (before != params_get(params, &infos[n])) added = add_change(history, &infos[n], before, now) || added;
  }
  history->seen = *params;
  return added;
}

/* Returns true if the changes before and after place `n` were seen at once, as a preset's are: they are undone and redone together. */
static bool is_one_change(const ParamHistory *history, int n) {
  return n > 0 && n < history->known && history->changes[n - 1].at == history->changes[n].at;
}

const ParamInfo *param_history_undo(ParamHistory *history, Params *params) {
  if (history->count == 0) return NULL;
  do {
    ParamChange *const change = &history->changes[--history->count];
    change->after = params_get(params, change->info);
    params_put(params, change->info, change->before);
  } while (is_one_change(history, history->count));
  history->seen = *params;
  return history->changes[history->count].info;
}

const ParamInfo *param_history_redo(ParamHistory *history, Params *params) {
  if (history->count == history->known) return NULL;
  do {
    const ParamChange *const change = &history->changes[history->count++];
    params_put(params, change->info, change->after);
  } while (is_one_change(history, history->count));
  history->seen = *params;
  return history->changes[history->count - 1].info;
}
