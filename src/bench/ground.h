#ifndef BENCH_GROUND_H
#define BENCH_GROUND_H

/* The waters that the cases start from: the same arrays, seeded, on every machine. */

#include <stdbool.h>

#include "base/error.h"

/* The ground and the water that a case starts from; bench_ground_create makes its arrays, bench_ground_destroy frees them. */
typedef struct BenchGround {
  int grid;
  float cell;             /* m */
  float *terrain, *depth; /* m; grid*grid */
} BenchGround;

/* `name`: "terrain", "dam", "pond" or "rest". Free with the other, also after false. */
bool bench_ground_create(BenchGround *ground, const char *name, int grid, Error *error);
void bench_ground_destroy(BenchGround *ground);

#endif
