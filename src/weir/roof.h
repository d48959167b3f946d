#ifndef WEIR_ROOF_H
#define WEIR_ROOF_H

#include "weir/grid/scheme.h"
#include "weir/grid/water.h"

/* What the files on the roof of the library share: src/weir itself, above all rooms. No room includes it. */

/* The tuning with every value in its range; what is not finite takes its default. */
WeirTuning tuning_checked(const WeirTuning *tuning);

/* The table of a solver. */
const Scheme *scheme_of(WeirSolver solver);

/* The memory that a solver works with, once it is first asked for: the fields of the others cost nothing. False when it is short. */
bool solver_reserve(WeirWater *water, WeirSolver solver);

#endif
