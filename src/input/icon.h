#ifndef INPUT_ICON_H
#define INPUT_ICON_H

/* The window's icon, where the desktop shows one. */

#include <stdbool.h>

struct SDL_Window;

/* From a picture with red, green, blue and opacity. False where it cannot be read: the desktop then has an icon of its own for it. */
bool icon_set(struct SDL_Window *window, const char *path);

#endif
