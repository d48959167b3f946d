#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

/* `weir bench`: how fast the water is, and what bodies and water do to each other. This room knows the library by its public header,
 * the world and src/cli; what draws is handed in (BenchDrawing).
 *
 *   bench.c      the command: the table of cases, options, running
 *   cases        all that cases share: the techniques that are compared (vector widths, sleeping, stencils, the plain loops), times, how
 *                much of the grid a tick changes, the table of bytes that a substep must move; pool, field and valley measure them,
 *                passes a frame by pass
 *   beside       the case of rivals: the library beside faster loops than the sources', all from the same state; loops: the plain loops' state
 *   rivals/      the sources' loops, written plainly (naive); what a programmer would write and a compiler vectorise (rival)
 *   report       the processor and its memory; rows for people, for docs/ and for machines; against.c: a baseline of before beside them
 *   coupling/    `weir bench --coupling`: bodies and water, each way of coupling them beside the others: coupling.c is the command and
 *                writes its rows in each form, rig has tanks and bodies for the cases: afloat, drift, dam, chaos, cost */

#include "render/renderer.h"
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
  /* Sets the share of both sides that is drawn from now on, and whether frames are timed by pass: a software driver then waits for each. */
  void (*set_share)(void *picture, double share);
  void (*time_passes)(void *picture, bool on);
  /* Writes the passes of the last frame whose times are known; returns their number. */
  int (*passes)(void *picture, RendererPassTime times[RENDERER_PASSES_MAX]);
  /* Shows what was drawn, as far as there is something to show it on, and waits for it. */
  void (*present)(void *picture);
} BenchDrawing;

/* Measures and prints tables, those of coupling_main if --coupling is among the words. argv[0] is "bench"; assets are looked for in
 * `asset_dir`. Returns the exit status. */
int bench_main(int argc, char **argv, const char *asset_dir, const BenchDrawing *drawing);

/* Runs `weir bench --coupling`: what bodies and water do to each other. argv[0] is "bench", --coupling among the words. Returns the exit
 * status: 0 whatever the rows say. */
int coupling_main(int argc, char **argv);

#endif
