#ifndef INPUT_WINDOW_H
#define INPUT_WINDOW_H

/* The window with its OpenGL 3.3 core context, and the events that come from it. One per program. */

#include "input/input.h"
#include "input/window_lost.h"

union SDL_Event;
struct SDL_Window;

/* A finger that is down: SDL's number, and its place in pixels of the picture. */
typedef struct Finger {
  int64_t id;
  float x, y;
} Finger;

/* Two fingers on the picture: their drag turns the view, their pinch zooms. SDL itself makes a mouse with its left button of the first
 * finger; while a gesture of two lasts, until the last finger is lifted, that mouse is ignored. A member of Window; all 0: none. */
typedef struct Fingers {
  Finger down[2];
  int count;
  bool two;   /* there have been two since the first came down */
  bool turns; /* they began on the picture, not on the panel, and are both still down */
} Fingers;

enum { HELD_KEYS = 16 };

/* A key that is down. */
typedef struct HeldKey {
  int scancode, key; /* SDL's; `key` without what is held beside it */
} HeldKey;

/* The keys that work while they are held: those that fly, drive, point and use the tool. They follow from the events of keys and not from
 * the keyboard's state, so that a tap shorter than a frame counts for that frame. A member of Window; all 0: none. */
typedef struct HeldKeys {
  HeldKey down[HELD_KEYS];
  int count;
  bool pressed[ACTION_COUNT]; /* since the last frame, of those that are held */
  int uses;                   /* presses of ACTION_USE since then */
} HeldKeys;

/* The window, or the hidden one of pictures without a display. window_init fills it; owned by its caller. */
typedef struct Window {
  struct SDL_Window *sdl;
  void *gl;          /* SDL_GLContext */
  int width, height; /* of the picture, in pixels */
  float scale;       /* pixels of the picture for one of the desktop */
  bool minimised, hidden;
  bool left, right, middle; /* held, pressed over the water and not over the panel */
  HeldKeys held_keys;
  Fingers fingers;
  double frame_least; /* s: present does not return sooner than this after the last time */
  double presented;
} Window;

/* A filter of events, asked first: it says whether it takes the mouse, and the keys, for itself. */
typedef struct WindowFilter {
  void (*event)(void *user, const union SDL_Event *event, bool *takes_mouse, bool *takes_keys);
  void *user;
} WindowFilter;

/* Opens the window; `hidden`: for a picture without a display, through SDL's offscreen driver. Returns false and sets *error to what was
 * found and what is needed if there is no such window. */
bool window_init(Window *window, int width, int height, bool hidden, Error *error);
/* Moves and shrinks the window so that all of it, with its borders, lies where the display has room beside its panels. */
void window_fit(Window *window);
void window_shutdown(Window *window);

/* Sets the icon where the desktop shows one, from a picture with red, green, blue and opacity. Returns false if it cannot be read: the
 * desktop then has an icon of its own for it. */
bool window_set_icon(Window *window, const char *path);
/* Gathers the events since the last call. */
void window_poll(Window *window, WindowFilter filter, Input *input);
/* Shows what was drawn, waiting for the screen where the driver can and by the clock where it cannot. */
void window_present(Window *window);
void window_toggle_full_screen(Window *window);
bool window_is_full_screen(const Window *window);
/* Writes the window's size in desktop pixels, as --size takes it. */
void window_size(const Window *window, int *width, int *height);
void window_set_title(Window *window, const char *title);
/* Returns a function's address, as SDL_GL_GetProcAddress does. */
void *window_gl_address(const char *name);

#endif
