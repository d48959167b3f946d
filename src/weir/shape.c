#include "weir/shape.h"

#include <math.h>

#include "base/maths.h"
#define CLOSED_MOST 1.0e-3 /* of a mesh's area: what its faces' area vectors, which cancel if it is closed, may sum to */

static bool all_finite(const float *values, int count) {
  for (int n = 0; n < count; n++)
    if (!isfinite(values[n])) return false;
  return true;
}

static float larger(float a, float b) {
  return a > b ? a : b;
}

static float smaller(float a, float b) {
  return a < b ? a : b;
}

/* --- faces ----------------------------------------------------------------------------------------------------------- */

/* A cylinder is a prism. Its polygon has the area of the ellipse, so its volume is the cylinder's. */
static void cylinder_corner(const WeirBody *body, int n, double own[3]) {
  const double pi = 3.14159265358979323846;
  const double scale = sqrt(2 * pi / (SHAPE_SIDES * maths_sin(2 * pi / SHAPE_SIDES)));
  const double angle = 2 * pi * ((double)(n % SHAPE_SIDES) + 0.5) / SHAPE_SIDES;
  own[0] = scale * (double)body->half[0] * maths_cos(angle);
  own[1] = (n < SHAPE_SIDES ? -1 : 1) * (double)body->half[1];
  own[2] = scale * (double)body->half[2] * maths_sin(angle);
}

static int corner_count(const WeirBody *body) {
  return body->shape == WEIR_CYLINDER ? 2 * SHAPE_SIDES : body->vertex_count;
}

/* Corner n along the body's own axes, about its position. */
static void corner_own(const WeirBody *body, int n, double own[3]) {
  if (body->shape == WEIR_CYLINDER) {
    cylinder_corner(body, n, own);
    return;
  }
  for (int axis = 0; axis < 3; axis++) own[axis] = (double)body->vertices[3 * n + axis];
}

int shape_corners(const WeirBody *body, double corners[SHAPE_CORNERS_MAX][3]) {
  const int count = corner_count(body);
  for (int n = 0; n < count; n++) {
    double own[3];
    corner_own(body, n, own);
    for (int axis = 0; axis < 3; axis++) {
      corners[n][axis] = (double)body->position[axis];
      for (int m = 0; m < 3; m++) corners[n][axis] += (double)body->rotation[3 * axis + m] * own[m];
    }
  }
  return count;
}

int shape_face_count(const WeirBody *body) {
  return body->shape == WEIR_CYLINDER ? SHAPE_SIDES + 2 : body->triangle_count;
}

static int cylinder_face(int face, int order[SHAPE_FACE_MAX]) {
  enum { S = SHAPE_SIDES };
  if (face < S) {
    const int next = (face + 1) % S;
    order[0] = face;
    order[1] = face + S;
    order[2] = next + S;
    order[3] = next;
    return 4;
  }
  for (int n = 0; n < S; n++) order[n] = face == S ? n : 2 * S - 1 - n; /* the lower end, then the upper */
  return S;
}

int shape_face(const WeirBody *body, int face, int order[SHAPE_FACE_MAX]) {
  if (body->shape == WEIR_CYLINDER) return cylinder_face(face, order);
  for (int n = 0; n < 3; n++) order[n] = body->triangles[3 * face + n];
  return 3;
}

/* --- measures -------------------------------------------------------------------------------------------------------- */

/* Extents along the body's own axes, halved. */
static void corners_half(const WeirBody *body, float half[3]) {
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, own[3];
  for (int n = 0; n < corner_count(body); n++) {
    corner_own(body, n, own);
    for (int axis = 0; axis < 3; axis++) {
      low[axis] = maths_min(low[axis], own[axis]);
      high[axis] = maths_max(high[axis], own[axis]);
    }
  }
  for (int axis = 0; axis < 3; axis++) half[axis] = (float)(0.5 * (high[axis] - low[axis]));
}

/* Extents along the world's axes. */
static void corners_extent(const WeirBody *body, float extent[3]) {
  double corners[SHAPE_CORNERS_MAX][3];
  const int count = shape_corners(body, corners);
  for (int axis = 0; axis < 3; axis++) {
    double low = corners[0][axis], high = low;
    for (int n = 1; n < count; n++) {
      low = maths_min(low, corners[n][axis]);
      high = maths_max(high, corners[n][axis]);
    }
    extent[axis] = (float)(high - low);
  }
}

