#ifndef APP_INPUT_H
#define APP_INPUT_H

/* What the person did since the last frame, as window.c gathered it. Places are in pixels of the picture (not of the
 * desktop: the two differ on high-DPI screens), from the top left. */

#include <stdbool.h>

enum { INPUT_KEYS = 64, INPUT_CLICKS = 16 };

/* A key that went down, or is repeated while held. */
typedef struct InputKey {
  int key; /* SDL_Keycode */
  bool shift, alt, repeat;
} InputKey;

/* A press of the left button: where it went down, with which keys held. */
typedef struct InputClick {
  float x, y;
  bool shift, ctrl;
} InputClick;

/* What mouse and keyboard have done since the frame before. */
typedef struct Input {
  bool quit;
  InputKey keys[INPUT_KEYS];
  int key_count;
  InputClick clicks[INPUT_CLICKS];
  int click_count;
  float x, y;             /* the pointer */
  bool inside;            /* the pointer is over the window and no panel lies between */
  bool left, shift;       /* held now; left only where the press was not the panel's */
  float orbit_x, orbit_y; /* right drag */
  float pan_x, pan_y;     /* middle drag */
  float wheel;            /* notches, away from the person */
  float fly[3];           /* right, up, forward: -1 to 1, of the keys held */
  float pedals[2];        /* right, gas: of the arrow keys held */
} Input;

#endif
