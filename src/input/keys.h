#ifndef INPUT_KEYS_H
#define INPUT_KEYS_H

/* The one table that binds keys: handling, F1's overlay, --help's section and --list-keys are all made from it. A parameter's first key
 * comes from params_table. One per program, for the thread that draws. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "input/action.h"
#include "scene/params.h"

/* Added to an SDL_Keycode: with these held. */
enum { KEYS_SHIFT = 1 << 26, KEYS_ALT = 1 << 27, KEYS_CTRL = 1 << 28 };

enum { KEYS_NAME = 32, KEYS_LINE = 192 };

/* The blocks of F1; parameters have blocks of their own. */
typedef enum KeyGroup { KEYS_DO, KEYS_LOOK, KEYS_SCENE, KEYS_WINDOW, KEYS_PARAMS, KEYS_GROUP_COUNT } KeyGroup;

/* A line of the table: an action, or a parameter that the key raises and, with Shift, lowers. */
typedef struct KeyBinding {
  const char *name;       /* in the file of settings, as in "tool-crate"; a parameter's is its own */
  Action action;          /* ACTION_NONE: a parameter's */
  const ParamInfo *param; /* NULL: an action's */
  const char *help;
  bool repeats; /* while held */
  KeyGroup group;
  int us_key;               /* as the program has it for a US keyboard */
  int first_key;            /* the same on the keyboard that is there: keys_fit */
  int key;                  /* as it is bound now; 0: none */
  char key_name[KEYS_NAME]; /* for people, as in "Shift+9"; empty: no key */
} KeyBinding;

/* Returns all lines, actions first; borrowed, and changed by keys_bind. */
const KeyBinding *keys_table(int *count);

/* Returns an SDL_Keycode and the modifiers held beside it as one number. */
int keys_code(int key, bool shift, bool ctrl, bool alt);

/* Returns the line of a key press, or NULL. Shift with a key that has no line of its own under Shift is the plain key. */
const KeyBinding *keys_find(int code);

/* Returns a parameter's line. */
const KeyBinding *keys_param(const ParamInfo *info);

/* Returns the name of the key that an action has now, for words in the window; "no key" where it has none. */
const char *keys_name(Action action);

/* Returns true for Shift, Ctrl, Alt and their like, which are not keys by themselves. */
bool keys_is_modifier(int key);

/* Binds a key to a line of the table, by its name, for the whole run; what had the key before has none. `key` is as in "F6", "Shift+K",
 * "Ctrl+Space", or "none". `line` then says what lost its key; or, where it returns false with nothing changed, why. */
bool keys_bind(const char *name, const char *key, char line[KEYS_LINE]);

/* Binds the key of a press, by its code (keys_code), as keys_bind does. */
bool keys_bind_code(const char *name, int code, char line[KEYS_LINE]);

/* Returns the key as keys_bind reads it from a file of settings; valid until the next call. */
const char *keys_file_name(const KeyBinding *binding);

/* Returns the key code of a place. Numbers of keys and places are SDL's key codes and scancodes. */
typedef int (*KeyAt)(int scancode);

/* Fits the program's keys to a layout, from now on, so that each of them is there, without Shift and AltGr, and no two are the same: keys
 * that lie by place (those that fly, and digits) stay where they are on a US keyboard; others keep their character where the layout has
 * it, else their place. Keys of the person's own stay, and take what they are from others. */
void keys_fit(KeyAt key_at);

/* Returns the key code of an event: that of the character; of a dead key, which has none, that of its place. */
int keys_layout_code(int key, int scancode);

/* Returns what a place has in the layout of the window: a KeyAt. */
int keys_layout_at(int scancode);

/* Binds all keys as the program has them. */
void keys_reset(void);

/* Refuses to bind keys again from now on, as on a machine that others use. */
void keys_fix(void);
bool keys_are_fixed(void);

/* Returns the actions of the mouse as pairs of words for help; ends with a NULL. */
const char *const *keys_mouse(void);

/* Checks (CHECK) that no key and no name stands in the table twice. */
void keys_check(void);

void keys_print_help(FILE *out);

/* Prints --list-keys: each line's name with its key. */
void keys_print_names(FILE *out);

#endif
