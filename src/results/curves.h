#ifndef RESULTS_CURVES_H
#define RESULTS_CURVES_H

/* Curves of a monitor's rows, as a plot shows them: the values of each gauge, or of each line, over the last seconds, in as many points as
 * a plot has room for. */

#include "results/monitor.h"

typedef enum CurveKind { CURVE_LEVEL, CURVE_DEPTH, CURVE_SPEED, CURVE_DISCHARGE, CURVE_KIND_COUNT } CurveKind;

/* Words for a kind and its unit; static. */
const char *curve_name(CurveKind kind);
const char *curve_unit(CurveKind kind);

enum { CURVE_POINTS_MAX = 512, CURVES_MAX = SCENE_GAUGES };

/* A point of a curve; `value` NAN: the curve breaks here. */
typedef struct CurvePoint {
  float time, value; /* simulated s before the newest row; in the kind's unit */
} CurvePoint;

typedef struct Curve {
  char name[SCENE_GAUGE_NAME];
  CurvePoint points[CURVE_POINTS_MAX];
  int count;
  float last; /* the newest value */
} Curve;

/* The curves of one kind; a plain value. */
typedef struct Curves {
  CurveKind kind;
  int count;
  Curve curves[CURVES_MAX];
  double from_s, to_s;    /* simulated s: the ends of the plot; to_s is the newest row's */
  double least, greatest; /* of all points; 0 where there are none */
  double low, high, step; /* the scale: low and high are multiples of the step */
  int digits;             /* after the point, of multiples of the step */
} Curves;

/* Makes the curves of the last `span_s` simulated seconds; 0: of all there is. Where more rows than points fall into that time, each
 * stretch of it shows its least and its greatest value. For the thread that calls monitor_provide. */
void curves_make(Curves *curves, const Monitor *monitor, CurveKind kind, double span_s);

#endif
