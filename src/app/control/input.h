#ifndef APP_INPUT_H
#define APP_INPUT_H

/* What the person did since the last frame, as window.c gathered it. Places are in pixels of the picture (not of the
 * desktop: the two differ on high-DPI screens), from the top left. */

#include <stdbool.h>

enum { INPUT_KEYS = 64, INPUT_PRESSES = 32, INPUT_PATH = 512 };

/* A key that went down, or is repeated while held. */
typedef struct InputKey {
  int key; /* SDL_Keycode */
  bool shift, ctrl, alt, repeat;
} InputKey;

typedef enum InputButton { INPUT_LEFT, INPUT_RIGHT } InputButton;

/* A button of the mouse that went down over the water, or came up anywhere: where, with which keys held. */
typedef struct InputPress {
  InputButton button;
  bool down;
  float x, y;
  bool shift, ctrl;
} InputPress;

/* What mouse and keyboard have done since the frame before. */
typedef struct Input {
  bool quit;
  char dropped[INPUT_PATH]; /* path of a file that was dropped on the window; empty: none */
  InputKey keys[INPUT_KEYS];
  int key_count;
  InputPress presses[INPUT_PRESSES]; /* in their order */
  int press_count;
  float x, y;                         /* the pointer */
  bool inside;                        /* the pointer is over the window and no panel lies between */
  bool moved;                         /* the mouse has moved */
  bool left, right, shift, ctrl, alt; /* held now; buttons only where the press was not the panel's */
  float orbit_x, orbit_y;             /* right drag */
  float pan_x, pan_y;                 /* middle drag */
  float wheel;                        /* notches, away from the person */
  float fly[3];                       /* right, up, forward: -1 to 1, of the keys held */
  float pedals[2];                    /* right, gas: of the arrow keys held */
  float steer_pointer[2];             /* right, down: of the arrow keys held with Shift */
  bool use;                           /* the key that does what the left button does is held */
} Input;

#endif
