#include "render/models/wheel.h"

#include <math.h>
#include <string.h>

void model_paddle(ModelList *list, const ModelBody *paddle, float radius, int paddles) {
  const float *const h = paddle->half;
  const float middle = radius - h[0], beam = 0.7f * h[2], rim = (middle - 0.3f * h[0]) * tanf(3.1415927f / (float)paddles);
  model_add(list, &paddle->axes, &(ModelPart){{0}, {h[0], h[1], 0.5f * h[2]}, FRAME_PLANKS}, paddle->own);
  for (int side = -1; side <= 1; side += 2) {
    const float z = (float)side * 0.86f * h[1];
    model_add(list, &paddle->axes, &(ModelPart){{-0.5f * middle, z, 0}, {0.5f * middle, beam, beam}, FRAME_PLANKS}, paddle->group);
    model_add(list, &paddle->axes, &(ModelPart){{-0.3f * h[0], z, 0}, {1.6f * beam, 1.1f * beam, rim}, FRAME_PLANKS}, paddle->group + 1);
  }
}

static float post_thick(const ModelBody *hub) {
  return 0.8f * hub->half[0];
}

/* Returns the axes of the post under one end of the axle (side -1 or 1), upright however the wheel has turned. */
static ModelAxes post_axes(const ModelBody *hub, int side) {
  const float *const along = hub->axes.axis[1], *const at = hub->axes.origin;
  const ModelAxes upright = {.origin = {at[0], at[1], at[2]}, .axis = {{along[2], 0, -along[0]}, {0, 1, 0}, {along[0], 0, along[2]}}};
  return model_moved(&upright, 0, 0, (float)side * (hub->half[1] + post_thick(hub)));
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
    if (half > 0) model_add(list, &end, &(ModelPart){{0, 1.5f * thick - half, 0}, {thick, half, thick}, FRAME_PLANKS}, hub->own);
  }
}
