/* The input of keyboard, mouse and fingers arrives as the hand's input: events are put into SDL's queue, and a frame's input is read. */
#include <SDL.h>
#include <math.h>
#include <stdio.h>

#include "input/devices.h"
#include "input/keys.h"
#include "input/window.h"
#include "support.h"

static Window window;

static Input read_frame(void) {
  Input input;
  window_poll(&window, (WindowFilter){0}, &input);
  return input;
}

/* The panel has the keys, or the mouse. */
static void take_keys(void *user, const SDL_Event *event, bool *takes_mouse, bool *takes_keys) {
  (void)user, (void)event;
  *takes_mouse = false;
  *takes_keys = true;
}

static void take_mouse(void *user, const SDL_Event *event, bool *takes_mouse, bool *takes_keys) {
  (void)user, (void)event;
  *takes_mouse = true;
  *takes_keys = false;
}

static void key_event(Uint32 type, SDL_Keycode key, SDL_Keymod held) {
  SDL_Event event = {.key = {.type = type, .keysym = {.scancode = SDL_GetScancodeFromKey(key), .sym = key, .mod = (Uint16)held}}};
  assert_int_equal(SDL_PushEvent(&event), 1);
}

static void tap(SDL_Keycode key, SDL_Keymod held) {
  key_event(SDL_KEYDOWN, key, held);
  key_event(SDL_KEYUP, key, held);
}

/* --- keys ------------------------------------------------------------------------------------------------------------------ */

static void a_tap_within_a_frame_counts_for_it(void **state) {
  (void)state;
  tap(SDLK_x, KMOD_NONE);
  Input input = read_frame();
  assert_true(input.use && input.use_presses == 1);
  input = read_frame();
  assert_true(!input.use && input.use_presses == 0);
  tap(SDLK_RIGHT, KMOD_LSHIFT); /* Shift, too, has come up before the frame's end */
  tap(SDLK_w, KMOD_NONE);
  input = read_frame();
  assert_true(input.steer_pointer[0] == 1 && input.pedals[0] == 0 && input.fly[2] == 1);
  input = read_frame();
  assert_true(input.steer_pointer[0] == 0 && input.fly[2] == 0);
}

static void what_is_held_lasts_until_it_comes_up(void **state) {
  (void)state;
  key_event(SDL_KEYDOWN, SDLK_UP, KMOD_NONE);
  assert_true(read_frame().pedals[1] == 1);
  assert_true(read_frame().pedals[1] == 1);
  SDL_SetModState(KMOD_LSHIFT); /* with Shift from now on it is the pointer's */
  Input input = read_frame();
  assert_true(input.pedals[1] == 0 && input.steer_pointer[1] == -1);
  SDL_SetModState(KMOD_LCTRL | KMOD_LSHIFT); /* a body that Ctrl holds is moved */
  assert_true(read_frame().steer_pointer[1] == -1);
  SDL_SetModState(KMOD_LALT);
  assert_true(read_frame().pedals[1] == 0);
  SDL_SetModState(KMOD_NONE);
  key_event(SDL_KEYDOWN, SDLK_DOWN, KMOD_NONE);
  assert_true(read_frame().pedals[1] == 0); /* both */
  key_event(SDL_KEYUP, SDLK_UP, KMOD_NONE);
  assert_true(read_frame().pedals[1] == -1);
  SDL_Event lost = {.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_FOCUS_LOST}};
  SDL_PushEvent(&lost);
  assert_true(read_frame().pedals[1] == 0);
}

static void keys_that_are_typed_do_nothing_else(void **state) {
  (void)state;
  Input input;
  key_event(SDL_KEYDOWN, SDLK_x, KMOD_NONE);
  window_poll(&window, (WindowFilter){take_keys, NULL}, &input);
  assert_true(!input.use && input.use_presses == 0 && input.key_count == 0);
  input = read_frame(); /* still down when the field is left */
  assert_true(!input.use && input.use_presses == 0);
  key_event(SDL_KEYUP, SDLK_x, KMOD_NONE);
  read_frame();
}

static void held_keys_are_bound_anew(void **state) {
  (void)state;
  char line[KEYS_LINE];
  assert_true(keys_bind("use-tool", "K", line) && keys_bind("fly-forward", "Shift+I", line));
  tap(SDLK_x, KMOD_NONE);
  tap(SDLK_w, KMOD_NONE);
  Input input = read_frame();
  assert_true(!input.use && input.fly[2] == 0);
  tap(SDLK_k, KMOD_NONE);
  tap(SDLK_i, KMOD_LSHIFT);
  input = read_frame();
  assert_true(input.use && input.fly[2] == 1);
  read_frame();
  keys_reset();
}

