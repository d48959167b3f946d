#ifndef RESULTS_CANVAS_H
#define RESULTS_CANVAS_H

/* An image that is drawn into: rectangles, lines with round ends, text; edges are smooth. Places are in pixels from the upper left
 * corner. */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* A colour: sRGB, 0 to 255. */
typedef struct Colour {
  uint8_t r, g, b;
} Colour;

/* An image of w*h pixels of three bytes; the caller owns it, from canvas_create to canvas_free. */
typedef struct Canvas {
  int w, h;
  uint8_t *pixels;
  uint8_t *cover; /* w*h: how much of each pixel the line or text that is being drawn covers */
} Canvas;

/* Makes a canvas of one colour. Returns false, with nothing to free, if memory runs out. */
bool canvas_create(Canvas *canvas, int w, int h, Colour colour);
void canvas_free(Canvas *canvas);

static inline void canvas_set(Canvas *canvas, int x, int y, Colour colour) {
  uint8_t *const pixel = canvas->pixels + 3 * ((int64_t)y * canvas->w + x);
  pixel[0] = colour.r, pixel[1] = colour.g, pixel[2] = colour.b;
}

void canvas_fill(Canvas *canvas, int x, int y, int w, int h, Colour colour);
/* Draws the outline of a rectangle, a pixel wide, around its outside. */
void canvas_frame(Canvas *canvas, int x, int y, int w, int h, Colour colour);
void canvas_line(Canvas *canvas, float x0, float y0, float x1, float y1, float width, Colour colour);
/* Draw text of capitals `size` high upon the baseline y: from x on, and with `halo` around each letter. */
void canvas_text(Canvas *canvas, const char *text, float size, float x, float y, Colour colour);
void canvas_text_on(Canvas *canvas, const char *text, float size, float x, float y, Colour colour, Colour halo);
float canvas_text_width(const char *text, float size);

/* Writes the image as a PNG. Returns false and sets *error to "PATH: why" if it cannot be written. */
bool canvas_write(const Canvas *canvas, const char *path, Error *error);

#endif
