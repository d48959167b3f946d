#ifndef WEIR_FLOW_FLOW_H
#define WEIR_FLOW_FLOW_H

/* The solvers with flow: virtual pipes and shallow water. Both have velocities u on faces and depths d in cells, and take a substep as
 *   u <- mu*u + dt*g*(h_i - h_j)/dx     (h: the surface; swe: less the advection of u, update_rows.c)
 *   q  = u*h_face
 *   q <- K*q,  K = min(1, d/(dt/dx * sum of outflows)) of the cell that q leaves: no depth falls below 0
 *   d <- d - dt/dx*((q_east - q_west) + (q_south - q_north))
 * (O'Brien and Hodgins 1995 and Chentanez and Mueller 2010 in the form of Kellomaki 2015, sections 4.3 to 4.6; advection after Stelling
 * and Duinmeijer 2003). What leaves a cell enters its neighbour: the volume holds by construction.
 *
 *   flow         one substep: its numbers, bodies, sides, the sweep; extremes of the state; the two solvers' tables
 *   flow_sweep   the substep as a sweep over rows, in bands of threads, with the dye (flow_band: its rows)
 *   row_parts    formulas of the kernels: front_rows (heads and depths at faces, pipes' speeds), update_rows (swe's speeds; limits,
 *                depths, dye; the table of one vector width)
 *   watch        one cell whose velocity is explained, from what the rows make of its faces, term by term
 *   tuned        numbers chosen by trial */

#include "weir/grid/flow_step.h"
#include "weir/grid/scheme.h"

/* The solvers differ in how a face's velocity changes and in which depth it carries. */
extern const Scheme scheme_pipe, scheme_swe;

/* The numbers of a substep of the water as it is. */
FlowStep flow_step_numbers(const WeirWater *water, float dt);

/* The inner loops of pipe and swe, a stretch of a row at a time; flow/flow_sweep.c calls them in order. The halo stands for what lies
 * outside the grid, so the loops have no conditions for it. A stretch is columns [i0, i1), multiples of FLOW_GROUP: between the grid's
 * last column and the next multiple lie halo and padding, where everything stays finite and nothing is read. All rows are pointers to
 * column 0, borrowed for the call; all structs are made on the stack for one row.
 *
 * The face to the east of a cell, or to its south, has the cell's index. Speeds u are in m/s, flows q = u*h in m^2/s. */

/* A set of rows in the band's ring: the values that the front computes of a row for the rows that follow. Faces: those to the south, and
 * for swe to the east. */
typedef struct FlowRing {
  float *head_z, *head_x;             /* m, surface behind minus surface ahead */
  float *face_depth_z, *face_depth_x; /* m, depth of the water at the face */
  float *clearance_z;                 /* m by which the lower of both surfaces stands above the higher bed; negative: a bank */
  float *shock;                       /* cells; m, viscous head of compression */
  float *shear;                       /* corners to the south and east; m, viscous head of rotation */
  float *bend_z, *bend_x;             /* cells; m: the surfaces to either side minus twice the cell's own */
  float *smoothing_cap;               /* cells; m^2/s, the most that smoothing may move through one of their faces */
  float *advected_rise;               /* swe: cells; m by which the current, carrying the surface along, raises it in half of the step */
  float *half_step_rise;              /* swe: cells; m by which the surface will have risen by the middle of the step */
  float *wave_push_x, *wave_push_z;   /* swe: faces; m of head by which waves that disperse push */
  float *spill_x, *spill_z;           /* swe: faces; m^2/s that run down from crests that are too steep for waves */
} FlowRing;

/* Inputs and outputs of the front of the sweep at row r: its faces, its cells, and for pipes the faces to the east of row r and to the
 * south of row r-1 whose tiles are active. */
typedef struct FlowFront {
  const float *bed_north, *bed, *bed_south, *depth, *depth_south; /* rows r-1, r, r+1 */
  const float *ux, *ux_south, *uz, *uz_north;                     /* u before: east of rows r, r+1, south of r, r-1 */
  const float *discharge_x, *discharge_z, *discharge_z_north;     /* swe: q before, east of row r, south of rows r, r-1 */
  FlowRing before, now;                                           /* of rows r-1 (read) and r (written) */
  const uint8_t *east, *south;                                    /* per tile column: is active in row r, in row r-1 */
  float *speed_out_x, *speed_out_z;                               /* pipe: u after, east of row r and south of row r-1 */
  float *flow_x, *flow_z;                                         /* pipe: q after, of the same faces; 0 where no tile is active */
  const float *wave_head[3];                                      /* m: of dispersion (waves/waves.h), rows r-1, r, r+1; NULL: none */
  const float *beside[2];                                         /* pipe: waves_beside, rows r-1, r; NULL: none */
  bool ends_at_wall; /* the stretch ends at a closed wall: no next vector is needed to finish its last faces */
  FlowSides sides;
} FlowFront;

/* swe: differences of u from one face to the next and their limited slopes, within row k and from it to the next. */
typedef struct FlowSlopes {
  const float *u, *u_next;          /* rows k, k+1 */
  const float *difference_north;    /* what `step` was for row k-1 */
  float *within, *slope;            /* u[i+1] - u[i], and the slope at i */
  float *difference, *slope_across; /* u(k+1) - u(k), and the slope at k */
} FlowSlopes;

