#ifndef CHECK_TANK_H
#define CHECK_TANK_H

/* A tank: the water of a case, defined by functions of place. */

#include "check/check.h"

#define GRAVITY 9.81
#define PI 3.14159265358979323846

/* A value at (x, z), metres from the grid's north-west corner; `data` is the case's own. */
typedef double (*TankField)(const void *data, double x, double z);

/* The definition of a tank; a value that the case fills, `data` borrowed until tank_create has returned. */
typedef struct Tank {
  int nx, nz;
  double cell;                      /* m */
  TankField bed, surface;           /* m; bed NULL: flat at 0; water wherever the surface is above the bed */
  TankField velocity_x, velocity_z; /* m/s; NULL: at rest */
  const void *data;
  WeirTuning tuning;
  WeirBoundary boundary[WEIR_SIDE_COUNT];
} Tank;

/* A tank with walls all round and no friction, damping or other loss of energy. */
Tank tank_ideal(int nx, int nz, double cell);

/* Makes water with the report's solver and threads (small tanks use one thread; the bits are the same). NULL, with a row that
 * fails, when the library refuses. */
WeirWater *tank_create(const Tank *tank, CheckReport *report);

/* s: a tick well within one substep for waves of `speed` m/s (the limit is 1/sqrt(2) of a cell, the library takes 0.8 of
 * that). */
double tank_tick(double cell, double speed);

/* Steps `seconds` in equal steps of at most `tick`. */
void tank_run(WeirWater *water, double seconds, double tick);

/* Metres of depth at cell (i, k). */
static inline double tank_depth(WeirView depth, int i, int k) {
  return (double)depth.data[(ptrdiff_t)k * depth.stride + i];
}

#endif
