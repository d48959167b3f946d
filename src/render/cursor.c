#include "render/cursor.h"

/* Equal to the constants in shaders/cursor.vert. */
enum { SECTORS = 72, RINGS = 6, VERTICES = 6 * SECTORS * RINGS };

const ProgramDef cursor_programs = {.name = "cursor", .variants = {""}};

void cursor_draw(Program *program, const PassContext *context, const FrameView *frame) {
  if (!frame->cursor_on || !(frame->cursor_radius > 0)) return;
  if (!program_use(program, &cursor_programs, &context->shaders, 0)) return;
  glDepthMask(GL_FALSE);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  gpu_draw_vertices(context->empty_vertex_array, VERTICES);
  glDisable(GL_BLEND);
  glDepthMask(GL_TRUE);
}
