#include "render/screen/enlarge.h"

#include <string.h>

#include "render/gpu.h"

/* Indices of the variants. */
enum { IN_ONE, REFINE, STRETCH };

const ProgramDef enlarge_programs = {
    .name = "enlarge", .variants = {[IN_ONE] = "#define STEP 0\n", [REFINE] = "#define STEP 1\n", [STRETCH] = "#define STEP 2\n"}};

void enlarge_begin(Enlarge *enlarge, int width, int height) {
  const TextureDef def = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR, GL_CLAMP_TO_EDGE};
  const bool resized = enlarge->width != width || enlarge->height != height;
  for (int n = 0; resized && n < 2; n++) {
    gpu_texture(&enlarge->colours[n], UNIT_FRAME, width, height, &def, NULL);
    gpu_framebuffer(&enlarge->framebuffers[n], (const GLuint[3]){enlarge->colours[n], 0, 0}, 0);
  }
  enlarge->width = width;
  enlarge->height = height;
  glBindFramebuffer(GL_FRAMEBUFFER, enlarge->framebuffers[0]);
  glViewport(0, 0, width, height);
}

static void draw_step(Enlarge *enlarge, const PassContext *context, int variant) {
  if (program_use(&enlarge->program, &enlarge_programs, &context->shaders, variant)) gpu_draw_screen(context->empty_vertex_array);
}

void enlarge_draw(Enlarge *enlarge, const PassContext *context, const EnlargeTo *to, bool plainly) {
  glDisable(GL_DEPTH_TEST);
  gpu_texture_bind(enlarge->colours[0], UNIT_FRAME);
  if (plainly && !(context->hasty && context->first)) {
    glBindFramebuffer(GL_FRAMEBUFFER, enlarge->framebuffers[1]);
    draw_step(enlarge, context, REFINE);
    gpu_texture_bind(enlarge->colours[1], UNIT_FRAME);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, to->framebuffer);
  glViewport(0, 0, to->width, to->height);
  draw_step(enlarge, context, plainly ? STRETCH : IN_ONE);
}

void enlarge_shutdown(Enlarge *enlarge) {
  program_shutdown(&enlarge->program);
  glDeleteTextures(2, enlarge->colours);
  glDeleteFramebuffers(2, enlarge->framebuffers);
  memset(enlarge, 0, sizeof *enlarge);
}
