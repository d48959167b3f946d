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

enum { SUMS = 8 }; /* that do not wait for each other */

double budget_volume(WeirWater *w) {
#pragma omp parallel for schedule(static) num_threads(w->threads)
  for (int k = 0; k < w->nz; k++) {
    const float *const d = w->depth.cells + water_index(w, 0, k);
    double sums[SUMS] = {0}, sum = 0;
    int i = 0;
    for (; i + SUMS <= w->nx; i += SUMS)
      for (int n = 0; n < SUMS; n++) sums[n] += (double)d[i + n];
    for (; i < w->nx; i++) sum += (double)d[i];
    for (int n = 0; n < SUMS; n++) sum += sums[n];
    w->row_sums[k] = sum;
  }
  double sum = 0;
  for (int k = 0; k < w->nz; k++) sum += w->row_sums[k];
  return sum * (double)w->cell * (double)w->cell;
}
