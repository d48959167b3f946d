#include "render/air/sky.h"

/* Indices of the variants, and vertices of those that are not one triangle over the picture. */
enum { AIR, UNDER_WATER, PLANKS, TERRACE, HEDGE };
enum { PLAIN_VERTICES = 24 * 3, HEDGE_VERTICES = 4 * 6 };

#define VARIANT(plain, natural, hedge, under) \
  "#define PLAIN " #plain "\n#define NATURAL " #natural "\n#define HEDGE " #hedge "\n#define UNDER " #under "\n"

const ProgramDef sky_programs = {.name = "sky",
                                 .variants = {[AIR] = VARIANT(0, 0, 0, 0),
                                              [UNDER_WATER] = VARIANT(0, 0, 0, 1),
                                              [PLANKS] = VARIANT(1, 1, 0, 0),
                                              [TERRACE] = VARIANT(1, 0, 0, 0),
                                              [HEDGE] = VARIANT(0, 0, 1, 0)}};

static void draw(Program *program, const PassContext *context, int variant, int vertices) {
  if (program_use(program, &sky_programs, &context->shaders, variant)) gpu_draw_vertices(context->empty_vertex_array, vertices);
}

void sky_draw(Program *program, const PassContext *context) {
  if (context->under_water) {
    draw(program, context, UNDER_WATER, GPU_SCREEN_VERTICES);
    return;
  }
  /* Near before far, so that what is hidden is not shaded. */
  if (context->table && !context->natural) draw(program, context, HEDGE, HEDGE_VERTICES);
  if (context->table) draw(program, context, context->natural ? PLANKS : TERRACE, PLAIN_VERTICES);
  draw(program, context, AIR, GPU_SCREEN_VERTICES);
}
