#ifndef INPUT_FINGERS_H
#define INPUT_FINGERS_H

/* Two fingers on the picture: their drag turns the view, their pinch zooms. SDL itself makes a mouse with its left button of the first
 * finger; while a gesture of two lasts, until the last finger is lifted, that mouse is to be ignored (fingers_are_two). */

#include <stdint.h>

#include "input/input.h"

enum { FINGERS_TWO = 2 };

/* A finger that is down: SDL's number, and its place in pixels of the picture. */
typedef struct Finger {
  int64_t id;
  float x, y;
} Finger;

/* The fingers that are down, and the gesture. A member of Window; all 0: none. */
typedef struct Fingers {
  Finger down[FINGERS_TWO];
  int count;
  bool two;   /* there have been two since the first came down */
  bool turns; /* they began on the picture, not on the panel, and are both still down */
} Fingers;

/* Follow a finger that comes down, moves or is lifted, in pixels. on_panel: the mouse is the panel's now. */
void fingers_down(Fingers *fingers, int64_t id, float x, float y, bool on_panel, Input *input);
void fingers_move(Fingers *fingers, int64_t id, float x, float y, Input *input);
void fingers_up(Fingers *fingers, int64_t id, Input *input);

/* Returns true if the mouse that SDL makes of the first finger is to be ignored. */
bool fingers_are_two(const Fingers *fingers);

/* Puts the pointer between the two fingers while they turn the view. */
void fingers_read(const Fingers *fingers, Input *input);

#endif
