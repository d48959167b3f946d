#ifndef WEIR_MEMBRANE_ROWS_H
#define WEIR_MEMBRANE_ROWS_H

#include <stddef.h>
#include <stdint.h>

/* The inner loops of the membrane, a row of cells at a time; membrane_sweep.c puts them together. All rows are pointers to
 * column 0; columns are done in groups of MEMBRANE_GROUP, which may reach beyond the grid into halo or padding. */
enum { MEMBRANE_GROUP = 16 };

typedef struct MembraneStep {
  float spring;  /* dt*c^2/dx^2 */
  float drag;    /* 1 - drag*dt */
  float keep;    /* exp(-damping*dt) */
  float dt;
  float damping; /* block_damping*dt */
  ptrdiff_t s;   /* from row to row */
} MembraneStep;

/* What a group of cells, with the cells to its west and east, has in it. */
enum { MEMBRANE_SHUT = 1, MEMBRANE_OPEN = 2, MEMBRANE_COVERED = 4 }; /* openness below 1; above 0 (its own cells); a body */

/* What rows of cells come to; by lanes, so that rows need not be added up. */
typedef struct MembraneTally {
  float depth[MEMBRANE_GROUP], rate[MEMBRANE_GROUP], low[MEMBRANE_GROUP]; /* greatest depth, |v|; least depth of water */
  float sum[MEMBRANE_GROUP];                                              /* of everything: finite while all is */
} MembraneTally;

/* One row of cells and its neighbours to the north and south, before the substep but for what is said to be after. */
typedef struct MembraneRow {
  const float *u_north, *u, *u_south;    /* offset, m */
  const float *v_north, *v, *v_south;    /* rate, m/s; v must not be to_v where bodies are (then a copy) */
  const float *open_north, *open, *open_south;
  const float *cover_north, *cover, *cover_south;         /* NULL while there are no bodies */
  const uint8_t *kinds_north, *kinds, *kinds_south;       /* per group */
  float *to_u, *to_v;                    /* after; may be u and v */
  float *old_u;                          /* where u is saved before it is overwritten; NULL: nowhere */
  const float *rest, *terrain;           /* m; NULL: depths are not wanted yet */
  float *depth;
  MembraneTally *tally;
} MembraneRow;

typedef struct MembraneRows {
  void (*step5)(const MembraneStep *step, const MembraneRow *row, int count);
  void (*step9)(const MembraneStep *step, const MembraneRow *row, int count);
  void (*kinds)(const float *open, const float *cover, uint8_t *kinds, int count);
  void (*land)(const MembraneStep *step, const float *offset, const float *open, const float *terrain, float *rate,
               int count);
  void (*slope)(const float *offset, const float *open, float *out, ptrdiff_t s, int count, float most);
} MembraneRows;

/* The table that the process uses (simd.c). */
const MembraneRows *membrane_rows(void);

#endif
