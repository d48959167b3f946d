#include "weir/grid/budget.h"

#include "base/maths.h"

void budget_add(WeirWater *w, double moved) {
  if (moved > 0) {
    w->budget.added += moved;
  } else {
    w->budget.removed -= moved;
  }
  w->budget.peak = maths_max(w->budget.peak, w->budget.start + w->budget.added);
}

double budget_volume(WeirWater *w) {
#pragma omp parallel for schedule(static) num_threads(w->threads)
  for (int k = 0; k < w->nz; k++) {
    const float *const d = w->depth.cells + water_index(w, 0, k);
    double sum = 0;
    for (int i = 0; i < w->nx; i++) sum += (double)d[i];
    w->row_sums[k] = sum;
  }
  double sum = 0;
  for (int k = 0; k < w->nz; k++) sum += w->row_sums[k];
  return sum * (double)w->cell * (double)w->cell;
}
