#include "render/screen/post.h"

/* Indices of the variants. */
enum { LIGHT, COLOURS, GLOOM };

const ProgramDef post_programs = {"post",
                                  {[LIGHT] = "#define FALSE_COLOUR 0\n#define RAINY 0\n",
                                   [COLOURS] = "#define FALSE_COLOUR 1\n#define RAINY 0\n",
                                   [GLOOM] = "#define FALSE_COLOUR 0\n#define RAINY 1\n"}};

void post_draw(Program *program, const PassContext *context) {
  glDisable(GL_DEPTH_TEST);
  const int variant = context->mode > FRAME_WIREFRAME ? COLOURS : context->raining ? GLOOM : LIGHT;
  if (program_use(program, &post_programs, &context->shaders, variant)) gpu_draw_screen(context->empty_vertex_array);
}
