#include "weir/grid/depth.h"

#include "base/check.h"
#include "weir/grid/sleeping.h"

double depth_add(WeirWater *w, int i, int k, double metres) {
  CHECK(i >= 0 && i < w->nx && k >= 0 && k < w->nz);
  const ptrdiff_t at = water_index(w, i, k);
  double before = (double)w->depth.cells[at];
  float depth;
  if (w->solver == WEIR_MEMBRANE) {
    if (w->membrane.lakes.label[k * w->nx + i] < 0) return 0.0;
    /* between the substeps of a step, depths are not up to date */
    before = (double)max_float((w->membrane.rest_level.cells[at] - w->terrain.cells[at]) + w->membrane.displacement.cells[at], 0.0f);
    const float bed = w->terrain.cells[at] - w->membrane.rest_level.cells[at];
    const float displacement = max_float((float)((double)w->membrane.displacement.cells[at] + metres), bed);
    w->membrane.displacement.cells[at] = displacement;
    depth = max_float((w->membrane.rest_level.cells[at] - w->terrain.cells[at]) + displacement, 0.0f);
  } else {
    depth = max_float((float)(before + metres), 0.0f);
  }
  w->depth.cells[at] = depth;
  tiles_wake(w, i, k, i + 1, k + 1);
  if (depth > w->extremes.depth) w->extremes.depth = depth;
  return (double)depth - before;
}
