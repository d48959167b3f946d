#ifndef WEIR_DISPLACE_DISPLACE_H
#define WEIR_DISPLACE_DISPLACE_H

#include "weir/grid/water.h"

/* Displacing (the membrane always; pipe and swe with WEIR_DISPLACE): water that a body displaces goes to the free cells around it, and
 * the flow passes through the body. After Mueller-Fischer 2008; Gritzner 2010, section 2.6, equation 2.20; Thuerey et al. 2007 as told by
 * Kellomaki 2014. Per cell and tick, with m the body's height below the reference surface times its cover:
 *  displacement  the surface under a body is the effective one, where the water would stand without it; the change of m in a tick,
 *                new - old, is added to the free cells around: none of it is created, lost or swallowed under the body
 *  ring          from each covered cell along the four axes to where the cover ends, weighted by 1/distance; there
 *                (1 - exp(-dx/width)) of it stays in each free cell
 *  deep bodies   exp(-depth/(depth_fade*size)) of it goes that way, the rest over a hat kernel (Kajiura 1963)
 *  forces        rho*g*area*s and rho*area*s*(k1 + k2*|w|)*w by column, s its submerged height, w the water's velocity minus the
 *                body's, k1 and k2 the body's drag: column_force.c
 *
 * Map, in the order of a call:
 *  raster.c        vertical columns of all bodies, exact for convex shapes; raster_solid.c: the edges of bodies
 *  displace.c      displacement of each body, written to the grid's fields; splash on entry; the masks of dirty cells
 *  ring.c          the exterior ring: paths, splitting, sweeps; ring_lines.c: its memory, and adding to the water
 *  column_force.c  forces of the water on the columns
 *  column_rows.c   kernels of these, for every vector width; raster_rows.c: the raster's, ring_rows.c: the ring's; columns.h: the columns
 *  tuned.h         tuned numbers */

bool displace_create(WeirWater *water);
void displace_destroy(WeirWater *water);
/* Makes room for the fields and masks that only bodies need; before that bodies have no effect. Returns false if memory runs out. */
bool displace_reserve(WeirWater *water);
/* Makes the columns of all bodies, and counts those that are refused. Returns false, with no columns, if memory runs out. */
bool displace_rasterise(WeirWater *water, const WeirBody *bodies, int count);
/* Displaces water for the bodies of the raster as they are now, `dt` after the last call. */
void displace_bodies(WeirWater *water, const WeirBody *bodies, float dt);
/* Writes the forces of the water on the first `count` bodies of the raster, column by column: displace_forces_now as they are now, in a
 * step of dt; displace_forces as displace_bodies found them. Each body by itself: any number of threads gives the same bits. */
void displace_forces_now(const WeirWater *water, const WeirBody *bodies, int count, float dt, WeirForce *forces);
void displace_forces(const WeirWater *water, int count, WeirForce *forces);
/* Returns true if no number of a force is beyond floats. */
bool force_is_finite(const WeirForce *force);
/* Membrane: closes the faces of cells that bodies occupy at the surface in proportion to their cover. */
void displace_open_faces(WeirWater *water);

#endif
