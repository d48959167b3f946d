#ifndef VIEW_MEASURE_H
#define VIEW_MEASURE_H

/* Measures of the water: how it moves in one cell, and why (the probe); the discharge through a line (the gauge); the mechanical energy. */

#include <stdbool.h>

#include "world/gauges.h"
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

/* A reading of a cell: depth, velocity, and what its velocity changes by, part by part (weir_water_why). A plain value in a view; means go
 * back at most to when the cell was first looked at, and weigh a moment the less the longer ago it is (a time constant of 0.3 simulated s),
 * for a person to read. Parts and change are means by the same weights: they sum up as those of each tick do. */
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

/* The parts along one direction, as bars, rounded so that they sum to the change to the last digit shown. A plain value. */
typedef struct ProbeChart {
  ProbeAlong along;
  double direction[2];        /* x and z, of unit length */
  double values[PROBE_PARTS]; /* m/s^2: above 0 drives, below 0 holds back */
  double change;              /* their sum */
  double scale;               /* m/s^2: the length of a full bar; slope and pressure may pass it where they all but cancel */
  int digits;                 /* after the decimal point, of values and change */
} ProbeChart;

ProbeChart probe_chart(const Probe *probe);

/* A line that is to be read, or has been. A plain value; all 0: none. */
typedef struct GaugeReading {
  bool on; /* asked for; of a reading: there is one */
  GaugeLine line;
  double flow; /* m^3/s, see gauge_flow */
} GaugeReading;

/* Energy in J. Potential: above the grid's lowest ground. Without bodies and water in the air; what bodies displace counts as water. */
typedef struct WorldEnergy {
  double kinetic, potential;
} WorldEnergy;

/* Velocities on a grid of the same extent, coarser or not, m/s. Borrowed. */
typedef struct EnergyFlow {
  const float *x, *z; /* nx*nz each */
  int nx, nz;
} EnergyFlow;

/* Sums over all cells of density * depth * (u^2 + w^2)/2 and density * gravity * depth * (bed - lowest bed + depth/2), times the cell's
 * area. `density` in kg/m^3, `gravity` in m/s^2. */
WorldEnergy energy_of(const WeirWater *water, const EnergyFlow *flow, double density, double gravity);

#endif
