#ifndef WEIR_BODIES_BODIES_H
#define WEIR_BODIES_BODIES_H

#include "weir/grid/flow_bodies.h"
#include "weir/grid/water.h"

/* Bodies that float and block as moving sub-grid geometry (pipe, swe): the volume flow of water and body together through a
 * face is what is smooth. A body is deposited on the cells as charge is in a particle-in-cell code, so that what it newly
 * covers in a step is what it carries through the faces; a cell under a full cover keeps a narrow slot of storage, whose head
 * is the effective surface. The depth field holds that head (above the bed) where bodies are; the water itself is kept
 * here. One head a cell, the plain scheme's largest step.
 *
 * A call of weir_water_displace: bodies/tick.c finds how each body has come to where it is, bodies/deposit.c samples it (by the vertical
 * lines of shapes/vertical_spans.c) into sums of its own, bodies/cut_cells.c makes records for the cells that come of it, in which
 * the sums join (bodies/cover_intervals.c has what a cell holds); bodies/deep.c lets go of what moves far below. A substep, bodies/substep.c:
 * bodies/deck.c lets run what lies on top of bodies, bodies/face_rows.c prepares the faces (bodies/advection.c: what the flow carries to
 * them), bodies/heads.c solves for heads, and flow/flow_sweep.c lays what flows over its rows' own, and lets rest what bodies/smoothing.c says.
 * weir_water_push: bodies/pressure.c and bodies/body_force.c, from the same sums. Kernels, for every vector width, are in bodies/cut_rows.c and
 * bodies/face_rows.c. What they share is in bodies/state.h. */

bool subgrid_create(WeirWater *water);
void subgrid_destroy(WeirWater *water);

/* The bodies as they are now, `dt` after the last call. False when memory is short: there are no bodies then. */
bool subgrid_bodies(WeirWater *water, const WeirBody *bodies, int count, float dt);

/* Whether any cell has a record. */
bool subgrid_any(const WeirWater *water);

/* A step of `parts` substeps begins; again, after the guard has taken it back (`again`). */
void subgrid_begin_step(WeirWater *water, int parts, bool again);
/* The step is over: until they are handed in again, bodies stand still. */
void subgrid_end_step(WeirWater *water);
/* What views show of bodies, in the grid's own fields: filled by the first reader that asks, any number of them at once. */
void subgrid_fill_views(const WeirWater *water);
/* Books what bodies hold up. */
void subgrid_update_budget(WeirWater *water);
/* Water that others have added to depths, or taken, since this was last called is the records'. */
void cut_cells_sync(WeirWater *water);

/* Before a substep, and before tiles are asked which of them work: what others have changed, and what runs off bodies. Then what flows
 * through the bodies' faces. After it: how much bodies hold up. */
void subgrid_before_substep(WeirWater *water, const FlowStep *step);
void subgrid_solve_faces(WeirWater *water, const FlowStep *step);
void subgrid_end_substep(WeirWater *water);
/* Instead of both, when all that is wet sleeps. */
void subgrid_skip_substep(WeirWater *water);

/* bodies/sides.c: of cell (i, k)'s face on a side of the grid, the share that bodies leave open; and what the cell stores of what
 * goes through it, as a share of an open one's, where its head is or may soon be. */
SideOpen subgrid_side_open(const WeirWater *water, int i, int k);
/* The solver is told of so many metres that will leave through it. */
void subgrid_side_expect(const WeirWater *water, int i, int k, float metres);
/* The water, in m, that the surface there takes to stand higher by `rise` (or, negative, lower). */
float subgrid_side_water(const WeirWater *water, int i, int k, float rise);

/* The next three are for rows that have records: subgrid_in_row, bodies/state.h. */
/* Lays row k's faces over the sweep's own: speeds and flows through faces to the east, or to the south. */
void subgrid_write_faces(const WeirWater *water, int k, int side, float *speed, float *flow);
/* bodies/smoothing.c: takes off what smoothing does beside bodies that rest, to the faces of row k, which may be a copy beyond a joined side, from
 * cells [1] to cells [2] of a line; after subgrid_write_faces. */
void subgrid_undo_smoothing(const WeirWater *water, const FlowStep *step, int k, int side, const FaceLine *line, float *flow);
/* Limits of row k by the water that is there, and `tight` with them. */
void subgrid_limit(const WeirWater *water, const FlowStep *step, int k, const FlowCells *cells, float *limit, uint8_t *tight);
/* New water and heads of row k; once a substep, by who owns the row. */
void subgrid_depth(WeirWater *water, const FlowStep *step, int k, const FlowCells *cells);

/* What the water does to body `index` of the last call: as a step of dt can take it. */
void subgrid_force(const WeirWater *water, const WeirBody *body, int index, float dt, WeirForce *force);

/* bodies/saved.c: records as they are between two calls, for snapshots: how many bytes that is, and at least for so many records and
 * poses. */
size_t subgrid_saved_size(const WeirWater *water);
size_t subgrid_saved_least(int cells, int poses);
void subgrid_save(const WeirWater *water, unsigned char *bytes);
/* From `size` bytes, which are as many as that least. False when they are no records of this grid, or memory is short. */
bool subgrid_load(WeirWater *water, const unsigned char *bytes, size_t size, int cells, int poses);

/* How the method meets the flow solvers; in use between subgrid_create and subgrid_destroy. */
extern const FlowBodies subgrid_flow;

#endif
