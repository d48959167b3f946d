/* The volume below a level by the divergence theorem: each face, cut off at the level, is the base of a cone whose tip lies in
 * the level. The cut surface itself is the base of a cone of no volume, so it need not be found. */
#include "weir/shapes/submerged_volume.h"

#include "weir/shapes/shape.h"

/* A corner about the cones' tip. */
typedef struct Point {
  double of[3]; /* m, about the tip */
} Point;

/* The part of one face below the level. */
typedef struct Polygon {
  Point corners[SHAPE_FACE_MAX + 1]; /* a cut through a convex face adds one */
  int count;
} Polygon;

static void polygon_add(Polygon *polygon, const Point *corner) {
  if (polygon->count < SHAPE_FACE_MAX + 1) polygon->corners[polygon->count++] = *corner;
}

/* Sutherland and Hodgman: the part below the tip. */
static void polygon_cut(Polygon *polygon, const Point *from, const int *order, int count) {
  polygon->count = 0;
  for (int n = 0; n < count; n++) {
    const Point *const a = &from[order[n]], *const b = &from[order[n + 1 < count ? n + 1 : 0]];
    if (a->of[1] <= 0) polygon_add(polygon, a);
    if ((a->of[1] <= 0) == (b->of[1] <= 0)) continue;
    const double share = a->of[1] / (a->of[1] - b->of[1]);
    polygon_add(polygon, &(Point){{a->of[0] + share * (b->of[0] - a->of[0]), 0, a->of[2] + share * (b->of[2] - a->of[2])}});
  }
}

static void submerged_add(SubmergedVolume *below, const Polygon *face) {
  const double *const a = face->corners[0].of;
  for (int n = 1; n + 1 < face->count; n++) {
    const double *const b = face->corners[n].of, *const c = face->corners[n + 1].of;
    const double volume =
        (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6;
    below->volume += volume;
    below->x += 0.25 * volume * (a[0] + b[0] + c[0]);
    below->z += 0.25 * volume * (a[2] + b[2] + c[2]);
  }
}

static void box_point(const WeirBody *body, int n, Point *point) {
  for (int axis = 0; axis < 3; axis++) {
    point->of[axis] = 0;
    for (int own = 0; own < 3; own++)
      point->of[axis] += (double)(body->rotation[3 * axis + own] * body->half[own]) * ((n >> own) & 1 ? 1 : -1);
  }
}

SubmergedVolume shape_submerged_volume(const WeirBody *body, float level) {
  Point points[SHAPE_CORNERS_MAX];
  Polygon polygon;
  SubmergedVolume below = {0};
  const double depth = (double)level - (double)body->position[1];
  double corners[SHAPE_CORNERS_MAX][3];
  const bool box = body->shape == WEIR_BOX;
  const int corner_count = box ? 8 : shape_corners(body, corners);
  for (int n = 0; n < corner_count; n++) {
    if (box)
      box_point(body, n, &points[n]);
    else
      for (int axis = 0; axis < 3; axis++) points[n].of[axis] = corners[n][axis] - (double)body->position[axis];
    points[n].of[1] -= depth;
  }
  for (int face = 0; face < shape_face_count(body); face++) {
    int order[SHAPE_FACE_MAX];
    const int count = shape_face(body, face, order);
    polygon_cut(&polygon, points, order, count);
    submerged_add(&below, &polygon);
  }
  return below.volume < 0 ? (SubmergedVolume){-below.volume, -below.x, -below.z} : below; /* a mirrored box */
}
