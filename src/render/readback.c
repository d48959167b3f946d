#include "render/readback.h"

#include <glad/gl.h>
#include <stb_image_write.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "base/output.h"
#include "render/gpu.h"
#include "render/renderer.h"

/* Gives the tile this size; where it had another, its picture is unknown then and it is left bound for drawing, not for reading. */
static void tile_resize(Tile *tile, int width, int height) {
  if (tile->width == width && tile->height == height) return;
  if (!tile->framebuffer) {
    glGenRenderbuffers(1, &tile->renderbuffer);
    glGenFramebuffers(1, &tile->framebuffer);
  }
  glBindRenderbuffer(GL_RENDERBUFFER, tile->renderbuffer);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
  glBindRenderbuffer(GL_RENDERBUFFER, 0);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, tile->framebuffer);
  glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, tile->renderbuffer);
  tile->width = width;
  tile->height = height;
}

unsigned tile_begin(Tile *tile, int width, int height) {
  GLint caller = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &caller);
  tile_resize(tile, width, height);
  glBindFramebuffer(GL_FRAMEBUFFER, tile->framebuffer);
  return (unsigned)caller;
}

void tile_fill(const float rgb[3]) {
  glClearColor(rgb[0], rgb[1], rgb[2], 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

void tile_end(const Tile *tile, unsigned framebuffer, int x, int y) {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, tile->framebuffer);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  glBlitFramebuffer(0, 0, tile->width, tile->height, x, y, x + tile->width, y + tile->height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

void tile_shutdown(Tile *tile) {
  glDeleteFramebuffers(1, &tile->framebuffer);
  glDeleteRenderbuffers(1, &tile->renderbuffer);
  memset(tile, 0, sizeof *tile);
}

/* --- frames that are read without a wait ---------------------------------------------------------------------------------- */

enum { IN_FLIGHT = 3 };

static const GLuint64 wait_ns = 10000000000; /* a driver that takes longer has failed */

/* The reader with its objects: a frame goes through `halves` as often as it is more than twice too large, then into `small`. */
struct FrameReader {
  Tile small, halves[2];
  GLuint buffers[IN_FLIGHT];
  GLsync fences[IN_FLIGHT];
  int64_t numbers[IN_FLIGHT];
  int first, count;
};

FrameReader *frame_reader_create(int width, int height) {
  FrameReader *const reader = memory_create(1, sizeof *reader);
  if (!reader) return NULL;
  GLint caller = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &caller);
  tile_resize(&reader->small, width, height);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)caller);
  for (int n = 0; n < IN_FLIGHT; n++)
    gpu_buffer(GL_PIXEL_PACK_BUFFER, &reader->buffers[n], 4 * (size_t)width * (size_t)height, NULL, GL_STREAM_READ);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  return reader;
}

void frame_reader_destroy(FrameReader *reader) {
  if (!reader) return;
  for (int n = 0; n < IN_FLIGHT; n++)
    if (reader->fences[n]) glDeleteSync(reader->fences[n]);
  glDeleteBuffers(IN_FLIGHT, reader->buffers);
  tile_shutdown(&reader->small);
  tile_shutdown(&reader->halves[0]);
  tile_shutdown(&reader->halves[1]);
  memory_free(reader);
}

/* Makes the picture half as large until one more step of the linear filter, which looks at two pixels by two, misses none. */
static void shrink(FrameReader *reader, int *width, int *height) {
  for (int n = 0; *width > 2 * reader->small.width && *height > 2 * reader->small.height; n = 1 - n) {
    const int half_width = (*width + 1) / 2, half_height = (*height + 1) / 2;
    Tile *const half = &reader->halves[n];
    tile_resize(half, half_width, half_height);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, half->framebuffer);
    glBlitFramebuffer(0, 0, *width, *height, 0, 0, half_width, half_height, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, half->framebuffer);
    *width = half_width;
    *height = half_height;
  }
}

