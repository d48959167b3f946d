#ifndef INPUT_POINTER_H
#define INPUT_POINTER_H

/* The pointer of those who have no mouse at hand: Shift and the arrow keys move it over the picture, a key does what the left
 * button does. It is there from the first such key until the mouse moves. */

#include "input/input.h"

/* The pointer that keys move. A plain value, kept by the program; all 0: the mouse points. */
typedef struct Pointer {
  bool by_keys;
  float x, y;   /* pixels */
  bool steered; /* by keys, in the frame before */
  bool used;    /* the key that stands for the left button was held in the frame before */
} Pointer;

/* Puts the pointer of the keys in the mouse's place in `input`, with its presses, while keys point. width and height: of the picture,
 * in pixels; dt: s since the last frame. */
void pointer_update(Pointer *pointer, Input *input, int width, int height, double dt);

#endif
