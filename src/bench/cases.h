#ifndef BENCH_CASES_H
#define BENCH_CASES_H

/* All that the cases of `weir bench` share: options, the techniques that are compared, the cases themselves, and what is counted. */

#include "bench/report.h"
#include "cli/command_line.h"
#include "world/world.h"

enum { BENCH_LIST_MAX = OPTION_NUMBERS_MAX };

/* The command line of `weir bench`, and what the program lends. */
typedef struct BenchOptions {
  unsigned cases;    /* bit: index in the table of cases */
  unsigned variants; /* bit: index in the table of variants */
  unsigned solvers;  /* bit 1 << WeirSolver */
  int grids[BENCH_LIST_MAX], objects[BENCH_LIST_MAX], threads[BENCH_LIST_MAX];
  int grid_count, object_count; /* 0: each case has its own */
  int thread_count;
  int repeats;
  int frames;                 /* of a row, all repeats together; 0: each case has its own */
  double warm;                /* s of water before measuring; negative: each case has its own */
  double cell;                /* m, valley */
  unsigned scenes;            /* bit: index in the table of bench/passes.c */
  bool markdown;              /* tables for documents */
  const char *json, *against; /* borrowed from argv; NULL: none */

  const char *asset_dir;              /* lent by the program, as are these: */
  const struct BenchDrawing *drawing; /* bench.h */
} BenchOptions;

/* Returns the n-th solver for the rows of options. */
OptionWord bench_solver_word(int n);

/* --- variants: each row of `weir bench` is one of these --------------------------------------------------------------- */

/* One technique: a line of the table of variants, a constant of the program. */
typedef struct BenchVariant {
  const char *name, *title;
  unsigned solvers; /* bit 1 << WeirSolver: where it means something */
  bool usual;       /* without --variant */
  bool naive;       /* src/bench/rivals, and not the library */
  bool awake;       /* nothing sleeps */
  int sweep;        /* substeps in one sweep; 0: as it comes */
  bool disperses;   /* waves disperse (waves/waves.h of the library) */
  bool dyed;        /* every wet cell has dye, which the water carries along */
  int stencil;      /* points of the membrane; 0: as it comes */
  const char *simd; /* vector width; NULL: the machine's best */
} BenchVariant;

/* Returns the n-th variant, NULL when there are no more. */
const BenchVariant *bench_variant(int n);

/* Returns true if this machine can run the variant. */
bool bench_variant_here(const BenchVariant *variant);

/* Sets the water and the process to the variant; undoes what another one set. */
void bench_variant_use(const BenchVariant *variant, WeirWater *water);

/* Returns true if the variant leaves the water with the bits of the default: other equations do not, nor does a state with dye in it. */
bool bench_variant_same_bits(const BenchVariant *variant);

/* Restores the machine's best vector width. */
void bench_variant_reset(void);

/* --- cases ------------------------------------------------------------------------------------------------------------- */

typedef struct BenchCase BenchCase;

/* Measures one solver on one grid: adds rows and prints them. False when the world fails; a machine without OpenGL, say,
 * is a row that says so. */
typedef bool BenchRun(const BenchCase *bench, const BenchOptions *options, WeirSolver solver, int grid, BenchReport *report, Error *error);

/* One case: a line of the table of cases, a constant of the program. */
struct BenchCase {
  const char *name, *title;
  BenchRun *run;
  unsigned solvers; /* bit 1 << WeirSolver */
  const int *grids; /* cells a side, unless the command line has its own; ends with 0 */
  double warm;      /* s of water before measuring */
  BenchTable table; /* BENCH_TABLE_FIELD: water alone, all variants */
};

/* Returns true if the case has rows of this variant with this solver: asked for, meaningful, and possible on this machine. */
bool bench_case_wants(const BenchCase *bench, const BenchOptions *options, int variant, WeirSolver solver);

BenchRun bench_field_run, bench_pool_run, bench_valley_run, bench_crates_run, bench_frames_run, bench_beside_run;

/* Measures frames of the scenes asked for, pass by pass: part of the case of frames. */
bool bench_passes_run(const BenchOptions *options, int grid, BenchReport *report, Error *error);
/* Returns the n-th scene for the rows of options. */
OptionWord bench_pass_scene_word(int n);

/* --- setting up -------------------------------------------------------------------------------------------------------- */

/* Returns the scene of a flat basin with water up to `level` m, to be changed and used before the next call. */
Scene *bench_basin(WeirSolver solver, int nx, int nz, float cell, float level);

/* --- measuring --------------------------------------------------------------------------------------------------------- */

/* Returns how many substeps the water has taken so far. */
int64_t bench_substeps(const WeirWater *water);

/* Returns the seconds of water before measuring. */
double bench_warm(const BenchCase *bench, const BenchOptions *options);

/* Returns the ticks of a repeat, where `usual` are those of a row. */
int bench_ticks(const BenchOptions *options, int usual);

/* The cost of a tick in each repeat. */
typedef struct BenchTimes {
  double interaction[BENCH_REPEATS_MAX], liquid[BENCH_REPEATS_MAX], total[BENCH_REPEATS_MAX]; /* ms */
  double substeps[BENCH_REPEATS_MAX];
} BenchTimes;

/* Begin to time a world's ticks, and write what those since then have cost. */
WeirStats bench_times_begin(World *world);
void bench_times_end(BenchTimes *times, int repeat, const World *world, const WeirStats *begin);

/* Fills in what follows from a row's times and its own ms_interaction, ms_liquid and substeps, of ticks of so many seconds. */
void bench_row_times(BenchRow *row, const BenchTimes *times, int repeats, double tick);

/* Copies a grid to rows without a gap. */
void bench_tighten(WeirView view, float *tight);

/* Returns how much of the grid works in one tick more, of the world if there is one, told from outside: the share of the tiles of 64 x 8
 * cells (those that the library lets fall asleep) in which a depth changes, or in a tile beside them, which has to be awake for that; 1
 * without memory. */
double bench_working(WeirWater *water, World *world, float tick);

/* --- bytes --------------------------------------------------------------------------------------------------------------- */

/* Bytes that a substep must move, a cell: the mean over a tick of so many. */
double bench_bytes_moved(WeirSolver solver, bool naive, double substeps);

/* Bytes a cell that the plain loops keep in memory, with or without their boxes. */
double bench_bytes_held(WeirSolver solver, bool objects);

/* Prints the table of the bytes that a substep must move between memory and the caches, per cell, on a grid that no cache holds, with its
 * reasons, for people or for documents. */
void bench_bytes_print(bool markdown);

#endif
