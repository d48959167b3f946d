#ifndef WEIR_BODIES_CUT_ROWS_H
#define WEIR_BODIES_CUT_ROWS_H

#include "weir/bodies/row_types.h"

typedef struct SubgridRows {
  /* What its faces make of a group whose cells and slabs are there. */
  void (*gather)(const ShadeStep *step, const SubHeads *heads, const SubFaces *faces, const float *water, ShadeGroup *group);
  /* One of Newton's steps for each cell's head: held(h) + dt/dx*(what leaves at h) = water. The farthest that one moved, m. */
  float (*relax)(const ShadeStep *step, const ShadeGroup *group, float *heads);
  /* What a group comes to once flows are known: `depth` as the substep found it. */
  void (*settle)(const ShadeStep *step, const SubFaces *faces, const ShadeGroup *group, const float *depth, const SubNext *next);
  /* What water does to the slabs. */
  void (*load)(const LoadStep *step, const LoadIn *in, LoadOut *out);
  /* ... and to faces on side `side`. */
  void (*press)(const LoadStep *step, int side, const PressIn *in, PressOut *out);
} SubgridRows;

/* Faces of records [first, last) on side `side`, 0 to the east, 1 to the south: each for all of them before the next. */
typedef struct SubgridFaceRows {
  /* From sums over bodies to what their faces are. */
  void (*finish)(SubFaces *faces, int side, int first, int last);
  /* What there is to go through. */
  void (*open)(const SubHeads *heads, SubFaces *faces, int side, int first, int last);
  /* What they do whatever the heads are. */
  void (*prepare)(const ShadeStep *step, const SubHeads *heads, SubFaces *faces, int side, int first, int last);
  /* What flows now that the heads are known. */
  void (*flow)(const ShadeStep *step, const SubHeads *heads, SubFaces *faces, int side, int first, int last);
} SubgridFaceRows;

/* The tables that the process uses (simd.c). */
const SubgridRows *subgrid_rows(void);
const SubgridFaceRows *subgrid_face_rows(void);

#endif
