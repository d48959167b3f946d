#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

/* The command line of `weir bench`. */

#include <stdbool.h>

#include "bench/drawing.h"
#include "weir/weir.h"

enum { BENCH_LIST_MAX = 16 };

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

/* 0: go on; -1: help was asked for and given; 2: wrong, with one line on standard error. */
int bench_options_read(int argc, char **argv, BenchOptions *options);

#endif
