#ifndef BENCH_LOOPS_H
#define BENCH_LOOPS_H

/* The plain loops (rivals/naive.h), given the state of a water of the library. */

#include "bench/ground.h"
#include "bench/rivals/naive.h"
#include "weir/weir.h"

/* Makes a membrane of heights above the level of the ground's water, 2 m; at rest, for the library does not say how fast its surface rises.
 * Returns false without memory; destroy it all the same, as the pipes of the other. */
bool loops_open_membrane(NaiveMembrane *membrane, const Ground *ground, const WeirWater *water);
bool loops_open_pipe(NaivePipe *pipe, const WeirWater *water);

#endif
