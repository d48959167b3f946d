#ifndef RESULTS_CHART_H
#define RESULTS_CHART_H

/* A map as a picture: the ground's relief, the values in colours over it, gauges and lines, and a legend with numbers and unit. */

#include "results/maps_world.h"
#include "results/ramp.h"

/* A request for a picture. A plain value; all is borrowed for the call. */
typedef struct Chart {
  const char *title;   /* "Greatest depth" */
  const char *when;    /* "0 to 20 s" */
  const char *unit;    /* "m" */
  const char *nowhere; /* in words, where no value is: "stays dry" */
  const char *before;  /* in words, where a value is NAN: "wet at the start"; NULL: there is no such thing */
  RampKind ramp;
  bool is_time;           /* the scale begins at the least value, else at 0 */
  const float *values;    /* nx*nz of the world's cells; not finite: no value there */
  const float *wetted;    /* m: values count in cells where this is above EXTREMES_WET; NULL: everywhere */
  const MapsWorld *world; /* for its ground, its gauges, its place */
} Chart;

/* Writes the picture as a PNG. Returns false and sets *error if it cannot be written or memory runs out. */
bool chart_write(const Chart *chart, const char *path, Error *error);

#endif
