#ifndef WEIR_MEMBRANE_MEMBRANE_ROWS_H
#define WEIR_MEMBRANE_MEMBRANE_ROWS_H

#include <stddef.h>
#include <stdint.h>

/* The inner loops of the membrane, a row of cells at a time; membrane/membrane_sweep.c calls them in order. All rows are pointers to
 * column 0, borrowed for the call; columns are taken in groups of MEMBRANE_GROUP, which may reach beyond the grid into halo or padding. */
enum {
  MEMBRANE_GROUP = 16,
  MEMBRANE_FACES = 12, /* floats a cell, at most, that `faces` writes */
  MEMBRANE_AHEAD = 2
};

/* The numbers of a substep, the same for every cell. Made on the stack of membrane_substeps. */
typedef struct MembraneStep {
  float spring;         /* dt*c^2/dx^2 */
  float drag;           /* 1 - drag*dt */
  float damping_factor; /* exp(-damping*dt) */
  float dt;
  float damping; /* block_damping*dt */
  ptrdiff_t s;   /* from row to row */
} MembraneStep;

/* Bits for what a group of cells contains, with the cells to its west and east. */
enum { MEMBRANE_CLOSED = 1, MEMBRANE_OPEN = 2, MEMBRANE_COVERED = 4 }; /* openness below 1; above 0 (its own cells); a body */

/* The kernel that a group of cells needs. */
typedef enum MembranePath {
  MEMBRANE_LAND,  /* all land */
  MEMBRANE_FREE,  /* all open, and all around them */
  MEMBRANE_FACED, /* some faces closed, in whole or in part */
  MEMBRANE_BODIES /* closed faces and bodies */
} MembranePath;

/* Groups of a row, from the end of the run before, that take the same path; the last run ends with the row. In MembraneSweep. */
typedef struct MembraneRun {
  uint16_t end; /* group */
  uint16_t path;
} MembraneRun;

/* Extremes of a band's cells after a sweep, reduced by lanes, so that rows need no horizontal sums. In MembraneSweep, one a band. */
typedef struct MembraneReduction {
  float depth[MEMBRANE_GROUP], velocity[MEMBRANE_GROUP], low[MEMBRANE_GROUP]; /* greatest depth, |v|; least depth of water */
  float sum[MEMBRANE_GROUP];                                                  /* of everything: finite while all is */
} MembraneReduction;

/* One row of cells and its neighbours to the north and south, before the substep unless a member says after. On the stack for one row. */
typedef struct MembraneRow {
  const float *u_north, *u, *u_south; /* displacement, m */
  const float *v;                     /* vertical velocity, m/s */
  const float *v_north, *v_south;     /* where bodies are */
  const float *open, *cover;          /* of a field; no cover while there are no bodies */
  const MembraneRun *runs;
  const float *faces;                /* the result of MembraneRows.faces for the row; NULL: computed on the way */
  float *to_u, *to_v;                /* after; to_v may be v where no bodies are */
  const float *rest_level, *terrain; /* m; rest_level NULL: depths are not wanted yet */
  float *depth;
  MembraneReduction *reduction;
  const float *ahead[MEMBRANE_AHEAD]; /* rows to prefetch */
} MembraneRow;

/* The kernels for one vector width: constant, with static lifetime. */
typedef struct MembraneRows {
  void (*step5)(const MembraneStep *step, const MembraneRow *row, int count);
  void (*step9)(const MembraneStep *step, const MembraneRow *row, int count);
  void (*faces5)(const MembraneStep *step, const MembraneRow *row, float *faces, int count);
  void (*faces9)(const MembraneStep *step, const MembraneRow *row, float *faces, int count);
  void (*kinds)(const float *open, const float *cover, uint8_t *kinds, int count);
  void (*land)(const MembraneStep *step, const float *displacement, const float *open, const float *terrain, float *change, int count);
  double (*sum)(const float *row, int count); /* the same for any width */
  void (*slope)(const float *displacement, const float *open, float *out, ptrdiff_t s, int count, float displacement_cap);
} MembraneRows;

/* The table that the process uses (simd.c). */
const MembraneRows *membrane_rows(void);

#endif
