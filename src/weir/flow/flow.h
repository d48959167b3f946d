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
 *   flow_rows    the type of the kernels' table, and the rows that they work on
 *   row_parts    its members: front_rows (heads and depths at faces, pipes' speeds), update_rows (swe's speeds), depth_rows (limits,
 *                depths, dye; the table of one vector width)
 *   watch        one cell whose velocity is explained, from what the rows make of its faces, term by term
 *   face_speed   drag, bounds and dead bands of a face's speed
 *   tuned        numbers chosen by trial */

#include "weir/grid/flow_step.h"
#include "weir/grid/scheme.h"
#include "weir/grid/water.h"

/* The solvers differ in how a face's velocity changes and in which depth it carries. */
extern const Scheme scheme_pipe, scheme_swe;

/* The numbers of a substep of the water as it is. */
FlowStep flow_step_numbers(const WeirWater *water, float dt);

/* --- the sweep ------------------------------------------------------------------------------------------------------- */

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
 * the last substep. `change` is the terms' sum. */
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
