#ifndef SCENE_HULL_H
#define SCENE_HULL_H

/* Convex bodies from mesh files: the subset of Wavefront OBJ with lines `v x y z` and `f a b c ...` (of a/b/c only a is read;
 * negative numbers count from the end), in metres, y up, faces anticlockwise from outside. Other lines are ignored. */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "weir/weir.h"

/* A convex mesh with its mass properties, filled by hull_read and constant from then on; the caller owns it. */
typedef struct Hull {
  float vertices[3 * WEIR_VERTICES_MAX];      /* m, about the centre of mass */
  uint16_t triangles[3 * WEIR_TRIANGLES_MAX]; /* vertex indices, anticlockwise from outside */
  int vertex_count, triangle_count;
  float half[3];    /* m: how far it reaches from the centre of mass along each of its own axes */
  float low;        /* m: how far it reaches below the centre of mass */
  float volume;     /* m3 */
  float inertia[6]; /* m5: inertia tensor at density 1 about the centre of mass: xx, yy, zz, xy, xz, yz */
} Hull;

/* Computes what follows from vertices and triangles: half, low, volume, inertia. False, with a line that begins with `path`, when the mesh
 * is not closed, not convex or without volume. */
bool hull_weigh(Hull *hull, const char *path, Error *error);

/* Reads a hull and scales it to `length` m along x; 0 keeps the file's size. False with "file:line: what is wrong" when it
 * cannot be read, has too many vertices or faces, is not closed, not convex, inside out or without volume. */
bool hull_read(const char *path, float length, Hull *hull, Error *error);

#endif
