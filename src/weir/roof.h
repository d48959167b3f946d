#ifndef WEIR_ROOF_H
#define WEIR_ROOF_H

#include "weir/grid/scheme.h"
#include "weir/grid/water.h"

/* The declarations that the files of src/weir itself share, above all rooms, none of which includes this header. They implement weir.h:
 *   create       making a water from its definition, and destroying it
 *   step         one step: substeps of sources, solver and sides; rollback
 *   solvers      the table of solvers, and the change from one to another
 *   tuning, liquids   parameters
 *   boundaries   the sides of the grid, set from outside
 *   coupling     bodies and water, by the method in use
 *   body_move    a free body's motion
 *   edits, terrain    changes of water and ground; helpers for terrain
 *   views, point_queries, why, stats    reading
 *   snapshot     the whole state as bytes
 *   simd         the vector width of the kernels */

/* The tuning with every value clamped to its range; a value that is not finite becomes its default. */
WeirTuning tuning_checked(const WeirTuning *tuning);

/* The longest substep that a step takes of the water as it is, s. */
float step_largest(const WeirWater *water);

/* The table of a solver. */
const Scheme *scheme_of(WeirSolver solver);

/* Allocates the memory that a solver needs when it is first chosen, so that other solvers' fields cost nothing. Returns false if memory
 * runs out. */
bool solver_reserve(WeirWater *water, WeirSolver solver);

#endif
