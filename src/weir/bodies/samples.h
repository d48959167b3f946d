#ifndef WEIR_BODIES_SAMPLES_H
#define WEIR_BODIES_SAMPLES_H

#include "weir/shapes/shape.h"
#include "weir/bodies/state.h"

/* A body's samples: vertical lines that belong to it, each spread over the cells around it and over the faces along its way. */

/* Sums of a cell and of its faces while samples join them. Of what the surface runs through, sums of weight, weight*low and
 * weight*high: near the surface the mean holds as much as all of it does. Of what is below or above, the volume and its ends: pieces lie
 * on top of each other. */
typedef struct CellSum {
  float wet[4];          /* weight, weight*low, weight*high, nothing: as one vector */
  CoverInterval slab[COVER_KINDS - 1];  /* of those that the surface does not run through */
} CellSum;

typedef struct FaceSum {
  float area, carried, low, high;
} FaceSum;

typedef struct SumScratch { /* of a cell of a window: as many as the largest has, for each thread */
  CellSum cell;
  FaceSum face[FACES];
  CellGround ground;
} SumScratch;
_Static_assert(sizeof(SumScratch) % 16 == 0, "sums of four lie in one vector");

typedef struct Frame { /* a pose of the body: what its samples are placed by */
  const float *rotation;
  float cosine, sine; /* of the heading */
  float x, y, z;      /* cells, of the window; m */
} Frame;

typedef struct Extent { /* m, of a window: what tells that the surface runs through all of a body */
  float bed, surface_low, surface_high; /* the highest bed, the lowest and the highest surface */
  bool within;                          /* it does not end where the grid does */
} Extent;

typedef struct Deposit { /* of one body */
  const WeirWater *w;
  const WeirBody *body;
  BodyMotion *move;
  SumScratch *sums; /* of its window, row by row */
  int across, down;
  float speed;      /* m/s of a cell a step */
  Frame to, from;
  Extent extent;
} Deposit;

/* To its sums, which are as scratch_begin left them; and the move's volume. A window of two cells at least either way. */
void samples_add(Deposit *deposit, const Shape *shape);

#endif
