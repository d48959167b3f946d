#ifndef INPUT_X11_ERRORS_H
#define INPUT_X11_ERRORS_H

#include <stdbool.h>

/* A window that another program destroys (xdotool windowclose, a session that ends in haste) makes Xlib end the program at
 * its next request, with status 1 and nothing saved. With this it ends as if its cross had been clicked. Does nothing
 * with other video drivers than X11. Call once after the window has been opened. */
void x11_errors_set(void);

/* Returns true if the window is gone. */
bool x11_errors_lost(void);

#endif
