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
 *   flow         one substep: its numbers, bodies, sides, the sweep; extremes of the state
 *   pipe, swe    the two solvers' tables and largest steps
 *   flow_sweep   the substep as a sweep over rows, in bands of threads (flow_band: its rows; dye_sweep: the dye)
 *   flow_rows    the type of the kernels' table, and the rows that they work on; row_table: the table of one vector width
 *   row_parts    its members: front_rows (heads and depths at faces, pipes' speeds), update_rows (swe's speeds), depth_rows (limits,
 *                depths), dye_rows (dye)
 *   watch        one cell whose velocity is explained; cell_terms: what the rows make of its faces, term by term
 *   face_speed   drag, bounds and dead bands of a face's speed
 *   tuned        numbers chosen by trial */

#include "weir/grid/flow_step.h"
#include "weir/grid/scheme.h"
#include "weir/grid/water.h"

extern const Scheme scheme_pipe, scheme_swe;

/* The members of both solvers' tables (grid/scheme.h). The solvers differ in how a face's velocity changes and in which depth it
 * carries. */
void flow_enter(WeirWater *water);

/* The numbers of a substep of the water as it is. */
FlowStep flow_step_numbers(const WeirWater *water, float dt);

int flow_batch(const WeirWater *water);
void flow_substeps(WeirWater *water, float dt, int count, bool last);

/* After rollback_save, the next substep writes to the other set of fields and keeps the state before it (FlowPart.previous). Restoring
 * exchanges the two, once; a second call changes nothing. */
void flow_restore(WeirWater *water);

/* Measures the greatest depth, surface and speed, which bound the next step; returns how many tiles are not finite. */
int flow_measure(WeirWater *water);

#endif
