#ifndef WEIR_MEMBRANE_MEMBRANE_H
#define WEIR_MEMBRANE_MEMBRANE_H

/* The solver of the surface as a membrane (Gritzner 2010, sections 2.3 to 2.8; Mueller-Fischer 2008; Bressler 2007): displacement u about a
 * level of rest and its vertical velocity v in cells,
 *   v <- s*(v + dt*(c^2*L(u)/dx^2 - drag*v)),   u <- u + dt*v
 *   L(u) = u_E + u_W + u_N + u_S - 4u (Gritzner 2.19),   L9(u) = 1/2*[L(u) + 1/2*(u_NE + u_NW + u_SE + u_SW - 4u)]
 * A face is as open as the less open of its two cells, for both of them: what one side loses the other gains, so the volume holds by
 * construction, and a closed face reflects.
 *
 *   membrane        substeps: land as fixed points, sides, slope clamp, the largest step; the solver's table
 *   membrane_sweep  several substeps as one sweep over rows, in bands of threads
 *   membrane_rows   the kernels, compiled for each vector width
 *   lakes           connected wet regions: levels of rest, and volume that they make up for */

#include "weir/grid/scheme.h"

extern const Scheme scheme_membrane;

/* The inner loops of the membrane, a row of cells at a time; membrane/membrane_sweep.c calls them in order. All rows are pointers to
 * column 0, borrowed for the call; columns are taken in groups of MEMBRANE_GROUP, which may reach beyond the grid into halo or padding. */
enum {
  MEMBRANE_GROUP = 16,
  MEMBRANE_BLOCK = 64, /* columns that share a least depth at rest */
  MEMBRANE_FACES = 12, /* floats a cell, at most, that `faces` writes */
  MEMBRANE_AHEAD_FEW = 2,
  MEMBRANE_AHEAD = 5
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
  float depth[MEMBRANE_GROUP];        /* greatest, m; 0 where depths are left out */
  float displacement[MEMBRANE_GROUP]; /* greatest |u|, m, where they are */
  float velocity[MEMBRANE_GROUP];     /* greatest |v|, m/s */
  float low[MEMBRANE_GROUP];          /* least depth of water, m, of cells that might be below their bed */
  float sum[MEMBRANE_GROUP];          /* of everything: finite while all is */
} MembraneReduction;

/* One row of cells and its neighbours to the north and south, before the substep unless a member says after. On the stack for one row. */
typedef struct MembraneRow {
  const float *u_north, *u, *u_south; /* displacement, m */
  const float *v;                     /* vertical velocity, m/s */
  const float *v_north, *v_south;     /* where bodies are */
  const float *open, *cover;          /* of a field; no cover while there are no bodies */
  const MembraneRun *runs;
  const float *faces;                /* the result of MembraneRows.faces for the row; NULL: computed on the way */
  float *to_u, *to_v;                /* after; may be u and v where no bodies are */
  float *u_copy;                     /* a copy of u, made where to_u is u; NULL: none */
  const float *rest_level, *terrain; /* m */
  float *depth;                      /* m; NULL: not wanted */
  const float *least_rest_depth;     /* m: the least depth at rest of MEMBRANE_BLOCK columns each; NULL: not the last substep */
  MembraneReduction *reduction;
  const float *ahead[MEMBRANE_AHEAD]; /* rows to prefetch: MEMBRANE_AHEAD_FEW of them, or */
  bool more_ahead;                    /* all, in a single substep with depths */
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
extern const MembraneRows membrane_rows_plain, membrane_rows_avx2, membrane_rows_avx512;

/* Several substeps of the membrane as one sweep over rows: the first substep leads, each further one is a row behind the one before, so
 * that a row is in the cache for all of them. */
enum { MEMBRANE_BATCH_MAX = 8 /* substeps of one sweep */ };

/* Allocates scratch rows, kinds and the second set of fields; before the first substep and when the number of threads grows. Returns false
 * if memory runs out. */
bool membrane_sweep_create(WeirWater *water);
void membrane_sweep_destroy(WeirWater *water);
/* The results that the last substep of a sweep has besides the state: none; the extremes; the extremes and the depths. */
typedef enum MembraneEnd { MEMBRANE_GOES_ON, MEMBRANE_WITHOUT_DEPTHS, MEMBRANE_WITH_DEPTHS } MembraneEnd;
/* Runs `count` substeps. `fresh`: the state before stays in the other set of fields. Returns true if some cell is below its bed (not where
 * the step goes on). */
bool membrane_sweep(WeirWater *water, const MembraneStep *step, int count, bool nine, bool bodies, bool fresh, MembraneEnd end);
/* Computes the depths from the displacements, where there is water; the extremes are then those of before. */
void membrane_depths(WeirWater *water);
/* Exchanges the state and the previous one. */
void membrane_swap(WeirWater *water);

/* Lakes of a membrane, its connected wet regions: where the papers' schemes lose or gain volume (a surface that meets the bed, a slope
 * that is clamped), the rest of the same lake makes up for it (Mueller-Fischer 2008, "Water loss"). */

bool lakes_create(WeirWater *water);
void lakes_destroy(WeirWater *water);
/* Labels the regions deeper than 1 cm and sets openness, rest level and displacement from the depths. */
void lakes_find(WeirWater *water);
/* Finds the mask of land from the labels; lakes_find does. */
void lakes_mark_land(WeirWater *water);
/* Lifts cells below their bed to it, and removes the volume from the other cells of their lake, at most half of a cell's depth at a
 * time. */
void lakes_repair_bed(WeirWater *water);
/* Adds the metres that the slope clamp removed from each cell (membrane.scratch) back, evenly over each lake. */
void lakes_repair_taken(WeirWater *water);
/* The last resort against a surface that stands absurdly high (LAKE_ABSURD times the deepest rest depth), which only parameters that
 * change faster than waves run can cause: flattens every lake at its own mean, so that its volume stays. */
void lakes_flatten_absurd(WeirWater *water);
/* Subtracts the mean vertical velocity of each lake from its cells: fixed points would raise or lower a lake as a whole, which its volume
 * does not allow (Mueller-Fischer's "water loss", prevented). */
void lakes_remove_mean_velocity(WeirWater *water);

#endif
