#ifndef WEIR_MEMBRANE_MEMBRANE_SWEEP_H
#define WEIR_MEMBRANE_MEMBRANE_SWEEP_H

#include "weir/grid/water.h"
#include "weir/membrane/membrane_rows.h"

/* Several substeps of the membrane as one sweep over rows: the first substep leads, each further one is a row behind the one before, so
 * that a row is in the cache for all of them. */
enum { MEMBRANE_BATCH_MAX = 8 /* substeps of one sweep */ };

/* Allocates scratch rows, kinds and the second set of fields; before the first substep and when the number of threads grows. Returns false
 * if memory runs out. */
bool membrane_sweep_create(WeirWater *water);
void membrane_sweep_destroy(WeirWater *water);

/* Runs `count` substeps. `fresh`: the state before stays in the other set of fields. `depths`: the last substep writes depths and their
 * extremes. Returns true if some cell is below its bed (only with `depths`). */
bool membrane_sweep(WeirWater *water, const MembraneStep *step, int count, bool nine, bool bodies, bool fresh, bool depths);

/* Computes the depths from the displacements, where there is water. */
void membrane_depths(WeirWater *water);

/* Returns true, once a sweep, if the extremes and *bad are those of the last sweep; *bad: lanes of the bands with a value that is not
 * finite. */
bool membrane_measured(WeirWater *water, int *bad);

/* Makes the next membrane_measured return false: depths have been changed since the sweep. */
void membrane_forget_measured(WeirWater *water);

/* Exchanges the state and the previous one. */
void membrane_swap(WeirWater *water);

#endif
