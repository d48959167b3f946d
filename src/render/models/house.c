#include "render/models/house.h"

/* The parts of a house without its roof. */
static const ModelPart house_parts[] = {
    {{0, 0, 0}, {1, 1, 1}, FRAME_PLASTER},                         /* walls */
    {{0, -0.93f, 0}, {1.02f, 0.08f, 1.02f}, FRAME_STONE},          /* plinth */
    {{0.15f, -0.25f, 1.00f}, {0.13f, 0.62f, 0.03f}, FRAME_PLANKS}, /* door */
    {{0.60f, 0.05f, 1.00f}, {0.14f, 0.30f, 0.02f}, FRAME_GLASS},   /* windows */
    {{-0.45f, 0.05f, 1.00f}, {0.20f, 0.30f, 0.02f}, FRAME_GLASS},
    {{-0.45f, 0.05f, -1.00f}, {0.20f, 0.30f, 0.02f}, FRAME_GLASS},
    {{0.45f, 0.05f, -1.00f}, {0.20f, 0.30f, 0.02f}, FRAME_GLASS},
    {{1.00f, 0.05f, 0}, {0.015f, 0.30f, 0.22f}, FRAME_GLASS},
};

enum { HOUSE_PARTS = sizeof house_parts / sizeof *house_parts };

void model_house(ModelList *list, const ModelBody *body) {
  const float *const h = body->half;
  model_add_scaled(list, body, house_parts, HOUSE_PARTS);
  /* The upper half of a box that stands on its edge is a gable of 45 degrees, its lower half is within the walls. */
  const float slope = 0.70711f * h[2], eaves = 0.12f * h[2], thick = 0.045f * h[2];
  const ModelAxes top = model_moved(&body->axes, 0, h[1], 0), leaning = model_turned(&top, 0, 0.785398f);
  if (h[2] < 2 * h[1]) model_add(list, &leaning, &(ModelPart){{0}, {0.99f * h[0], slope, slope}, FRAME_PLASTER}, body->group);
  const float half[3] = {1.08f * h[0], slope + eaves, thick};
  const ModelPart sides[] = {{{0, -eaves, -slope - thick}, {half[0], half[1], half[2]}, FRAME_TILES},
                             {{0, slope + thick, eaves}, {half[0], half[2], half[1]}, FRAME_TILES}};
  for (int n = 0; n < 2; n++) model_add(list, &leaning, &sides[n], body->group);
  const ModelPart chimney = {{-0.5f * h[0], 1.7f * h[2], 0.3f * h[2]}, {0.07f * h[0], 0.4f * h[2], 0.07f * h[0]}, FRAME_STONE};
  model_add(list, &body->axes, &chimney, body->group);
}
