#include "render/models/block.h"

void model_block(ModelList *list, const ModelBody *body, FrameMaterial material) {
  model_add_scaled(list, body, &(ModelPart){{0}, {1, 1, 1}, material}, 1);
}

void model_crate(ModelList *list, const ModelBody *body, FrameMaterial material) {
  const float *const h = body->half;
  const int along = h[0] >= h[2] ? 0 : 2, across = 2 - along;
  model_block(list, body, material);
  const bool has_kerbs = material == FRAME_PLANKS && h[1] <= 0.25f * h[across] && h[across] >= 1;
  for (int side = -1; has_kerbs && side <= 1; side += 2) {
    ModelPart kerb = {{0, 1.8f * h[1], 0}, {0, 0.8f * h[1], 0}, FRAME_PLANKS};
    kerb.at[across] = (float)side * (h[across] - 0.5f * h[1]);
    kerb.half[along] = h[along];
    kerb.half[across] = 0.5f * h[1];
    model_add(list, &body->axes, &kerb, body->own);
  }
}
