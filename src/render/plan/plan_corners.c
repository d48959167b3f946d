#include "render/plan/plan_corners.h"

#include <math.h>

static const float smallest = 1e-3f; /* of the picture: a triangle of three corners with less area is none */

PlanCorners plan_corners_whole(float wide, float deep, int width, int height) {
  const float scale = fminf((float)width / wide, (float)height / deep);
  const float x = 0.5f - 0.5f * scale * wide / (float)width, y = 0.5f - 0.5f * scale * deep / (float)height;
  return (PlanCorners){{{x, y}, {1 - x, y}, {1 - x, 1 - y}, {x, 1 - y}}};
}

/* Returns twice the area of the triangle, positive where it turns as the hands of a clock do. */
static float turn(const float a[2], const float b[2], const float c[2]) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

bool plan_map(const PlanCorners *corners, PlanMap *map) {
  const float(*const p)[2] = corners->at;
  int right = 0, left = 0;
  for (int n = 0; n < PLAN_CORNERS; n++) {
    const float area = turn(p[n], p[(n + 1) % PLAN_CORNERS], p[(n + 2) % PLAN_CORNERS]);
    right += area > smallest, left += area < -smallest; /* a picture may be mirrored */
  }
  if (right < PLAN_CORNERS && left < PLAN_CORNERS) return false;
  /* Heckbert 1989, "Fundamentals of texture mapping and image warping", 2.2.3: from a square to a quadrangle */
  const float dx1 = p[1][0] - p[2][0], dx2 = p[3][0] - p[2][0], sx = p[0][0] - p[1][0] + p[2][0] - p[3][0];
  const float dy1 = p[1][1] - p[2][1], dy2 = p[3][1] - p[2][1], sy = p[0][1] - p[1][1] + p[2][1] - p[3][1];
  const float area = dx1 * dy2 - dx2 * dy1, g = (sx * dy2 - dx2 * sy) / area, h = (dx1 * sy - sx * dy1) / area;
  *map = (PlanMap){{p[1][0] - p[0][0] + g * p[1][0], p[3][0] - p[0][0] + h * p[3][0], p[0][0], p[1][1] - p[0][1] + g * p[1][1],
                    p[3][1] - p[0][1] + h * p[3][1], p[0][1], g, h, 1}};
  return true;
}

bool plan_place(const PlanMap *map, float x, float y, float place[2]) {
  /* of m * (u, v, 1) = w * (x, y, 1), two equations for u and v */
  const float *const m = map->m;
  const float a = m[0] - x * m[6], b = m[1] - x * m[7], c = x - m[2], d = m[3] - y * m[6], e = m[4] - y * m[7], f = y - m[5];
  const float area = a * e - b * d;
  if (!(fabsf(area) > 1e-12f)) return false;
  place[0] = (c * e - b * f) / area;
  place[1] = (a * f - c * d) / area;
  return place[0] >= 0 && place[0] <= 1 && place[1] >= 0 && place[1] <= 1;
}
