#include "render/models/gate.h"

#include <math.h>

void model_gate_frame(ModelList *list, const ModelBody *plank, float closed_y) {
  const float *const h = plank->half;
  const float opening = plank->axes.origin[1] - closed_y, post = fmaxf(1.3f * h[2], 0.12f), high = 2.1f * h[1] + post;
  const ModelAxes sill = model_moved(&plank->axes, 0, -h[1] - opening, 0);
  for (int side = -1; side <= 1; side += 2)
    model_add(list, &sill, &(ModelPart){{(float)side * h[0], high, 0}, {post, high, post}, FRAME_PLANKS}, plank->own);
  model_add(list, &sill, &(ModelPart){{0, 2 * high - post, 0}, {h[0] + 2 * post, post, 1.2f * post}, FRAME_PLANKS}, plank->own + 1);
  const float rod = 0.5f * (2 * high - 2 * h[1] - opening);
  if (rod > 0) model_add(list, &sill, &(ModelPart){{0, 2 * high - rod, 0}, {0.3f * post, rod, 0.3f * post}, FRAME_METAL}, plank->own);
}
