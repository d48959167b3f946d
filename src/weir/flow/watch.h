#ifndef WEIR_FLOW_WATCH_H
#define WEIR_FLOW_WATCH_H

#include "weir/grid/flow_step.h"
#include "weir/grid/flow_terms.h"
#include "weir/grid/water.h"

enum { WATCH_X, WATCH_Z, WATCH_AXES };

/* The terms of one cell's velocity, the mean of its faces', over the substeps of a step. A plain value. */
typedef struct WatchResult {
  FlowTerms terms[WATCH_AXES]; /* m/s */
  double change[WATCH_AXES];   /* m/s, read off the faces before and after */
  double seconds;              /* 0: no substep yet */
} WatchResult;

/* One cell whose velocity is explained while the water steps. There only while a cell is watched; owned by FlowPart. No part of the
 * state: neither hashed nor saved. */
typedef struct FlowWatch FlowWatch;

/* Watches cell (i, k) instead of any other. Returns false if memory runs out. */
bool watch_create(WeirWater *water, int i, int k);
void watch_destroy(WeirWater *water);

/* The result of the last step at cell (i, k); NULL: another cell is watched, or none, or no step has been since. */
const WatchResult *watch_result(const WeirWater *water, int i, int k);

/* The terms of a substep that began now with these numbers, without what sides and sources would do; faces that bodies cut have those of
 * the last substep. `change` is the terms' sum. */
WatchResult watch_predicted(const WeirWater *water, const FlowStep *step, int i, int k);

/* Within a step, each only while a cell is watched: before its first substep, and again before a step is repeated; before the sweep,
 * which may write over `from`; after the sweep; at the substep's end. */
void watch_begin_step(WeirWater *water);
void watch_before_sweep(WeirWater *water, const FlowStep *step, const FlowState *from);
void watch_after_sweep(WeirWater *water);
void watch_end_substep(WeirWater *water, float dt);
/* Instead of the last three, when all that is wet sleeps. */
void watch_sleep(WeirWater *water, const FlowStep *step, float dt);

#endif
