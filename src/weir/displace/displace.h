#ifndef WEIR_DISPLACE_DISPLACE_H
#define WEIR_DISPLACE_DISPLACE_H

#include "weir/displace/raster.h"
#include "weir/grid/water.h"

/* Bodies and water: weir_water_displace and weir_water_push (weir.h). */

/* What displacing keeps from call to call: the bodies' columns, what came of each body, the forces on it, and how displaced
 * water finds its way out. Owned by the water; what grows with the bodies is there once there are some. */
typedef struct Displace {
  Raster raster;
  struct BodyShadow *shadows; /* of the raster's bodies */
  WeirForce *forces;          /* on them, where water goes through bodies */
  int shadow_capacity, force_capacity;
  struct Rim *ring;
} Displace;

bool coupling_create(WeirWater *water);
void coupling_destroy(WeirWater *water);

/* Whether bodies touch the grid, or did at the last call. */
bool coupling_any(const WeirWater *water);
/* All the memory that only bodies need; false when it is short. Before that there never was a body. */
bool coupling_reserve(WeirWater *water);
/* ... of it, the grid's own fields: a loaded water has the rest only where the saved one had it. */
bool coupling_reserve_fields(WeirWater *water);

/* displace/column_force.c: what the water does to the bodies of the raster, for weir_water_push to hand out. */
void push_keep(WeirWater *water, const WeirBody *bodies, float dt);

/* The rows' touched_low and touched_high, from the mask. */
void coupling_hull(WeirWater *water);

/* Membrane: the faces of cells that bodies occupy at the surface close in proportion to their cover. */
void coupling_open_faces(WeirWater *water);

/* displace/ring.c: what is pending under and around bodies goes to the free cells, over a rim `width` m wide. */
bool rim_create(WeirWater *water);
void rim_destroy(WeirWater *water);
/* Before bodies are laid into the grids, with `touched` and `rastered` as they will be: nothing is shaded. */
void rim_begin(WeirWater *water);
/* Rows of masks: groups in which bodies cover some of the surface now; did so the last time. */
uint64_t *rim_shaded(const WeirWater *water, int k);
uint64_t *rim_changed(const WeirWater *water, int k);
/* Rows [*k0, *k1) are share t: as many as the water has threads, with as much to do in each. */
void rim_share(const WeirWater *water, int t, int *k0, int *k1);
void rim_spread(WeirWater *water, float width);

/* Adds metres[0] ... to the depths of cells [i0, i1) of row k, taking at most half of a depth, books what really moved as
 * displaced and leaves the rest pending. */
void rim_give(WeirWater *water, int i0, int i1, int k, const float *metres);

#endif
