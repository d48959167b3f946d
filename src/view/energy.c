#include "view/energy.h"

#include <math.h>
#include <stddef.h>

#include "base/maths.h"

WorldEnergy energy_of(const WeirWater *water, const EnergyFlow *flow, double density, double gravity) {
  const WeirView bed = weir_water_terrain(water), depth = weir_water_depth(water);
  const double cell = (double)weir_water_cell(water), scale = density * cell * cell;
  WorldEnergy sum = {0};
  float lowest = INFINITY;
  for (int k = 0; k < bed.nz; k++)
    for (int i = 0; i < bed.nx; i++) lowest = maths_minf(lowest, bed.data[k * bed.stride + i]);
  for (int k = 0; k < depth.nz; k++) {
    const ptrdiff_t row = (ptrdiff_t)((int64_t)k * flow->nz / depth.nz) * flow->nx;
    for (int i = 0; i < depth.nx; i++) {
      const double d = (double)depth.data[k * depth.stride + i];
      if (!(d > 0)) continue;
      const ptrdiff_t at = row + (ptrdiff_t)((int64_t)i * flow->nx / depth.nx);
      const double u = (double)flow->x[at], w = (double)flow->z[at];
      sum.kinetic += 0.5 * d * (u * u + w * w);
      sum.potential += d * ((double)bed.data[k * bed.stride + i] - (double)lowest + 0.5 * d);
    }
  }
  return (WorldEnergy){scale * sum.kinetic, scale * gravity * sum.potential};
}
