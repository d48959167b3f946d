#ifndef VIEW_PICK_H
#define VIEW_PICK_H

#include "weir/weir.h"

/* The distance in m at which a ray first meets a body as it is drawn (a box, the cylinder of a log, the convex hull of a mesh), by ODE's
 * rays. `from` in m, `direction` of unit length; false when the ray misses, or meets the body only beyond `reach` m. Needs no world, for
 * the copy that is drawn has no engine; but ODE must have been initialised (world_create does). Any number of threads. */
bool pick_body(const WeirBody *body, const double from[3], const double direction[3], double reach, double *distance);

#endif
