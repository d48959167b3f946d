#include "render/readback/frame_reader.h"

#include <glad/gl.h>

#include "base/memory.h"
#include "render/tile.h"

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
  glGenBuffers(IN_FLIGHT, reader->buffers);
  for (int n = 0; n < IN_FLIGHT; n++) {
    glBindBuffer(GL_PIXEL_PACK_BUFFER, reader->buffers[n]);
    glBufferData(GL_PIXEL_PACK_BUFFER, (GLsizeiptr)4 * width * height, NULL, GL_STREAM_READ);
  }
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
