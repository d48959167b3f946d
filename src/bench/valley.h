#ifndef BENCH_VALLEY_H
#define BENCH_VALLEY_H

/* The landscape that the cases `valley` and `frames` run in. */

#include "world/world.h"

/* The valley's scene on a grid of this size, its cells of this many metres; NULL with the reason. */
World *bench_valley_world(const char *asset_dir, WeirSolver solver, int grid, double cell, int threads, Error *error);

#endif
