#ifndef WEIR_BODIES_CUT_ROWS_H
#define WEIR_BODIES_CUT_ROWS_H

#include "weir/bodies/row_types.h"

/* The table of kernels for cut cells and bodies, compiled for one vector width. Static; sixteen or LOAD_LANES lanes at a time. */
typedef struct CutCellRows {
  /* Fills a group with what its cells' faces are, cells and intervals being there. */
  void (*gather)(const HeadStep *step, const CutHeads *heads, const CutFaces *faces, const float *water, HeadGroup *group);
  /* One of Newton's steps for each cell's head: V(h) + dt/dx*(what leaves at h) = water. Returns the longest step, m. */
  float (*relax)(const HeadStep *step, const HeadGroup *group, float *heads);
  /* New water, limits and depths of a group once flows are known; `depth` is that before the substep. */
  void (*settle)(const HeadStep *step, const CutFaces *faces, const HeadGroup *group, const float *depth, const CutNext *next);
  /* Lift and drag of the water on a body's intervals. */
  void (*load)(const LoadStep *step, const LoadIn *in, LoadOut *out);
  /* Pressure of the water on a body's faces on side `side`. */
  void (*press)(const LoadStep *step, int side, const PressIn *in, PressOut *out);
} CutCellRows;

/* The table of kernels for the faces of cut cells, compiled for one vector width. Static. Each works on the faces of cut cells [first,
 * last) on side `side`, 0 to the east, 1 to the south, and on all of them before the next kernel begins. */
typedef struct CutFaceRows {
  /* Turns sums over bodies into the shares, speeds and blocked parts of faces. */
  void (*finish)(CutFaces *faces, int side, int first, int last);
  /* Computes the openings of faces under, within and over bodies. */
  void (*open)(const CutHeads *heads, CutFaces *faces, int side, int first, int last);
  /* Computes the coefficients of faces that do not depend on the new heads: gain, base and bounds. */
  void (*prepare)(const HeadStep *step, const CutHeads *heads, CutFaces *faces, int side, int first, int last);
  /* Computes speeds and flows, once the heads are known. */
  void (*flow)(const HeadStep *step, const CutHeads *heads, CutFaces *faces, int side, int first, int last);
} CutFaceRows;

/* The tables for the vector width that the process uses (simd.c). */
const CutCellRows *cut_cell_rows(void);
const CutFaceRows *cut_face_rows(void);

#endif
