#ifndef APP_BENCH_WORLD_H
#define APP_BENCH_WORLD_H

#include "world/world.h"

/* The valley's scene on a grid of this size, its cells of this many metres; NULL with the reason. */
World *bench_valley_world(WeirSolver solver, int grid, double cell, int threads, Error *error);

#endif
