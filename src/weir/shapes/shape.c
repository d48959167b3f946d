#include "weir/shapes/shape.h"

#include <math.h>
#include <stdio.h>

#include "base/maths.h"

#define PI 3.14159265358979323846
#define CLOSED_MAX 1.0e-3 /* of a mesh's area: what its faces' area vectors, which cancel if it is closed, may sum to */

static bool all_finite(const float *values, int count) {
  for (int n = 0; n < count; n++)
    if (!isfinite(values[n])) return false;
  return true;
}

/* --- faces ----------------------------------------------------------------------------------------------------------- */

static int corner_count(const WeirBody *body) {
  return body->shape == WEIR_CYLINDER ? 2 * SHAPE_SIDES : body->vertex_count;
}

/* Corner n along the body's own axes, about its position. A cylinder is a prism: its polygon has the area of the ellipse, so its volume is
 * the cylinder's. */
static void corner_own(const WeirBody *body, int n, double own[3]) {
  if (body->shape != WEIR_CYLINDER) {
    for (int axis = 0; axis < 3; axis++) own[axis] = (double)body->vertices[3 * n + axis];
    return;
  }
  const double scale = sqrt(2 * PI / (SHAPE_SIDES * maths_sin(2 * PI / SHAPE_SIDES)));
  const double angle = 2 * PI * ((double)(n % SHAPE_SIDES) + 0.5) / SHAPE_SIDES;
  own[0] = scale * (double)body->half[0] * maths_cos(angle);
  own[1] = (n < SHAPE_SIDES ? -1 : 1) * (double)body->half[1];
  own[2] = scale * (double)body->half[2] * maths_sin(angle);
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
  if (body->shape == WEIR_BOX) return 6;
  return body->shape == WEIR_CYLINDER ? SHAPE_SIDES + 2 : body->triangle_count;
}

