#ifndef BENCH_CASES_H
#define BENCH_CASES_H

/* The table of cases: what is measured, on what water, with which solvers and variants. */

#include <stdbool.h>

#include "base/error.h"
#include "bench/options.h"
#include "bench/report.h"

typedef struct BenchCase BenchCase;

/* Measures one solver on one grid: adds rows and prints them. False when the world fails; a machine without OpenGL, say,
 * is a row that says so. */
typedef bool BenchRun(const BenchCase *bench, const BenchOptions *options, WeirSolver solver, int grid, BenchReport *report, Error *error);

/* One case: a line of the table of cases, a constant of the program. */
struct BenchCase {
  const char *name, *title;
  BenchRun *run;
  unsigned solvers;          /* bit 1 << WeirSolver */
  int grids[BENCH_LIST_MAX]; /* cells a side, unless the command line has its own; ends with 0 */
  double warm;               /* s of water before measuring */
  BenchTable table;          /* BENCH_TABLE_FIELD: water alone, all variants */
};

const BenchCase *bench_cases(int *count);

/* Index of a name; -1 when there is none. */
int bench_case_find(const char *name);

/* Every case, grid and solver that the options ask for. */
bool bench_cases_run(const BenchOptions *options, BenchReport *report, Error *error);

/* Returns true if the options leave anything to measure. */
bool bench_cases_any(const BenchOptions *options);

/* Returns true if the case has rows of this variant with this solver: asked for, meaningful, and possible on this machine. */
bool bench_case_wants(const BenchCase *bench, const BenchOptions *options, int variant, WeirSolver solver);

/* --- the runs, a file each --- */
BenchRun bench_field_run, bench_pool_run, bench_valley_run, bench_frames_run;

#endif
