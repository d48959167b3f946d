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

/* Returns a frame of a landscape of cells x cells cells, lit by day, with water of two grids that are borrowed; of a new world with each call. The
 * camera is nowhere: offscreen_look. */
FrameView offscreen_world(int cells, float cell, const float *ground, const float *depth);

/* Puts the frame's camera at `eye`, turned to `target`, for a picture `aspect` times as wide as high that shows `angle` from top to bottom. */
void offscreen_look(FrameView *frame, const float eye[3], const float target[3], float angle, float aspect);

#endif
