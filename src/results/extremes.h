#ifndef RESULTS_EXTREMES_H
#define RESULTS_EXTREMES_H

/* The greatest values of each cell over a run, and when the water came. They are read off the water after each tick, and change no bit
 * of it. */

#include <stdbool.h>

#include "weir/weir.h"

/* m: water that is no deeper is a film. A cell is reached when it is deeper than this, and speeds and hazards count where it is: a
 * film's velocity is of rounding and clinging, and means little. Lower, rain and spray reach all of the land; higher, a map ends short
 * of the bank. */
#define EXTREMES_WET 0.01f

/* A moment in which a body displaces water in a cell does not count there: the depth is then the head that presses on the body
 * (docs/coupling.md), which a blow makes many times the water's depth. */

/* Greatest values from extremes_begin to the last extremes_add; the caller owns it and ends it with extremes_end. Arrays have nx*nz
 * values, row after row from the north. */
typedef struct Extremes {
  int nx, nz;
  float *depth;   /* m */
  float *speed;   /* m/s */
  float *hazard;  /* m2/s: the greatest of depth times speed, both of one moment */
  float *arrival; /* s of simulated time; INFINITY: not reached yet; NAN: deeper than EXTREMES_WET from the beginning on */
  float *vx, *vz; /* m/s, of the last extremes_add */
} Extremes;

/* Begins with the water as it is. Returns false, with nothing to end, if memory runs out. */
bool extremes_begin(Extremes *extremes, const WeirWater *water, int threads);
/* Adds the water as it is at a simulated time, s. */
void extremes_add(Extremes *extremes, const WeirWater *water, double time, int threads);
/* Begins again with the water as it is, of the same grid; allocates nothing. */
void extremes_restart(Extremes *extremes, const WeirWater *water, int threads);
/* Copies the greatest values and the times; the copy has no velocities, and adds no more. Returns false, with nothing to end, if memory
 * runs out. */
bool extremes_copy(Extremes *copy, const Extremes *extremes);
void extremes_end(Extremes *extremes);

#endif
