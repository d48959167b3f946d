#include "input/held_keys.h"

#include <string.h>

#include "input/keys.h"

/* Returns the action of a key while it is held, or ACTION_NONE. */
static Action action_of(int key, int beside) {
  if (beside & KEYS_ALT) return ACTION_NONE;
  const KeyBinding *binding = keys_find(key | beside);
  if (!binding && (beside & KEYS_CTRL)) {
    binding = keys_find(key | (beside & ~KEYS_CTRL));
    /* The tool and the pointer work with Ctrl too: it takes hold of a body, which is then moved. */
    if (binding && (binding->action < ACTION_USE || binding->action > ACTION_POINT_RIGHT)) return ACTION_NONE;
  }
  return binding && action_is_held(binding->action) ? binding->action : ACTION_NONE;
}

void held_keys_press(HeldKeys *keys, int scancode, int key, int beside) {
  const Action action = action_of(key, beside);
  keys->pressed[action] = action != ACTION_NONE;
  keys->uses += action == ACTION_USE;
  held_keys_release(keys, scancode);
  if (keys->count < HELD_KEYS) keys->down[keys->count++] = (HeldKey){scancode, key};
}

void held_keys_release(HeldKeys *keys, int scancode) {
  for (int n = 0; n < keys->count; n++)
    if (keys->down[n].scancode == scancode) keys->down[n] = keys->down[--keys->count];
}

void held_keys_clear(HeldKeys *keys) {
  *keys = (HeldKeys){0};
}

void held_keys_read(HeldKeys *keys, int beside, Input *input) {
  bool on[ACTION_COUNT];
  memcpy(on, keys->pressed, sizeof on);
  for (int n = 0; n < keys->count; n++) on[action_of(keys->down[n].key, beside)] = true;
  input->use = on[ACTION_USE];
  input->rewind = on[ACTION_REWIND];
  input->use_presses = keys->uses;
  input->steer_pointer[0] = (float)(on[ACTION_POINT_RIGHT] - on[ACTION_POINT_LEFT]);
  input->steer_pointer[1] = (float)(on[ACTION_POINT_DOWN] - on[ACTION_POINT_UP]);
  input->fly[0] = (float)(on[ACTION_FLY_RIGHT] - on[ACTION_FLY_LEFT]);
  input->fly[1] = (float)(on[ACTION_FLY_UP] - on[ACTION_FLY_DOWN]);
  input->fly[2] = (float)(on[ACTION_FLY_FORWARD] - on[ACTION_FLY_BACK]);
  input->pedals[0] = (float)(on[ACTION_STEER_RIGHT] - on[ACTION_STEER_LEFT]);
  input->pedals[1] = (float)(on[ACTION_GAS] - on[ACTION_BRAKE]);
  memset(keys->pressed, 0, sizeof keys->pressed);
  keys->uses = 0;
}
