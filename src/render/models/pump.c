#include "render/models/pump.h"

#include <math.h>
#include <string.h>

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
  model_add(list, &axes, &(ModelPart){{0, -1.2f * wide, 0}, {1.5f * wide, wide, wide}, FRAME_PAINT}, pump->variant);
  model_add(list, &axes, &(ModelPart){{0, -2.5f * wide, 0}, {0.6f * wide, wide, 0.6f * wide}, FRAME_RUBBER}, pump->variant);
  for (int n = 1; n <= MODEL_PIPES; n++) { /* the pipe in straight stretches, each leaning from one place to the next */
    float place[2];
    model_pump_place(pump, n, place);
    const float at[3] = {place[0], pump->heights[n] + (n == MODEL_PIPES ? 2.5f : 0.6f) * wide, place[1]};
    const float flat = hypotf(at[0] - last[0], at[2] - last[2]), rise = at[1] - last[1];
    for (int m = 0; m < 3; m++) axes.origin[m] = 0.5f * (last[m] + at[m]);
    const ModelAxes leaning = model_turned(&axes, 2, atan2f(rise, flat));
    model_add(list, &leaning, &(ModelPart){{0}, {0.5f * hypotf(flat, rise) + pipe, pipe, pipe}, FRAME_METAL}, pump->variant);
    memcpy(last, at, sizeof at);
  }
  memcpy(axes.origin, last, sizeof last);
  model_add(list, &axes, &(ModelPart){{wide, 0, 0}, {wide, 1.5f * pipe, 1.5f * pipe}, FRAME_METAL}, pump->variant);
}
