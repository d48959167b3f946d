#include "results/canvas.h"

#include <math.h>
#include <stb_image_write.h>
#include <stdio.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "base/output.h"
#include "results/lettering.h"

bool canvas_create(Canvas *canvas, int w, int h, Colour colour) {
  *canvas = (Canvas){w, h, memory_create((size_t)w * (size_t)h, 3), memory_create((size_t)w, (size_t)h)};
  if (!canvas->pixels || !canvas->cover) return canvas_free(canvas), false;
  canvas_fill(canvas, 0, 0, w, h, colour);
  return true;
}

void canvas_free(Canvas *canvas) {
  memory_free(canvas->pixels);
  memory_free(canvas->cover);
  *canvas = (Canvas){0};
}

static int within(int place, int most) {
  return place < 0 ? 0 : place > most ? most : place;
}

void canvas_fill(Canvas *canvas, int x, int y, int w, int h, Colour colour) {
  const int x0 = within(x, canvas->w), x1 = within(x + w, canvas->w), y0 = within(y, canvas->h), y1 = within(y + h, canvas->h);
  for (int row = y0; row < y1; row++)
    for (int column = x0; column < x1; column++) canvas_set(canvas, column, row, colour);
}

void canvas_frame(Canvas *canvas, int x, int y, int w, int h, Colour colour) {
  canvas_fill(canvas, x - 1, y - 1, w + 2, 1, colour);
  canvas_fill(canvas, x - 1, y + h, w + 2, 1, colour);
  canvas_fill(canvas, x - 1, y, 1, h, colour);
  canvas_fill(canvas, x + w, y, 1, h, colour);
}

/* --- strokes: their cover is gathered as the greatest of all pieces, so that joints are no darker, and painted once
 * ------------------------- */

/* A stroke being drawn, and the pixels that it may have covered. On the stack. */
typedef struct Stroke {
  Canvas *canvas;
  float radius;
  int x0, y0, x1, y1;
} Stroke;

static Stroke stroke_begin(Canvas *canvas, float width) {
  return (Stroke){canvas, 0.5f * width, canvas->w, canvas->h, 0, 0};
}

/* Returns the distance of a place from the piece that begins at `from` and goes `along` with length squared `square`. */
static float distance(float x, float y, const float from[2], const float along[2], float square) {
  const float px = x - from[0], py = y - from[1];
  const float share = square > 0 ? maths_clampf((px * along[0] + py * along[1]) / square, 0, 1) : 0;
  return maths_hypotf(px - share * along[0], py - share * along[1]);
}

static void stroke_piece(void *user, float ax, float ay, float bx, float by) {
  Stroke *const s = user;
  Canvas *const canvas = s->canvas;
  const float from[2] = {ax, ay}, along[2] = {bx - ax, by - ay}, square = along[0] * along[0] + along[1] * along[1];
  const float reach = s->radius + 1;
  const int x0 = within((int)floorf(fminf(ax, bx) - reach), canvas->w), x1 = within((int)ceilf(fmaxf(ax, bx) + reach), canvas->w);
  const int y0 = within((int)floorf(fminf(ay, by) - reach), canvas->h), y1 = within((int)ceilf(fmaxf(ay, by) + reach), canvas->h);
  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++) {
      const float far = distance((float)x + 0.5f, (float)y + 0.5f, from, along, square);
      const uint8_t cover = (uint8_t)lrintf(255 * maths_clampf(s->radius + 0.5f - far, 0, 1));
      uint8_t *const at = canvas->cover + (int64_t)y * canvas->w + x;
      if (cover > *at) *at = cover;
    }
  if (x0 < s->x0) s->x0 = x0;
  if (y0 < s->y0) s->y0 = y0;
  if (x1 > s->x1) s->x1 = x1;
  if (y1 > s->y1) s->y1 = y1;
}

static uint8_t blend(uint8_t under, uint8_t over, int cover) {
  return (uint8_t)((under * (255 - cover) + over * cover + 127) / 255);
}

static void stroke_end(Stroke *s, Colour colour) {
  Canvas *const canvas = s->canvas;
  for (int y = s->y0; y < s->y1; y++)
    for (int x = s->x0; x < s->x1; x++) {
      const int64_t at = (int64_t)y * canvas->w + x;
      uint8_t *const pixel = canvas->pixels + 3 * at;
      const int cover = canvas->cover[at];
      canvas->cover[at] = 0;
      canvas_set(canvas, x, y,
                 (Colour){blend(pixel[0], colour.r, cover), blend(pixel[1], colour.g, cover), blend(pixel[2], colour.b, cover)});
    }
}

void canvas_line(Canvas *canvas, float x0, float y0, float x1, float y1, float width, Colour colour) {
  Stroke stroke = stroke_begin(canvas, width);
  stroke_piece(&stroke, x0, y0, x1, y1);
  stroke_end(&stroke, colour);
}

static void draw_text(Canvas *canvas, const char *text, float size, float x, float y, float width, Colour colour) {
  Stroke stroke = stroke_begin(canvas, width);
  lettering_draw(text, size, x, y, stroke_piece, &stroke);
  stroke_end(&stroke, colour);
}

/* Returns the width of a letter's strokes: an eighth of its height, and no thinner than reads well. */
static float pen_width(float size) {
  return fmaxf(0.125f * size, 1.25f);
}

void canvas_text(Canvas *canvas, const char *text, float size, float x, float y, Colour colour) {
  draw_text(canvas, text, size, x, y, pen_width(size), colour);
}

void canvas_text_on(Canvas *canvas, const char *text, float size, float x, float y, Colour colour, Colour halo) {
  draw_text(canvas, text, size, x, y, pen_width(size) + 4, halo);
  draw_text(canvas, text, size, x, y, pen_width(size), colour);
}

float canvas_text_width(const char *text, float size) {
  return lettering_draw(text, size, 0, 0, NULL, NULL);
}

/* --- the file ------------------------------------------------------------------------------------------------------------------------ */

static void append(void *user, void *bytes, int size) {
  fwrite(bytes, 1, (size_t)size, user); /* output_close finds a byte that was not taken */
}

bool canvas_write(const Canvas *canvas, const char *path, Error *error) {
  Output output;
  if (!output_open(&output, path, error)) return false;
  const bool made = stbi_write_png_to_func(append, output.file, canvas->w, canvas->h, 3, canvas->pixels, 3 * canvas->w) != 0;
  const bool closed = output_close(&output, made, error);
  return made ? closed : error_set(error, "%s: not enough memory for the picture", path);
}