/* The volume by the divergence theorem; negative when the winding is inside out, 0 when the mesh is not closed. */
static double mesh_volume(const WeirBody *body) {
  double volume = 0, area = 0, sum[3] = {0};
  for (int t = 0; t < body->triangle_count; t++) {
    const float *const p[3] = {body->vertices + 3 * body->triangles[3 * t], body->vertices + 3 * body->triangles[3 * t + 1],
                               body->vertices + 3 * body->triangles[3 * t + 2]};
    double a[3], b[3], cross[3];
    for (int axis = 0; axis < 3; axis++) {
      a[axis] = (double)p[1][axis] - (double)p[0][axis];
      b[axis] = (double)p[2][axis] - (double)p[0][axis];
    }
    for (int axis = 0; axis < 3; axis++) {
      const int next = (axis + 1) % 3, last = (axis + 2) % 3;
      cross[axis] = a[next] * b[last] - a[last] * b[next];
      sum[axis] += cross[axis];
      volume += (double)p[0][axis] * cross[axis] / 6;
    }
    area += sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
  }
  const double open = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
  return open <= CLOSED_MOST * area ? volume : 0;
}

/* Whether the mesh can be read at all. */
static bool mesh_sound(const WeirBody *body) {
  if (!body->vertices || !body->triangles) return false;
  if (body->vertex_count < 4 || body->vertex_count > WEIR_VERTICES_MAX) return false;
  if (body->triangle_count < 4 || body->triangle_count > WEIR_TRIANGLES_MAX) return false;
  for (int n = 0; n < 3 * body->triangle_count; n++)
    if (body->triangles[n] >= body->vertex_count) return false;
  return all_finite(body->vertices, 3 * body->vertex_count);
}

/* Mirrored: a mesh would be inside out. */
static bool rotation_mirrors(const float r[9]) {
  return r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) + r[2] * (r[3] * r[7] - r[4] * r[6]) <= 0.0f;
}

/* Rows of length 1 at right angles, to a hundredth: any other matrix shears or stretches the body, which then covers more of a cell
 * than there is. */
static bool rotation_sound(const float r[9]) {
  const float slack = 0.02f;
  for (int a = 0; a < 3; a++)
    for (int b = a; b < 3; b++) {
      const float dot = r[3 * a] * r[3 * b] + r[3 * a + 1] * r[3 * b + 1] + r[3 * a + 2] * r[3 * b + 2];
      if (!(fabsf(dot - (a == b ? 1.0f : 0.0f)) <= slack)) return false;
    }
  return true;
}

static bool body_sound(const WeirBody *body) {
  const float rest[3] = {body->mass, body->drag_linear, body->drag_square};
  if (!all_finite(body->position, 3) || !all_finite(body->rotation, 9) || !all_finite(body->velocity, 3) ||
      !all_finite(body->spin, 3) || !all_finite(rest, 3))
    return false;
  if (!(body->mass > 0.0f) || body->drag_linear < 0.0f || body->drag_square < 0.0f) return false;
  if (!rotation_sound(body->rotation) || (body->shape != WEIR_BOX && rotation_mirrors(body->rotation))) return false;
  if (body->shape == WEIR_CONVEX) return mesh_sound(body);
  for (int axis = 0; axis < 3; axis++)
    if (!(body->half[axis] > 0.0f && isfinite(body->half[axis]))) return false;
  return body->shape == WEIR_BOX || body->shape == WEIR_CYLINDER;
}

static void measure_box(const WeirBody *body, Shape *shape) {
  const float *const h = body->half;
  shape->volume = 8.0f * h[0] * h[1] * h[2];
  shape->size = 2 * maths_cbrt((double)h[0] * (double)h[1] * (double)h[2]);
  shape->width = 2.0f * larger(h[0], h[2]);
  shape->height = 2.0f * h[1];
}

static void measure_other(const WeirBody *body, Shape *shape) {
  const double pi = 3.14159265358979323846;
  float extent[3];
  const double volume = body->shape == WEIR_CYLINDER
                            ? 2 * pi * (double)body->half[0] * (double)body->half[1] * (double)body->half[2]
                            : mesh_volume(body);
  corners_extent(body, extent);
  shape->volume = (float)volume;
  shape->size = maths_cbrt(volume);
  shape->width = larger(extent[0], extent[2]);
  shape->height = extent[1];
}

Shape shape_measure(const WeirBody *body) {
  Shape shape = {0};
  if (!body_sound(body)) return shape;
  float half[3] = {body->half[0], body->half[1], body->half[2]};
  if (body->shape == WEIR_BOX) {
    measure_box(body, &shape);
  } else {
    if (body->shape == WEIR_CONVEX) corners_half(body, half);
    measure_other(body, &shape);
  }
  shape.longest = 2.0f * larger(half[0], larger(half[1], half[2]));
  shape.thinnest = 2.0f * smaller(smaller(half[0], half[1]), half[2]);
  shape.lever = larger(half[0] * half[0] + half[1] * half[1],
                       larger(half[1] * half[1] + half[2] * half[2], half[0] * half[0] + half[2] * half[2]));
  shape.present = shape.volume > 0.0f && isfinite(shape.volume) && isfinite(shape.lever) && shape.thinnest > 0.0f;
  return shape;
}
