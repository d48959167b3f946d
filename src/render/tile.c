#include "render/tile.h"

#include <glad/gl.h>
#include <string.h>

void tile_resize(Tile *tile, int width, int height) {
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
