#ifndef SESSION_DIFFERENCE_H
#define SESSION_DIFFERENCE_H

/* How two waters over the same grid differ at one moment. */

#include <stddef.h>

#include "world/world.h"

#define DIFFERENCE_PARTED 0.01 /* m: a larger difference means that the two have parted */

/* One of the two. Borrowed for the call. */
typedef struct DifferenceSide {
  const float *ground, *depth; /* m, nx*nz in rows of the strides */
  ptrdiff_t ground_stride, depth_stride;
  const Body *bodies; /* in order of serial */
  int body_count;
} DifferenceSide;

/* A value: the largest difference of the surfaces (m; where only one is wet: its depth) and where, the root of their mean square over all
 * places that are wet in either, and the farthest that a body is from itself. */
typedef struct Difference {
  double largest, mean, bodies; /* m */
  float x, z;                   /* m */
} Difference;

/* `field`, where it is not NULL, gets nx*nz differences in m, the second side's surface above the first one's; 0 where both are dry. */
Difference difference_of(const DifferenceSide sides[2], int nx, int nz, float cell, float *field);

#endif
