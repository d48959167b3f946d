#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

/* `weir bench`: how fast the water is, and what bodies and water do to each other. This room knows the library by its public header,
 * the world and src/cli; what draws is handed in (BenchDrawing).
 *
 *   bench.c      the command: the table of cases, options, running
 *   cases.h      all that cases share; pool, field and valley measure them
 *   variants.c   the techniques that are compared: vector widths, sleeping, stencils, the plain loops
 *   rivals/      the sources' loops, written plainly
 *   activity.c   how much of the grid a tick changes
 *   bytes.c      the table of bytes that a substep must move
 *   machine.c    the processor, and what its memory can do at this moment
 *   report       rows, also for machines; print.c writes them for people and for docs/
 *   against      a baseline of before, beside today's rows
 *   coupling/    `weir bench --coupling`: bodies and water, each way of coupling them beside the others: coupling.c is the command, report
 *                its rows in each form, rig tanks and bodies for the cases: afloat, drift, dam, chaos, cost */

#include "world/world.h"

/* The cost of opening a picture, ms, and the name of the device that draws it. */
typedef struct BenchOpened {
  double ms_context, ms_shaders;
  char device[200];
  bool software; /* the driver draws on the processor */
} BenchOpened;

/* The functions that draw a world, lent by the program; a constant. */
typedef struct BenchDrawing {
  /* A picture of the world, of so many pixels and without a window; the world stays the caller's and outlives it. NULL with the
   * reason where there is no OpenGL or too little memory. */
  void *(*open)(World *world, int width, int height, BenchOpened *opened, Error *error);
  /* Makes the frame of the world as it stands. */
  void (*build)(void *picture);
  /* Draws that frame into so many pixels and waits until the picture is there. */
  void (*draw)(void *picture, int width, int height);
  void (*close)(void *picture); /* NULL: nothing happens */
} BenchDrawing;

/* Measures and prints tables. argv[0] is "bench"; assets are looked for in `asset_dir`. Returns the exit status. */
int bench_main(int argc, char **argv, const char *asset_dir, const BenchDrawing *drawing);

/* Runs `weir bench --coupling`: what bodies and water do to each other. argv[0] is "bench", --coupling among the words. Returns the exit
 * status: 0 whatever the rows say. */
int coupling_main(int argc, char **argv);

/* Returns true if --coupling is among the words. */
bool coupling_is_wanted(int argc, char **argv);

#endif
