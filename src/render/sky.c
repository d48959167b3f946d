#include "render/sky.h"

const ProgramDef sky_programs = {"sky", {""}};

void sky_draw(Program *program, const PassContext *context) {
  if (program_use(program, &sky_programs, &context->shaders, 0)) gpu_draw_screen(context->empty_vertex_array);
}
