#ifndef RESULTS_CHART_SCALE_H
#define RESULTS_CHART_SCALE_H

/* The scale of a legend: round numbers from which to which, and how far apart. */

#include <stdbool.h>
#include <stddef.h>

/* A plain value. */
typedef struct ChartScale {
  double low, high, step; /* low and high are multiples of step */
  double least, greatest; /* of the values */
  int digits;             /* after the point, of the numbers at the steps */
  size_t count;           /* values; 0: the others mean nothing */
} ChartScale;

/* Makes a scale for the finite ones of `count` values. Its top is where all but a five-hundredth of them lie below: a few cells with
 * far greater ones would leave the others pale. `from_zero`: it begins at 0, else at the least value. */
ChartScale chart_scale_make(const float *values, size_t count, bool from_zero);
/* Returns the round number, 1, 2 or 5 times a power of ten, that is not above `most`, which is above 0. */
double chart_round(double most);
/* Returns the digits after the point that show multiples of a round number. */
int chart_digits(double step);

#endif
