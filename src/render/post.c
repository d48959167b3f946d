#include "render/post.h"

/* Indices of the variants. */
enum { LIGHT, COLOURS, LIGHT_DRAFT, COLOURS_DRAFT };

const ProgramDef post_programs = {"post",
                                  {[LIGHT] = "#define FALSE_COLOUR 0\n#define DRAFT 0\n",
                                   [COLOURS] = "#define FALSE_COLOUR 1\n#define DRAFT 0\n",
                                   [LIGHT_DRAFT] = "#define FALSE_COLOUR 0\n#define DRAFT 1\n",
                                   [COLOURS_DRAFT] = "#define FALSE_COLOUR 1\n#define DRAFT 1\n"}};

void post_draw(Program *program, const PassContext *context, bool draft) {
  glDisable(GL_DEPTH_TEST);
  const int variant = (context->mode > FRAME_WIREFRAME ? COLOURS : LIGHT) + (draft ? LIGHT_DRAFT : 0);
  if (program_use(program, &post_programs, &context->shaders, variant)) gpu_draw_screen(context->empty_vertex_array);
}

void post_prepare(Program *program, const PassContext *context) {
  if (!program->variants[LIGHT_DRAFT]) post_draw(program, context, true);
}
