#ifndef GOLDEN_LIBRARY_WATER_H
#define GOLDEN_LIBRARY_WATER_H

/* The waters that library.c hashes: their grounds, their bodies and the script that acts on all of them. */

#include <weir/weir.h>

/* No multiple of any vector's width, and cells enough for three threads: see WeirWaterDef.threads. */
enum { NX = 133, NZ = 95, CELLS = NX * NZ, TEAM_MOST = 3, BODIES = 5 };

typedef enum Ground { LAKE, COAST, RIVER, BASIN, GROUNDS } Ground;

/* A run of one row. On the stack. */
typedef struct Run {
  WeirWater *water;
  WeirBody bodies[BODIES];
  WeirForce forces[BODIES];
  int body_count; /* of those in the water */
  Ground ground;
  bool changing, reloaded;
  int threads;
} Run;

/* Makes the water and the bodies. Set the rest of *run before. */
void run_begin(Run *run, WeirSolver solver, WeirCoupling coupling);

/* Acts as the script does before tick n, and advances water and bodies by it. */
void run_tick(Run *run, int n);

/* Saves the state, the same bytes for any number of threads. The caller frees them. */
unsigned char *run_save(const Run *run, size_t *size);

/* Writes the line and ends the program. */
void stop(const char *what) __attribute__((noreturn));

#endif
