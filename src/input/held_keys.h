#ifndef INPUT_HELD_KEYS_H
#define INPUT_HELD_KEYS_H

/* The keys that work while they are held: those that fly, drive, point and use the tool. They follow from the events of keys and not from
 * the keyboard's state, so that a tap shorter than a frame counts for that frame. */

#include "input/input.h"

enum { HELD_KEYS = 16 };

/* A key that is down. */
typedef struct HeldKey {
  int scancode, key; /* SDL's; `key` without what is held beside it */
} HeldKey;

/* All that are down, and the presses of this frame. A member of Window; all 0: none. */
typedef struct HeldKeys {
  HeldKey down[HELD_KEYS];
  int count;
  bool pressed[ACTION_COUNT]; /* since the last frame, of those that are held */
  int uses;                   /* presses of ACTION_USE since then */
} HeldKeys;

/* Follow a key that goes down or up; beside: KEYS_SHIFT and its like, held with it. */
void held_keys_press(HeldKeys *keys, int scancode, int key, int beside);
void held_keys_release(HeldKeys *keys, int scancode);
void held_keys_clear(HeldKeys *keys);

/* Puts what is held, or was for a part of this frame, into the input; a new frame begins. `beside`: what is held now. */
void held_keys_read(HeldKeys *keys, int beside, Input *input);

#endif
