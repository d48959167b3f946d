#ifndef BENCH_COUPLING_COUPLING_H
#define BENCH_COUPLING_COUPLING_H

/* `weir bench --coupling`: what bodies and water do to each other, each way of coupling them beside the others. A case is run once
 * with each way; what it measures are rows, some with a target. MISS marks a target that is not met.
 *
 *   coupling.c   the command: the table of cases, options, running
 *   report.c     rows; print.c writes them for people, for docs/ and for machines
 *   rig          tanks and bodies for the cases
 *   afloat, drift, dam, impact, log, chaos, cost   the cases (cases.h) */

#include <stdbool.h>

/* Runs the command; argv[0] is "bench", --coupling among the words. Returns the exit status: 0 whatever the rows say. */
int coupling_main(int argc, char **argv);

/* Returns true if --coupling is among the words. */
bool coupling_is_wanted(int argc, char **argv);

#endif
