/* Spans of vertical lines: cut by one plane or quadric of the body after the other (shape.h), many lines at a time. */
#include "weir/shapes/shape.h"

#include <math.h>

#include "base/lane.h"
#include "base/maths.h"

#define UPRIGHT 1e-6f /* slope below which a plane counts as vertical: it cuts no vertical line, which lies to one side of it */
#define FAR 1e9f      /* m; no body is as tall */

/* Cuts lines to what lies within `half` of the body's position along its axis `axis`. */
static void cut_between(const float r[9], int axis, float half, const float *restrict x, const float *restrict z, int count,
                        float *restrict low, float *restrict high) {
  const float along_x = r[axis], step = r[3 + axis], along_z = r[6 + axis];
  if (fabsf(step) < UPRIGHT) {
    for (int n = 0; n < count; n++) {
      const float at = along_x * x[n] + along_z * z[n];
      high[n] = fabsf(at) <= half ? high[n] : -FAR;
    }
    return;
  }
  const float per = 1.0f / step;
  for (int n = 0; n < count; n++) {
    const float at = along_x * x[n] + along_z * z[n], one = (-half - at) * per, other = (half - at) * per;
    low[n] = lane_max(low[n], lane_min(one, other));
    high[n] = lane_min(high[n], lane_max(one, other));
  }
}

/* Cuts lines to what lies within (p/hx)^2 + (q/hz)^2 = 1, p and q being along the body's x and z. */
static void cut_round(const float r[9], const float half[3], const float *restrict x, const float *restrict z, int count,
                      float *restrict low, float *restrict high) {
  const float step_p = r[3] / half[0], step_q = r[5] / half[2], a = step_p * step_p + step_q * step_q;
  const bool upright = a * half[1] * half[1] < 1e-8f;
  const float per = upright ? 0.0f : 1.0f / a;
  for (int n = 0; n < count; n++) {
    const float p = (r[0] * x[n] + r[6] * z[n]) / half[0], q = (r[2] * x[n] + r[8] * z[n]) / half[2];
    const float b = p * step_p + q * step_q, out = p * p + q * q - 1.0f, root = b * b - a * out;
    const float side = sqrtf(lane_max(root, 0.0f)), from = (-b - side) * per, to = (-b + side) * per;
    const bool misses = upright ? out > 0.0f : root <= 0.0f;
    low[n] = upright ? low[n] : lane_max(low[n], from);
    high[n] = misses ? -FAR : upright ? high[n] : lane_min(high[n], to);
  }
}

/* A face's outward normal, as long as twice its area, along the world's axes; and its distance times that. */
static void face_plane(const WeirBody *body, const float r[9], int face, double normal[3], double *distance) {
  double p[3][3], own[3];
  for (int n = 0; n < 3; n++)
    for (int axis = 0; axis < 3; axis++) p[n][axis] = (double)body->vertices[3 * body->triangles[3 * face + n] + axis];
  for (int axis = 0; axis < 3; axis++) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    own[axis] = (p[1][u] - p[0][u]) * (p[2][v] - p[0][v]) - (p[1][v] - p[0][v]) * (p[2][u] - p[0][u]);
  }
  *distance = own[0] * p[0][0] + own[1] * p[0][1] + own[2] * p[0][2];
  for (int axis = 0; axis < 3; axis++)
    normal[axis] = (double)r[3 * axis] * own[0] + (double)r[3 * axis + 1] * own[1] + (double)r[3 * axis + 2] * own[2];
}

static void cut_face(const WeirBody *body, const float r[9], int face, const float *restrict x, const float *restrict z, int count,
                     float *restrict low, float *restrict high) {
  double normal[3], distance;
  face_plane(body, r, face, normal, &distance);
  const double steep = fabs(normal[0]) + fabs(normal[2]);
  const bool upright = fabs(normal[1]) < (double)UPRIGHT * steep;
  const double per = upright ? 1 : 1 / normal[1];
  const float at = (float)(distance * per), by_x = (float)(normal[0] * per), by_z = (float)(normal[2] * per);
  if (upright) {
    for (int n = 0; n < count; n++) high[n] = by_x * x[n] + by_z * z[n] > at ? -FAR : high[n];
  } else if (normal[1] > 0) {
    for (int n = 0; n < count; n++) high[n] = lane_min(high[n], at - by_x * x[n] - by_z * z[n]);
  } else {
    for (int n = 0; n < count; n++) low[n] = lane_max(low[n], at - by_x * x[n] - by_z * z[n]);
  }
}

void spans_find(const WeirBody *body, const float r[9], const float *x, const float *z, int count, float *low, float *high) {
  for (int n = 0; n < count; n++) low[n] = -FAR, high[n] = FAR;
  if (body->shape == WEIR_CONVEX) {
    for (int face = 0; face < body->triangle_count; face++) cut_face(body, r, face, x, z, count, low, high);
    return;
  }
  cut_between(r, 1, body->half[1], x, z, count, low, high);
  if (body->shape == WEIR_CYLINDER) {
    cut_round(r, body->half, x, z, count, low, high);
    return;
  }
  cut_between(r, 0, body->half[0], x, z, count, low, high);
  cut_between(r, 2, body->half[2], x, z, count, low, high);
}

