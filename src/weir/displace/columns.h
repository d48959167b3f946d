#ifndef WEIR_DISPLACE_COLUMNS_H
#define WEIR_DISPLACE_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "weir/shapes/shape.h"

/* The vertical columns of bodies, which displace/raster.c makes. */

enum { RUN_MAX = 64, RUN_GROUP = 16 }; /* columns of a run, at most; of a group, which empty columns fill up */

/* A run: vertical columns of a body side by side along x, each the part of the body over one lattice cell. The sum of area*(y1 - y0)
 * over a body's columns is its volume; area, faces and centroid are exact for convex shapes. Columns first to first + count - 1 of the
 * raster stand in lattice cells i, i + 1, ... of lattice row k; the water's cell is the lattice's divided by the body's `refine`. A run
 * starts with a group; what it leaves of its last one has no area. Owned by the Raster, made again by each call. */
typedef struct Run {
  int i, k, count, first;
} Run;

/* The lattice of one body, and where its columns are in the raster. An array in the Raster; a box or cylinder that has not moved since the
 * last call keeps its columns and runs, all else is made again. */
typedef struct RasterBody {
  Shape shape;
  WeirBody pose;        /* the body as its columns have it; of a mesh, vertices and triangles are no longer there */
  double step;          /* m, of its lattice */
  int refine;           /* lattice cells across one of the water's */
  int i0, k0, ni, nk;   /* the part of the lattice that its outline may touch; ni 0: none */
  int first, first_run; /* where its columns and runs start */
  int room, run_room;   /* how many of them it may have before the next body's start */
  int run_count;
  bool unmoved;     /* its columns and runs are those of the call before */
  float level, wet; /* m, mean surface over its wet columns; wet share of its outline: set by displace.c */
} RasterBody;

/* Columns of a run with the empty ones that fill its last group. */
static inline int run_filled(const Run *run) {
  return (run->count + RUN_GROUP - 1) / RUN_GROUP * RUN_GROUP;
}

/* Returns the water's cell that a lattice cell lies in, of a row or of a column: both from 0. Most small bodies have two lattice cells across one of
 * the water's, and a division takes as long as the rest of what is done for a run of theirs. */
static inline int lattice_cell(int i, int refine) {
  return refine == 2 ? (int)((unsigned)i / 2) : i / refine;
}

/* The columns of all bodies. Owned by Displace; memory only grows. */
typedef struct Raster {
  float *area;           /* m^2 covered */
  float *y0, *y1;        /* m, mean lower and upper face over the covered part */
  float *x, *z;          /* m, centroid of the covered part */
  float *metres, *cover; /* set by displace.c: m of the cell's water that the column displaces; share of the surface that it covers */
  int capacity;          /* columns; those in no run hold nothing */
  Run *runs;
  int run_capacity;
  RasterBody *bodies;
  int body_count, body_capacity;
  struct RasterCell *scratch; /* a row for each thread */
  int scratch_capacity;
} Raster;

#endif
