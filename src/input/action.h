#ifndef INPUT_ACTION_H
#define INPUT_ACTION_H

#include <stdbool.h>

/* The tools, TOOL_CRATE and so on, with the actions that choose them. Saved games have a tool's place: a new one is the last. */
#define ACTION_TOOLS(X) \
  X(CRATE) X(PUSH) X(POUR) X(DRAIN) X(LOG) X(CAR) X(BOAT) X(HOUSE) X(WHEEL) X(GATE) X(PUMP) X(DYE) X(HEAP) X(DIG) X(WASH) X(BOOM)

#define ACTION_OF_TOOL(tool) ACTION_TOOL_##tool,
/* The actions that a key, a button of the panel or one of a controller asks for. */
typedef enum Action {
  ACTION_NONE,
  ACTION_TOOLS(ACTION_OF_TOOL) ACTION_NEXT_TOOL,
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
  ACTION_SAVE,
  ACTION_LOAD,
  ACTION_SAVE_SLOT, /* the panel's */
  ACTION_LOAD_SLOT, /* the panel's */
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
  ACTION_BESIDE,
  ACTION_PANEL,
  ACTION_HELP,
  ACTION_RELOAD,
  ACTION_FULL_SCREEN,
  ACTION_SCREENSHOT,
  ACTION_CLIP,
  ACTION_MUTE,
  ACTION_HINTS,
  ACTION_HIDE,
  ACTION_FRAME,
  ACTION_CAMERA_MODE,
  ACTION_UNDO,
  ACTION_REDO,
  ACTION_STEP_BACK,
  ACTION_BACK,
  /* Actions that work for as long as they are held (action_is_held); they arrive in the Input's own members. */
  ACTION_USE,
  ACTION_POINT_UP,
  ACTION_POINT_DOWN,
  ACTION_POINT_LEFT,
  ACTION_POINT_RIGHT,
  ACTION_FLY_FORWARD,
  ACTION_FLY_BACK,
  ACTION_FLY_LEFT,
  ACTION_FLY_RIGHT,
  ACTION_FLY_UP,
  ACTION_FLY_DOWN,
  ACTION_GAS,
  ACTION_BRAKE,
  ACTION_STEER_LEFT,
  ACTION_STEER_RIGHT,
  ACTION_REWIND,
  ACTION_COUNT
} Action;

static inline bool action_is_tool(Action action) {
  return action > ACTION_NONE && action < ACTION_NEXT_TOOL;
}

static inline bool action_is_held(Action action) {
  return action >= ACTION_USE && action < ACTION_COUNT;
}

#endif
