#ifndef WEIR_DISPLACE_DISPLACE_H
#define WEIR_DISPLACE_DISPLACE_H

#include "weir/displace/state.h"

/* What floating bodies displace, given to the water around them (WEIR_DISPLACE, and whatever the membrane is asked for). The
 * surface under a body is the effective one, where the water would stand without it. A call: displace_rasterise makes vertical
 * columns of the bodies (raster.c), displace_bodies measures what each displaces, writes it to the grids and lets the exterior ring
 * (ring.c, ring_lines.c) give it to the free cells, then takes the forces of the water on the columns (column_force.c). Kernels, for
 * every vector width, are in column_rows.c. */

bool displace_create(WeirWater *water);
void displace_destroy(WeirWater *water);

/* The memory that only bodies need, in the grid's own fields and masks; false when it is short. Before that there never was a body. */
bool displace_reserve(WeirWater *water);

/* The columns of all bodies, and how many of these were refused. False when memory is short: then there are none. */
bool displace_rasterise(WeirWater *water, const WeirBody *bodies, int count);

/* The bodies of the raster as they are now, `dt` after the last call. */
void displace_bodies(WeirWater *water, const WeirBody *bodies, float dt);

/* What the water does to the bodies of the raster, by its columns: now; and as displace_bodies found it. */
void displace_forces_now(const WeirWater *water, const WeirBody *bodies, int count, float dt, WeirForce *forces);
void displace_forces(const WeirWater *water, int count, WeirForce *forces);

/* The rows' dirty_low and dirty_high, from the mask. */
void displace_find_dirty_ranges(WeirWater *water);

/* Membrane: the faces of cells that bodies occupy at the surface close in proportion to their cover. */
void displace_open_faces(WeirWater *water);

#endif
