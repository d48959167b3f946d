#include "render/models/block.h"

void model_block(ModelList *list, const ModelBody *body, FrameMaterial material) {
  model_add_scaled(list, body, &(ModelPart){{0}, {1, 1, 1}, material}, 1);
}

static void add_kerbs(ModelList *list, const ModelBody *body, int along, int across) {
  const float *const h = body->half;
  for (int side = -1; side <= 1; side += 2) {
    ModelPart kerb = {{0, 1.8f * h[1], 0}, {0, 0.8f * h[1], 0}, FRAME_PLANKS};
    kerb.at[across] = (float)side * (h[across] - 0.5f * h[1]);
    kerb.half[along] = h[along];
    kerb.half[across] = 0.5f * h[1];
    model_add(list, &body->axes, &kerb, body->own);
  }
}

void model_crate(ModelList *list, const ModelBody *body, FrameMaterial material) {
  const float *const h = body->half;
  const int along = h[0] >= h[2] ? 0 : 2, across = 2 - along;
  model_block(list, body, material);
  if (material == FRAME_PLANKS && h[1] <= 0.25f * h[across] && h[across] >= 1) add_kerbs(list, body, along, across);
}
