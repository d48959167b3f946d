#include "render/screen.h"

void hdr_resize(HdrPicture *picture, TextureUnit unit, int width, int height) {
  const TextureDef colours = {GL_RGBA16F, GL_RGBA, GL_FLOAT, GL_LINEAR, GL_CLAMP_TO_EDGE};
  const TextureDef depths = {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, GL_NEAREST, GL_CLAMP_TO_EDGE};
  if (picture->width == width && picture->height == height) return;
  gpu_texture(&picture->colour, unit, width, height, &colours, NULL);
  gpu_texture(&picture->depth, unit, width, height, &depths, NULL);
  gpu_framebuffer(&picture->framebuffer, &picture->colour, 1, picture->depth, 0);
  picture->width = width;
  picture->height = height;
}

void hdr_begin(const HdrPicture *picture) {
  gpu_draw_into(picture->framebuffer, picture->width, picture->height);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_TRUE);
}

void hdr_copy(const HdrPicture *from, const HdrPicture *to, GLbitfield what) {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, from->framebuffer);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to->framebuffer);
  glBlitFramebuffer(0, 0, from->width, from->height, 0, 0, to->width, to->height, what, GL_NEAREST);
  gpu_draw_into(to->framebuffer, to->width, to->height);
}

void hdr_shutdown(HdrPicture *picture) {
  glDeleteTextures(2, (const GLuint[]){picture->colour, picture->depth});
  glDeleteFramebuffers(1, &picture->framebuffer);
}

/* --- passes ------------------------------------------------------------------------------------------------------------ */

/* Equal to the constants in shaders/cursor.vert. */
enum { SECTORS = 72, RINGS = 6, VERTICES = 6 * SECTORS * RINGS };

void cursor_draw(const PassContext *context, const FrameView *frame) {
  if (!frame->cursor_on || !(frame->cursor_radius > 0)) return;
  glDepthMask(GL_FALSE);
  gpu_blend_moving();
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
  const bool gloom = context->raining && !context->blended; /* a blended picture has it already */
  const int shown = context->mode > FRAME_WIREFRAME ? COLOURS : gloom ? GLOOM : LIGHT;
  const int variant = context->difference ? DIFFERENCE : shown;
  glDisable(GL_DEPTH_TEST);
  program_draw(context, PROGRAM_POST, variant, SCREEN_VERTICES);
}

enum { IN_ONE, REFINE, STRETCH, COVER };

const ProgramDef enlarge_programs = {
    .name = "enlarge",
    .variants = {
        [IN_ONE] = "#define STEP 0\n", [REFINE] = "#define STEP 1\n", [STRETCH] = "#define STEP 2\n", [COVER] = "#define STEP 3\n"}};

/* Mesa's llvmpipe draws a row at a time, by integers, where all of this holds: the texture's bytes go blue, green, red, as it takes them only
 * from an unsized format; the coordinates come straight from the vertices; they span a rectangle; the framebuffer has no depths. */
static const TextureDef rows_def = {GL_RGBA, GL_BGRA, GL_UNSIGNED_BYTE, GL_LINEAR, GL_CLAMP_TO_EDGE};
static const TextureDef finished_def = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR, GL_CLAMP_TO_EDGE};

enum { RECTANGLE_VERTICES = 6 };

void finished_create(GLuint *colours, GLuint *framebuffer, int width, int height) {
  gpu_texture(colours, UNIT_FRAME, width, height, &rows_def, NULL);
  gpu_framebuffer(framebuffer, colours, 1, 0, 0);
}

void enlarge_begin(Enlarge *enlarge, int width, int height, bool plainly) {
  const bool resized = enlarge->width != width || enlarge->height != height;
  for (int n = 0; resized && n < 2; n++) {
    if (plainly) {
      finished_create(&enlarge->colours[n], &enlarge->framebuffers[n], width, height);
      continue;
    }
    gpu_texture(&enlarge->colours[n], UNIT_FRAME, width, height, &finished_def, NULL);
    gpu_framebuffer(&enlarge->framebuffers[n], &enlarge->colours[n], 1, 0, 0);
  }
  enlarge->width = width;
  enlarge->height = height;
  gpu_draw_into(enlarge->framebuffers[0], width, height);
}

void enlarge_refine(const PassContext *context, bool covers) {
  glDisable(GL_DEPTH_TEST);
  program_draw(context, PROGRAM_ENLARGE, covers ? COVER : REFINE, SCREEN_VERTICES);
}

void enlarge_draw(Enlarge *enlarge, const PassContext *context, GLuint framebuffer, int width, int height, bool plainly, GLuint still) {
  glDisable(GL_DEPTH_TEST);
  gpu_texture_bind(enlarge->colours[0], UNIT_FRAME);
  const bool refined = plainly && !(context->hasty && context->first);
  if (refined) {
    gpu_draw_into(enlarge->framebuffers[1], enlarge->width, enlarge->height);
    enlarge_refine(context, still != 0);
    gpu_texture_bind(enlarge->colours[1], UNIT_FRAME);
  }
  gpu_draw_into(framebuffer, width, height);
  if (refined && still != 0) {
    gpu_texture_bind(still, UNIT_FRAME);
    program_draw(context, PROGRAM_ENLARGE, STRETCH, RECTANGLE_VERTICES);
    gpu_texture_bind(enlarge->colours[1], UNIT_FRAME);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  }
  program_draw(context, PROGRAM_ENLARGE, plainly ? STRETCH : IN_ONE, plainly ? RECTANGLE_VERTICES : SCREEN_VERTICES);
  glDisable(GL_BLEND);
}

void enlarge_shutdown(Enlarge *enlarge) {
  glDeleteTextures(2, enlarge->colours);
  glDeleteFramebuffers(2, enlarge->framebuffers);
}
