#include "render/screen/post.h"

/* Indices of the variants. */
enum { LIGHT, COLOURS, DIFFERENCE };

const ProgramDef post_programs = {"post",
                                  {[LIGHT] = "#define FALSE_COLOUR 0\n#define DIFFERENCE 0\n",
                                   [COLOURS] = "#define FALSE_COLOUR 1\n#define DIFFERENCE 0\n",
                                   [DIFFERENCE] = "#define FALSE_COLOUR 0\n#define DIFFERENCE 1\n"}};

void post_draw(Program *program, const PassContext *context) {
  glDisable(GL_DEPTH_TEST);
  const int variant = context->difference ? DIFFERENCE : context->mode > FRAME_WIREFRAME ? COLOURS : LIGHT;
  if (program_use(program, &post_programs, &context->shaders, variant)) gpu_draw_screen(context->empty_vertex_array);
}
