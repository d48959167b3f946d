#ifndef WEIR_GRID_FLOW_BODIES_H
#define WEIR_GRID_FLOW_BODIES_H

/* The interface of blocking bodies to the flow solvers (pipe, swe) and to the sides of the grid: one table for each method that has
 * such bodies, the sub-grid method (bodies/bodies.h) and the two layers (layers/layers.h). The solvers call the table of the method
 * that is in use and include neither. */

#include "weir/grid/flow_step.h"
#include "weir/grid/water.h"

enum { FACE_EAST, FACE_SOUTH, FACES };

/* The part of a side of the grid that bodies leave open at one cell: shares of the face, and of the cell's storage. A plain value. */
typedef struct SideOpen {
  float open, storage;
} SideOpen;

/* The cells in line with each face of a row, for taking smoothing off beside bodies; made on the stack for one row. */
typedef struct FaceLine {
  const float *bed[4], *depth[4]; /* of the cells in line with a face, behind and ahead of it, by its column */
  const float *smoothing_cap[2];  /* m^2/s, of cells [1] and [2]: FlowRing */
  bool wall_back, wall_ahead;     /* the grid ends at a wall behind cell [1], beyond cell [2]: in every column */
  int column_back, column_ahead;  /* the grid ends at a wall in this column alone */
} FaceLine;

/* The table of one method: constant, with static lifetime. */
typedef struct FlowBodies {
  /* Returns true if there are bodies in the water. All other members are called only while it does. */
  bool (*present)(const WeirWater *water);
  /* While bodies are present, parts of the grid may sleep. */
  bool may_sleep;

  /* A step of `substeps` substeps begins; `repeated`: again from the state before it. */
  void (*begin_step)(WeirWater *water, int substeps, bool repeated);
  /* The step is taken back: the grid's fields are those before it again. NULL: begin_step does all. */
  void (*restore)(WeirWater *water);
  /* The step is over: bodies count as fixed until they are handed in again. NULL: nothing to do. */
  void (*end_step)(WeirWater *water);
  /* Writes to the volume budget what bodies displace. NULL: it is always up to date. */
  void (*update_budget)(WeirWater *water);

  /* Before a substep, and before tiles are asked whether they are asleep. */
  void (*before_substep)(WeirWater *water, const FlowStep *step);
  /* Called instead of the rest of the substep when every wet tile is asleep. NULL where nothing may sleep. */
  void (*skip_substep)(WeirWater *water);
  /* Solves the flows through the faces that bodies cut. NULL: `sweep` does. */
  void (*solve_faces)(WeirWater *water, const FlowStep *step);
  /* The whole substep instead of the solver's own sweep, which then calls none of the rows below. NULL: the solver's own. */
  void (*sweep)(WeirWater *water, const FlowStep *step, const FlowState *from);
  void (*end_substep)(WeirWater *water);

  /* Within the sweep, for rows in which bodies have cells. */
  bool (*in_row)(const WeirWater *water, int k);
  /* Writes speeds and flows of the cut faces of row k to the east or south, over the sweep's own. */
  void (*write_faces)(const WeirWater *water, int k, int side, float *speed, float *flow);
  /* Writes the changes of the velocity through the face of cell (i, k) on a side in the last substep, term by term, after its sweep.
   * Returns false, with nothing written, where bodies do not cut the face. NULL where `sweep` is there. */
  bool (*face_terms)(const WeirWater *water, const FlowStep *step, int i, int k, int side, FlowTerms *terms);
  /* Returns true if some body is at rest; then undo_smoothing removes the smoothing beside it from the faces of row k, which may be a copy
   * beyond a joined side, from cells [1] to cells [2] of a line. After write_faces. */
  bool (*has_body_at_rest)(const WeirWater *water);
  void (*undo_smoothing)(const WeirWater *water, const FlowStep *step, int k, int side, const FaceLine *line, float *flow);
  /* Computes the limits of the cut cells of row k, and `tight` with them. */
  void (*limit)(const WeirWater *water, const FlowStep *step, int k, const FlowCells *cells, float *limit, uint8_t *tight);
  /* Sets the values of the faces that bodies cut to 0, those to the east and south of row k. NULL: there are none. */
  void (*close_faces)(const WeirWater *water, int k, float *east, float *south);
  /* Finds the next stretch of columns [*i0, *i1) of row k at or after *i1 whose cells bodies cut; returns false if there is none. NULL: nothing
   * is told. */
  bool (*cut_stretch)(const WeirWater *water, int k, int *i0, int *i1);
  /* Writes the new water and heads of row k: once a substep, by the thread that owns the row. */
  void (*depth)(WeirWater *water, const FlowStep *step, int k, const FlowCells *cells);
  /* Writes the dye's concentrations (grid/dye.h) in the cells of row k that bodies cover, from its amounts, over the sweep's own. NULL
   * where `sweep` is there. */
  void (*concentration)(const WeirWater *water, int k, const float *amount, float *concentration);

  /* At the sides of the grid; all NULL where nothing is told apart. What bodies leave open of cell (i, k)'s face, and of what it stores. */
  SideOpen (*side_open)(const WeirWater *water, int i, int k);
  /* Tells the method that so many metres will leave the cell through the side in this substep. */
  void (*side_expect)(const WeirWater *water, int i, int k, float metres);
  /* The water, in m, that the surface there takes to stand higher by `rise` (or, negative, lower). */
  float (*side_water)(const WeirWater *water, int i, int k, float rise);
} FlowBodies;

/* The table in use while there are bodies in the water; NULL: plain water. */
static inline const FlowBodies *flow_bodies(const WeirWater *water) {
  const FlowBodies *const bodies = water->bodies.flow;
  return bodies && bodies->present(water) ? bodies : NULL;
}

/* Returns true if waves disperse now: in pipe and swe, and where bodies do not part the water in layers. */
static inline bool flow_disperses(const WeirWater *water) {
  const FlowBodies *const bodies = water->waves ? flow_bodies(water) : NULL;
  return water->waves && water->solver != WEIR_MEMBRANE && !(bodies && bodies->sweep);
}

#endif
