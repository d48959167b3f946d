#ifndef INPUT_WINDOW_H
#define INPUT_WINDOW_H

/* The window with its OpenGL 3.3 core context, and the events that come from it. One per program. */

#include <stdbool.h>

#include "base/error.h"
#include "input/fingers.h"
#include "input/held_keys.h"
#include "input/input.h"

union SDL_Event;
struct SDL_Window;

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

/* Gathers the events since the last call. */
void window_poll(Window *window, WindowFilter filter, Input *input);

/* Shows what was drawn, waiting for the screen where the driver can and by the clock where it cannot. */
void window_present(Window *window);

/* Shows what was drawn, without keeping time. */
void window_swap(Window *window);

void window_toggle_full_screen(Window *window);
bool window_is_full_screen(const Window *window);
/* Writes the window's size in desktop pixels, as --size takes it. */
void window_size(const Window *window, int *width, int *height);
void window_set_title(Window *window, const char *title);

/* Returns true if another program has destroyed the window: drawing may fail then, and is not seen. */
bool window_lost(void);

/* Returns a function's address, as SDL_GL_GetProcAddress does. */
void *window_gl_address(const char *name);

/* Sleeps: for a program that has nothing to show. */
void window_wait(double seconds);

#endif
