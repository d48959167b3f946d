#include "render/target.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "render/gpu.h"

void target_textures(GLuint *colour, GLuint *depth, TextureUnit unit, int width, int height) {
  const TextureDef colours = {GL_RGBA16F, GL_RGBA, GL_FLOAT, GL_LINEAR, GL_CLAMP_TO_EDGE};
  const TextureDef depths = {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, GL_NEAREST, GL_CLAMP_TO_EDGE};
  gpu_texture(colour, unit, width, height, &colours, NULL);
  gpu_texture(depth, unit, width, height, &depths, NULL);
}

void target_resize(Target *target, int width, int height) {
  if (target->width == width && target->height == height) return;
  target_textures(&target->colour, &target->depth, UNIT_FRAME, width, height);
  target_textures(&target->copy_colour, &target->copy_depth, UNIT_SCENE_COLOUR, width, height);
  gpu_framebuffer(&target->framebuffer, (const GLuint[3]){target->colour, 0, 0}, target->depth);
  gpu_framebuffer(&target->copy_framebuffer, (const GLuint[3]){target->copy_colour, 0, 0}, target->copy_depth);
  target->width = width;
  target->height = height;
}

void target_begin(const Target *target) {
  glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
  glViewport(0, 0, target->width, target->height);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_TRUE);
  glClear(GL_DEPTH_BUFFER_BIT);
}

void target_copy(const Target *target) {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, target->framebuffer);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target->copy_framebuffer);
  glBlitFramebuffer(0, 0, target->width, target->height, 0, 0, target->width, target->height, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT,
                    GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
  gpu_texture_bind(target->copy_colour, UNIT_SCENE_COLOUR);
  gpu_texture_bind(target->copy_depth, UNIT_SCENE_DEPTH);
}

void target_begin_half(Target *target) {
  const int width = (target->width + 1) / 2, height = (target->height + 1) / 2;
  if (target->half_width != width || target->half_height != height) {
    target_textures(&target->half_colour, &target->half_depth, UNIT_WATER_PICTURE, width, height);
    gpu_framebuffer(&target->half_framebuffer, (const GLuint[3]){target->half_colour, 0, 0}, target->half_depth);
    target->half_width = width;
    target->half_height = height;
  }
  gpu_texture_bind(0, UNIT_WATER_PICTURE);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, target->framebuffer);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target->half_framebuffer);
  glBlitFramebuffer(0, 0, target->width, target->height, 0, 0, width, height, GL_DEPTH_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, target->half_framebuffer);
  glViewport(0, 0, width, height);
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT);
}

void target_end_half(const Target *target) {
  glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
  glViewport(0, 0, target->width, target->height);
  gpu_texture_bind(target->half_colour, UNIT_WATER_PICTURE);
}

void target_shutdown(Target *target) {
  const GLuint textures[] = {target->colour,     target->depth,       target->copy_colour,
                             target->copy_depth, target->half_colour, target->half_depth};
  const GLuint framebuffers[] = {target->framebuffer, target->copy_framebuffer, target->half_framebuffer};
  glDeleteTextures(6, textures);
  glDeleteFramebuffers(3, framebuffers);
  memset(target, 0, sizeof *target);
}

bool target_is_finite(const Target *target) {
  const size_t count = 4 * (size_t)target->width * (size_t)target->height;
  float *const pixels = memory_create(count, sizeof *pixels);
  if (!pixels) return true; /* not known */
  GLint caller = 0;
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &caller);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, target->framebuffer);
  glReadPixels(0, 0, target->width, target->height, GL_RGBA, GL_FLOAT, pixels);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)caller);
  bool finite = true;
  for (size_t n = 0; n < count; n++) finite = finite && isfinite(pixels[n]);
  memory_free(pixels);
  return finite;
}
