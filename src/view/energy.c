#include "view/energy.h"

#include <math.h>
#include <stddef.h>

#include "base/maths.h"

static double lowest(WeirView bed) {
  float low = INFINITY;
  for (int k = 0; k < bed.nz; k++)
    for (int i = 0; i < bed.nx; i++) low = maths_minf(low, bed.data[k * bed.stride + i]);
  return (double)low;
}

WorldEnergy energy_of(const WeirWater *water, const EnergyFlow *flow, double density, double gravity) {
  const WeirView bed = weir_water_terrain(water), depth = weir_water_depth(water);
  const double datum = lowest(bed), cell = (double)weir_water_cell(water), scale = density * cell * cell;
  WorldEnergy sum = {0};
  for (int k = 0; k < depth.nz; k++) {
    const ptrdiff_t row = (ptrdiff_t)((int64_t)k * flow->nz / depth.nz) * flow->nx;
    for (int i = 0; i < depth.nx; i++) {
      const double d = (double)depth.data[k * depth.stride + i];
      if (!(d > 0)) continue;
      const ptrdiff_t at = row + (ptrdiff_t)((int64_t)i * flow->nx / depth.nx);
      const double u = (double)flow->x[at], w = (double)flow->z[at];
      sum.kinetic += 0.5 * d * (u * u + w * w);
      sum.potential += d * ((double)bed.data[k * bed.stride + i] - datum + 0.5 * d);
    }
  }
  return (WorldEnergy){scale * sum.kinetic, scale * gravity * sum.potential};
}
