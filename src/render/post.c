#include "render/post.h"

const ProgramDef post_programs = {"post", {""}};

void post_draw(Program *program, const PassContext *context) {
  glDisable(GL_DEPTH_TEST);
  if (program_use(program, &post_programs, &context->shaders, 0)) gpu_draw_screen(context->empty_vertex_array);
}