/* Reads a frame in which the mouse is elsewhere: some drivers of SDL put it into a window that is shown. */
static Input read_frame_without_mouse(void) {
  Input input = read_frame();
  input.inside = input.moved = false;
  return input;
}

/* Two taps within a frame are two clicks; the second comes up in the next. */
static void taps_are_clicks_of_the_pointer(void **state) {
  (void)state;
  Pointer pointer = {0};
  tap(SDLK_x, KMOD_NONE);
  tap(SDLK_x, KMOD_NONE);
  Input input = read_frame_without_mouse();
  pointer_update(&pointer, &input, 800, 600, 0.01);
  assert_true(input.press_count == 3 && input.presses[0].down && !input.presses[1].down && input.presses[2].down && input.left);
  assert_true(input.presses[0].x == 400 && input.presses[0].y == 300);
  input = read_frame_without_mouse();
  pointer_update(&pointer, &input, 800, 600, 0.01);
  assert_true(input.press_count == 1 && !input.presses[0].down && !input.left);
  tap(SDLK_RIGHT, KMOD_LSHIFT);
  input = read_frame_without_mouse();
  pointer_update(&pointer, &input, 800, 600, 0.0001);
  assert_true(input.x >= 402 && input.moved); /* however short the frame */
  const float x = input.x;
  input = read_frame_without_mouse();
  pointer_update(&pointer, &input, 800, 600, 0.01);
  assert_true(input.x == x && !input.moved);
}

/* Where the mouse is in the window, a tap clicks there. */
static void taps_click_where_the_mouse_is(void **state) {
  (void)state;
  Pointer pointer = {0};
  tap(SDLK_x, KMOD_NONE);
  Input input = read_frame();
  input.inside = true, input.moved = false, input.x = 123.5f, input.y = 45;
  pointer_update(&pointer, &input, 800, 600, 0.01);
  assert_true(input.press_count == 1 && input.presses[0].x == 123.5f && input.presses[0].y == 45);
  read_frame();
}

/* --- fingers ------------------------------------------------------------------------------------------------------------------ */

/* The window is 800 x 600; SDL numbers a finger as it likes. */
static void finger(Uint32 type, SDL_FingerID id, float x, float y) {
  SDL_Event event = {.tfinger = {.type = type, .touchId = 77, .fingerId = id, .x = x / 800, .y = y / 600, .pressure = 1}};
  assert_int_equal(SDL_PushEvent(&event), 1);
}

/* The mouse that SDL makes of the first finger, whose events come before the finger's own. */
static void mouse_of_finger(Uint32 type, int x, int y) {
  SDL_Event event = {.button = {.type = type, .which = SDL_TOUCH_MOUSEID, .button = SDL_BUTTON_LEFT, .clicks = 1, .x = x, .y = y}};
  if (type == SDL_MOUSEMOTION)
    event = (SDL_Event){.motion = {.type = type, .which = SDL_TOUCH_MOUSEID, .state = SDL_BUTTON_LMASK, .x = x, .y = y, .xrel = 9}};
  assert_int_equal(SDL_PushEvent(&event), 1);
}

static bool near(float a, float b) {
  return fabsf(a - b) < 0.01f;
}

static void one_finger_is_the_mouse_and_counts_once(void **state) {
  (void)state;
  mouse_of_finger(SDL_MOUSEBUTTONDOWN, 200, 300);
  finger(SDL_FINGERDOWN, 5, 200, 300);
  Input input = read_frame();
  assert_true(input.press_count == 1 && input.presses[0].button == INPUT_LEFT && input.presses[0].down && input.left);
  mouse_of_finger(SDL_MOUSEMOTION, 209, 300);
  finger(SDL_FINGERMOTION, 5, 209, 300);
  input = read_frame();
  assert_true(input.moved && input.left && input.orbit_x == 0 && input.wheel == 0 && input.press_count == 0);
  mouse_of_finger(SDL_MOUSEBUTTONUP, 209, 300);
  finger(SDL_FINGERUP, 5, 209, 300);
  input = read_frame();
  assert_true(input.press_count == 1 && !input.presses[0].down && !input.left);
}

