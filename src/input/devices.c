#include "input/devices.h"

#include <SDL.h>
#include <math.h>

#include "base/clock.h"

/* --- the pointer that keys move ---------------------------------------------------------------------------------------- */

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

/* --- a controller ------------------------------------------------------------------------------------------------------ */

static const double look_every = 1;   /* s between two looks for a controller that was plugged in */
static const float dead_zone = 0.18f; /* of a stick's way: it does not rest in its exact middle */
static const float look_speed = 520;  /* pixels of a drag a second, of a stick at its end */

/* The action of each button, whatever keys are bound to that, and its answer to an open question. */
static const struct {
  SDL_GameControllerButton button;
  Action action;
  int answer;
} buttons[] = {
    {SDL_CONTROLLER_BUTTON_B, ACTION_BACK, -1},          {SDL_CONTROLLER_BUTTON_X, ACTION_NEXT_TOOL, 0},
    {SDL_CONTROLLER_BUTTON_Y, ACTION_RELEASE_DAM, 1},    {SDL_CONTROLLER_BUTTON_START, ACTION_PAUSE, 0},
    {SDL_CONTROLLER_BUTTON_BACK, ACTION_NEXT_SCENE, 0},  {SDL_CONTROLLER_BUTTON_LEFTSTICK, ACTION_CAMERA_MODE, 0},
    {SDL_CONTROLLER_BUTTON_RIGHTSTICK, ACTION_FRAME, 0},
};

static void find_pad(Gamepad *gamepad) {
  const double now = clock_seconds();
  if (gamepad->failed || (gamepad->started && now - gamepad->looked < look_every)) return;
  gamepad->looked = now;
  if (!gamepad->started) gamepad->started = SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0;
  gamepad->failed = !gamepad->started;
  for (int n = 0; gamepad->started && n < SDL_NumJoysticks() && !gamepad->pad; n++)
    if (SDL_IsGameController(n)) gamepad->pad = SDL_GameControllerOpen(n);
  gamepad->held = 0;
}

/* -1 to 1, 0 within the dead zone, without a step at its edge. */
static float axis(const Gamepad *gamepad, SDL_GameControllerAxis which) {
  const float value = (float)SDL_GameControllerGetAxis(gamepad->pad, which) / 32767.0f, size = fabsf(value);
  if (size < dead_zone) return 0;
  return copysignf(fminf((size - dead_zone) / (1 - dead_zone), 1), value);
}

static bool button(const Gamepad *gamepad, SDL_GameControllerButton which) {
  return SDL_GameControllerGetButton(gamepad->pad, which) != 0;
}
static float between(const Gamepad *gamepad, SDL_GameControllerButton plus, SDL_GameControllerButton minus) {
  return (float)button(gamepad, plus) - (float)button(gamepad, minus);
}

void gamepad_read(Gamepad *gamepad, Input *input, double dt) {
  if (gamepad->pad && !SDL_GameControllerGetAttached(gamepad->pad)) {
    SDL_GameControllerClose(gamepad->pad);
    gamepad->pad = NULL;
  }
  if (!gamepad->pad) find_pad(gamepad);
  if (!gamepad->pad) return;
  const float gas = axis(gamepad, SDL_CONTROLLER_AXIS_TRIGGERRIGHT) - axis(gamepad, SDL_CONTROLLER_AXIS_TRIGGERLEFT);
  const float x = axis(gamepad, SDL_CONTROLLER_AXIS_LEFTX), y = axis(gamepad, SDL_CONTROLLER_AXIS_LEFTY);
  if (gas != 0)
    input->pedals[0] = x, input->pedals[1] = gas;
  else if (x != 0 || y != 0)
    input->fly[0] = x, input->fly[2] = -y;
  const float turn = look_speed * (float)fmin(dt, 0.1);
  input->orbit_x += turn * axis(gamepad, SDL_CONTROLLER_AXIS_RIGHTX);
  input->orbit_y += turn * axis(gamepad, SDL_CONTROLLER_AXIS_RIGHTY);
  const float right = between(gamepad, SDL_CONTROLLER_BUTTON_DPAD_RIGHT, SDL_CONTROLLER_BUTTON_DPAD_LEFT);
  const float down = between(gamepad, SDL_CONTROLLER_BUTTON_DPAD_DOWN, SDL_CONTROLLER_BUTTON_DPAD_UP);
  const float up = between(gamepad, SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, SDL_CONTROLLER_BUTTON_LEFTSHOULDER);
  if (right != 0 || down != 0) input->steer_pointer[0] = right, input->steer_pointer[1] = down;
  if (up != 0) input->fly[1] = up;
  input->use = input->use || button(gamepad, SDL_CONTROLLER_BUTTON_A);
  for (size_t n = 0; n < sizeof buttons / sizeof *buttons; n++) {
    const unsigned bit = 1u << buttons[n].button;
    const bool held = button(gamepad, buttons[n].button);
    if (held && !(gamepad->held & bit) && input->action_count < INPUT_ACTIONS)
      input->actions[input->action_count++] = (InputAction){buttons[n].action, buttons[n].answer};
    gamepad->held = held ? gamepad->held | bit : gamepad->held & ~bit;
  }
}

void gamepad_close(Gamepad *gamepad) {
  if (gamepad->pad) SDL_GameControllerClose(gamepad->pad);
  if (gamepad->started) SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
  *gamepad = (Gamepad){0};
}
