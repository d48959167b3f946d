/* A game controller, one of SDL's virtual ones: what its sticks and buttons do arrives as the hand's input. */
#include <SDL.h>
#include <stdio.h>
#include <string.h>

#include "input/devices.h"
#include "input/keys.h"
#include "support.h"

#if SDL_VERSION_ATLEAST(2, 0, 14)

static Gamepad gamepad;
static SDL_Joystick *stick;

static Input read_now(void) {
  Input input = {0};
  SDL_JoystickUpdate();
  SDL_GameControllerUpdate();
  gamepad_read(&gamepad, &input, 0.05);
  return input;
}

static void axis(int which, int value) {
  SDL_JoystickSetVirtualAxis(stick, which, (Sint16)value);
}

static void without_one_nothing_happens(void **state) {
  (void)state;
  const Input input = read_now();
  const Input nothing = {0};
  assert_null(gamepad.pad);
  assert_memory_equal(&input, &nothing, sizeof input);
}

/* One of SDL's virtual ones: a build of SDL may be without them, and says so; any other failure is a fault. */
static void plug_in(void) {
  if (stick) return;
  const int index = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, SDL_CONTROLLER_AXIS_MAX, SDL_CONTROLLER_BUTTON_MAX, 0);
  if (index < 0 && strstr(SDL_GetError(), "virtual-joystick support")) {
    print_message("skipped: SDL %s\n", SDL_GetError());
    skip();
  }
  if (index < 0) fail_msg("no virtual controller: %s", SDL_GetError());
  stick = SDL_JoystickOpen(index);
  assert_non_null(stick);
  axis(SDL_CONTROLLER_AXIS_TRIGGERLEFT, -32768), axis(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, -32768);
  gamepad.looked = -10; /* look now */
}

static void sticks_fly_and_drive(void **state) {
  (void)state;
  plug_in();
  Input input = read_now();
  assert_non_null(gamepad.pad);
  axis(SDL_CONTROLLER_AXIS_LEFTX, 32767);
  axis(SDL_CONTROLLER_AXIS_RIGHTX, -32768);
  input = read_now();
  assert_true(input.fly[0] > 0.99f && input.pedals[1] == 0 && input.orbit_x < -20);
  axis(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 32767);
  input = read_now();
  assert_true(input.fly[0] == 0 && input.pedals[0] > 0.99f && input.pedals[1] > 0.99f);
  axis(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, -32768);
  axis(SDL_CONTROLLER_AXIS_LEFTX, 3000); /* a stick that does not quite rest in its middle */
  input = read_now();
  assert_true(input.fly[0] == 0 && input.pedals[0] == 0);
}

static void press(SDL_GameControllerButton button, bool down) {
  SDL_JoystickSetVirtualButton(stick, (int)button, down);
}

static void buttons_use_and_act(void **state) {
  (void)state;
  plug_in();
  press(SDL_CONTROLLER_BUTTON_A, true);
  press(SDL_CONTROLLER_BUTTON_Y, true);
  press(SDL_CONTROLLER_BUTTON_DPAD_RIGHT, true);
  Input input = read_now();
  assert_true(input.use && input.steer_pointer[0] == 1 && input.key_count == 0);
  assert_true(input.action_count == 1 && input.actions[0].action == ACTION_RELEASE_DAM && input.actions[0].answer == 1);
  input = read_now();
  assert_true(input.use && input.action_count == 0); /* held: pressed once */
  press(SDL_CONTROLLER_BUTTON_A, false);
  press(SDL_CONTROLLER_BUTTON_Y, false);
  press(SDL_CONTROLLER_BUTTON_DPAD_RIGHT, false);
  read_now();
}

static void a_key_bound_anew_changes_no_button(void **state) {
  (void)state;
  plug_in();
  char line[KEYS_LINE];
  assert_true(keys_bind("pause", "F15", line) && keys_bind("panel", "Space", line) && keys_bind("back", "none", line));
  press(SDL_CONTROLLER_BUTTON_START, true);
  press(SDL_CONTROLLER_BUTTON_B, true);
  const Input input = read_now();
  assert_true(input.key_count == 0 && input.action_count == 2);
  assert_true(input.actions[0].action == ACTION_BACK && input.actions[0].answer == -1 && input.actions[1].action == ACTION_PAUSE);
  press(SDL_CONTROLLER_BUTTON_START, false);
  press(SDL_CONTROLLER_BUTTON_B, false);
  read_now();
  keys_reset();
}

/* SDL's error of the last try would change with another. */
static void what_cannot_be_started_is_tried_once(void **state) {
  (void)state;
  Gamepad other = {.failed = true};
  Input input = {0};
  gamepad_read(&other, &input, 0.05);
  assert_true(other.failed && !other.started && !other.pad);
  gamepad_close(&other);
}

int main(void) {
  SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1");
  SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy");
  if (SDL_Init(SDL_INIT_VIDEO) != 0) {
    printf("skipped: SDL has no driver that shows nothing: %s\n", SDL_GetError());
    return 77;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_one_nothing_happens),
      cmocka_unit_test(sticks_fly_and_drive),
      cmocka_unit_test(buttons_use_and_act),
      cmocka_unit_test(a_key_bound_anew_changes_no_button),
      cmocka_unit_test(what_cannot_be_started_is_tried_once),
  };
  const int status = cmocka_run_group_tests(tests, NULL, NULL);
  if (stick) SDL_JoystickClose(stick);
  gamepad_close(&gamepad);
  SDL_Quit();
  return status;
}

#else

int main(void) {
  printf("skipped: SDL %d.%d.%d has no virtual joysticks\n", SDL_MAJOR_VERSION, SDL_MINOR_VERSION, SDL_PATCHLEVEL);
  return 77;
}

#endif
