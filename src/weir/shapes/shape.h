#ifndef WEIR_SHAPES_SHAPE_H
#define WEIR_SHAPES_SHAPE_H

#include "weir/weir.h"

/* Geometry of bodies, without water. A box is the space between three pairs of planes, a cylinder the space between two planes within the
 * quadric (p/hx)^2 + (q/hz)^2 = 1, a convex mesh the space behind all of its faces; volumes are by the divergence theorem,
 *   V = 1/6 * sum over triangles of a.(b x c).
 *
 *   shape              this header: a body's measures and faces; the check of a body
 *   vertical_spans     where vertical lines meet a body; its reach and its projected area
 *   submerged_volume   what of a body lies below a level
 *   added_mass         how much water moves with a body */

/* The measures of a body, from shape_measure. A plain value. */
typedef struct Shape {
  bool present;   /* false: a number of it is not finite, it has no extent, or its mesh is not closed; it meets no water */
  float volume;   /* m^3 */
  float half[3];  /* m, half its extents along its own axes */
  float longest;  /* m, the longest of its extents along its own axes */
  float thinnest; /* m, the shortest */
  float width;    /* m, the wider horizontal extent; a box's own, however it lies */
  float height;   /* m, the vertical extent; a box's own, however it lies */
  float lever;    /* m^2, the largest sum of two squared half extents */
  double size;    /* m, the edge of the cube of its volume */
} Shape;

Shape shape_measure(const WeirBody *body);

/* Bodies as convex polyhedra. Corners lie in the world, about the world's origin. A face's corners go round anticlockwise as seen from
 * outside. Of a box's corner n, bit 0 is the sign along its first axis, bit 1 the second, bit 2 the third: callers of
 * shape_face compute a box's corners themselves. */
enum { SHAPE_SIDES = 24, SHAPE_CORNERS_MAX = WEIR_VERTICES_MAX, SHAPE_FACE_MAX = SHAPE_SIDES };

/* Writes the corners of a present body that is not a box; returns how many. */
int shape_corners(const WeirBody *body, double corners[SHAPE_CORNERS_MAX][3]);
int shape_face_count(const WeirBody *body);
/* Writes the indices of a face's corners; returns how many. */
int shape_face(const WeirBody *body, int face, int order[SHAPE_FACE_MAX]);

#endif
