#ifndef WEIR_BODIES_SAMPLES_H
#define WEIR_BODIES_SAMPLES_H

#include "weir/bodies/state.h"
#include "weir/shapes/shape.h"

/* The samples of a body: vertical lines that belong to it, each spread over the cells around it and over the faces along its path. */

/* Sums over samples in one cell. Of those that the surface runs through, sums of weight, weight*low and weight*high: near the surface
 * the mean holds as much as all of them do. Of those below or above it, the volume and its ends, since such spans lie on top of each
 * other. Lives in SumScratch. */
typedef struct CellSum {
  float wet[4];                            /* weight, weight*low, weight*high, 0: one vector */
  CoverInterval interval[COVER_KINDS - 1]; /* COVER_SUBMERGED and COVER_ABOVE, of which cover holds the volume */
} CellSum;

/* Sums over samples at one face: of weight*m, of weight*m*m/s, and the ends in m. Lives in SumScratch. */
typedef struct FaceSum {
  float area, carried, low, high;
} FaceSum;

/* The sums and the ground of one cell of the bounds while a body is deposited. An array for the largest bounds, for each thread, in
 * Subgrid.scratch. */
typedef struct SumScratch {
  CellSum cell;
  FaceSum face[FACES];
  CellGround ground;
} SumScratch;
_Static_assert(sizeof(SumScratch) % 16 == 0, "sums of four lie in one vector");

/* A pose in the numbers that place samples. Made for one deposit. */
typedef struct Frame {
  const float *rotation;
  float cosine, sine; /* of the heading */
  float x, y, z;      /* cells of the bounds, m, cells of the bounds */
} Frame;

/* Extremes of the ground in a body's bounds, by which the surface is known to run through all of a body. Made for one deposit; m. */
typedef struct Extent {
  float bed, surface_low, surface_high; /* the highest bed, the lowest and the highest surface */
  bool within;                          /* the bounds do not end where the grid does */
} Extent;

/* The deposit of one body: what its samples are made of and where they go. On the stack of deposit_body. */
typedef struct Deposit {
  const WeirWater *w;
  const WeirBody *body;
  BodyMotion *motion;
  SumScratch *sums; /* of the bounds, row by row */
  int across, down;
  float speed; /* m/s of a cell a tick */
  Frame to, from;
  Extent extent;
} Deposit;

/* Adds all samples to the sums, which are as scratch_begin left them, and measures the motion's volume. The bounds are at least two
 * cells wide either way. */
void samples_add(Deposit *deposit, const Shape *shape);

#endif
