#ifndef CHECK_TANK_H
#define CHECK_TANK_H

/* Water for a case, from functions of place. */

#include "check/check.h"

#define GRAVITY 9.81
#define PI 3.14159265358979323846

/* A value at (x, z), metres from the grid's north-west corner; `data` is the case's own. */
typedef double (*TankField)(const void *data, double x, double z);

typedef struct Tank {
  int nx, nz;
  double cell;                      /* m */
  TankField bed, surface;           /* m; bed NULL: flat at 0; water wherever the surface is above the bed */
  TankField velocity_x, velocity_z; /* m/s; NULL: at rest */
  const void *data;
  WeirTuning tuning;
  WeirBoundary boundary[WEIR_SIDE_COUNT];
} Tank;

/* Walls all round and nothing that takes energy out. */
Tank tank_ideal(int nx, int nz, double cell);

/* Water of the report's solver and threads (small tanks take one: the bits are the same). NULL, with a row that fails, when the library refuses. */
WeirWater *tank_create(const Tank *tank, CheckReport *report);

/* Seconds: well within one substep of waves of `speed` m/s (1/sqrt(2) of a cell is the limit, the library takes 0.8 of
 * that). */
double tank_tick(double cell, double speed);

/* Steps `seconds` in equal steps of at most `tick`. */
void tank_run(WeirWater *water, double seconds, double tick);

/* Metres of depth at cell (i, k). */
static inline double tank_depth(WeirView depth, int i, int k) {
  return (double)depth.data[(ptrdiff_t)k * depth.stride + i];
}

#endif
