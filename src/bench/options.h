#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

/* The command line of `weir bench`. */

#include <stdbool.h>

#include "bench/drawing.h"
#include "cli/command_line.h"
#include "weir/weir.h"

enum { BENCH_LIST_MAX = OPTION_NUMBERS_MAX };

/* The command line of `weir bench`, and what the program lends. */
typedef struct BenchOptions {
  unsigned cases;    /* bit: index in bench_cases */
  unsigned variants; /* bit: index in bench_variants */
  unsigned solvers;  /* bit 1 << WeirSolver */
  int grids[BENCH_LIST_MAX], objects[BENCH_LIST_MAX], threads[BENCH_LIST_MAX];
  int grid_count, object_count; /* 0: each case has its own */
  int thread_count;
  int repeats;
  int frames;                 /* of a row, all repeats together; 0: each case has its own */
  double warm;                /* s of water before measuring; negative: each case has its own */
  double cell;                /* m, valley */
  bool markdown;              /* tables for documents */
  const char *json, *against; /* borrowed from argv; NULL: none */

  const char *asset_dir; /* lent by the program, as are these: */
  const BenchDrawing *drawing;
} BenchOptions;

/* Returns the n-th solver for the rows of options. */
OptionWord bench_solver_word(int n);

/* Reads the command line. Returns -1 to go on, else the exit status: help was given, or one line on standard error says what is wrong. */
int bench_options_read(int argc, char **argv, BenchOptions *options);

#endif
