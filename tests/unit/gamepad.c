/* A game controller, one of SDL's virtual ones: what its sticks and buttons do arrives as the hand's input. */
#include <SDL.h>
#include <string.h>

#include "app/gamepad.h"
#include "support.h"

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

static void plug_in(void) {
  const int index = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, SDL_CONTROLLER_AXIS_MAX, SDL_CONTROLLER_BUTTON_MAX, 0);
  if (index < 0) skip();
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

static void buttons_use_and_act(void **state) {
  (void)state;
  if (!stick) skip();
  SDL_JoystickSetVirtualButton(stick, SDL_CONTROLLER_BUTTON_A, 1);
  SDL_JoystickSetVirtualButton(stick, SDL_CONTROLLER_BUTTON_Y, 1);
  SDL_JoystickSetVirtualButton(stick, SDL_CONTROLLER_BUTTON_DPAD_RIGHT, 1);
  Input input = read_now();
  assert_true(input.use && input.key_count == 1 && input.keys[0].key == SDLK_RETURN && input.steer_pointer[0] == 1);
  input = read_now();
  assert_true(input.use && input.key_count == 0); /* held: pressed once */
}

int main(void) {
  SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1");
  SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy");
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return 77;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_one_nothing_happens),
      cmocka_unit_test(sticks_fly_and_drive),
      cmocka_unit_test(buttons_use_and_act),
  };
  const int status = cmocka_run_group_tests(tests, NULL, NULL);
  if (stick) SDL_JoystickClose(stick);
  gamepad_close(&gamepad);
  SDL_Quit();
  return status;
}
