#ifndef TESTS_RENDER_OFFSCREEN_H
#define TESTS_RENDER_OFFSCREEN_H

/* OpenGL without a window, for tests that look at pictures. Where there is none, tests skip. */

#include <stdbool.h>

#include "render/renderer.h"

/* Opens a context whose picture has width x height pixels, before a group of tests; says why where there is none. */
void offscreen_open(int width, int height);

/* Returns true if there is a context; a test that draws skips where there is none. */
bool offscreen_is_open(void);

/* Returns the window, hidden, that the context belongs to. */
const struct Window *offscreen_window(void);

/* Closes the context after the group's last test. */
int offscreen_close(void **state);

/* Makes a renderer with the shaders of the checkout; the test fails where it cannot be made. */
Renderer *offscreen_renderer(int quality);

#endif