static void two_fingers_turn_and_zoom(void **state) {
  (void)state;
  mouse_of_finger(SDL_MOUSEBUTTONDOWN, 200, 300);
  finger(SDL_FINGERDOWN, 5, 200, 300);
  read_frame();
  finger(SDL_FINGERDOWN, 6, 300, 300);
  Input input = read_frame();
  assert_true(input.press_count == 1 && input.presses[0].button == INPUT_TWO_FINGERS && input.presses[0].down);
  assert_true(near(input.presses[0].x, 250) && near(input.x, 250) && near(input.y, 300) && input.inside);
  assert_true(!input.left); /* what the first had begun is over */
  mouse_of_finger(SDL_MOUSEMOTION, 220, 310);
  finger(SDL_FINGERMOTION, 5, 220, 310); /* both go right and down */
  finger(SDL_FINGERMOTION, 6, 320, 310);
  input = read_frame();
  assert_true(near(input.orbit_x, 20) && near(input.orbit_y, 10) && fabsf(input.wheel) < 0.01f && !input.moved && !input.left);
  finger(SDL_FINGERMOTION, 5, 170, 310); /* apart: 200 where it was 100 */
  finger(SDL_FINGERMOTION, 6, 370, 310);
  input = read_frame();
  assert_true(near(input.orbit_x, 0) && input.wheel > 4 && input.wheel < 5);
  finger(SDL_FINGERMOTION, 5, 220, 310); /* and back */
  finger(SDL_FINGERMOTION, 6, 320, 310);
  assert_true(read_frame().wheel < -4);
  mouse_of_finger(SDL_MOUSEBUTTONUP, 220, 310);
  finger(SDL_FINGERUP, 5, 220, 310);
  input = read_frame();
  assert_true(input.press_count == 1 && input.presses[0].button == INPUT_TWO_FINGERS && !input.presses[0].down);
  finger(SDL_FINGERMOTION, 6, 400, 310); /* the one that is left does nothing */
  finger(SDL_FINGERUP, 6, 400, 310);
  input = read_frame();
  assert_true(input.press_count == 0 && input.orbit_x == 0 && input.wheel == 0 && !input.left);
  one_finger_is_the_mouse_and_counts_once(state); /* the next is a mouse again */
}

static void two_fingers_on_the_panel_are_its_own(void **state) {
  (void)state;
  Input input;
  finger(SDL_FINGERDOWN, 5, 200, 300);
  finger(SDL_FINGERDOWN, 6, 300, 300);
  finger(SDL_FINGERMOTION, 6, 350, 320);
  window_poll(&window, (WindowFilter){take_mouse, NULL}, &input);
  assert_true(input.press_count == 0 && input.orbit_x == 0 && input.wheel == 0 && !input.inside);
  finger(SDL_FINGERUP, 5, 200, 300);
  finger(SDL_FINGERUP, 6, 300, 300);
  window_poll(&window, (WindowFilter){take_mouse, NULL}, &input);
  assert_int_equal(input.press_count, 0);
}

static void the_icon_is_read(void **state) {
  (void)state;
  assert_true(window_set_icon(&window, ASSETS "/icon.png"));
  assert_false(window_set_icon(&window, ASSETS "/icon.py"));
  assert_false(window_set_icon(&window, ASSETS "/none.png"));
}

int main(void) {
  SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy");
  if (SDL_Init(SDL_INIT_VIDEO) != 0) {
    printf("skipped: SDL has no driver that shows nothing: %s\n", SDL_GetError());
    return 77;
  }
  window = (Window){.sdl = SDL_CreateWindow("devices", 0, 0, 800, 600, 0), .width = 800, .height = 600, .scale = 1};
  if (!window.sdl) return 1;
  read_frame(); /* what the window itself has to say */
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_tap_within_a_frame_counts_for_it),      cmocka_unit_test(what_is_held_lasts_until_it_comes_up),
      cmocka_unit_test(keys_that_are_typed_do_nothing_else),     cmocka_unit_test(held_keys_are_bound_anew),
      cmocka_unit_test(taps_are_clicks_of_the_pointer),          cmocka_unit_test(taps_click_where_the_mouse_is),
      cmocka_unit_test(one_finger_is_the_mouse_and_counts_once), cmocka_unit_test(two_fingers_turn_and_zoom),
      cmocka_unit_test(two_fingers_on_the_panel_are_its_own),    cmocka_unit_test(the_icon_is_read),
  };
  const int status = cmocka_run_group_tests(tests, NULL, NULL);
  SDL_DestroyWindow(window.sdl);
  SDL_Quit();
  return status;
}
