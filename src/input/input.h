#ifndef INPUT_INPUT_H
#define INPUT_INPUT_H

/* The person's input since the last frame, as window.c gathers it. Places are in pixels of the picture (not of the desktop: the two differ
 * on high-DPI screens), from the top left. */

#include "input/keys.h"

enum { INPUT_KEYS = 64, INPUT_PRESSES = 32, INPUT_ACTIONS = 16, INPUT_PATH = 512 };

/* A key that went down, or is repeated while held. */
typedef struct InputKey {
  int code; /* with what is held beside it: keys_code */
  bool repeat;
} InputKey;

/* A button of a controller that went down. */
typedef struct InputAction {
  Action action;
  int answer; /* to a question that stands: 1 yes, -1 no, 0 none */
} InputAction;

/* Two fingers on the picture are a button that turns and zooms. */
typedef enum InputButton { INPUT_LEFT, INPUT_RIGHT, INPUT_TWO_FINGERS } InputButton;

/* A button of the mouse that went down over the water, or came up anywhere: where, with which keys held. */
typedef struct InputPress {
  InputButton button;
  bool down;
  float x, y;
  bool shift, ctrl;
} InputPress;

/* The input of mouse, keyboard and controller since the frame before. */
typedef struct Input {
  bool quit;
  char dropped[INPUT_PATH]; /* path of a file that was dropped on the window; empty: none */
  InputKey keys[INPUT_KEYS];
  int key_count;
  InputAction actions[INPUT_ACTIONS];
  int action_count;
  InputPress presses[INPUT_PRESSES]; /* in their order */
  int press_count;
  float x, y;                         /* the pointer */
  bool inside;                        /* the pointer is over the window and no panel lies between */
  bool moved;                         /* the mouse has moved */
  bool fingers;                       /* a finger has come, gone or moved: the screen can be touched */
  bool left, right, shift, ctrl, alt; /* held now; buttons only where the press was not the panel's */
  float orbit_x, orbit_y;             /* right drag, or of two fingers */
  float pan_x, pan_y;                 /* middle drag */
  float wheel;                        /* notches, away from the person */
  float fly[3];                       /* right, up, forward: -1 to 1, of the keys held */
  float pedals[2];                    /* right, gas: of the keys held */
  float steer_pointer[2];             /* right, down: of the keys held */
  bool rewind;                        /* the key that rewinds is held */
  bool use;                           /* the key that does what the left button does is held, or was for a part of this frame */
  int use_presses;                    /* how often that key went down */
} Input;

#endif
