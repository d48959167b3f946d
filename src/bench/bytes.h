#ifndef BENCH_BYTES_H
#define BENCH_BYTES_H

/* Bytes that a substep must move between memory and the caches, per cell, on a grid that no cache holds. */

#include <stdbool.h>

#include "weir/weir.h"

/* The mean over a tick's substeps, where its first differs from the others. */
double bench_bytes_moved(WeirSolver solver, bool naive, double substeps);

/* Bytes a cell that the plain loops keep in memory, with or without their boxes. */
double bench_bytes_held(WeirSolver solver, bool objects);

/* Prints the table with its reasons, for people or for documents. */
void bench_bytes_print(bool markdown);

#endif
