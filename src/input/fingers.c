#include "input/fingers.h"

#include <math.h>
#include <stddef.h>

static const float notch = 1.16f;    /* of the fingers' distance, for a notch of the wheel */
static const float least_apart = 24; /* pixels: nearer fingers jitter too much to be a measure */

static void middle(const Fingers *fingers, float *x, float *y) {
  *x = 0.5f * (fingers->down[0].x + fingers->down[1].x);
  *y = 0.5f * (fingers->down[0].y + fingers->down[1].y);
}

static float apart(const Fingers *fingers) {
  return fmaxf(hypotf(fingers->down[1].x - fingers->down[0].x, fingers->down[1].y - fingers->down[0].y), least_apart);
}

static void add_press(const Fingers *fingers, bool down, Input *input) {
  InputPress press = {.button = INPUT_TWO_FINGERS, .down = down};
  if (input->press_count == INPUT_PRESSES) return;
  middle(fingers, &press.x, &press.y);
  input->presses[input->press_count++] = press;
}

static Finger *find(Fingers *fingers, int64_t id) {
  for (int n = 0; n < fingers->count; n++)
    if (fingers->down[n].id == id) return &fingers->down[n];
  return NULL;
}

void fingers_down(Fingers *fingers, int64_t id, float x, float y, bool on_panel, Input *input) {
  if (fingers->count == FINGERS_TWO || find(fingers, id)) return;
  fingers->down[fingers->count++] = (Finger){id, x, y};
  if (fingers->count < FINGERS_TWO) return;
  fingers->two = true;
  fingers->turns = !on_panel;
  if (fingers->turns) add_press(fingers, true, input);
}

void fingers_move(Fingers *fingers, int64_t id, float x, float y, Input *input) {
  Finger *const finger = find(fingers, id);
  if (!finger) return;
  float from[2], to[2];
  const float before = apart(fingers);
  middle(fingers, &from[0], &from[1]);
  finger->x = x, finger->y = y;
  middle(fingers, &to[0], &to[1]);
  if (!fingers->turns) return;
  input->orbit_x += to[0] - from[0];
  input->orbit_y += to[1] - from[1];
  input->wheel += logf(apart(fingers) / before) / logf(notch);
}

void fingers_up(Fingers *fingers, int64_t id, Input *input) {
  Finger *const finger = find(fingers, id);
  if (!finger) return;
  if (fingers->turns) add_press(fingers, false, input);
  fingers->turns = false;
  *finger = fingers->down[--fingers->count];
  if (fingers->count == 0) fingers->two = false;
}

bool fingers_are_two(const Fingers *fingers) {
  return fingers->two;
}

void fingers_read(const Fingers *fingers, Input *input) {
  if (!fingers->turns) return;
  middle(fingers, &input->x, &input->y);
  input->inside = true;
}
