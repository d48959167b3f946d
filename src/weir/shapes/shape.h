#ifndef WEIR_SHAPES_SHAPE_H
#define WEIR_SHAPES_SHAPE_H

#include "weir/weir.h"

/* A body's shape: the numbers that the coupling wants of it, and its faces for the rasteriser. */

typedef struct Shape {
  bool present;  /* false: a number of it is not finite, it has no extent, its mesh is not closed; it meets no water */
  float volume;  /* m^3 */
  float longest; /* m, the longest of its extents along its own axes */
  float thinnest; /* m, the shortest */
  float width;   /* m, the wider horizontal extent; a box's own, however it lies */
  float height;  /* m, the vertical extent; a box's own, however it lies */
  float lever;   /* m^2, the largest sum of two squared half extents */
  double size;   /* m, the edge of the cube of its volume */
} Shape;

Shape shape_measure(const WeirBody *body);

/* Cylinders and meshes as convex polyhedra. Corners lie in the world, about the world's origin. A face's corners go
 * round anticlockwise as seen from outside. */
enum { SHAPE_SIDES = 24, SHAPE_CORNERS_MAX = WEIR_VERTICES_MAX, SHAPE_FACE_MAX = SHAPE_SIDES };

/* The corners of a present body that is no box; how many. */
int shape_corners(const WeirBody *body, double corners[SHAPE_CORNERS_MAX][3]);
int shape_face_count(const WeirBody *body);
/* The indices of a face's corners; how many. */
int shape_face(const WeirBody *body, int face, int order[SHAPE_FACE_MAX]);

#endif
