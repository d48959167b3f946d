#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

/* `weir bench`: how fast the water is, and what bodies and water do to each other. This room knows the library by its public header,
 * the world and src/cli; what draws is handed in (drawing.h).
 *
 *   bench.c      the command: options, cases, and what came out in each form
 *   options      the command line
 *   cases        the table of cases; pool, field, valley and frames measure them, ground.c makes the waters they start from
 *   variants     the techniques that are compared: vector widths, sleeping, stencils, the plain loops
 *   rivals/      the sources' loops, written plainly
 *   activity     how much of the grid a tick changes
 *   bytes        the table of bytes that a substep must move
 *   machine      the processor, and what its memory can do at this moment
 *   report       rows; print.c writes them for people, markdown.c for docs/, json.c for machines
 *   against      a baseline of before, beside today's rows
 *   coupling/    `weir bench --coupling`: bodies and water, each way of coupling them beside the others */

#include "bench/drawing.h"

/* Measures and prints tables. argv[0] is "bench"; assets are looked for in `asset_dir`. Returns the exit status. */
int bench_main(int argc, char **argv, const char *asset_dir, const BenchDrawing *drawing);

#endif
