#ifndef WEIR_GRID_STEP_THREADS_H
#define WEIR_GRID_STEP_THREADS_H

#include "weir/grid/water.h"

/* How many threads a step is worth, and how many the displacing of bodies before it. A small step gains little by a second thread, and beside
 * other programs it may lose by waiting for one that does not run. So now and then a few steps are taken by one thread and by all in turns, and
 * the steps that follow by whichever took less time. The bits are the same either way. Long steps are always taken by all. Each kind of work
 * has a record of its own, in ClockPart. */

/* Begins a step: the water has the threads that the step is to have. Returns how many it had; for step_threads_end. */
int step_threads_begin(WeirWater *water, const StepThreads *record);

/* Ends a step that took so many seconds, and gives the water its threads back. */
void step_threads_end(WeirWater *water, StepThreads *record, int threads, double seconds);

/* Forgets what has been measured: after a change of the threads. */
void step_threads_forget(WeirWater *water);

/* Has all steps of all waters taken by all of their threads, or (false) as above: for tests of what threads do. */
void step_threads_use_all(bool all);

#endif
