#include "input/pointer.h"

#include <math.h>

static const float pointer_speed = 0.45f; /* heights of the picture a second */
static const float tap_least = 0.004f;    /* of the height: what a tap moves it by, however short the frame */

static void add_press(const Pointer *pointer, Input *input, bool down) {
  if (input->press_count == INPUT_PRESSES) return;
  input->presses[input->press_count++] =
      (InputPress){.button = INPUT_LEFT, .down = down, .x = pointer->x, .y = pointer->y, .ctrl = input->ctrl};
}

void pointer_update(Pointer *pointer, Input *input, int width, int height, double dt) {
  const float *const steer = input->steer_pointer;
  if (input->moved || input->press_count > 0) pointer->by_keys = false;
  const bool steers = steer[0] != 0 || steer[1] != 0;
  if (!pointer->by_keys && (steers || (input->use && !pointer->used && !input->inside))) {
    pointer->by_keys = true; /* it begins in the middle, where a camera looks at what matters */
    pointer->x = 0.5f * (float)width;
    pointer->y = 0.5f * (float)height;
  }
  const float way = fmaxf(pointer_speed * (float)fmin(dt, 0.1), steers && !pointer->steered ? tap_least : 0) * (float)height;
  pointer->x = fminf(fmaxf(pointer->x + way * steer[0], 0), (float)width - 1);
  pointer->y = fminf(fmaxf(pointer->y + way * steer[1], 0), (float)height - 1);
  if (pointer->by_keys) {
    input->x = pointer->x, input->y = pointer->y;
    input->inside = true;
    input->moved = steers;
    input->shift = false; /* it moves the pointer, and reverses no tool */
  } else {
    pointer->x = input->x, pointer->y = input->y;
  }
  pointer->steered = steers;
  for (int n = 0; n < input->use_presses; n++) { /* a key that went down again within a frame came up before */
    if (pointer->used) add_press(pointer, input, false);
    add_press(pointer, input, true);
    pointer->used = true;
  }
  if (input->use != pointer->used) add_press(pointer, input, input->use);
  pointer->used = input->use;
  input->left = input->left || input->use;
}
