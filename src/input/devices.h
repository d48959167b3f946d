#ifndef INPUT_DEVICES_H
#define INPUT_DEVICES_H

/* Hands beside the mouse's: the pointer that keys move, and a game controller. Both fill the same Input as mouse and keys do. */

#include "input/input.h"

/* The pointer, moved without a mouse: Shift and the arrow keys move it over the picture, a key does what the left button does.
 * It is there from the first such key until the mouse moves. A plain value, kept by the program; all 0: the mouse points. */
typedef struct Pointer {
  bool by_keys;
  float x, y;   /* pixels */
  bool steered; /* by keys, in the frame before */
  bool used;    /* the key that stands for the left button was held in the frame before */
} Pointer;

/* Puts the pointer of the keys in the mouse's place in `input`, with its presses, while keys point. width and height: of the picture,
 * in pixels; dt: s since the last frame. */
void pointer_update(Pointer *pointer, Input *input, int width, int height, double dt);

/* The first controller that is plugged in, at any time. Left stick: fly, and steer while a trigger is pulled; right stick: look; triggers:
 * gas and brake; direction pad: the pointer; A: use the tool; shoulders: down and up; buttons: actions. Zeroed by its owner; closed by
 * gamepad_close. */
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
