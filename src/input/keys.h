#ifndef INPUT_KEYS_H
#define INPUT_KEYS_H

/* Actions that can be asked for, and the one table that binds keys to them: handling, F1's overlay, --help's section and --list-keys are all
 * made from it. A parameter's first key comes from params_table. One per program, for the thread that draws. */

#include <stdbool.h>
#include <stdio.h>

#include "scene/params.h"

/* --- actions ------------------------------------------------------------------------------------------------------------- */

/* The one table of what can be asked for by a key, a button of the panel or one of a controller, in the order of --list-keys and F1; tools
 * stand as in the bar. X(name of the Action, name in the file of settings, key on a US keyboard, block of F1: a KeyGroup, effect of a press:
 * an ActionPress, words). An action without a name has no key. What an action does stands in app/actions.c. */
#define ACTIONS(X)                                                                                                       \
  X(TOOL_CRATE, "tool-crate", "1", DO, ONCE, "tool: crates")                                                             \
  X(TOOL_PUSH, "tool-push", "2", DO, ONCE, "tool: push the water")                                                       \
  X(TOOL_POUR, "tool-pour", "3", DO, ONCE, "tool: pour water")                                                           \
  X(TOOL_DRAIN, "tool-drain", "4", DO, ONCE, "tool: drain water")                                                        \
  X(TOOL_DYE, "tool-dye", "5", DO, ONCE, "tool: dye")                                                                    \
  X(TOOL_HOUSE, "tool-house", "6", DO, ONCE, "tool: houses")                                                             \
  X(TOOL_LOG, "tool-log", "7", DO, ONCE, "tool: logs")                                                                   \
  X(TOOL_CAR, "tool-car", "8", DO, ONCE, "tool: cars")                                                                   \
  X(TOOL_BOAT, "tool-boat", "9", DO, ONCE, "tool: boats")                                                                \
  X(TOOL_WHEEL, "tool-wheel", "0", DO, ONCE, "tool: water wheels")                                                       \
  X(TOOL_HEAP, "tool-heap", "Shift+7", DO, ONCE, "tool: heap up ground")                                                 \
  X(TOOL_DIG, "tool-dig", "Shift+8", DO, ONCE, "tool: dig")                                                              \
  X(TOOL_GATE, "tool-gate", "Shift+9", DO, ONCE, "tool: sluice gates")                                                   \
  X(TOOL_PUMP, "tool-pump", "Shift+0", DO, ONCE, "tool: pumps")                                                          \
  X(TOOL_BOOM, "tool-boom", "Shift+6", DO, ONCE, "tool: booms that hold back what drifts")                               \
  X(NEXT_TOOL, "next-tool", "Insert", DO, REPEATS, "next tool")                                                          \
  X(OPEN_GATE, "open-gate", "Z", DO, REPEATS, "open the sluice gate")                                                    \
  X(CLOSE_GATE, "close-gate", "Shift+Z", DO, REPEATS, "close the sluice gate")                                           \
  X(USE, "use-tool", "X", DO, HELD, "use the tool where the pointer is, as the left button does")                        \
  X(POINT_UP, "point-up", "Shift+Up", DO, HELD, "move the pointer up, without a mouse")                                  \
  X(POINT_DOWN, "point-down", "Shift+Down", DO, HELD, "... down")                                                        \
  X(POINT_LEFT, "point-left", "Shift+Left", DO, HELD, "... to the left")                                                 \
  X(POINT_RIGHT, "point-right", "Shift+Right", DO, HELD, "... to the right")                                             \
  X(UNDO, "undo", "Ctrl+Z", DO, REPEATS, "take back what was done last")                                                 \
  X(REDO, "redo", "Ctrl+Shift+Z", DO, REPEATS, "do it again")                                                            \
  X(PAUSE, "pause", "Space", SCENE, ONCE, "pause and go on")                                                             \
  X(STEP, "step", ".", SCENE, REPEATS, "one step")                                                                       \
  X(STEP_BACK, "step-back", "Shift+.", SCENE, REPEATS, "one step back")                                                  \
  X(REWIND, "rewind", "Backspace", SCENE, HELD, "rewind for as long as it is held; the bar at the foot does so too")     \
  X(DELETE, "delete-body", "Delete", DO, ONCE, "take away the body or pump pointed at")                                  \
  X(RELEASE_DAM, "release-dam", "Enter", DO, ONCE, "let the scene's dam go")                                             \
  X(CLOUDBURST, "cloudburst", "Shift+1", DO, ONCE, "disaster: a cloudburst")                                             \
  X(BREAK_DAM, "dam-break", "Shift+2", DO, ONCE, "disaster: the dam breaks")                                             \
  X(SEA_WAVE, "sea-wave", "Shift+3", DO, ONCE, "disaster: a wave from the sea, or down the river")                       \
  X(QUAKE, "earthquake", "Shift+4", DO, ONCE, "disaster: an earthquake")                                                 \
  X(RESET, "reset", "R", SCENE, ASKS_TO_RESTART, "start the scene again")                                                \
  X(RESET_ALL, "reset-all", "Shift+R", SCENE, ASKS_TO_RESTART, "start again with its own parameters")                    \
  X(NEXT_SCENE, "next-scene", "Tab", SCENE, ASKS_TO_LEAVE, "next scene")                                                 \
  X(PREVIOUS_SCENE, "previous-scene", "Shift+Tab", SCENE, ASKS_TO_LEAVE, "previous scene")                               \
  X(SAVE, "save", "F5", SCENE, ONCE, "save the water and all that is in it")                                             \
  X(LOAD, "load", "F9", SCENE, ASKS_TO_LEAVE, "go on with what was saved")                                               \
  X(RESULTS, "record-results", "Ctrl+R", SCENE, ONCE, "record results: gauges, lines, maps; and end it")                 \
  X(PLOTS, "plots", "Ctrl+P", SCENE, ONCE, "plots of what is recorded")                                                  \
  X(SAVE_RESULTS, "save-results", "Ctrl+S", SCENE, ONCE, "save the results as tables and maps")                          \
  X(NEXT_SOLVER, "next-solver", "M", SCENE, ONCE, "next solver")                                                         \
  X(MUTE, "mute", "Shift+M", WINDOW, ONCE, "mute, and sound again")                                                      \
  X(NEXT_LIQUID, "next-liquid", "L", SCENE, ONCE, "next liquid")                                                         \
  X(PREVIOUS_LIQUID, "previous-liquid", "Shift+L", SCENE, ONCE, "previous liquid")                                       \
  X(NEXT_BOUNDARY, "next-sides", "B", SCENE, ONCE, "next kind of sides")                                                 \
  X(PREVIOUS_BOUNDARY, "previous-sides", "Shift+B", SCENE, ONCE, "previous kind of sides")                               \
  X(FINER, "finer-grid", "G", SCENE, ASKS_TO_RESTART, "finer grid")                                                      \
  X(COARSER, "coarser-grid", "Shift+G", SCENE, ASKS_TO_RESTART, "coarser grid")                                          \
  X(NEXT_VIEW, "next-view", "V", LOOK, ONCE, "next view")                                                                \
  X(PREVIOUS_VIEW, "previous-view", "Shift+V", LOOK, ONCE, "previous view")                                              \
  X(NEXT_CAMERA, "next-camera", "PageDown", LOOK, ONCE, "next camera of the scene")                                      \
  X(PREVIOUS_CAMERA, "previous-camera", "PageUp", LOOK, ONCE, "previous camera of the scene")                            \
  X(FLYBY, "fly-by", "Home", LOOK, ONCE, "fly round the cameras")                                                        \
  X(OVERLAY, "overlay", "O", WINDOW, ONCE, "overlay of timings")                                                         \
  X(PROBE, "probe", "Shift+P", LOOK, ONCE, "probe: what the water does and why; Shift+drag: flow through a line")        \
  X(BESIDE, "side-by-side", "Ctrl+B", LOOK, ONCE, "side by side: two waters with the same inputs, and their difference") \
  X(PANEL, "panel", "P", WINDOW, ONCE, "panel of parameters")                                                            \
  X(HELP, "help", "F1", WINDOW, ONCE, "all keys")                                                                        \
  X(RELOAD, "reload-shaders", "F2", WINDOW, ONCE, "reload the shaders")                                                  \
  X(FULL_SCREEN, "full-screen", "F11", WINDOW, ONCE, "full screen")                                                      \
  X(SCREENSHOT, "screenshot", "F12", LOOK, ONCE, "a picture of the water alone, at the highest quality")                 \
  X(CLIP, "clip", "F10", LOOK, ONCE, "a film of the last ten seconds, to share")                                         \
  X(HINTS, "hints", "H", WINDOW, ONCE, "the first hints, and what there is to do here")                                  \
  X(HIDE, "hide", "F3", WINDOW, ONCE, "hide all but the picture")                                                        \
  X(FRAME, "frame-scene", "F", LOOK, ONCE, "look at the scene from its first camera")                                    \
  X(CAMERA_MODE, "camera-mode", "C", LOOK, ONCE, "camera: orbit, chase the car or the last body, fly")                   \
  X(BACK, "back", "Esc", WINDOW, ASKS_TO_QUIT, "close what is open, leave full screen, then ask to quit")                \
  X(FLY_FORWARD, "fly-forward", "W", LOOK, HELD, "fly forward")                                                          \
  X(FLY_BACK, "fly-back", "S", LOOK, HELD, "fly back")                                                                   \
  X(FLY_LEFT, "fly-left", "A", LOOK, HELD, "fly left")                                                                   \
  X(FLY_RIGHT, "fly-right", "D", LOOK, HELD, "fly right")                                                                \
  X(FLY_UP, "fly-up", "E", LOOK, HELD, "fly up")                                                                         \
  X(FLY_DOWN, "fly-down", "Q", LOOK, HELD, "fly down")                                                                   \
  X(GAS, "drive-on", "Up", DO, HELD, "car or boat: gas")                                                                 \
  X(BRAKE, "drive-back", "Down", DO, HELD, "car or boat: brake, then back")                                              \
  X(STEER_LEFT, "steer-left", "Left", DO, HELD, "car or boat: steer left")                                               \
  X(STEER_RIGHT, "steer-right", "Right", DO, HELD, "car or boat: steer right")                                           \
  X(CHOOSE_SCENE, NULL, NULL, SCENE, ASKS_TO_LEAVE, "of the panel")                                                      \
  X(OPEN_FILE, NULL, NULL, SCENE, ASKS_TO_LEAVE, "a file that was dropped on the window")                                \
  X(SAVE_SLOT, NULL, NULL, SCENE, ASKS_TO_REPLACE, "of the panel")                                                       \
  X(LOAD_SLOT, NULL, NULL, SCENE, ASKS_TO_LEAVE, "of the panel")

