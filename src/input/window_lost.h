#ifndef INPUT_WINDOW_LOST_H
#define INPUT_WINDOW_LOST_H

#include <stdbool.h>

/* A window that another program destroys (xdotool windowclose, a session that ends in haste) makes Xlib end the program at
 * its next request, with status 1 and nothing saved. With this it ends as if its cross had been clicked. Does nothing
 * with other video drivers than X11. Call once after the window has been opened. */
void window_lost_watch(void);
/* Returns true if another program has destroyed the window: drawing may fail then, and is not seen. */
bool window_lost(void);

#endif
