#include "render/models/vehicles.h"

/* A car's box goes between its wheels; what one sees of it goes over them. */
static const ModelPart car_parts[] = {
    {{0, -0.25f, 0}, {0.98f, 0.70f, 0.98f}, FRAME_PAINT},      /* tub */
    {{0.01f, 0.52f, 0}, {1.00f, 0.40f, 1.46f}, FRAME_PAINT},   /* wings and bonnet */
    {{-0.14f, 1.46f, 0}, {0.46f, 0.56f, 1.20f}, FRAME_GLASS},  /* cabin */
    {{-0.14f, 2.06f, 0}, {0.48f, 0.09f, 1.26f}, FRAME_PAINT},  /* roof */
    {{1.00f, -0.10f, 0}, {0.045f, 0.22f, 1.30f}, FRAME_METAL}, /* bumpers */
    {{-1.00f, -0.10f, 0}, {0.045f, 0.22f, 1.30f}, FRAME_METAL},
};

/* The parts of a boat without its bow. */
static const ModelPart boat_parts[] = {
    {{-0.18f, 0, 0}, {0.82f, 1.00f, 1.00f}, FRAME_PAINT},       /* hull */
    {{-0.18f, 1.02f, 0}, {0.80f, 0.06f, 0.90f}, FRAME_PLANKS},  /* deck */
    {{-0.30f, 1.75f, 0}, {0.30f, 0.75f, 0.62f}, FRAME_GLASS},   /* cabin */
    {{-0.30f, 2.55f, 0}, {0.35f, 0.10f, 0.74f}, FRAME_PAINT},   /* its roof */
    {{-1.03f, 0.10f, 0}, {0.045f, 0.75f, 0.22f}, FRAME_METAL},  /* engine */
    {{-1.03f, -0.95f, 0}, {0.030f, 0.45f, 0.05f}, FRAME_METAL}, /* rudder */
};

enum { CAR_PARTS = sizeof car_parts / sizeof *car_parts, BOAT_PARTS = sizeof boat_parts / sizeof *boat_parts };

void model_car(ModelList *list, const ModelBody *body) {
  model_add_scaled(list, body, car_parts, CAR_PARTS);
}

void model_boat(ModelList *list, const ModelBody *body) {
  const float *const h = body->half;
  const float side = 0.70711f * h[2];
  model_add_scaled(list, body, boat_parts, BOAT_PARTS);
  /* A box that stands on its edge is a pointed bow. */
  const ModelAxes bow = model_moved(&body->axes, h[0] - h[2], 0, 0), leaning = model_turned(&bow, 1, 0.785398f);
  model_add(list, &leaning, &(ModelPart){{0, 0.10f * h[1], 0}, {side, 1.10f * h[1], side}, FRAME_PAINT}, body->group);
}
