#include "render/screen.h"

#include <math.h>

#include "base/memory.h"

void target_create(GLuint *colour, GLuint *depth, GLuint *framebuffer, TextureUnit unit, int width, int height) {
  const TextureDef colours = {GL_RGBA16F, GL_RGBA, GL_FLOAT, GL_LINEAR, GL_CLAMP_TO_EDGE};
  const TextureDef depths = {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, GL_NEAREST, GL_CLAMP_TO_EDGE};
  gpu_texture(colour, unit, width, height, &colours, NULL);
  gpu_texture(depth, unit, width, height, &depths, NULL);
  gpu_framebuffer(framebuffer, colour, 1, *depth, 0);
}

void target_resize(Target *target, int width, int height) {
  if (target->width == width && target->height == height) return;
  target_create(&target->colour, &target->depth, &target->framebuffer, UNIT_FRAME, width, height);
  target_create(&target->copy_colour, &target->copy_depth, &target->copy_framebuffer, UNIT_SCENE_COLOUR, width, height);
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
    target_create(&target->half_colour, &target->half_depth, &target->half_framebuffer, UNIT_WATER_PICTURE, width, height);
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

/* --- passes ------------------------------------------------------------------------------------------------------------ */

/* Equal to the constants in shaders/cursor.vert. */
enum { SECTORS = 72, RINGS = 6, VERTICES = 6 * SECTORS * RINGS };

const ProgramDef cursor_programs = {.name = "cursor", .variants = {""}};

void cursor_draw(const PassContext *context, const FrameView *frame) {
  if (!frame->cursor_on || !(frame->cursor_radius > 0)) return;
  glDepthMask(GL_FALSE);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  program_draw(context, PROGRAM_CURSOR, 0, VERTICES);
  glDisable(GL_BLEND);
  glDepthMask(GL_TRUE);
}

/* Indices of the variants, of two programs. */
enum { LIGHT, COLOURS, DIFFERENCE, GLOOM };

const ProgramDef post_programs = {.name = "post",
                                  .variants = {[LIGHT] = "#define FALSE_COLOUR 0\n#define DIFFERENCE 0\n#define RAINY 0\n",
                                               [COLOURS] = "#define FALSE_COLOUR 1\n#define DIFFERENCE 0\n#define RAINY 0\n",
                                               [DIFFERENCE] = "#define FALSE_COLOUR 0\n#define DIFFERENCE 1\n#define RAINY 0\n",
                                               [GLOOM] = "#define FALSE_COLOUR 0\n#define DIFFERENCE 0\n#define RAINY 1\n"}};

void post_draw(const PassContext *context) {
  /* The colours of a difference matter more than the weather. */
  const int shown = context->mode > FRAME_WIREFRAME ? COLOURS : context->raining ? GLOOM : LIGHT;
  const int variant = context->difference ? DIFFERENCE : shown;
  glDisable(GL_DEPTH_TEST);
  program_draw(context, PROGRAM_POST, variant, SCREEN_VERTICES);
}

enum { IN_ONE, REFINE, STRETCH };

const ProgramDef enlarge_programs = {
    .name = "enlarge", .variants = {[IN_ONE] = "#define STEP 0\n", [REFINE] = "#define STEP 1\n", [STRETCH] = "#define STEP 2\n"}};

void enlarge_begin(Enlarge *enlarge, int width, int height) {
  const TextureDef def = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR, GL_CLAMP_TO_EDGE};
  const bool resized = enlarge->width != width || enlarge->height != height;
  for (int n = 0; resized && n < 2; n++) {
    gpu_texture(&enlarge->colours[n], UNIT_FRAME, width, height, &def, NULL);
    gpu_framebuffer(&enlarge->framebuffers[n], &enlarge->colours[n], 1, 0, 0);
  }
  enlarge->width = width;
  enlarge->height = height;
  glBindFramebuffer(GL_FRAMEBUFFER, enlarge->framebuffers[0]);
  glViewport(0, 0, width, height);
}

void enlarge_draw(Enlarge *enlarge, const PassContext *context, GLuint framebuffer, int width, int height, bool plainly) {
  glDisable(GL_DEPTH_TEST);
  gpu_texture_bind(enlarge->colours[0], UNIT_FRAME);
  if (plainly && !(context->hasty && context->first)) {
    glBindFramebuffer(GL_FRAMEBUFFER, enlarge->framebuffers[1]);
    program_draw(context, PROGRAM_ENLARGE, REFINE, SCREEN_VERTICES);
    gpu_texture_bind(enlarge->colours[1], UNIT_FRAME);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glViewport(0, 0, width, height);
  program_draw(context, PROGRAM_ENLARGE, plainly ? STRETCH : IN_ONE, SCREEN_VERTICES);
}

void enlarge_shutdown(Enlarge *enlarge) {
  glDeleteTextures(2, enlarge->colours);
  glDeleteFramebuffers(2, enlarge->framebuffers);
}
