#include "render/screen/post.h"

/* Indices of the variants. */
enum { LIGHT, COLOURS, DIFFERENCE, GLOOM };

const ProgramDef post_programs = {.name = "post",
                                  .variants = {[LIGHT] = "#define FALSE_COLOUR 0\n#define DIFFERENCE 0\n#define RAINY 0\n",
                                               [COLOURS] = "#define FALSE_COLOUR 1\n#define DIFFERENCE 0\n#define RAINY 0\n",
                                               [DIFFERENCE] = "#define FALSE_COLOUR 0\n#define DIFFERENCE 1\n#define RAINY 0\n",
                                               [GLOOM] = "#define FALSE_COLOUR 0\n#define DIFFERENCE 0\n#define RAINY 1\n"}};

void post_draw(Program *program, const PassContext *context) {
  /* The colours of a difference matter more than the weather. */
  const int shown = context->mode > FRAME_WIREFRAME ? COLOURS : context->raining ? GLOOM : LIGHT;
  const int variant = context->difference ? DIFFERENCE : shown;
  glDisable(GL_DEPTH_TEST);
  if (program_use(program, &post_programs, &context->shaders, variant)) gpu_draw_screen(context->empty_vertex_array);
}
