#ifndef VIEW_ENERGY_H
#define VIEW_ENERGY_H

/* The mechanical energy of the water. */

#include "weir/weir.h"

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
