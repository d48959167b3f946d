#ifndef WORLD_PICK_BODY_H
#define WORLD_PICK_BODY_H

#include "weir/weir.h"

/* Where a ray first meets a body as it is drawn, by the engine's own rays: a box, the cylinder of a log, the convex hull of a mesh. `from`
 * in m, `direction` of unit length; false when it misses, or meets it only beyond `reach` m. Needs no world: the copy that is drawn has
 * no engine behind it. The engine must have been initialised (world_create does). Any number of threads. */
bool pick_body(const WeirBody *body, const double from[3], const double direction[3], double reach, double *distance);

#endif
