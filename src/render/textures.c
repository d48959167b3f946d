#include "render/textures.h"

#include <math.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/rng.h"

/* Returns the first of the two texels, of `from`, that the n-th of `to` is made of; *next: the share of the other. Odd sides lie askew. */
static int find_first(int n, int from, int to, float *next) {
  const float at = ((float)n + 0.5f) * (float)from / (float)to - 0.5f, first = floorf(at);
  *next = at - first;
  return (int)first;
}

static void shrink(const float *from, int width, int height, int channels, float *to) {
  const int wide = gpu_halved(width), deep = gpu_halved(height);
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

/* One channel is written as it is, four as bytes of 0 to 1, which OpenGL ES does not make of floats. */
static void write_level(int level, int width, int height, int channels, const float *texels) {
  if (channels == 1) {
    glTexSubImage2D(GL_TEXTURE_2D, level, 0, 0, width, height, GL_RED, GL_FLOAT, texels);
    return;
  }
  const size_t count = (size_t)width * (size_t)height * (size_t)channels;
  uint8_t *const bytes = memory_create(count, sizeof *bytes);
  for (size_t n = 0; bytes && n < count; n++) bytes[n] = (uint8_t)(255 * texels[n] + 0.5f);
  if (bytes) glTexSubImage2D(GL_TEXTURE_2D, level, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
  memory_free(bytes);
}

void pyramid_write(GLuint texture, TextureUnit unit, int width, int height, int channels, const float *texels) {
  const size_t texel = (size_t)channels * sizeof *texels, quarter = (size_t)gpu_halved(width) * (size_t)gpu_halved(height);
  float *const levels[2] = {memory_create(quarter, texel), memory_create(quarter, texel)};
  gpu_texture_bind(texture, unit);
  write_level(0, width, height, channels, texels);
  if (levels[0] && levels[1]) {
    for (int level = 1; width > 1 || height > 1; level++) {
      float *const coarser = levels[level % 2];
      shrink(texels, width, height, channels, coarser);
      width = gpu_halved(width);
      height = gpu_halved(height);
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
  enum { ALL_LEVELS = 1000 }; /* OpenGL's own limit: all that there are */
  GLuint framebuffer;
  if (!program_use(context, PROGRAM_PYRAMID, 0)) return;
  gpu_texture_bind(texture, UNIT_FRAME);
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glDisable(GL_DEPTH_TEST);
  for (int level = 1; width > 1 || height > 1; level++) {
    width = gpu_halved(width);
    height = gpu_halved(height);
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

/* --- noise --------------------------------------------------------------------------------------------------------------- */

enum { NOISE_SIZE = 256, NOISE_OCTAVES = 5, NOISE_FIRST = 8, NOISE_POINTS = 20 };

static uint32_t scramble(uint32_t x, uint32_t y, uint32_t seed) {
  Rng rng = {(uint64_t)x * 0x9e3779b1u + ((uint64_t)y << 32) + seed};
  return (uint32_t)(rng_next(&rng) >> 32);
}

static float fade(float t) {
  return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

static float corner(const float *gradients, uint32_t ix, uint32_t iy, uint32_t period, float dx, float dy) {
  const float *const gradient = gradients + 2 * ((size_t)(iy % period) * period + ix % period);
  return gradient[0] * dx + gradient[1] * dy;
}

/* Gradient noise (Perlin, "Improving noise", 2002) over a torus of `period` lattice cells; x, y in lattice units. */
static float gradient_noise(const float *gradients, float x, float y, uint32_t period) {
  float fx = floorf(x), fy = floorf(y);
  uint32_t ix = (uint32_t)fx, iy = (uint32_t)fy;
  float dx = x - fx, dy = y - fy, u = fade(dx), v = fade(dy);
  float a = corner(gradients, ix, iy, period, dx, dy), b = corner(gradients, ix + 1, iy, period, dx - 1, dy);
  float c = corner(gradients, ix, iy + 1, period, dx, dy - 1), d = corner(gradients, ix + 1, iy + 1, period, dx - 1, dy - 1);
  return (a + (b - a) * u) * (1 - v) + (c + (d - c) * u) * v;
}

/* `gradients`: memory for those of the finest octave, x and y by lattice cell. */
static void fill_heights(float *heights, float *gradients) {
  float weight = 0.5f;
  uint32_t period = NOISE_FIRST;
  for (int octave = 0; octave < NOISE_OCTAVES; octave++, period *= 2, weight *= 0.55f) {
    const float scale = (float)period / NOISE_SIZE;
    for (uint32_t n = 0; n < period * period; n++) {
      const float angle = 6.2831853f * (float)(scramble(n % period, n / period, period) & 0xffff) / 65536.0f;
      gradients[2 * n] = cosf(angle);
      gradients[2 * n + 1] = sinf(angle);
    }
    for (int y = 0; y < NOISE_SIZE; y++)
      for (int x = 0; x < NOISE_SIZE; x++)
        heights[y * NOISE_SIZE + x] += weight * gradient_noise(gradients, (float)x * scale, (float)y * scale, period);
  }
}

/* Distance to the nearest scattered point (Worley 1996), 0 at a point, 1 far from all; one point in each lattice cell. */
static float cell_noise(float x, float y) {
  float best = 1.0f;
  int ix = (int)floorf(x), iy = (int)floorf(y);
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      uint32_t wx = (uint32_t)(ix + dx + NOISE_POINTS) % NOISE_POINTS, wy = (uint32_t)(iy + dy + NOISE_POINTS) % NOISE_POINTS;
      uint32_t bits = scramble(wx, wy, 77);
      float px = (float)(ix + dx) + (float)(bits & 0xffff) / 65536.0f - x;
      float py = (float)(iy + dy) + (float)(bits >> 16) / 65536.0f - y;
      best = fminf(best, sqrtf(px * px + py * py));
    }
  return best;
}

/* The nearest value that a byte holds, 0 to 1. */
static float to_byte(float value) {
  return floorf(fminf(fmaxf(value, 0.0f), 1.0f) * 255.0f + 0.5f) / 255.0f;
}

static void fill_texels(const float *heights, float *texels) {
  for (int y = 0; y < NOISE_SIZE; y++)
    for (int x = 0; x < NOISE_SIZE; x++) {
      int left = (x + NOISE_SIZE - 1) % NOISE_SIZE, right = (x + 1) % NOISE_SIZE;
      int up = (y + NOISE_SIZE - 1) % NOISE_SIZE, down = (y + 1) % NOISE_SIZE;
      float slope_x = heights[y * NOISE_SIZE + right] - heights[y * NOISE_SIZE + left];
      float slope_y = heights[down * NOISE_SIZE + x] - heights[up * NOISE_SIZE + x];
      float to_points = (float)NOISE_POINTS / NOISE_SIZE;
      float *texel = texels + 4 * (y * NOISE_SIZE + x);
      texel[0] = to_byte(0.5f + 3.0f * slope_x);
      texel[1] = to_byte(0.5f + 3.0f * slope_y);
      texel[2] = to_byte(0.5f + 1.1f * heights[y * NOISE_SIZE + x]);
      texel[3] = to_byte(cell_noise((float)x * to_points, (float)y * to_points));
    }
}

GLuint noise_create(void) {
  float *heights = memory_create(NOISE_SIZE * NOISE_SIZE, sizeof *heights);
  float *texels = memory_create(NOISE_SIZE * NOISE_SIZE, 4 * sizeof *texels); /* large enough for the gradients, which come first */
  GLuint texture = 0;
  if (heights && texels) {
    fill_heights(heights, texels);
    fill_texels(heights, texels);
    const TextureDef def = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR_MIPMAP_NEAREST, GL_REPEAT};
    gpu_texture(&texture, UNIT_NOISE, NOISE_SIZE, NOISE_SIZE, &def, NULL);
    pyramid_write(texture, UNIT_NOISE, NOISE_SIZE, NOISE_SIZE, 4, texels);
  }
  memory_free(heights);
  memory_free(texels);
  return texture;
}
