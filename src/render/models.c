#include "render/models.h"

#include <math.h>
#include <string.h>

/* Returns the axes with their origin at a place of their own space. */
static ModelAxes moved(const ModelAxes *axes, float x, float y, float z) {
  ModelAxes out = *axes;
  for (int n = 0; n < 3; n++) out.origin[n] += x * axes->axis[0][n] + y * axes->axis[1][n] + z * axes->axis[2][n];
  return out;
}

/* Returns the axes turned by `angle` about one of them, at the same origin. */
static ModelAxes turned(const ModelAxes *axes, int about, float angle) {
  ModelAxes out = *axes;
  const int a = (about + 1) % 3, b = (about + 2) % 3;
  const float c = cosf(angle), s = sinf(angle);
  for (int n = 0; n < 3; n++) {
    out.axis[a][n] = c * axes->axis[a][n] + s * axes->axis[b][n];
    out.axis[b][n] = c * axes->axis[b][n] - s * axes->axis[a][n];
  }
  return out;
}

/* Appends a part, in m, of something with this number for its looks. */
static FrameBody *add(ModelList *list, const ModelAxes *axes, const ModelPart *part, uint32_t variant) {
  FrameBody *const out = &list->bodies[list->count++];
  const ModelAxes at = moved(axes, part->at[0], part->at[1], part->at[2]);
  *out = (FrameBody){.material = part->material, .variant = variant};
  for (int a = 0; a < 3; a++) {
    out->half[a] = part->half[a];
    out->model[12 + a] = at.origin[a];
    for (int n = 0; n < 3; n++) out->model[4 * a + n] = at.axis[a][n] * part->half[a];
  }
  out->model[15] = 1;
  return out;
}

/* Appends parts in half extents of their body, with the water that lies on it. */
static void add_scaled(ModelList *list, const ModelBody *body, const ModelPart *parts, int count) {
  const float *const h = body->half, up[3] = {body->axes.axis[0][1], body->axes.axis[1][1], body->axes.axis[2][1]};
  const float looks_up = 4 * (fabsf(up[0]) * h[1] * h[2] + fabsf(up[1]) * h[0] * h[2] + fabsf(up[2]) * h[0] * h[1]); /* m^2 */
  const float deep = body->aboard / fmaxf(looks_up, 1e-3f);
  for (int p = 0; p < count; p++) {
    ModelPart part = parts[p];
    for (int n = 0; n < 3; n++) {
      part.at[n] *= body->half[n];
      part.half[n] *= body->half[n];
    }
    FrameBody *const out = add(list, &body->axes, &part, body->group);
    out->mesh = body->mesh;
    out->aboard = deep;
  }
}

#define COUNT(parts) ((int)(sizeof(parts) / sizeof *(parts)))

void model_block(ModelList *list, const ModelBody *body, FrameMaterial material) {
  add_scaled(list, body, &(ModelPart){{0}, {1, 1, 1}, material}, 1);
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
    add(list, &body->axes, &kerb, body->own);
  }
}

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

void model_house(ModelList *list, const ModelBody *body) {
  const float *const h = body->half;
  add_scaled(list, body, house_parts, COUNT(house_parts));
  /* The upper half of a box that stands on its edge is a gable of 45 degrees, its lower half is within the walls. */
  const float slope = 0.70711f * h[2], eaves = 0.12f * h[2], thick = 0.045f * h[2];
  const ModelAxes top = moved(&body->axes, 0, h[1], 0), leaning = turned(&top, 0, 0.785398f);
  if (h[2] < 2 * h[1]) add(list, &leaning, &(ModelPart){{0}, {0.99f * h[0], slope, slope}, FRAME_PLASTER}, body->group);
  const float half[3] = {1.08f * h[0], slope + eaves, thick};
  const ModelPart sides[] = {{{0, -eaves, -slope - thick}, {half[0], half[1], half[2]}, FRAME_TILES},
                             {{0, slope + thick, eaves}, {half[0], half[2], half[1]}, FRAME_TILES}};
  for (int n = 0; n < 2; n++) add(list, &leaning, &sides[n], body->group);
  const ModelPart chimney = {{-0.5f * h[0], 1.7f * h[2], 0.3f * h[2]}, {0.07f * h[0], 0.4f * h[2], 0.07f * h[0]}, FRAME_STONE};
  add(list, &body->axes, &chimney, body->group);
}

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

void model_car(ModelList *list, const ModelBody *body) {
  add_scaled(list, body, car_parts, COUNT(car_parts));
}

void model_boat(ModelList *list, const ModelBody *body) {
  const float *const h = body->half;
  const float side = 0.70711f * h[2];
  add_scaled(list, body, boat_parts, COUNT(boat_parts));
  /* A box that stands on its edge is a pointed bow. */
  const ModelAxes bow = moved(&body->axes, h[0] - h[2], 0, 0), leaning = turned(&bow, 1, 0.785398f);
  add(list, &leaning, &(ModelPart){{0, 0.10f * h[1], 0}, {side, 1.10f * h[1], side}, FRAME_PAINT}, body->group);
}

