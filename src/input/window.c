#include "input/window.h"

#include <SDL.h>
#include <math.h>
#include <stb_image.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "input/keys.h"

static const float notch = 1.16f;    /* of the fingers' distance, for a notch of the wheel */
static const float least_apart = 24; /* pixels: nearer fingers jitter too much to be a measure */

/* --- opening --------------------------------------------------------------------------------------------------------- */

static SDL_Window *open_window(int width, int height, bool hidden) {
  const Uint32 flags = SDL_WINDOW_OPENGL | (hidden ? 0u : SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  return SDL_CreateWindow("Weir", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height, flags);
}

/* Describes what the driver offers without special requests: the second half of "needs 3.3, found this". */
static void describe_driver(int width, int height, char *text, size_t size) {
  typedef const unsigned char *(*GetString)(unsigned name);
  enum { GL_RENDERER_NAME = 0x1F01, GL_VERSION_NAME = 0x1F02 };
  snprintf(text, size, "no OpenGL at all (%s)", SDL_GetError());
  SDL_GL_ResetAttributes();
  SDL_Window *probe = open_window(width, height, true);
  SDL_GLContext context = probe ? SDL_GL_CreateContext(probe) : NULL;
  GetString get_string = NULL;
  void *address = context ? SDL_GL_GetProcAddress("glGetString") : NULL;
  memcpy(&get_string, &address, sizeof get_string); /* ISO C knows no cast from object to function pointer */
  const unsigned char *version = get_string ? get_string(GL_VERSION_NAME) : NULL;
  const unsigned char *name = get_string ? get_string(GL_RENDERER_NAME) : NULL;
  if (version) snprintf(text, size, "OpenGL %s on %s", (const char *)version, name ? (const char *)name : "?");
  if (context) SDL_GL_DeleteContext(context);
  if (probe) SDL_DestroyWindow(probe);
}

static void measure(Window *window) {
  int desktop = 1, desktop_height = 1;
  SDL_GL_GetDrawableSize(window->sdl, &window->width, &window->height);
  SDL_GetWindowSize(window->sdl, &desktop, &desktop_height);
  window->scale = desktop > 0 ? (float)window->width / (float)desktop : 1;
}

bool window_init(Window *window, int width, int height, bool hidden, Error *error) {
  *window = (Window){.hidden = hidden, .scale = 1};
  /* Left to itself, SDL tries one driver after the other, with remarks of theirs on standard error, and in the end falls back on one that
   * shows nothing. A person's own choice of driver stands. */
  const bool x11 = getenv("DISPLAY") != NULL, wayland = getenv("WAYLAND_DISPLAY") || getenv("WAYLAND_SOCKET");
  if (!getenv("SDL_VIDEODRIVER") && (hidden || !x11 || !wayland))
    SDL_SetHint(SDL_HINT_VIDEODRIVER, hidden ? "offscreen" : x11 ? "x11" : wayland ? "wayland" : "kmsdrm");
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1"); /* app.c has its own, which writes the figures of the run */
  SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
  SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
  SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "1"); /* one finger is the mouse; */
  SDL_SetHint(SDL_HINT_MOUSE_TOUCH_EVENTS, "0"); /* and the mouse is not a finger */
  if (SDL_Init(SDL_INIT_VIDEO) != 0)
    return error_set(error, "display: %s; needs %s", SDL_GetError(),
                     hidden ? "SDL's offscreen driver to draw a picture without a window"
                            : "a desktop (DISPLAY or WAYLAND_DISPLAY), or run with --headless");
  SDL_GL_ResetAttributes();
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0); /* none: the scene has its own, and without one a software driver fills the window faster */
  window->sdl = open_window(width, height, hidden);
  window->gl = window->sdl ? SDL_GL_CreateContext(window->sdl) : NULL;
  if (!window->gl) {
    char found[256];
    if (window->sdl) SDL_DestroyWindow(window->sdl);
    window->sdl = NULL;
    describe_driver(width, height, found, sizeof found);
    SDL_Quit();
    return error_set(error, "OpenGL: found %s; needs OpenGL 3.3 core: update the graphics driver, or run with %s", found,
                     hidden ? "--headless and no --screenshot" : "--headless");
  }
  if (!hidden) { /* Waiting for the screen is asked for; but some drivers only pretend to, so a clock stands behind it, a little faster than
                  * the screen so that the two do not beat. */
    SDL_DisplayMode mode = {0};
    const bool known = SDL_GetCurrentDisplayMode(SDL_GetWindowDisplayIndex(window->sdl), &mode) == 0;
    const int rate = known && mode.refresh_rate >= 30 ? mode.refresh_rate : 60;
    const bool waits = SDL_GL_SetSwapInterval(-1) == 0 || SDL_GL_SetSwapInterval(1) == 0;
    window->frame_least = (waits ? 0.9 : 1.0) / rate;
  }
  window_lost_watch();
  measure(window);
  return true;
}

