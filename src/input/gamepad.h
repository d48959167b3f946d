#ifndef INPUT_GAMEPAD_H
#define INPUT_GAMEPAD_H

/* A game controller as one more hand: it fills the same Input as mouse and keys do. Left stick: fly, and steer while a trigger is pulled;
 * right stick: look; triggers: gas and brake; direction pad: the pointer; A: use the tool; shoulders: down and up; buttons: actions. */

#include "input/input.h"

/* The first controller that is plugged in, at any time. Zeroed by its owner; closed by gamepad_close. */
typedef struct Gamepad {
  struct _SDL_GameController *pad; /* NULL: none */
  bool started;                    /* SDL's part for controllers runs */
  bool failed;                     /* it could not be started, and is not tried again: SDL was built without it, or may not look for any */
  unsigned held;                   /* buttons of the frame before, a bit for each of SDL's */
  double looked;                   /* clock of the last look for one */
} Gamepad;

/* Adds what the controller does to the input of this frame; dt: s since the last one. */
void gamepad_read(Gamepad *gamepad, Input *input, double dt);
void gamepad_close(Gamepad *gamepad);

#endif
