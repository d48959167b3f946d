#ifndef BENCH_GROUND_H
#define BENCH_GROUND_H

/* The waters that the cases without bodies start from: the same arrays, seeded, on every machine. */

#include <stddef.h>

#include "base/error.h"

/* The ground and the water that a case starts from; ground_create makes its arrays, ground_destroy frees them. */
typedef struct Ground {
  int grid;
  size_t cells;
  float cell;             /* m */
  float *terrain, *depth; /* m; grid*grid */
  int hills_from;         /* the first column of raise_hills */
} Ground;

/* Makes the ground `name`: "terrain", "dam", "pond", "rest", "calm", "sheltered", or of the rivals "open" or "flat". Its arrays may be there after false,
 * too. */
bool ground_create(Ground *ground, const char *name, int grid, Error *error);
void ground_destroy(Ground *ground);

#endif