/* How a press works: once; again and again while the key is held; for as long as it is held, which arrives in the Input's own members; or
 * once, after a question whether to quit, to begin the scene again, to leave it, or to write over a saved game. */
typedef enum ActionPress {
  PRESS_ONCE,
  PRESS_REPEATS,
  PRESS_HELD,
  PRESS_ASKS_TO_QUIT,
  PRESS_ASKS_TO_RESTART,
  PRESS_ASKS_TO_LEAVE,
  PRESS_ASKS_TO_REPLACE
} ActionPress;

#define ACTION_NAME(name, ...) ACTION_##name,
typedef enum Action { ACTION_NONE, ACTIONS(ACTION_NAME) ACTION_COUNT } Action;

ActionPress action_press(Action action);

/* --- keys ---------------------------------------------------------------------------------------------------------------- */

/* Added to an SDL_Keycode: with these held. */
enum { KEYS_SHIFT = 1 << 26, KEYS_ALT = 1 << 27, KEYS_CTRL = 1 << 28, KEYS_HELD = KEYS_SHIFT | KEYS_ALT | KEYS_CTRL };

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
/* Returns an SDL_Keycode and the modifiers held beside it, as SDL has them, as one number. */
int keys_code(int key, int held);
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
/* The actions of the mouse as pairs of words for help; ends with a NULL. */
extern const char *const keys_mouse[];
/* Checks (CHECK) that no key and no name stands in the table twice. */
void keys_check(void);
void keys_print_help(FILE *out);
/* Prints --list-keys: each line's name with its key. */
void keys_print_names(FILE *out);

#endif
