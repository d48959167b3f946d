#ifndef WEIR_BODIES_BODIES_H
#define WEIR_BODIES_BODIES_H

#include "weir/grid/flow_bodies.h"

/* The sub-grid method (pipe, swe): bodies that float and block as moving geometry finer than the grid. What is smooth across a face
 * is the volume flow of water and body together, so a body that drifts with the water leaves no wave on any grid. docs/coupling.md
 * tells it at length; letters and units here are those of the code:
 *
 *   deposit  vertical lines through a body each give a cover interval [low, high] and a weight; bilinear weights spread them over four
 *            cells (cover phi) and, along the path of the tick, over the faces between (share psi, speed u_b), as charge is deposited
 *            in a particle-in-cell code. Geometric conservation law: d(phi) = -dt*div(psi*u_b), to rounding.
 *   volume   V(h)/dx^2 = (h - b) - (1 - epsilon)*sum of cover*(clamp(h, low, high) - low)
 *            epsilon = SLOT_FRACTION: a fully covered cell keeps a narrow slot of storage (Preissmann slot), whose head is the
 *            effective surface. That head, above the bed, is what the depth field holds; the water itself is kept here.
 *   faces    with z the higher bed, h the higher surface, p the blocked part between low and high:
 *            under = min(h, low) - z,  within = (1 - p)*(clamp(h, low, high) - low),  over = max(0, h - high)
 *            u <- base + gain*(under*d(z) + within*d(low) + over*d(high)),  d(y) = max(h_i, y) - max(h_j, y)
 *            q = u*(under + within + over) + (p - (1 - epsilon)*psi)*(clamp(h, low, high) - low)*u_b + seepage
 *            slowed by friction in gaps, by the loss of Borda and Carnot, and bounded by what energy drives over a crest or under an edge.
 *   heads    V(h) + dt*div(q(h)) = V for all covered cells at once, heads at the end of the substep (Casulli and Stelling 2013, for
 *            pressurised flow): a slot does not shorten the largest step. Newton's steps, over-relaxed, red and black cells in turn.
 *   forces   buoyancy, drag, lift and pressure by cell and face: bodies/body_force.c has the formulas.
 *
 * Map, in the order of a tick:
 *   tick.c             a call with bodies: motions found, deposited, joined; geometry of the cut cells; what is
 *                      remembered; what moves far below the surface hardly lifts it
 *   deposit.c          one body: its vertical lines to sums by cell and face of its own
 *   cut_cells.c        bit sets of cells: covered, passed, with a cut cell; the cut cells: made, renewed, left; depth field and cut
 *                      cells reconciled; sums of all bodies joined in the cut cells
 *   substep.c          a step and its substeps, and the rows that the flow sweep asks for; bodies at a side of the grid; no smoothing
 *                      beside bodies at rest; the speed that the flow carries to faces (swe); changes of their velocity, term by term
 *   deck.c             water on top of bodies
 *   face_rows.c        kernels of faces
 *   heads.c            cover intervals of a cell, volume and head; the solver for heads; cut_rows.c: its kernels, and those of forces;
 *                      cut_rows.h: the rows that kernels work on
 *   body_force.c       forces of the water on a body
 *   saved.c            the state as bytes, for snapshots
 *   state.h            the state itself, and what these files ask of each other */

bool subgrid_create(WeirWater *water);
void subgrid_destroy(WeirWater *water);
/* Sets the bodies as they are now, `dt` after the last call. Returns false, without any bodies, if memory runs out. */
bool subgrid_set_bodies(WeirWater *water, const WeirBody *bodies, int count, float dt);
/* Returns true if there are cut cells. */
bool subgrid_any(const WeirWater *water);
/* Fills what views show of bodies, in the grid's own fields. Safe from any number of readers at once: the first fills, others wait. */
void subgrid_fill_views(const WeirWater *water);
/* Writes the volume that bodies hold up to the budget. */
void subgrid_update_budget(WeirWater *water);
/* Adds to the cut cells what depths have gained or lost since the last call outside src/weir/bodies. */
void cut_cells_sync(WeirWater *water);
/* Writes the force of the water on body `index` of the last call, bounded so that a step of dt can take it. */
void subgrid_force(const WeirWater *water, const WeirBody *body, int index, float dt, WeirForce *force);
/* bodies/saved.c: the state between two calls, for snapshots. How many bytes it has now; the least for so many cut cells and poses. */
size_t subgrid_saved_size(const WeirWater *water);
size_t subgrid_saved_least(int cells, int poses);
void subgrid_save(const WeirWater *water, unsigned char *bytes);
/* Loads the state from `size` bytes, at least subgrid_saved_least. Returns false if they do not hold a state of this grid, or memory runs
 * out. */
bool subgrid_load(WeirWater *water, const unsigned char *bytes, size_t size, int cells, int poses);

/* How the method meets the flow solvers; in use between subgrid_create and subgrid_destroy. */
extern const FlowBodies subgrid_flow;

#endif
