#include "render/screen/post.h"

/* Indices of the variants. */
enum { LIGHT, COLOURS, DIFFERENCE, GLOOM };

const ProgramDef post_programs = {.name = "post",
                                  .variants = {[LIGHT] = "#define FALSE_COLOUR 0\n#define DIFFERENCE 0\n#define RAINY 0\n",
                                               [COLOURS] = "#define FALSE_COLOUR 1\n#define DIFFERENCE 0\n#define RAINY 0\n",
                                               [DIFFERENCE] = "#define FALSE_COLOUR 0\n#define DIFFERENCE 1\n#define RAINY 0\n",
                                               [GLOOM] = "#define FALSE_COLOUR 0\n#define DIFFERENCE 0\n#define RAINY 1\n"}};

/* The colours of a difference matter more than the weather. */
static int variant_of(const PassContext *context) {
  if (context->difference) return DIFFERENCE;
  if (context->mode > FRAME_WIREFRAME) return COLOURS;
  return context->raining ? GLOOM : LIGHT;
}

void post_draw(Program *program, const PassContext *context) {
  glDisable(GL_DEPTH_TEST);
  const int variant = variant_of(context);
  if (program_use(program, &post_programs, &context->shaders, variant)) gpu_draw_screen(context->empty_vertex_array);
}
