#ifndef INPUT_ACTION_H
#define INPUT_ACTION_H

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

#endif
