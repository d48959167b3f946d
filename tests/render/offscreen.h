#ifndef TESTS_RENDER_OFFSCREEN_H
#define TESTS_RENDER_OFFSCREEN_H

/* OpenGL without a window, for tests that look at pictures. Where there is none, tests skip. */

#include <stdbool.h>

#include "render/renderer.h"

/* Opens a context whose picture has width x height pixels; false, with a line that says why, where there is none. */
bool offscreen_open(int width, int height);
void offscreen_close(void);

/* A renderer with the shaders of the checkout; the test fails where it cannot be made. */
Renderer *offscreen_renderer(int quality);

#endif