/* swe: one row of faces from cells [0] to cells [1], east or south. `along` and `across`: of the direction of u. */
typedef struct FaceUpdate {
  const float *bed[2], *depth[2];
  const float *depth_back, *depth_far; /* of the cells behind cells [0] and beyond cells [1] */
  const float *bed_back, *bed_far;
  const float *head[3], *face_depth; /* of the faces behind, here and ahead; here */
  const float *bend[2], *smoothing_cap[2], *advected_rise[2], *half_step_rise[2];
  const float *wave_push;                                  /* m of head by which waves that disperse push; NULL: none do */
  const float *beside;                                     /* waves_beside, of the cells behind; NULL: none */
  const float *spill;                                      /* m^2/s, with wave_push */
  const float *speed_before;                               /* u before */
  const float *difference_along[2], *difference_across[2]; /* differences of u towards here, and from here on */
  const float *slope_along[3], *slope_across[3];           /* of u behind, here and ahead */
  const float *discharge[3];                               /* q before, of the faces behind, here and ahead */
  const float *cross_discharge[4];                         /* q before through the faces aside: of cells [0] and [1] ahead, and behind */
  float *speed, *flow;                                     /* u and q after; speed may be speed_before */
} FaceUpdate;

/* The dye of a row of cells (grid/dye.h): concentrations, unit/m^3, of rows k, k+1, k-1, and amounts, unit/m^2, of row k. */
typedef struct DyeCells {
  const float *here, *south, *north; /* concentrations before */
  const float *before, *depth;       /* amounts before; m, depths after */
  float *after;                      /* amounts after; may be `before` */
  double *left;                      /* sum over the row of what has come to lie on dry land */
} DyeCells;

/* The kernels for one vector width: constant, with static lifetime. */
typedef struct FlowRows {
  void (*front_pipe)(const FlowStep *step, const FlowFront *front, int i0, int i1);
  void (*front_swe)(const FlowStep *step, const FlowFront *front, int i0, int i1);
  void (*slopes)(const FlowSlopes *slopes, int i0, int i1);
  void (*update_swe)(const FlowStep *step, const FaceUpdate *update, int i0, int i1);
  void (*limit)(const FlowStep *step, const FlowCells *cells, float *limit, uint8_t *tight, int i0, int i1);
  /* [i0, i1) lies within one tile; columns from `end` on are beyond the grid and left out of the reduction. */
  void (*depth)(const FlowStep *step, const FlowCells *cells, TileReduction *reduction, int i0, int i1, int end);
  void (*concentration)(const float *amount, const float *depth, float *concentration, int i0, int i1);
  /* Updates the dye in the columns that `depth` takes. Runs after it and after the bodies: needs the flows, limits and `tight` of cells. */
  void (*dye)(const FlowStep *step, const FlowCells *cells, const DyeCells *dye, TileReduction *reduction, int i0, int i1, int end);
} FlowRows;
extern const FlowRows flow_rows_plain, flow_rows_avx2, flow_rows_avx512;

/* One substep of pipe or swe as a sweep over rows: heads and depths at the faces of a row, speeds and flows, the limits of the row before
 * and the depths of the one before that. Each field is read and written once; intermediate values live in a few rows that stay in the
 * cache. */

/* Allocates the scratch rows, one set for each thread; before the first substep and when the number of threads changes. Returns false if
 * memory runs out. */
bool flow_sweep_create(WeirWater *water);
void flow_sweep_destroy(WeirWater *water);
/* Runs the substep. From `from` to the water's own fields, which may be the same. */
void flow_sweep(WeirWater *water, const FlowStep *step, const FlowState *from);

/* --- a cell that is watched ------------------------------------------------------------------------------------------ */

enum { WATCH_X, WATCH_Z, WATCH_AXES };

/* The terms of one cell's velocity, the mean of its faces', over the substeps of a step. A plain value. */
typedef struct WatchResult {
  FlowTerms terms[WATCH_AXES]; /* m/s */
  double change[WATCH_AXES];   /* m/s, read off the faces before and after */
  double seconds;              /* 0: no substep yet */
} WatchResult;

/* One cell whose velocity is explained while the water steps. There only while a cell is watched; owned by FlowPart. No part of the
 * state: neither hashed nor saved. */
typedef struct FlowWatch FlowWatch;

/* Watches cell (i, k) instead of any other. Returns false if memory runs out. */
bool watch_create(WeirWater *water, int i, int k);
void watch_destroy(WeirWater *water);
/* The result of the last step at cell (i, k); NULL: another cell is watched, or none, or no step has been since. */
const WatchResult *watch_result(const WeirWater *water, int i, int k);
/* The terms of a substep that began now with these numbers, without what sides and sources would do; faces that bodies cut have those of
 * the last substep. `change` is the terms' sum; without memory all are 0. */
WatchResult watch_predicted(const WeirWater *water, const FlowStep *step, int i, int k);
/* Within a step, each only while a cell is watched: before its first substep, and again before a step is repeated; before the sweep,
 * which may write over `from`; after the sweep; at the substep's end. */
void watch_begin_step(WeirWater *water);
void watch_before_sweep(WeirWater *water, const FlowStep *step, const FlowState *from);
void watch_after_sweep(WeirWater *water);
void watch_end_substep(WeirWater *water, float dt);
/* Instead of the last three, when all that is wet sleeps. */
void watch_sleep(WeirWater *water, const FlowStep *step, float dt);

#endif