/* A direction along the body's own axes. */
static void turned_back(const float r[9], const float along[3], float own[3]) {
  for (int axis = 0; axis < 3; axis++) own[axis] = r[axis] * along[0] + r[3 + axis] * along[1] + r[6 + axis] * along[2];
}

float spans_reach(const WeirBody *body, const float rotation[9], const float along[3]) {
  float own[3], furthest = 0.0f;
  turned_back(rotation, along, own);
  const float *const h = body->half;
  if (body->shape == WEIR_BOX) return fabsf(own[0]) * h[0] + fabsf(own[1]) * h[1] + fabsf(own[2]) * h[2];
  if (body->shape == WEIR_CYLINDER) return maths_hypotf(own[0] * h[0], own[2] * h[2]) + fabsf(own[1]) * h[1];
  for (int n = 0; n < body->vertex_count; n++) {
    const float *const v = body->vertices + 3 * n;
    furthest = lane_max(furthest, fabsf(own[0] * v[0] + own[1] * v[1] + own[2] * v[2]));
  }
  return furthest;
}

float spans_projected_area(const WeirBody *body, const float rotation[9], const float along[3]) {
  float own[3];
  turned_back(rotation, along, own);
  const float *const h = body->half;
  for (int axis = 0; axis < 3; axis++) own[axis] = fabsf(own[axis]);
  if (body->shape == WEIR_BOX) return 4.0f * (own[0] * h[1] * h[2] + own[1] * h[2] * h[0] + own[2] * h[0] * h[1]);
  if (body->shape == WEIR_CYLINDER) return 3.1415927f * own[1] * h[0] * h[2] + 4.0f * h[1] * maths_hypotf(own[0] * h[2], own[2] * h[0]);
  double sum = 0;
  for (int face = 0; face < body->triangle_count; face++) {
    double normal[3], distance;
    face_plane(body, rotation, face, normal, &distance);
    sum += 0.25 * fabs(normal[0] * (double)along[0] + normal[1] * (double)along[1] + normal[2] * (double)along[2]);
  }
  return (float)sum;
}

/* The part of the line where normal*(p - point) <= 0. */
static bool clip(const double normal[3], const double point[3], double x, double z, double range[2]) {
  const double aside = normal[0] * (x - point[0]) + normal[2] * (z - point[2]);
  if (fabs(normal[1]) < 1e-9) return aside <= 0;
  const double y = point[1] - aside / normal[1];
  if (normal[1] > 0)
    range[1] = maths_min(range[1], y);
  else
    range[0] = maths_max(range[0], y);
  return range[0] < range[1];
}

static bool pierced_box(const WeirBody *body, double x, double z, double range[2]) {
  for (int n = 0; n < 6; n++) {
    const int axis = n / 2;
    const double sign = n % 2 ? 1 : -1;
    double normal[3], point[3];
    for (int m = 0; m < 3; m++) {
      normal[m] = sign * (double)body->rotation[3 * m + axis];
      point[m] = (double)body->position[m] + normal[m] * (double)body->half[axis];
    }
    if (!clip(normal, point, x, z, range)) return false;
  }
  return true;
}

static bool pierced_faces(const WeirBody *body, double x, double z, double range[2]) {
  double corners[SHAPE_CORNERS_MAX][3];
  shape_corners(body, corners);
  const int faces = shape_face_count(body);
  for (int f = 0; f < faces; f++) {
    int order[SHAPE_FACE_MAX];
    double normal[3] = {0};
    const int count = shape_face(body, f, order);
    for (int n = 0; n < count; n++) { /* Newell's sum, outward as corners go anticlockwise */
      const double *const a = corners[order[n]], *const b = corners[order[(n + 1) % count]];
      for (int m = 0; m < 3; m++) {
        const int p = (m + 1) % 3, q = (m + 2) % 3;
        normal[m] += (a[p] - b[p]) * (a[q] + b[q]);
      }
    }
    const double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    if (!(length > 0)) continue;
    for (int m = 0; m < 3; m++) normal[m] /= length;
    if (!clip(normal, corners[order[0]], x, z, range)) return false;
  }
  return true;
}

bool span_of_line(const WeirBody *body, float x, float z, float *low, float *high) {
  double range[2] = {-1e9, 1e9};
  const bool hit = (body->shape == WEIR_BOX ? pierced_box : pierced_faces)(body, (double)x, (double)z, range);
  *low = (float)range[0];
  *high = (float)range[1];
  return hit && *low<*high && * low> - 1e8f && *high < 1e8f;
}
