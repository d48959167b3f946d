#include "sandbox/fit.h"

#include <math.h>
#include <stddef.h>

#include "base/memory.h"

static void free_axis(FitAxis *a) {
  memory_free(a->first);
  memory_free(a->count);
  memory_free(a->weights);
  *a = (FitAxis){0};
}

void fit_free(Fit *fit) {
  free_axis(&fit->x);
  free_axis(&fit->z);
  memory_free(fit->rows);
  fit->rows = NULL;
}

/* Scales weights of values at `from`, `from` + 1, ... to a sum of 1, and tilts them so that their mean lies at 0: a slope stays a slope. */
static void balance(float *weights, int count, double from, double sum) {
  double mean = 0, spread = 0;
  for (int m = 0; m < count; m++) mean += weights[m] / sum * (from + m);
  for (int m = 0; m < count; m++) spread += weights[m] / sum * (from + m - mean) * (from + m - mean);
  for (int m = 0; m < count; m++) {
    const double tilt = spread > 1e-9 ? 1 - mean * (from + m - mean) / spread : 1;
    weights[m] = (float)(weights[m] / sum * tilt);
  }
}

/* Lays the tents: value i lies at i + 1/2, cell n's middle at (n + 1/2)*from/to. */
static bool lay(FitAxis *a, int from, int to) {
  const double apart = (double)from / to, half = apart > 1 ? apart : 1;
  free_axis(a);
  a->from = from, a->to = to;
  a->most = 2 * (int)ceil(half) + 2;
  a->first = memory_create((size_t)to, sizeof *a->first);
  a->count = memory_create((size_t)to, sizeof *a->count);
  a->weights = memory_create((size_t)to * (size_t)a->most, sizeof *a->weights);
  if (!a->first || !a->count || !a->weights) {
    free_axis(a);
    return false;
  }
  for (int n = 0; n < to; n++) {
    const double middle = (n + 0.5) * apart;
    float *const weights = a->weights + (ptrdiff_t)n * a->most;
    double sum = 0;
    int first = (int)fmax(floor(middle - half), 0), count = 0;
    for (int i = first; i < from && count < a->most && i + 0.5 < middle + half; i++) {
      const double weight = 1 - fabs(i + 0.5 - middle) / half;
      if (!(weight > 0) && count == 0) {
        first++;
        continue;
      }
      weights[count++] = (float)fmax(weight, 0);
      sum += fmax(weight, 0);
    }
    balance(weights, count, first + 0.5 - middle, sum);
    a->first[n] = first, a->count[n] = count;
  }
  return true;
}

static bool prepare(Fit *fit, int sx, int sz, int nx, int nz) {
  if (fit->rows && fit->x.from == sx && fit->x.to == nx && fit->z.from == sz && fit->z.to == nz) return true;
  fit_free(fit);
  fit->rows = memory_create((size_t)nx * (size_t)sz, sizeof *fit->rows);
  if (fit->rows && lay(&fit->x, sx, nx) && lay(&fit->z, sz, nz)) return true;
  fit_free(fit);
  return false;
}

static void fit_across(const FitAxis *x, const float *values, float *row) {
  for (int n = 0; n < x->to; n++) {
    const float *const from = values + x->first[n], *const weights = x->weights + (ptrdiff_t)n * x->most;
    float sum = 0;
    for (int m = 0; m < x->count[n]; m++) sum += weights[m] * from[m];
    row[n] = sum;
  }
}

bool fit_run(Fit *fit, const float *values, int sx, int sz, float *cells, int nx, int nz) {
  if (!prepare(fit, sx, sz, nx, nz)) return false;
  for (int k = 0; k < sz; k++) fit_across(&fit->x, values + (ptrdiff_t)k * sx, fit->rows + (ptrdiff_t)k * nx);
  for (int k = 0; k < nz; k++) {
    float *const out = cells + (ptrdiff_t)k * nx;
    for (int i = 0; i < nx; i++) out[i] = 0;
    for (int m = 0; m < fit->z.count[k]; m++) {
      const float weight = fit->z.weights[(ptrdiff_t)k * fit->z.most + m];
      const float *const row = fit->rows + (ptrdiff_t)(fit->z.first[k] + m) * nx;
      for (int i = 0; i < nx; i++) out[i] += weight * row[i];
    }
  }
  return true;
}
