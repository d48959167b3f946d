#include "input/window_lost.h"

#include <SDL.h>
#include <SDL_syswm.h>
#include <signal.h>
#include <string.h>

static volatile sig_atomic_t lost;

#if defined(SDL_VIDEO_DRIVER_X11)
/* Requests about a window that is not there any more are the sign; other protocol errors do no harm. */
static int on_error(Display *display, XErrorEvent *event) {
  (void)display;
  if (event->error_code == BadWindow || event->error_code == BadDrawable) lost = 1;
  return 0;
}

void window_lost_watch(void) {
  typedef int (*Handler)(Display *, XErrorEvent *);
  typedef Handler (*SetHandler)(Handler);
  const char *driver = SDL_GetCurrentVideoDriver();
  if (!driver || strcmp(driver, "x11") != 0) return;
  /* SDL has loaded it at run time, and so do we: the program is not linked to X. It stays loaded. */
  void *x11 = SDL_LoadObject("libX11.so.6"), *address = x11 ? SDL_LoadFunction(x11, "XSetErrorHandler") : NULL;
  SetHandler set_handler = NULL;
  memcpy(&set_handler, &address, sizeof set_handler); /* ISO C knows no cast from object to function pointer */
  if (set_handler) set_handler(on_error);
}
#else
void window_lost_watch(void) {}
#endif

bool window_lost(void) {
  return lost != 0;
}
