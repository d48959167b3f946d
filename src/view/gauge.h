#ifndef VIEW_GAUGE_H
#define VIEW_GAUGE_H

/* Measures of the water: the discharge through a straight line, as a gauging station measures it, and the mechanical energy. */

#include <stdbool.h>

#include "weir/weir.h"

/* From one place to another, x and z in m. A plain value; parts outside the grid count for nothing. */
typedef struct GaugeLine {
  float from[2], to[2];
} GaugeLine;

/* A line that is to be read, or has been. A plain value; all 0: none. */
typedef struct GaugeReading {
  bool on; /* asked for; of a reading: there is one */
  GaugeLine line;
  double flow; /* m^3/s, see gauge_flow */
} GaugeReading;

/* m^3/s through the line, positive from left to right of the way from its beginning to its end (x east, z south): the sum over the cells
 * that it crosses of depth * velocity across it * length within the cell. Velocities are those of the cells, means of their faces: in a
 * current that varies from cell to cell this is not to the bit what passes the faces. 0 in the membrane, which knows no flow. */
double gauge_flow(const WeirWater *water, const GaugeLine *line);

bool gauge_same(const GaugeLine *a, const GaugeLine *b);

/* Energy in J. Potential: above the lowest ground of the grid. Water in the air and bodies are left out; water that bodies displace counts
 * as water. */
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