bool frame_reader_begin(FrameReader *reader, int64_t number, int from_width, int from_height) {
  if (reader->count == IN_FLIGHT) return false;
  const int at = (reader->first + reader->count++) % IN_FLIGHT;
  const Tile *const small = &reader->small;
  GLint read = 0, draw = 0;
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read);
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw);
  shrink(reader, &from_width, &from_height);
  const bool same = from_width == small->width && from_height == small->height;
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, small->framebuffer);
  /* OpenGL's first row is the lowest, a film's the highest. */
  glBlitFramebuffer(0, 0, from_width, from_height, 0, small->height, small->width, 0, GL_COLOR_BUFFER_BIT, same ? GL_NEAREST : GL_LINEAR);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, small->framebuffer);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, reader->buffers[at]);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, small->width, small->height, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  reader->fences[at] = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  reader->numbers[at] = number;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)read);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)draw);
  return true;
}

const uint8_t *frame_reader_front(FrameReader *reader, bool wait, int64_t *number) {
  if (reader->count == 0) return NULL;
  const int at = reader->first;
  const GLenum state = glClientWaitSync(reader->fences[at], GL_SYNC_FLUSH_COMMANDS_BIT, wait ? wait_ns : 0);
  if (!wait && state != GL_ALREADY_SIGNALED && state != GL_CONDITION_SATISFIED) return NULL;
  *number = reader->numbers[at];
  const GLsizeiptr size = (GLsizeiptr)4 * reader->small.width * reader->small.height;
  glBindBuffer(GL_PIXEL_PACK_BUFFER, reader->buffers[at]);
  const uint8_t *const pixels = glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, size, GL_MAP_READ_BIT);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  return pixels;
}

void frame_reader_next(FrameReader *reader) {
  const int at = reader->first;
  glBindBuffer(GL_PIXEL_PACK_BUFFER, reader->buffers[at]);
  glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glDeleteSync(reader->fences[at]);
  reader->fences[at] = NULL;
  reader->first = (at + 1) % IN_FLIGHT;
  reader->count--;
}

/* --- the finished picture, read at once ----------------------------------------------------------------------------------- */

static void append_bytes(void *file, void *bytes, int size) {
  fwrite(bytes, 1, (size_t)size, file); /* output_close reports failed writes */
}

bool renderer_read_pixels(int width, int height, uint8_t *pixels) {
  const size_t row_size = (size_t)width * 3;
  uint8_t *const spare = width > 0 && height > 0 ? memory_create(1, row_size) : NULL;
  if (!spare) return false;
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels);
  /* OpenGL's first row is the lowest, a PNG's first row the highest. */
  for (int low = 0, high = height - 1; low < high; low++, high--) {
    uint8_t *const a = pixels + (size_t)low * row_size, *const b = pixels + (size_t)high * row_size;
    memcpy(spare, a, row_size);
    memcpy(a, b, row_size);
    memcpy(b, spare, row_size);
  }
  memory_free(spare);
  return true;
}

bool renderer_screenshot(int width, int height, const char *path, Error *error) {
  if (width <= 0 || height <= 0) return error_set(error, "screenshot %s: the window has no size", path);
  uint8_t *const pixels = memory_create((size_t)height, (size_t)width * 3);
  Output output;
  Error reason;
  bool ok = false;
  if (!pixels || !renderer_read_pixels(width, height, pixels)) {
    error_set(error, "screenshot %s: not enough memory for %d x %d pixels", path, width, height);
  } else if (!output_open(&output, path, &reason)) {
    error_set(error, "screenshot %s", reason.text);
  } else {
    const bool made = stbi_write_png_to_func(append_bytes, output.file, width, height, 3, pixels, 3 * width) != 0;
    if (!output_close(&output, made, &reason))
      error_set(error, "screenshot %s", reason.text);
    else
      ok = made || error_set(error, "screenshot %s: not enough memory", path);
  }
  memory_free(pixels);
  return ok;
}
