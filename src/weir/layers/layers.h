#ifndef WEIR_LAYERS_LAYERS_H
#define WEIR_LAYERS_LAYERS_H

#include "weir/grid/flow_bodies.h"
#include "weir/grid/water.h"

/* The two-layer method (pipe, swe): bodies as blockers between two layers of water, after Kellomaki 2014, section 3. The other methods
 * are measured against it, so it is written to be read and not to be fast, and differs from the paper only as listed below. A cell is
 * blocked where a body lies over its centre, or not at all; from below it is terrain, bottom water, the blocker from low to high, top
 * water. A free cell has one column, the bottom one. The depth field holds the effective surface, above the bed: where the water would
 * stand without the body, relaxed from around. Per substep, with P the heads of the columns on both sides of an interface:
 *  flows      Q <- mu*Q + dt*g*A*(P_i - P_j)/dx, through the upper and the lower interface of each face; |Q| at most A*dx/dt
 *  limits     no column gives more than it has (as the plain pipes); no column under a blocker takes more than its room
 *  columns    d <- d - dt*(sum of what leaves)/dx
 *  pressure   p <- max(p_direct, p + kappa*mean of (the neighbours' effective surface - own)); equation 3 of section 3.6
 *  residual   what blockers displace is averaged with the neighbours and lambda of it added to free, wet cells in each tick
 *
 * Where the text leaves something open, or its formulas were lost:
 *  kappa, lambda      guessed; the text names them and their effect alone
 *  top of an interface  the mean of both tops, as published, each at least the interface's bottom: else nothing would
 *                     ever run off a block's far side. Between two free cells the plain pipes' upwind surface
 *  heads              above the interface's bottom, at least 0, for the same reason
 *  residual on land   waits: no water is added to dry cells or removed from them
 *  a bottom column that is overfull all the same (the free cell it took from is limited, too): the surplus goes to the
 *                     residual
 * Between free cells the bed's drag, the sides' rules and the velocity are the plain schemes'; shallow water advects no velocity while
 * there are blockers. Columns of bodies above the surface are left out, as published.
 *
 * Map: layers.c finds blockers, puts them in and adds their residual to the water, once a tick, and has the state for snapshots;
 * layers_sweep.c is the substep. */

/* kappa: share of the difference to its neighbours' mean by which an effective surface rises in a substep. Hardly matters. */
#define LAYERS_KAPPA 0.3f
/* lambda: share of a cell's residual that is added to it in a tick. 0.02 halves the method's waves, 0.5 doubles them. */
#define LAYERS_LAMBDA 0.1f
/* m of residual that is added at once: without such an end the water would never come to rest. */
#define LAYERS_TINY 1e-7f

enum { LAYERS_FIELDS = 11, LAYERS_SCRATCH = 6 };

/* The state of the two-layer method; fields have a value per cell. Owned by the water from layers_create to layers_destroy. */
typedef struct Layers {
  Field low, high;                          /* m: the blocker; high <= low: the cell is free */
  Field bottom, top;                        /* m of water below and above it; a free cell has no top */
  Field pressure;                           /* m: external, on the bottom column */
  Field residual;                           /* m: taken out of cells and not yet added again (negative: added and not yet taken out) */
  Field upper_x, upper_z, lower_x, lower_z; /* m^2/s through the faces to (i+1, k), to (i, k+1) */
  Field depth_left;                         /* m: the depth field as it was left here */
  Field saved[LAYERS_FIELDS];               /* the above, before the step: for the rollback */
  Field scratch[LAYERS_SCRATCH];
  bool active;      /* there are blockers, or some residual */
  double displaced; /* m^3 that the effective surface holds beyond water and residual */
} Layers;

bool layers_create(WeirWater *water);
void layers_destroy(WeirWater *water);
/* Before another method takes over: removes the blockers and adds all residual at once, over whatever water there is. */
void layers_leave(WeirWater *water);

/* How the method meets the flow solvers; in use between layers_create and layers_destroy. */
extern const FlowBodies layers_flow;

/* The bodies as they are now: their blockers replace the last ones. */
void layers_set_bodies(WeirWater *water, const WeirBody *bodies, int count);
/* One substep of all the water, from `from` (as flow_sweep). */
void layers_sweep(WeirWater *water, const FlowStep *step, const FlowState *from);
/* Writes the effective surface to the depth field, and what it displaces to the budget. */
void layers_write_surface(WeirWater *water);
/* The fields of the state, in the order in which they are saved. */
Field *layers_field(Layers *layers, int index);
/* Returns true if the fields that have been loaded can be a state. */
bool layers_is_valid(const WeirWater *water);
uint64_t layers_hash(const WeirWater *water, uint64_t hash);

static inline bool layers_blocked(const Layers *l, ptrdiff_t at) {
  return l->high.cells[at] > l->low.cells[at];
}

/* m that the bottom column of a blocked cell can hold. */
static inline float layers_room(const Layers *l, ptrdiff_t at, float bed) {
  return max_float(0.0f, l->low.cells[at] - bed);
}

/* m: what the top column of a blocked cell stands on: the blocker, or ground that has been raised through it since. */
static inline float layers_deck(const Layers *l, ptrdiff_t at, float bed) {
  return max_float(l->high.cells[at], bed);
}

/* m above the bed: the top of the topmost column and the pressure on it. */
static inline float layers_depth(const Layers *l, ptrdiff_t at, float bed) {
  if (!layers_blocked(l, at)) return l->bottom.cells[at];
  const float top = l->top.cells[at];
  return top > 0.0f ? (layers_deck(l, at, bed) - bed) + top : l->bottom.cells[at] + l->pressure.cells[at];
}

#endif
