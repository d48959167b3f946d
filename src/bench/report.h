#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

/* The results of `weir bench`: rows, the machine that they belong to, and a baseline beside them. */

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "weir/weir.h"

enum { BENCH_REPEATS_MAX = 1000 };

/* --- the machine ----------------------------------------------------------------------------------------------------- */

/* The machine that a measurement belongs to: figures of two machines do not compare. */
typedef struct Machine {
  char cpu[128];
  int cores;
  const char *simd; /* vector width that the water runs with */
  double ram_gib;
  double copy_gb_per_s; /* one thread, 256 MiB, counting what is read and what is written */
} Machine;

/* GB/s to and from memory at this moment, what is read and what is written; the best of a few rounds over 256 MiB. `copy`:
 * the C library's memcpy, which may write past the caches; `update`: floats read, changed and written in place, as the
 * water's loops do. With one thread and with all cores. */
typedef struct MachineRates {
  double copy_one, copy_all, update_one, update_all;
} MachineRates;

/* Takes a tenth of a second. */
Machine machine_probe(void);

/* Takes half a second. Returns all 0 if memory runs out. */
MachineRates machine_rates(const Machine *machine);

/* --- rows ------------------------------------------------------------------------------------------------------------ */

/* The least, median and greatest value of the repeats. */
typedef struct BenchSpan {
  double min, median, max;
} BenchSpan;

/* Takes at most BENCH_REPEATS_MAX values. */
BenchSpan bench_span(const double *values, int count);

/* The median of the repeats and the quartiles about it. */
typedef struct BenchQuartiles {
  double lower, median, upper;
} BenchQuartiles;

/* Takes at most BENCH_REPEATS_MAX values. */
BenchQuartiles bench_quartiles(const double *values, int count);

/* How many times as fast a row is as what it runs beside, for each step: the rival of its kernels, the plain loops, a copy of the bytes that
 * the library's scheme moves. */
typedef struct BenchBeside {
  BenchQuartiles rival, naive, copy;
} BenchBeside;

/* The parts of a tick beside its water, and how many bodies are awake in it. */
typedef struct BenchParts {
  double ms_displace, ms_push, ms_bodies, ms_rest, awake;
} BenchParts;

/* The cost of a part of a frame, ms, and its share of all of them. */
typedef struct BenchFrame {
  BenchQuartiles ms;
  double share;
} BenchFrame;

/* One row: a variant of a case on a grid. A figure that was not measured is NaN, and the JSON leaves it out. Names are constants of the
 * program. */
typedef struct BenchRow {
  const char *name; /* of the case */
  const char *variant, *simd;
  WeirSolver solver;
  int grid, threads, bodies;
  BenchSpan mcells;                           /* 1e6 cells times substeps a second */
  double ms_interaction, ms_liquid, ms_total; /* of a tick; of crates the total is of all of it */
  double rtkc;                                /* thousands of cells that the time would keep in real time */
  double bytes_per_cell;                      /* memory held */

  BenchSpan ms_repeats;                                    /* ms_total of each repeat */
  BenchSpan times_naive, times_naive_one;                  /* as fast as naive with as many threads, with one: repeat by repeat */
  BenchSpan times_awake;                                   /* as fast as with nothing asleep */
  double substeps;                                         /* of a tick */
  double bytes_moved;                                      /* to and from memory, a cell and substep: bench/cases.c */
  double gb_per_s, share_of_copy;                          /* what that comes to, and of the copies of the same run */
  double working, wet;                                     /* share of the tiles that worked, of the cells that were wet */
  double same_bits;                                        /* 1: the same hash as the case's other variants and threads; 0: not */
  double ms_tick, real_time;                               /* the whole tick, bodies and all; how many times faster than time */
  BenchParts parts;                                        /* of the case of crates */
  double ms_build, ms_upload, ms_draw;                     /* of a frame */
  double ms_world, ms_context, ms_shaders, ms_first_frame; /* of the start */
  BenchBeside beside;                                      /* of the case of rivals, repeat by repeat */
  BenchFrame frame;                                        /* the part of a frame that the variant names */
  double ms_gritzner;                                      /* total of the like case on the machine of 2010 */
  char note[256];
} BenchRow;

/* Everything not measured. */
BenchRow bench_row(const char *name, const char *variant, WeirSolver solver, int grid, int threads);

/* The memory's rates at the start and at the end of a case. */
typedef struct BenchRates {
  const char *name;
  MachineRates at_start, at_end;
} BenchRates;

enum { BENCH_CASES_MAX = 11 };

/* The kind of table in which the rows of a case are shown. */
typedef enum BenchTable {
  BENCH_TABLE_POOL,
  BENCH_TABLE_FIELD,
  BENCH_TABLE_VALLEY,
  BENCH_TABLE_FRAMES,
  BENCH_TABLE_CRATES,
  BENCH_TABLE_RIVALS
} BenchTable;

/* All that has been measured so far, and how it is printed. Zeroed at the beginning; bench_report_end frees it. */
typedef struct BenchReport {
  Machine machine;
  const char *json;  /* the file for machines, borrowed; NULL: none */
  bool markdown;     /* tables for documents, at the end of each case; else rows for people, as they come where their table allows it */
  BenchTable table;  /* of the case that runs */
  const char *title; /* of the case that runs */
  BenchRow *rows;
  int count, capacity;
  BenchRates rates[BENCH_CASES_MAX];
  int rates_count;
  int unprinted; /* rows from here on wait for their case's end before they are printed; -1: none do */
  bool differs;  /* variants that promise the same bits gave others */
} BenchReport;

/* Takes a copy, and prints it unless it is to wait; a signal finds the report with the row or without it. Returns false if memory runs
 * out. */
bool bench_report_add(BenchReport *report, const BenchRow *row, Error *error);
void bench_report_end(BenchReport *report);

/* Ends a case whose rows are those from `first` on: fills in their gb_per_s and share_of_copy, and prints those that wait and the rates. */
void bench_report_case(BenchReport *report, int first, const BenchRates *rates);

/* Prints the rows that wait for their case's end, for people or for documents. */
void bench_print_unprinted(BenchReport *report);

/* Prints the case of rivals: a table for each solver, of the rows from `first` on. */
void bench_print_beside(const BenchReport *report, int first);

/* Prints a row of a frame's parts for people, and the tables of all of them from `first` on for documents: one for each scene. */
void bench_print_pass(const BenchReport *report, const BenchRow *row);
void bench_passes_markdown(const BenchReport *report, int first);

/* For machines. What is there stays until all of it is written. */
bool bench_write_json(const char *path, const BenchReport *report, Error *error);

/* --- a baseline that `weir bench --json` wrote ------------------------------------------------------------------------- */

typedef struct BenchBaseline BenchBaseline;

/* NULL with one line when the file cannot be read or is not a baseline. */
BenchBaseline *bench_baseline_read(const char *path, Error *error);
void bench_baseline_end(BenchBaseline *baseline);

/* Pair by pair: then, now, ratio; then what only the baseline has, then what only today has. Once for a baseline. */
void bench_baseline_print(const BenchBaseline *baseline, const BenchReport *report);

#endif