void window_fit(Window *window) {
  SDL_Window *const sdl = window->sdl;
  SDL_Rect usable;
  int x, y, width, height, top = 0, left = 0, bottom = 0, right = 0;
  const int display = SDL_GetWindowDisplayIndex(sdl);
  if (display < 0 || SDL_GetDisplayUsableBounds(display, &usable) != 0) return;
  SDL_GetWindowBordersSize(sdl, &top, &left, &bottom, &right); /* all 0 where the system does not tell */
  SDL_GetWindowSize(sdl, &width, &height);
  SDL_GetWindowPosition(sdl, &x, &y);
  const int most_width = usable.w - left - right, most_height = usable.h - top - bottom;
  const int fit_width = width < most_width ? width : most_width, fit_height = height < most_height ? height : most_height;
  if (fit_width <= 0 || fit_height <= 0) return;
  const int last_x = usable.x + usable.w - right - fit_width, last_y = usable.y + usable.h - bottom - fit_height;
  const int fit_x = x < usable.x + left ? usable.x + left : x > last_x ? last_x : x;
  const int fit_y = y < usable.y + top ? usable.y + top : y > last_y ? last_y : y;
  if (fit_width != width || fit_height != height) SDL_SetWindowSize(sdl, fit_width, fit_height);
  if (fit_x != x || fit_y != y) SDL_SetWindowPosition(sdl, fit_x, fit_y);
  measure(window);
}

bool window_set_icon(Window *window, const char *path) {
  enum { PARTS = 4 };
  int width, height, parts;
  unsigned char *const pixels = stbi_load(path, &width, &height, &parts, PARTS);
  if (!pixels) return false;
  SDL_Surface *const surface = SDL_CreateRGBSurfaceWithFormatFrom(pixels, width, height, 8 * PARTS, PARTS * width, SDL_PIXELFORMAT_RGBA32);
  if (surface) SDL_SetWindowIcon(window->sdl, surface);
  SDL_FreeSurface(surface);
  stbi_image_free(pixels);
  return surface != NULL;
}

void window_shutdown(Window *window) {
  /* Nothing of a window that is gone can be taken down without a complaint from X; the program is ending. */
  if (window_lost()) *window = (Window){0};
  if (window->gl) SDL_GL_DeleteContext(window->gl);
  if (window->sdl) SDL_DestroyWindow(window->sdl);
  if (window->sdl) SDL_Quit();
  *window = (Window){0};
}

void *window_gl_address(const char *name) {
  return SDL_GL_GetProcAddress(name);
}

/* --- keys that are held ---------------------------------------------------------------------------------------------- */

/* Returns the action of a key while it is held, or ACTION_NONE. */
static Action action_of(int key, int beside) {
  if (beside & KEYS_ALT) return ACTION_NONE;
  const KeyBinding *binding = keys_find(key | beside);
  if (!binding && (beside & KEYS_CTRL)) {
    binding = keys_find(key | (beside & ~KEYS_CTRL));
    /* The tool and the pointer work with Ctrl too: it takes hold of a body, which is then moved. */
    if (binding && (binding->action < ACTION_USE || binding->action > ACTION_POINT_RIGHT)) return ACTION_NONE;
  }
  return binding && action_press(binding->action) == PRESS_HELD ? binding->action : ACTION_NONE;
}

static void release_key(HeldKeys *keys, int scancode) {
  for (int n = 0; n < keys->count; n++)
    if (keys->down[n].scancode == scancode) keys->down[n] = keys->down[--keys->count];
}

