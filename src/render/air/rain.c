#include "render/air/rain.h"

/* Streaks of the densest rain. They are thin: a software driver takes as long for their vertices as for their pixels. */
enum { STREAKS_LOW = 2400, STREAKS = 4000, STREAK_VERTICES = 6 };

const ProgramDef rain_programs = {.name = "rain", .variants = {""}};

void rain_draw(Program *program, const PassContext *context, float density) {
  const int count = (int)(density * (context->shaders.quality == 0 ? STREAKS_LOW : STREAKS));
  if (!context->raining || count <= 0) return;
  if (!program_use(program, &rain_programs, &context->shaders, 0)) return;
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  gpu_draw_vertices(context->empty_vertex_array, STREAK_VERTICES * count);
  glDisable(GL_BLEND);
}
