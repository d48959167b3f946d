#ifndef VIEW_LAW_H
#define VIEW_LAW_H

/* Laws of open channels beside what a flume measures. law_read takes the readings of a moment from a world, law_follow makes means of them,
 * law_compare sets measured and expected value against each other. Equations and sources: law.c. */

#include <stdbool.h>

#include "world/world.h"

/* Readings of a moment at the places that a scene's law names; a plain value. */
typedef struct LawReading {
  SceneLaw law;
  double time;      /* simulated s */
  double gravity;   /* m/s2 */
  double level[2];  /* m, at the gauges, as are the next two; the second is 0 where the law has one gauge */
  double depth[2];  /* m */
  double speed[2];  /* m/s along the flume, to the east */
  double discharge; /* m2/s: through the line, per metre of its length */
  double opening;   /* m, of the first gate */
  double distance;  /* m from gauge to gauge; from the west wall to the gauge of LAW_DAM */
} LawReading;

/* Means of readings over the last seconds, and the times at which a bore came. An embedded value; zeroed at the start. */
typedef struct LawTrack {
  LawReading mean; /* as the newest reading, but for means over LAW_MEAN_S of level, depth, speed and discharge */
  int count;       /* of readings that it is made from */
  double came[2];  /* simulated s at which the bore came to a gauge; 0: not yet */
  double behind;   /* m: mean depth at the first gauge since the bore was at it */
  double since;    /* s, of that mean */
} LawTrack;

/* A law's two values side by side; a plain value. */
typedef struct LawValue {
  double at;       /* the quantity that the law's curve goes over: name and unit in LawInfo */
  double measured; /* in the unit of LawInfo */
  double expected;
  double off; /* share by which the measured value is above the expected one */
} LawValue;

/* Names of a law and of the quantities of its curve; constant. */
typedef struct LawInfo {
  const char *title, *equation;
  const char *at_name, *at_unit;
  const char *name, *unit; /* of what is measured */
  const char *waits;       /* said while there is nothing to compare */
} LawInfo;

/* Returns the readings of this moment. The kind of their law is LAW_NONE where the scene has none. */
LawReading law_read(const World *world);
/* Adds a reading; begins again where time went back or the law is another. */
void law_follow(LawTrack *track, const LawReading *now);
/* Compares what was measured with the law. Returns false while there is nothing to compare, as before a bore has come. */
bool law_compare(const LawTrack *track, LawValue *value);
/* Returns the law's value at a place of its curve, with all else as it was measured; NaN where it has none. */
double law_curve(const LawReading *mean, double at);
const LawInfo *law_info(LawKind kind);

#endif
