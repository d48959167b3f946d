#ifndef VIEW_PROBE_H
#define VIEW_PROBE_H

/* The water in one cell, and why it moves as it does: depth, velocity, and what its velocity changes by, part by part (weir_water_why), as
 * means over a moment, which a person can read, and as a chart whose bars sum to the change. */

#include <stdbool.h>

#include "world/world.h"

/* A place to look at. A plain value; all 0: nowhere. */
typedef struct ProbePlace {
  bool on;
  float x, z; /* m */
} ProbePlace;

/* The parts of a change, as WeirWhy has them. */
typedef enum ProbePart {
  PROBE_SLOPE,
  PROBE_PRESSURE,
  PROBE_ADVECTION,
  PROBE_DRAG,
  PROBE_LIMITER,
  PROBE_BODY,
  PROBE_OTHER,
  PROBE_PARTS
} ProbePart;

/* A reading of a cell. A plain value in a view; means go back at most to when the cell was first looked at, and weigh a moment the less the
 * longer ago it is (a time constant of 0.3 simulated s). Parts and change are means by the same weights: they sum up as those of each tick
 * do. */
typedef struct Probe {
  bool on;                                 /* there is a reading */
  int i, k;                                /* the cell */
  double time;                             /* simulated s, of the reading */
  bool flows;                              /* the solver knows a flow: velocity and parts mean something */
  bool parts_on;                           /* there are parts: the cell is wet */
  bool predicted;                          /* the parts are of the substep to come: the cell has not been watched through a tick */
  float ground;                            /* m */
  float depth;                             /* m, now */
  double velocity[2], froude_depth;        /* m/s, x and z; m: means */
  double parts[PROBE_PARTS][2], change[2]; /* m/s^2, x and z: means */
} Probe;

/* Watches the place's cell through the ticks to come, or none. Before each tick; changes no bit of the water. */
void probe_watch(const World *world, const ProbePlace *place);

/* Reads the place's cell. `last`: the reading before it of the same world, which may be `probe` itself; NULL: none. */
void probe_look(Probe *probe, const Probe *last, const World *world, const ProbePlace *place);

/* Returns true if a reading is of the place's cell, on a grid of cells of `cell` m, or if there is none and none is asked for. */
bool probe_is_of(const Probe *probe, const ProbePlace *place, int nx, int nz, float cell);

/* m/s; speed/sqrt(gravity*depth), 0 where it is dry. */
double probe_speed(const Probe *probe);
double probe_froude(const Probe *probe, double gravity);

/* The direction that a chart's parts are taken along. */
typedef enum ProbeAlong { PROBE_ALONG_FLOW, PROBE_DOWN_THE_BED, PROBE_WITH_THE_PRESSURE } ProbeAlong;

/* The parts along one direction, rounded so that they sum to the change to the last digit shown. A plain value. */
typedef struct ProbeChart {
  ProbeAlong along;
  double direction[2];        /* x and z, of unit length */
  double values[PROBE_PARTS]; /* m/s^2: above 0 drives, below 0 holds back */
  double change;              /* their sum */
  double scale;               /* m/s^2: the length of a full bar; slope and pressure may pass it where they all but cancel */
  int digits;                 /* after the decimal point, of values and change */
} ProbeChart;

ProbeChart probe_chart(const Probe *probe);

#endif
