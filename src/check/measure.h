#ifndef CHECK_MEASURE_H
#define CHECK_MEASURE_H

/* Periods, orders and norms. */

#include "check/check.h"

/* Times at which a value changes sign, between its samples by a straight line. */
typedef struct Crossings {
  double time, value; /* of the last sample */
  double first, last;
  int samples, count;
} Crossings;

void crossings_add(Crossings *c, double time, double value);

/* Twice the mean time between crossings; NaN with fewer than two. */
double crossings_period(const Crossings *c);

/* Least squares of log error over log cell: p of error ~ cell^p. */
double order_of_convergence(const double *cells, const double *errors, int count);

/* Whether each error is below the one before. */
bool errors_fall(const double *errors, int count);

/* Highest value of samples near their largest, by a parabola through three; its place, in samples, too if asked. */
double crest_of(const double *values, int count, double *place);

#endif