int shape_face(const WeirBody *body, int face, int order[SHAPE_FACE_MAX]) {
  enum { S = SHAPE_SIDES };
  if (body->shape == WEIR_BOX) {
    const int own = face / 2, sign = face % 2, a = 1 << (own + 1 + !sign) % 3, b = 1 << (own + 1 + sign) % 3, base = sign << own;
    order[0] = base;
    order[1] = base | a;
    order[2] = base | a | b;
    order[3] = base | b;
    return 4;
  }
  if (body->shape == WEIR_CONVEX) {
    for (int n = 0; n < 3; n++) order[n] = body->triangles[3 * face + n];
    return 3;
  }
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

/* --- measures -------------------------------------------------------------------------------------------------------- */

/* A share of the extents of some corners along their axes. */
static void corners_extent(double (*corners)[3], int count, double share, float extent[3]) {
  for (int axis = 0; axis < 3; axis++) {
    double low = corners[0][axis], high = low;
    for (int n = 1; n < count; n++) {
      low = maths_min(low, corners[n][axis]);
      high = maths_max(high, corners[n][axis]);
    }
    extent[axis] = (float)(share * (high - low));
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
  return open <= CLOSED_MAX * area ? volume : 0;
}

/* NULL, or why the mesh cannot be read, as a text. */
static const char *mesh_fault(const WeirBody *body) {
  if (!body->vertices || !body->triangles) return "vertices, triangles: a convex mesh must have both";
  if (body->vertex_count < 4 || body->vertex_count > WEIR_VERTICES_MAX) return "vertex_count: must be 4 to 256";
  if (body->triangle_count < 4 || body->triangle_count > WEIR_TRIANGLES_MAX) return "triangle_count: must be 4 to 512";
  for (int n = 0; n < 3 * body->triangle_count; n++)
    if (body->triangles[n] >= body->vertex_count) return "triangles: an index is not below vertex_count";
  return all_finite(body->vertices, 3 * body->vertex_count) ? NULL : "vertices: must be finite";
}

/* Rows of unit length at right angles, neither mirrored, which would turn a mesh inside out, nor flat: R times its transpose is
 * the unit matrix within ROTATION_SLACK, about the drift of a rotation that is integrated over time. With more, a sheared body covers more
 * of a cell than there is (found by fuzzing). */
#define ROTATION_SLACK 0.02f

static bool rotation_sound(const float r[9]) {
  for (int a = 0; a < 3; a++)
    for (int b = a; b < 3; b++) {
      const float product = r[3 * a] * r[3 * b] + r[3 * a + 1] * r[3 * b + 1] + r[3 * a + 2] * r[3 * b + 2];
      if (!(fabsf(product - (a == b ? 1.0f : 0.0f)) <= ROTATION_SLACK)) return false;
    }
  return r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) + r[2] * (r[3] * r[7] - r[4] * r[6]) > 0.0f;
}

/* NULL, or what is wrong with the numbers of a body, as a text. */
static const char *numbers_fault(const WeirBody *body) {
  if (!all_finite(body->position, 3)) return "position: must be finite";
  if (!all_finite(body->velocity, 3) || !all_finite(body->spin, 3)) return "velocity, spin: must be finite";
  if (!rotation_sound(body->rotation))
    return "rotation: its rows must be of length 1, at right angles and not mirrored; 1 0 0  0 1 0  0 0 1 is upright";
  if (!(body->mass > 0.0f && isfinite(body->mass))) return "mass: must be above 0 kg and finite";
  if (!(body->drag_linear >= 0.0f && isfinite(body->drag_linear)) || !(body->drag_square >= 0.0f && isfinite(body->drag_square)))
    return "drag_linear, drag_square: must be 0 or more and finite";
  if (body->shape == WEIR_CONVEX) return mesh_fault(body);
  if (body->shape != WEIR_BOX && body->shape != WEIR_CYLINDER) return "shape: must be WEIR_BOX, WEIR_CYLINDER or WEIR_CONVEX";
  for (int axis = 0; axis < 3; axis++)
    if (!(body->half[axis] > 0.0f && isfinite(body->half[axis]))) return "half: must be above 0 m and finite";
  return NULL;
}

Shape shape_measure(const WeirBody *body) {
  Shape shape = {0};
  if (numbers_fault(body)) return shape;
  float half[3] = {body->half[0], body->half[1], body->half[2]};
  const double x = (double)half[0], y = (double)half[1], z = (double)half[2];
  if (body->shape == WEIR_BOX) {
    shape.volume = 8.0f * half[0] * half[1] * half[2];
    shape.size = 2 * maths_cbrt(x * y * z);
    shape.width = 2.0f * maths_maxf(half[0], half[2]);
    shape.height = 2.0f * half[1];
  } else {
    const double volume = body->shape == WEIR_CYLINDER ? 2 * PI * x * y * z : mesh_volume(body);
    double corners[SHAPE_CORNERS_MAX][3];
    float extent[3];
    for (int n = 0; body->shape == WEIR_CONVEX && n < body->vertex_count; n++) corner_own(body, n, corners[n]);
    if (body->shape == WEIR_CONVEX) corners_extent(corners, body->vertex_count, 0.5, half);
    corners_extent(corners, shape_corners(body, corners), 1.0, extent);
    shape.volume = (float)volume;
    shape.size = maths_cbrt(volume);
    shape.width = maths_maxf(extent[0], extent[2]);
    shape.height = extent[1];
  }
  for (int n = 0; n < 3; n++) {
    const float next = half[(n + 1) % 3];
    shape.half[n] = half[n];
    shape.lever = maths_maxf(shape.lever, half[n] * half[n] + next * next);
  }
  shape.longest = 2.0f * maths_maxf(half[0], maths_maxf(half[1], half[2]));
  shape.thinnest = 2.0f * maths_minf(maths_minf(half[0], half[1]), half[2]);
  shape.present = shape.volume > 0.0f && isfinite(shape.volume) && isfinite(shape.lever) && shape.thinnest > 0.0f;
  return shape;
}

WeirBody weir_body_default(void) {
  return (WeirBody){.half = {0.5f, 0.5f, 0.5f},
                    .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                    .mass = 500.0f,
                    .drag_linear = 2.0f,
                    .drag_square = 0.5f,
                    .shape = WEIR_BOX};
}

bool weir_body_check(const WeirBody *body, WeirError *error) {
  const char *fault = numbers_fault(body);
  if (!fault && !shape_measure(body).present)
    fault = body->shape == WEIR_CONVEX ? "triangles: the mesh must be closed, anticlockwise from outside, and have a volume"
                                       : "half: too large or too small for 32-bit floats";
  if (fault && error) snprintf(error->text, sizeof error->text, "body: %s", fault);
  return !fault;
}

/* The volume below a level by the divergence theorem: each face, cut off at the level, is the base of a cone whose tip lies in
 * the level. The cut surface itself is the base of a cone of no volume, so it need not be found. */

/* A corner of the part of a face that lies below the level. A plain value. */
typedef struct Corner {
  double at[3]; /* m, about the tip */
} Corner;

/* Writes the part of one face below the tip (Sutherland and Hodgman); a cut through a convex face adds a corner. Returns its corners. */
static int face_below(double (*from)[3], const int *order, int count, Corner below[SHAPE_FACE_MAX + 1]) {
  int corners = 0;
  for (int n = 0; n < count; n++) {
    const double *const a = from[order[n]], *const b = from[order[n + 1 < count ? n + 1 : 0]];
    if (a[1] <= 0 && corners <= SHAPE_FACE_MAX) below[corners++] = (Corner){{a[0], a[1], a[2]}};
    if ((a[1] <= 0) == (b[1] <= 0) || corners > SHAPE_FACE_MAX) continue;
    const double share = a[1] / (a[1] - b[1]);
    below[corners++] = (Corner){{a[0] + share * (b[0] - a[0]), 0, a[2] + share * (b[2] - a[2])}};
  }
  return corners;
}

SubmergedVolume shape_submerged_volume(const WeirBody *body, float level) {
  Corner part[SHAPE_FACE_MAX + 1];
  SubmergedVolume below = {0};
  double corners[SHAPE_CORNERS_MAX][3];
  const bool box = body->shape == WEIR_BOX;
  const int corner_count = box ? 8 : shape_corners(body, corners);
  for (int n = 0; n < corner_count; n++) {
    for (int axis = 0; axis < 3; axis++) { /* about the body's position, then about the tip */
      corners[n][axis] = box ? 0 : corners[n][axis] - (double)body->position[axis];
      for (int own = 0; box && own < 3; own++)
        corners[n][axis] += (double)(body->rotation[3 * axis + own] * body->half[own]) * ((n >> own) & 1 ? 1 : -1);
    }
    corners[n][1] -= (double)level - (double)body->position[1];
  }
  for (int face = 0; face < shape_face_count(body); face++) {
    int order[SHAPE_FACE_MAX];
    const int count = face_below(corners, order, shape_face(body, face, order), part);
    for (int n = 1; n + 1 < count; n++) {
      const double *const a = part[0].at, *const b = part[n].at, *const c = part[n + 1].at;
      const double volume =
          (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6;
      below.volume += volume;
      below.x += 0.25 * volume * (a[0] + b[0] + c[0]);
      below.z += 0.25 * volume * (a[2] + b[2] + c[2]);
    }
  }
  return below.volume < 0 ? (SubmergedVolume){-below.volume, -below.x, -below.z} : below; /* a mirrored box */
}

/* Added mass. Of an ellipsoid with half axes a, b, c along its axis a (Lamb 1932, Hydrodynamics, section 114):
 *   alpha = a*b*c * integral from 0 to infinity of dl / ((a^2 + l)*sqrt((a^2 + l)*(b^2 + l)*(c^2 + l)) = 2/3*a*b*c*R_D(b^2, c^2, a^2)
 *   k     = alpha / (2 - alpha)                 a sphere: 1/2
 * with Carlson's integral R_D (Carlson 1979, Numerische Mathematik 33), computed by the duplication of the same paper. Edges hold more
 * water than an ellipsoid does: square prisms along their axis have 0.68, 0.36, 0.24, 0.19, 0.15, 0.11, 0.08 at lengths of 1, 2, 3, 4, 5,
 * 7 and 10 sides, a square cylinder across its axis 1.19 (DNV-RP-C205 2010, appendix D). 0.42*sqrt(k) + 0.766*k with the k of the
 * ellipsoid of the same proportions is within 5 % of all of them. A cylinder has round sides, so across its axis it has the
 * ellipsoid's k. */

#define PRISM_ROOT 0.42
#define PRISM_LINEAR 0.766
#define ALIKE 1e-3        /* of their mean: arguments of R_D that are as close give it to 1e-6 */
enum { ROUNDS_MAX = 24 }; /* each brings the arguments four times closer; half axes of 1 : 10^6 take 23 */

static double carlson_rd(double x, double y, double z) {
  double sum = 0, share = 1;
  for (int round = 0; round < ROUNDS_MAX; round++) {
    const double mean = (x + y + 3 * z) / 5;
    if (maths_max(maths_max(fabs(x - mean), fabs(y - mean)), fabs(z - mean)) < ALIKE * mean) break;
    const double root_x = sqrt(x), root_y = sqrt(y), root_z = sqrt(z);
    const double step = root_x * root_y + root_y * root_z + root_z * root_x;
    sum += share / (root_z * (z + step));
    share *= 0.25;
    x = 0.25 * (x + step);
    y = 0.25 * (y + step);
    z = 0.25 * (z + step);
  }
  const double mean = (x + y + 3 * z) / 5;
  return 3 * sum + share / (mean * sqrt(mean));
}

void shape_added_mass(const WeirBody *body, const Shape *shape, double own[3]) {
  const double half[3] = {(double)(shape->half[0] / shape->longest), (double)(shape->half[1] / shape->longest),
                          (double)(shape->half[2] / shape->longest)};
  for (int n = 0; n < 3; n++) {
    const double a = half[n], b = half[(n + 1) % 3], c = half[(n + 2) % 3];
    const double alpha = 2.0 / 3.0 * a * b * c * carlson_rd(b * b, c * c, a * a), k = alpha / maths_max(2 - alpha, 1e-6);
    const bool round = body->shape == WEIR_CONVEX || (body->shape == WEIR_CYLINDER && n != 1);
    own[n] = round ? k : PRISM_ROOT * sqrt(k) + PRISM_LINEAR * k;
  }
}
