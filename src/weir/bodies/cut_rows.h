#ifndef WEIR_BODIES_CUT_ROWS_H
#define WEIR_BODIES_CUT_ROWS_H

#include "weir/bodies/row_types.h"

typedef struct CutCellRows {
  /* What its faces make of a group whose cells and slabs are there. */
  void (*gather)(const HeadStep *step, const CutHeads *heads, const CutFaces *faces, const float *water, HeadGroup *group);
  /* One of Newton's steps for each cell's head: held(h) + dt/dx*(what leaves at h) = water. The farthest that one moved, m. */
  float (*relax)(const HeadStep *step, const HeadGroup *group, float *heads);
  /* What a group comes to once flows are known: `depth` as the substep found it. */
  void (*settle)(const HeadStep *step, const CutFaces *faces, const HeadGroup *group, const float *depth, const CutNext *next);
  /* What water does to the slabs. */
  void (*load)(const LoadStep *step, const LoadIn *in, LoadOut *out);
  /* ... and to faces on side `side`. */
  void (*press)(const LoadStep *step, int side, const PressIn *in, PressOut *out);
} CutCellRows;

/* Faces of records [first, last) on side `side`, 0 to the east, 1 to the south: each for all of them before the next. */
typedef struct CutFaceRows {
  /* From sums over bodies to what their faces are. */
  void (*finish)(CutFaces *faces, int side, int first, int last);
  /* What there is to go through. */
  void (*open)(const CutHeads *heads, CutFaces *faces, int side, int first, int last);
  /* What they do whatever the heads are. */
  void (*prepare)(const HeadStep *step, const CutHeads *heads, CutFaces *faces, int side, int first, int last);
  /* What flows now that the heads are known. */
  void (*flow)(const HeadStep *step, const CutHeads *heads, CutFaces *faces, int side, int first, int last);
} CutFaceRows;

/* The tables that the process uses (simd.c). */
const CutCellRows *cut_cell_rows(void);
const CutFaceRows *cut_face_rows(void);

#endif