/* Puts what is held, or was for a part of this frame, into the input; a new frame begins. */
static void read_held_keys(HeldKeys *keys, int beside, Input *input) {
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

/* --- fingers --------------------------------------------------------------------------------------------------------- */

/* Writes the place between the two. */
static void middle(const Fingers *fingers, float *x, float *y) {
  *x = 0.5f * (fingers->down[0].x + fingers->down[1].x);
  *y = 0.5f * (fingers->down[0].y + fingers->down[1].y);
}

static float apart(const Fingers *fingers) {
  return fmaxf(hypotf(fingers->down[1].x - fingers->down[0].x, fingers->down[1].y - fingers->down[0].y), least_apart);
}

static void press_fingers(const Fingers *fingers, bool down, Input *input) {
  InputPress press = {.button = INPUT_TWO_FINGERS, .down = down};
  if (input->press_count == INPUT_PRESSES) return;
  middle(fingers, &press.x, &press.y);
  input->presses[input->press_count++] = press;
}

/* --- events ---------------------------------------------------------------------------------------------------------- */

static void read_key(Window *window, const SDL_KeyboardEvent *event, Input *input) {
  const int held = event->keysym.mod;
  if (held & (KMOD_RALT | KMOD_GUI)) return;
  const int key = keys_layout_code(event->keysym.sym, (int)event->keysym.scancode);
  if (!event->repeat) {
    HeldKeys *const keys = &window->held_keys;
    const Action action = action_of(key, keys_code(0, held));
    keys->pressed[action] = action != ACTION_NONE;
    keys->uses += action == ACTION_USE;
    release_key(keys, (int)event->keysym.scancode);
    if (keys->count < HELD_KEYS) keys->down[keys->count++] = (HeldKey){(int)event->keysym.scancode, key};
  }
  if (input->key_count == INPUT_KEYS) return;
  input->keys[input->key_count++] = (InputKey){keys_code(key, held), event->repeat != 0};
}

/* Reads a press or a release, the latter also over the panel, where a drag from the water may end; it has no effect if the press was the
 * panel's. */
static void read_button(Window *window, const SDL_MouseButtonEvent *event, Input *input) {
  const bool down = event->type == SDL_MOUSEBUTTONDOWN;
  bool *const held = event->button == SDL_BUTTON_LEFT     ? &window->left
                     : event->button == SDL_BUTTON_RIGHT  ? &window->right
                     : event->button == SDL_BUTTON_MIDDLE ? &window->middle
                                                          : NULL;
  if (!held || (!down && !*held)) return;
  *held = down;
  if (input->press_count == INPUT_PRESSES || event->button == SDL_BUTTON_MIDDLE) return;
  input->presses[input->press_count++] = (InputPress){event->button == SDL_BUTTON_RIGHT ? INPUT_RIGHT : INPUT_LEFT,
                                                      .down = down,
                                                      .x = (float)event->x * window->scale,
                                                      .y = (float)event->y * window->scale,
                                                      .shift = (SDL_GetModState() & KMOD_SHIFT) != 0,
                                                      .ctrl = (SDL_GetModState() & KMOD_CTRL) != 0};
}

/* Reads a finger's event; its places are shares of the window. A touch pad moves the mouse, and is not a screen to put fingers on. */
static void read_finger(Window *window, const SDL_TouchFingerEvent *event, bool takes_mouse, Input *input) {
  const SDL_TouchDeviceType kind = SDL_GetTouchDeviceType(event->touchId);
  const float x = event->x * (float)window->width, y = event->y * (float)window->height;
  Fingers *const fingers = &window->fingers;
  if (kind == SDL_TOUCH_DEVICE_INDIRECT_ABSOLUTE || kind == SDL_TOUCH_DEVICE_INDIRECT_RELATIVE) return;
  input->fingers = true;
  Finger *finger = NULL;
  for (int n = 0; n < fingers->count; n++)
    if (fingers->down[n].id == event->fingerId) finger = &fingers->down[n];
  if (event->type == SDL_FINGERDOWN && !finger && fingers->count < 2) {
    fingers->down[fingers->count++] = (Finger){event->fingerId, x, y};
    if (fingers->count == 2) fingers->two = true, fingers->turns = !takes_mouse;
    if (fingers->turns) press_fingers(fingers, true, input);
  } else if (event->type == SDL_FINGERMOTION && finger) {
    float from[2], to[2];
    const float before = apart(fingers);
    middle(fingers, &from[0], &from[1]);
    finger->x = x, finger->y = y;
    middle(fingers, &to[0], &to[1]);
    if (fingers->turns) {
      input->orbit_x += to[0] - from[0];
      input->orbit_y += to[1] - from[1];
      input->wheel += logf(apart(fingers) / before) / logf(notch);
    }
  } else if (event->type == SDL_FINGERUP && finger) {
    if (fingers->turns) press_fingers(fingers, false, input);
    fingers->turns = false;
    *finger = fingers->down[--fingers->count];
    if (fingers->count == 0) fingers->two = false;
  }
  if (fingers->two) window->left = false; /* the first finger's drag ends, and drops nothing */
}

/* Returns true for the mouse that SDL makes of a finger, while two turn the view. */
static bool is_gesture(const Window *window, Uint32 which) {
  return which == SDL_TOUCH_MOUSEID && window->fingers.two;
}

static void read_window(Window *window, const SDL_WindowEvent *event, Input *input) {
  switch (event->event) {
    case SDL_WINDOWEVENT_CLOSE: input->quit = true; break;
    case SDL_WINDOWEVENT_MINIMIZED: window->minimised = true; break;
    case SDL_WINDOWEVENT_RESTORED:
    case SDL_WINDOWEVENT_MAXIMIZED:
    case SDL_WINDOWEVENT_SHOWN:
    case SDL_WINDOWEVENT_EXPOSED: window->minimised = false; break;
    case SDL_WINDOWEVENT_FOCUS_LOST:
      window->left = window->right = window->middle = false;
      window->held_keys = (HeldKeys){0};
      break;
    default: break;
  }
}

static void read_event(Window *window, const SDL_Event *event, bool takes_mouse, bool takes_keys, Input *input) {
  const SDL_MouseMotionEvent *const motion = &event->motion;
  switch (event->type) {
    case SDL_QUIT: input->quit = true; break;
    case SDL_WINDOWEVENT: read_window(window, &event->window, input); break;
    case SDL_KEYDOWN:
      if (!takes_keys) read_key(window, &event->key, input);
      break;
    case SDL_KEYMAPCHANGED: keys_fit(keys_layout_at); break;
    case SDL_KEYUP: release_key(&window->held_keys, (int)event->key.keysym.scancode); break;
    case SDL_MOUSEBUTTONDOWN:
      if (!takes_mouse && !is_gesture(window, event->button.which)) read_button(window, &event->button, input);
      break;
    case SDL_MOUSEBUTTONUP: read_button(window, &event->button, input); break;
    case SDL_MOUSEMOTION:
      if (is_gesture(window, motion->which)) break;
      input->moved = true;
      if (window->right) input->orbit_x += (float)motion->xrel * window->scale, input->orbit_y += (float)motion->yrel * window->scale;
      if (window->middle) input->pan_x += (float)motion->xrel * window->scale, input->pan_y += (float)motion->yrel * window->scale;
      break;
    case SDL_FINGERDOWN:
    case SDL_FINGERMOTION:
    case SDL_FINGERUP: read_finger(window, &event->tfinger, takes_mouse, input); break;
    case SDL_DROPFILE:
      if (strlen(event->drop.file) < INPUT_PATH) snprintf(input->dropped, INPUT_PATH, "%s", event->drop.file);
      SDL_free(event->drop.file);
      break;
    case SDL_MOUSEWHEEL:
      if (!takes_mouse) input->wheel += event->wheel.preciseY;
      break;
    default: break;
  }
}

void window_poll(Window *window, WindowFilter filter, Input *input) {
  bool takes_mouse = false, takes_keys = false;
  *input = (Input){0};
  input->quit = window_lost();
  SDL_Event event;
  while (SDL_PollEvent(&event)) {
    if (filter.event) filter.event(filter.user, &event, &takes_mouse, &takes_keys);
    read_event(window, &event, takes_mouse, takes_keys, input);
  }
  if (filter.event) filter.event(filter.user, NULL, &takes_mouse, &takes_keys);
  int x, y;
  SDL_GetMouseState(&x, &y);
  measure(window);
  input->x = (float)x * window->scale;
  input->y = (float)y * window->scale;
  input->inside = !takes_mouse && SDL_GetMouseFocus() == window->sdl;
  input->left = window->left;
  input->right = window->right;
  const int modifiers = (int)SDL_GetModState();
  input->shift = (modifiers & KMOD_SHIFT) != 0;
  input->ctrl = (modifiers & KMOD_CTRL) != 0;
  input->alt = (modifiers & KMOD_LALT) != 0;
  if (window->fingers.turns) { /* the pointer stands between the two fingers */
    middle(&window->fingers, &input->x, &input->y);
    input->inside = true;
  }
  Input ignored = {0};
  read_held_keys(&window->held_keys, keys_code(0, modifiers), takes_keys || (modifiers & KMOD_GUI) ? &ignored : input);
}

/* --- showing --------------------------------------------------------------------------------------------------------- */

void window_present(Window *window) {
  SDL_GL_SwapWindow(window->sdl);
  const double early = window->presented + window->frame_least - clock_seconds();
  if (early > 0.001) SDL_Delay((Uint32)(1e3 * early));
  window->presented = clock_seconds();
}

bool window_is_full_screen(const Window *window) {
  return (SDL_GetWindowFlags(window->sdl) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
}
void window_toggle_full_screen(Window *window) {
  SDL_SetWindowFullscreen(window->sdl, window_is_full_screen(window) ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}
void window_size(const Window *window, int *width, int *height) {
  SDL_GetWindowSize(window->sdl, width, height);
}
void window_set_title(Window *window, const char *title) {
  SDL_SetWindowTitle(window->sdl, title);
}
