#include "render/sky.h"

const ProgramDef sky_programs = {"sky", {"#define TABLE 0\n", "#define TABLE 1\n"}};

void sky_draw(Program *program, const PassContext *context) {
  if (program_use(program, &sky_programs, &context->shaders, context->table)) gpu_draw_screen(context->empty_vertex_array);
}
