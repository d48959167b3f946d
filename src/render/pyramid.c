#include "render/pyramid.h"

#include <math.h>

#include "base/memory.h"

const ProgramDef pyramid_programs = {.name = "pyramid", .variants = {""}};

static int halved(int side) {
  return side > 1 ? side / 2 : 1;
}

/* Returns the first of the two texels of a side of `from` that the n-th of `to` is made of, and sets *next to the share of the one after
 * it: where `from` is odd, the coarser texels lie askew. */
static int find_first(int n, int from, int to, float *next) {
  const float at = ((float)n + 0.5f) * (float)from / (float)to - 0.5f, first = floorf(at);
  *next = at - first;
  return (int)first;
}

static void shrink(const float *from, int width, int height, int channels, float *to) {
  const int wide = halved(width), deep = halved(height);
  for (int y = 0; y < deep; y++)
    for (int x = 0; x < wide; x++) {
      float right, up;
      const int x0 = find_first(x, width, wide, &right), y0 = find_first(y, height, deep, &up);
      const int x1 = x0 + 1 < width ? x0 + 1 : x0, y1 = y0 + 1 < height ? y0 + 1 : y0;
      for (int c = 0; c < channels; c++) {
        const float a = from[(y0 * (ptrdiff_t)width + x0) * channels + c], b = from[(y0 * (ptrdiff_t)width + x1) * channels + c];
        const float d = from[(y1 * (ptrdiff_t)width + x0) * channels + c], e = from[(y1 * (ptrdiff_t)width + x1) * channels + c];
        *to++ = (a + right * (b - a)) * (1 - up) + (d + right * (e - d)) * up;
      }
    }
}

static void write_level(int level, int width, int height, int channels, const float *texels) {
  glTexSubImage2D(GL_TEXTURE_2D, level, 0, 0, width, height, channels == 1 ? GL_RED : GL_RGBA, GL_FLOAT, texels);
}

void pyramid_write(GLuint texture, TextureUnit unit, int width, int height, int channels, const float *texels) {
  const size_t texel = (size_t)channels * sizeof *texels, quarter = (size_t)halved(width) * (size_t)halved(height);
  float *const levels[2] = {memory_create(quarter, texel), memory_create(quarter, texel)};
  gpu_texture_bind(texture, unit);
  write_level(0, width, height, channels, texels);
  if (levels[0] && levels[1]) {
    for (int level = 1; width > 1 || height > 1; level++) {
      float *const coarser = levels[level % 2];
      shrink(texels, width, height, channels, coarser);
      width = halved(width);
      height = halved(height);
      write_level(level, width, height, channels, coarser);
      texels = coarser;
    }
  } else {
    glGenerateMipmap(GL_TEXTURE_2D);
  }
  memory_free(levels[0]);
  memory_free(levels[1]);
}

void pyramid_draw(const PassContext *context, GLuint texture, TextureUnit unit, int width, int height) {
  enum { ALL_LEVELS = 1000 }; /* as a texture begins */
  GLuint framebuffer;
  if (!program_use(context, PROGRAM_PYRAMID, 0)) return;
  gpu_texture_bind(texture, UNIT_FRAME);
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glDisable(GL_DEPTH_TEST);
  for (int level = 1; width > 1 || height > 1; level++) {
    width = halved(width);
    height = halved(height);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, level - 1); /* the only one that is read */
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, level - 1);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, level);
    glViewport(0, 0, width, height);
    program_draw(context, PROGRAM_PYRAMID, 0, SCREEN_VERTICES);
  }
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 0);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, ALL_LEVELS);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glDeleteFramebuffers(1, &framebuffer);
  gpu_texture_bind(0, UNIT_FRAME);
  gpu_texture_bind(texture, unit);
}
