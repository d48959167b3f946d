#ifndef APP_KEYS_H
#define APP_KEYS_H

/* The one table that binds keys: handling, F1's overlay and --help's section are all made from it. Parameters bring
 * their own keys in params_table. */

#include <stdbool.h>
#include <stdio.h>

#include "world/params.h"

/* What a key, or a button of the panel, does. */
typedef enum Action {
  ACTION_NONE, /* held keys, which the camera reads itself */
  ACTION_TOOL_CRATE,
  ACTION_TOOL_PUSH,
  ACTION_TOOL_POUR,
  ACTION_TOOL_DRAIN,
  ACTION_TOOL_LOG,
  ACTION_TOOL_CAR,
  ACTION_TOOL_BOAT,
  ACTION_TOOL_HOUSE,
  ACTION_TOOL_WHEEL,
  ACTION_TOOL_GATE,
  ACTION_TOOL_PUMP,
  ACTION_TOOL_DYE,
  ACTION_TOOL_HEAP,
  ACTION_TOOL_DIG,
  ACTION_NEXT_TOOL,
  ACTION_OPEN_GATE,
  ACTION_CLOSE_GATE,
  ACTION_PAUSE,
  ACTION_STEP,
  ACTION_DELETE,
  ACTION_RELEASE_DAM,
  ACTION_CLOUDBURST,
  ACTION_SEA_WAVE,
  ACTION_QUAKE,
  ACTION_RESET,
  ACTION_RESET_ALL,
  ACTION_NEXT_SCENE,
  ACTION_PREVIOUS_SCENE,
  ACTION_CHOOSE_SCENE, /* the panel's */
  ACTION_OPEN_FILE,    /* of a file dropped on the window */
  ACTION_NEXT_SOLVER,
  ACTION_NEXT_LIQUID,
  ACTION_PREVIOUS_LIQUID,
  ACTION_NEXT_BOUNDARY,
  ACTION_PREVIOUS_BOUNDARY,
  ACTION_FINER,
  ACTION_COARSER,
  ACTION_NEXT_VIEW,
  ACTION_PREVIOUS_VIEW,
  ACTION_NEXT_CAMERA,
  ACTION_PREVIOUS_CAMERA,
  ACTION_FLYBY,
  ACTION_OVERLAY,
  ACTION_PROBE,
  ACTION_PANEL,
  ACTION_HELP,
  ACTION_RELOAD,
  ACTION_FULL_SCREEN,
  ACTION_SCREENSHOT,
  ACTION_MUTE,
  ACTION_HINTS,
  ACTION_HIDE,
  ACTION_FRAME,
  ACTION_CAMERA_MODE,
  ACTION_UNDO_PARAM,
  ACTION_BACK,
  ACTION_COUNT
} Action;

enum { KEYS_CTRL = 1 << 28 }; /* added to an SDL_Keycode: with Ctrl held */

/* The blocks of F1. */
typedef enum KeyGroup { KEYS_DO, KEYS_LOOK, KEYS_SCENE, KEYS_WINDOW, KEYS_GROUP_COUNT } KeyGroup;

/* One line of the table of keys: a constant of the program. */
typedef struct KeyBinding {
  int key; /* SDL_Keycode, or KEYS_CTRL added to one */
  bool shift;
  const char *name, *help;
  Action action;
  bool repeats; /* while held */
  KeyGroup group;
} KeyBinding;

const KeyBinding *keys_table(int *count);

/* The action's name in the file of settings, as in "tool-crate"; NULL for ACTION_NONE. */
const char *keys_action_name(Action action);

/* Binds another key to an action, for the whole run: `what` is the action's name, `key` as in "F6", "Shift+K", "Ctrl+Space". What had the
 * key before has none. False, with nothing changed, when there is no such action or key, or a key that flies, points or drives is asked for. */
bool keys_bind(const char *what, const char *key);

/* What the mouse does, as pairs of words for help; ends with a NULL. */
const char *const *keys_mouse(void);

/* The binding of a key press (as in KeyBinding), or NULL. Shift with a key that has no binding of its own under Shift is the plain key. */
const KeyBinding *keys_find(int key, bool shift);

/* The parameter that a key changes, or NULL. */
const ParamInfo *keys_find_param(int key, bool alt);

/* A caller's bug if a key is bound twice, here or by a parameter. */
void keys_check(void);

void keys_print_help(FILE *out);

/* --list-keys: each action's name with its key. */
void keys_print_names(FILE *out);

#endif
