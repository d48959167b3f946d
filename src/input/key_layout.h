#ifndef INPUT_KEY_LAYOUT_H
#define INPUT_KEY_LAYOUT_H

/* Fits keys that are named for a US keyboard to the layout that a person has, so that each of them is there, without Shift and AltGr, and
 * no two are the same: keys that lie by place (those that fly, and digits) stay where they are on a US keyboard; others keep their
 * character where the layout has it, else their place. Numbers of keys and places are SDL's key codes and scancodes. */

#include <stdbool.h>

/* Returns the key code of a place. */
typedef int (*KeyAt)(int scancode);

/* One key; keys with Shift are the same one. */
typedef struct LayoutKey {
  int us;        /* the character on a US keyboard */
  bool by_place; /* else by character */
  int key;       /* out: on this layout */
} LayoutKey;

/* Fits `count` different keys. What has no character (arrows, F1) stays as it is. */
void key_layout_fit(LayoutKey *keys, int count, KeyAt key_at);

/* Returns the key code of an event: that of the character; of a dead key, which has none, that of its place. */
int key_layout_code(int key, int scancode);

/* Returns what a place has in the layout of the window: a KeyAt. */
int key_layout_at(int scancode);

#endif
