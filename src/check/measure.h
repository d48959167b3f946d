#ifndef CHECK_MEASURE_H
#define CHECK_MEASURE_H

/* Measurements of series of samples: periods, orders of convergence, crests. */

#include "check/check.h"

/* The sign changes of a sampled value, interpolated between samples; a zeroed value to start with, on the caller's stack. */
typedef struct Crossings {
  double time, value; /* of the last sample */
  double first, last; /* s: first and last sign change */
  int samples, count;
} Crossings;

void crossings_add(Crossings *c, double time, double value);

/* Returns twice the mean time between crossings; NaN with fewer than two. */
double crossings_period(const Crossings *c);

/* Returns p of error ~ cell^p: slope of log error over log cell by least squares. */
double order_of_convergence(const double *cells, const double *errors, int count);

/* Returns true if each error is below the one before. */
bool errors_fall(const double *errors, int count);

/* Returns the maximum of a parabola through the largest sample and its neighbours; where `place` is not NULL, writes its place in
 * samples. */
double crest_of(const double *values, int count, double *place);

#endif
