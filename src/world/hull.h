#ifndef WORLD_HULL_H
#define WORLD_HULL_H

/* Convex bodies from mesh files: the subset of Wavefront OBJ that has lines `v x y z` and `f a b c ...` (of a/b/c the first
 * counts; negative numbers count from the end), in metres, y up, faces anticlockwise from outside. Other lines say nothing
 * about the shape and are passed over. */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "weir/weir.h"

typedef struct Hull {
  float vertices[3 * WEIR_VERTICES_MAX]; /* m, about the centre of mass */
  uint16_t triangles[3 * WEIR_TRIANGLES_MAX];
  int vertex_count, triangle_count;
  float half[3];    /* m: how far it reaches from there along its own axes */
  float low;        /* m: how far down */
  float volume;     /* m3 */
  float inertia[6]; /* m5, of density 1 about the centre of mass: xx, yy, zz, xy, xz, yz as in the tensor */
} Hull;

/* Reads a hull and makes it `length` m long (along x); 0 leaves it as it is. False with "file:line: what is wrong" when it
 * cannot be read, has too many vertices or faces, is not closed, not convex, inside out or without volume. */
bool hull_read(const char *path, float length, Hull *hull, Error *error);

#endif
