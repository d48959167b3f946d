#ifndef WEIR_MEMBRANE_MEMBRANE_SWEEP_H
#define WEIR_MEMBRANE_MEMBRANE_SWEEP_H

#include "weir/membrane/membrane_rows.h"
#include "weir/grid/water.h"

/* Substeps of the membrane as one sweep over rows: the first substep runs ahead, each further one a row behind the one
 * before, so that a row is in the cache for all of them. */
enum { MEMBRANE_BATCH_MAX = 8 /* substeps of one sweep */ };

/* Scratch rows, kinds and the second set of fields; before the first substep and when the number of threads grows. */
bool membrane_sweep_create(WeirWater *water);
void membrane_sweep_destroy(WeirWater *water);

/* Runs `count` substeps. `fresh`: the state before stays in the other set of fields. `depths`: the last substep leaves
 * depths and what they come to. Returns whether some cell is below its bed (only with `depths`). */
bool membrane_sweep(WeirWater *water, const MembraneStep *step, int count, bool nine, bool bodies, bool fresh, bool depths);

/* The depths that follow from the offsets, where there is water. */
void membrane_depths(WeirWater *water);

/* Whether the last sweep has just left depth_max, speed_max and *bad (how many bands hold what is not finite); once. */
bool membrane_measured(WeirWater *water, int *bad);

/* Forgets that: depths have been changed since. */
void membrane_forget_measured(WeirWater *water);

/* Exchanges the state and the one that was kept. */
void membrane_swap(WeirWater *water);

#endif
