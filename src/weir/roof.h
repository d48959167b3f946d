#ifndef WEIR_ROOF_H
#define WEIR_ROOF_H

#include "weir/grid/scheme.h"

/* The declarations that the files of src/weir itself share, above all rooms, none of which includes this header. They implement weir.h:
 *   create       making a water from its definition, and destroying it; the table of solvers, and the change from one to another
 *   step         one step: substeps of sources, solver and sides; rollback
 *   tuning       parameters, and liquids as presets of them
 *   coupling     bodies and water, by the method in use; a free body's motion
 *   edits, terrain    changes of water, ground and sides; helpers for terrain
 *   reading      views, values at places, why water flows as it does, statistics, the hash
 *   snapshot     the whole state as bytes
 *   hooks        memory, threads and messages of the program's own
 *   simd         the vector width of the kernels */

/* The tuning with every value clamped to its range; a value that is not finite becomes its default. */
WeirTuning tuning_checked(const WeirTuning *tuning);

#define STEP_MARGIN 0.8f /* of the largest stable step: depth may grow within a substep, and large waves are stiffer than small */

/* The table of a solver. */
const Scheme *scheme_of(WeirSolver solver);
/* Moves the water for `count` bodies, at most WEIR_BODIES_MAX, as weir_water_displace does; without bodies it is as if they had left, of which
 * readers hear nothing. */
void displace(WeirWater *water, const WeirBody *bodies, int count, float dt);
/* Updates the highest surface that each cell has had after a step, if it is kept. */
void highest_after(WeirWater *water);

#endif
