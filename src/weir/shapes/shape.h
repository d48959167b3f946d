#ifndef WEIR_SHAPES_SHAPE_H
#define WEIR_SHAPES_SHAPE_H

#include "weir/weir.h"

/* Geometry of bodies, without water. A box is the space between three pairs of planes, a cylinder the space between two planes within the
 * quadric (p/hx)^2 + (q/hz)^2 = 1, a convex mesh the space behind all of its faces; volumes are by the divergence theorem,
 *   V = 1/6 * sum over triangles of a.(b x c).
 *
 *   shape            a body's measures and faces; the check of a body; what of it lies below a level, how much water moves with it
 *   vertical_spans   where vertical lines meet a body; its reach and its projected area */

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

/* The part of a body below a level. A plain value. */
typedef struct SubmergedVolume {
  double volume, x, z; /* m^3; m^4, its moments about the body's position */
} SubmergedVolume;

/* The part of a present body (shape_measure) below a level surface at `level` m: exact for every attitude. */
SubmergedVolume shape_submerged_volume(const WeirBody *body, float level);
/* Writes the added mass of a present body along its own axes, in kg per kg of the water that it displaces: the water around a body
 * must be accelerated with it. Deep water on all sides is taken for granted. */
void shape_added_mass(const WeirBody *body, const Shape *shape, double own[3]);

/* Intersections of a body in some pose with vertical lines, and its extents along directions, which are unit vectors along the world's
 * axes. */

/* The spans of vertical lines within the body: the line at x[n], z[n] m from its position from low[n] to high[n] m above it. A line that
 * misses it has high <= low. */
void spans_find(const WeirBody *body, const float rotation[9], const float *x, const float *z, int count, float *low, float *high);
/* Finds the span within the body of the vertical line through (x, z) of the world, m, in double precision against the planes of its faces.
 * For convex shapes this is the span that two depth buffers would find (Kellomaki 2014, section 3.3). Returns false where the line misses
 * the body. */
bool span_of_line(const WeirBody *body, float x, float z, float *low, float *high);
/* m: the body's greatest reach to either side of its position along a direction. */
float spans_reach(const WeirBody *body, const float rotation[9], const float along[3]);
/* m^2: the body's projected area along a direction. */
float spans_projected_area(const WeirBody *body, const float rotation[9], const float along[3]);

#endif
