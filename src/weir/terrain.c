/* Terrain helpers: heights from images. Independent of the solvers. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "weir/weir.h"

#define SIDE_MAX 32768 /* samples; more is not terrain but a wrong number */

static bool sides_sound(int nx, int nz) {
  return nx >= 1 && nx <= SIDE_MAX && nz >= 1 && nz <= SIDE_MAX;
}

/* --- resampling ------------------------------------------------------------------------------------------------------ */

/* The weights of one result value: `count` source values from `first` on. Made for one resampling. */
typedef struct Taps {
  int first, count;
  const float *weights;
} Taps;

/* The taps of all result values along one axis. Made for one resampling, freed after it. */
typedef struct Kernel {
  float *weights;
  Taps *taps;
} Kernel;

/* Catmull-Rom: through the samples, with continuous slope. */
static double catmull_rom(double t) {
  const double x = fabs(t);
  if (x < 1) return 1 + x * x * (1.5 * x - 2.5);
  return x < 2 ? 2 + x * (-4 + x * (2.5 - 0.5 * x)) : 0;
}

static int clamp_index(int at, int count) {
  return at < 0 ? 0 : at >= count ? count - 1 : at;
}

/* The taps of every result value along one axis. Shrinking widens the kernel by the ratio, so that no sample is skipped.
 * Samples past the edge are those of the edge. */
static bool kernel_create(Kernel *kernel, int from, int to) {
  const double ratio = (double)from / (double)to, wide = maths_max(1.0, ratio);
  const int taps_max = 2 * (int)ceil(2 * wide) + 2;
  kernel->weights = memory_create((size_t)to * (size_t)taps_max, sizeof(float));
  kernel->taps = memory_create((size_t)to, sizeof(Taps));
  if (!kernel->weights || !kernel->taps) return false;
  for (int n = 0; n < to; n++) {
    const double centre = ((double)n + 0.5) * ratio - 0.5;
    float *const weights = kernel->weights + (size_t)n * (size_t)taps_max;
    Taps *const taps = &kernel->taps[n];
    const int low = (int)ceil(centre - 2 * wide), high = (int)floor(centre + 2 * wide);
    taps->first = clamp_index(low, from);
    taps->count = clamp_index(high, from) - taps->first + 1;
    taps->weights = weights;
    double sum = 0;
    for (int at = low; at <= high; at++) sum += catmull_rom((at - centre) / wide);
    for (int at = low; at <= high; at++) weights[clamp_index(at, from) - taps->first] += (float)(catmull_rom((at - centre) / wide) / sum);
  }
  return true;
}

static void kernel_destroy(Kernel *kernel) {
  memory_free(kernel->weights);
  memory_free(kernel->taps);
}

/* One value from a line of samples `step` apart, kept within the two samples around its middle: no ringing. */
static float taps_apply(const Taps *taps, const float *line, ptrdiff_t step) {
  double sum = 0;
  for (int n = 0; n < taps->count; n++) sum += (double)taps->weights[n] * (double)line[(taps->first + n) * step];
  float low = INFINITY, high = -INFINITY;
  for (int n = 0; n < taps->count; n++) {
    low = maths_minf(low, line[(taps->first + n) * step]);
    high = maths_maxf(high, line[(taps->first + n) * step]);
  }
  return maths_minf(maths_maxf((float)sum, low), high);
}

bool weir_terrain_resample(const float *source, int sw, int sh, float *heights, int nx, int nz) {
  Kernel across = {0}, down = {0};
  if (!sides_sound(sw, sh) || !sides_sound(nx, nz)) return false;
  float *rows = memory_create((size_t)nx * (size_t)sh, sizeof *rows);
  const bool ok = kernel_create(&across, sw, nx) && kernel_create(&down, sh, nz) && rows;
  for (int k = 0; ok && k < sh; k++)
    for (int i = 0; i < nx; i++) rows[(size_t)k * (size_t)nx + (size_t)i] = taps_apply(&across.taps[i], source + (ptrdiff_t)k * sw, 1);
  for (int k = 0; ok && k < nz; k++)
    for (int i = 0; i < nx; i++) heights[(size_t)k * (size_t)nx + (size_t)i] = taps_apply(&down.taps[k], rows + i, nx);
  kernel_destroy(&across);
  kernel_destroy(&down);
  memory_free(rows);
  return ok;
}

/* --- terraces -------------------------------------------------------------------------------------------------------- */

enum { DEQUANTISE_ROUNDS = 64 };

/* One value: the mean of its four neighbours, kept within half a step of what was stored. */
static float smoothed(float west, float east, float north, float south, float stored, float cap) {
  const float sum = west + east + north + south;
  return maths_minf(maths_maxf(0.25f * sum, stored - cap), stored + cap);
}

/* One round over one row; beyond the grid's edge stands the edge's own value. */
static void smooth_row(const float *restrict before, const float *restrict stored, float *restrict heights, int nx, int nz, int k,
                       float cap) {
  const ptrdiff_t row = (ptrdiff_t)k * nx;
  const float *const here = before + row, *const north = k > 0 ? here - nx : here, *const south = k + 1 < nz ? here + nx : here;
  const float *const was = stored + row;
  float *const to = heights + row;
  const int last = nx - 1;
  for (int i = 1; i < last; i++) to[i] = smoothed(here[i - 1], here[i + 1], north[i], south[i], was[i], cap);
  to[0] = smoothed(here[0], here[last > 0], north[0], south[0], was[0], cap);
  if (last > 0) to[last] = smoothed(here[last - 1], here[last], north[last], south[last], was[last], cap);
}

bool weir_terrain_dequantise(float *heights, int nx, int nz, float quantum) {
  if (!sides_sound(nx, nz) || !(quantum >= 0.0f)) return false;
  const size_t cells = (size_t)nx * (size_t)nz;
  float *stored = memory_create(cells, sizeof *stored), *before = memory_create(cells, sizeof *before);
  if (stored && before) {
    memcpy(stored, heights, cells * sizeof *stored);
    const float cap = 0.5f * quantum;
    for (int round = 0; round < DEQUANTISE_ROUNDS; round += 2) {
      for (int k = 0; k < nz; k++) smooth_row(heights, stored, before, nx, nz, k, cap);
      for (int k = 0; k < nz; k++) smooth_row(before, stored, heights, nx, nz, k, cap);
    }
  }
  const bool ok = stored && before;
  memory_free(stored);
  memory_free(before);
  return ok;
}