void model_paddle(ModelList *list, const ModelBody *paddle, float radius, int paddles) {
  const float *const h = paddle->half;
  const float middle = radius - h[0], beam = 0.7f * h[2], rim = (middle - 0.3f * h[0]) * tanf(3.1415927f / (float)paddles);
  add(list, &paddle->axes, &(ModelPart){{0}, {h[0], h[1], 0.5f * h[2]}, FRAME_PLANKS}, paddle->own);
  for (int side = -1; side <= 1; side += 2) {
    const float z = (float)side * 0.86f * h[1];
    add(list, &paddle->axes, &(ModelPart){{-0.5f * middle, z, 0}, {0.5f * middle, beam, beam}, FRAME_PLANKS}, paddle->group);
    add(list, &paddle->axes, &(ModelPart){{-0.3f * h[0], z, 0}, {1.6f * beam, 1.1f * beam, rim}, FRAME_PLANKS}, paddle->group + 1);
  }
}

static float post_thick(const ModelBody *hub) {
  return 0.8f * hub->half[0];
}

/* Returns the axes of the post under one end of the axle (side -1 or 1), upright however the wheel has turned. */
static ModelAxes post_axes(const ModelBody *hub, int side) {
  const float *const along = hub->axes.axis[1], *const at = hub->axes.origin;
  const ModelAxes upright = {.origin = {at[0], at[1], at[2]}, .axis = {{along[2], 0, -along[0]}, {0, 1, 0}, {along[0], 0, along[2]}}};
  return moved(&upright, 0, 0, (float)side * (hub->half[1] + post_thick(hub)));
}

void model_post_tops(const ModelBody *hub, float tops[2][3]) {
  for (int n = 0; n < 2; n++) {
    const ModelAxes end = post_axes(hub, 2 * n - 1);
    memcpy(tops[n], end.origin, sizeof end.origin);
  }
}

void model_posts(ModelList *list, const ModelBody *hub, const float ground[2]) {
  const float thick = post_thick(hub);
  for (int n = 0; n < 2; n++) {
    const ModelAxes end = post_axes(hub, 2 * n - 1);
    const float half = 0.5f * (end.origin[1] + 1.5f * thick - ground[n]);
    if (half > 0) add(list, &end, &(ModelPart){{0, 1.5f * thick - half, 0}, {thick, half, thick}, FRAME_PLANKS}, hub->own);
  }
}

void model_gate_frame(ModelList *list, const ModelBody *plank, float closed_y) {
  const float *const h = plank->half;
  const float opening = plank->axes.origin[1] - closed_y, post = fmaxf(1.3f * h[2], 0.12f), high = 2.1f * h[1] + post;
  const ModelAxes sill = moved(&plank->axes, 0, -h[1] - opening, 0);
  for (int side = -1; side <= 1; side += 2)
    add(list, &sill, &(ModelPart){{(float)side * h[0], high, 0}, {post, high, post}, FRAME_PLANKS}, plank->own);
  add(list, &sill, &(ModelPart){{0, 2 * high - post, 0}, {h[0] + 2 * post, post, 1.2f * post}, FRAME_PLANKS}, plank->own + 1);
  const float rod = 0.5f * (2 * high - 2 * h[1] - opening);
  if (rod > 0) add(list, &sill, &(ModelPart){{0, 2 * high - rod, 0}, {0.3f * post, rod, 0.3f * post}, FRAME_METAL}, plank->own);
}

void model_pump_place(const ModelPump *pump, int n, float place[2]) {
  const float share = (float)n / MODEL_PIPES;
  for (int axis = 0; axis < 2; axis++) place[axis] = pump->from[axis] + share * (pump->to[axis] - pump->from[axis]);
}

void model_pump(ModelList *list, const ModelPump *pump) {
  const float wide = fminf(fmaxf(0.25f * pump->radius, 0.15f), 0.6f), pipe = 0.25f * wide;
  const float way[2] = {pump->to[0] - pump->from[0], pump->to[1] - pump->from[1]}, length = hypotf(way[0], way[1]);
  const float east = length > 0 ? way[0] / length : 1, south = length > 0 ? way[1] / length : 0;
  ModelAxes axes = {.axis = {{east, 0, south}, {0, 1, 0}, {-south, 0, east}}};
  float last[3] = {pump->from[0], pump->heights[0] + 2 * wide, pump->from[1]};
  memcpy(axes.origin, last, sizeof last);
  add(list, &axes, &(ModelPart){{0, -1.2f * wide, 0}, {1.5f * wide, wide, wide}, FRAME_PAINT}, pump->variant);
  add(list, &axes, &(ModelPart){{0, -2.5f * wide, 0}, {0.6f * wide, wide, 0.6f * wide}, FRAME_RUBBER}, pump->variant);
  for (int n = 1; n <= MODEL_PIPES; n++) { /* the pipe in straight stretches, each leaning from one place to the next */
    float place[2];
    model_pump_place(pump, n, place);
    const float at[3] = {place[0], pump->heights[n] + (n == MODEL_PIPES ? 2.5f : 0.6f) * wide, place[1]};
    const float flat = hypotf(at[0] - last[0], at[2] - last[2]), rise = at[1] - last[1];
    for (int m = 0; m < 3; m++) axes.origin[m] = 0.5f * (last[m] + at[m]);
    const ModelAxes leaning = turned(&axes, 2, atan2f(rise, flat));
    add(list, &leaning, &(ModelPart){{0}, {0.5f * hypotf(flat, rise) + pipe, pipe, pipe}, FRAME_METAL}, pump->variant);
    memcpy(last, at, sizeof at);
  }
  memcpy(axes.origin, last, sizeof last);
  add(list, &axes, &(ModelPart){{wide, 0, 0}, {wide, 1.5f * pipe, 1.5f * pipe}, FRAME_METAL}, pump->variant);
}
