#include "render/models/parts.h"

#include <math.h>

ModelAxes model_moved(const ModelAxes *axes, float x, float y, float z) {
  ModelAxes out = *axes;
  for (int n = 0; n < 3; n++) out.origin[n] += x * axes->axis[0][n] + y * axes->axis[1][n] + z * axes->axis[2][n];
  return out;
}

ModelAxes model_turned(const ModelAxes *axes, int about, float angle) {
  ModelAxes out = *axes;
  const int a = (about + 1) % 3, b = (about + 2) % 3;
  const float c = cosf(angle), s = sinf(angle);
  for (int n = 0; n < 3; n++) {
    out.axis[a][n] = c * axes->axis[a][n] + s * axes->axis[b][n];
    out.axis[b][n] = c * axes->axis[b][n] - s * axes->axis[a][n];
  }
  return out;
}

FrameBody *model_add(ModelList *list, const ModelAxes *axes, const ModelPart *part, uint32_t variant) {
  FrameBody *const out = &list->bodies[list->count++];
  const ModelAxes at = model_moved(axes, part->at[0], part->at[1], part->at[2]);
  *out = (FrameBody){.material = part->material, .variant = variant};
  for (int a = 0; a < 3; a++) {
    out->half[a] = part->half[a];
    out->model[12 + a] = at.origin[a];
    for (int n = 0; n < 3; n++) out->model[4 * a + n] = at.axis[a][n] * part->half[a];
  }
  out->model[15] = 1;
  return out;
}

void model_add_scaled(ModelList *list, const ModelBody *body, const ModelPart *parts, int count) {
  const float *const h = body->half, up[3] = {body->axes.axis[0][1], body->axes.axis[1][1], body->axes.axis[2][1]};
  const float looks_up = 4 * (fabsf(up[0]) * h[1] * h[2] + fabsf(up[1]) * h[0] * h[2] + fabsf(up[2]) * h[0] * h[1]); /* m^2 */
  const float deep = body->aboard / fmaxf(looks_up, 1e-3f);
  for (int p = 0; p < count; p++) {
    ModelPart part = parts[p];
    for (int n = 0; n < 3; n++) {
      part.at[n] *= body->half[n];
      part.half[n] *= body->half[n];
    }
    FrameBody *const out = model_add(list, &body->axes, &part, body->group);
    out->mesh = body->mesh;
    out->aboard = deep;
  }
}
