#include "render/land/rock.h"

#include <math.h>

enum { ACROSS = 256, BINS = 100 }; /* places looked at along a side; of the histogram */

/* Rise by run of a bin; the share of the ground that may be rock; the steepest that plants grow on. */
static const float bin = 0.03f, rock_share = 0.07f, steepest = 1.8f;

static float slope_at(const FrameView *frame, int i, int k) {
  const int left = frame_index(i - 1, frame->nx), right = frame_index(i + 1, frame->nx);
  const int back = frame_index(k - 1, frame->nz), front = frame_index(k + 1, frame->nz);
  const float *const row = frame->terrain + (size_t)k * (size_t)frame->nx;
  const float dx = (row[right] - row[left]) / fmaxf((float)(right - left), 1);
  const float dz =
      (frame->terrain[(size_t)front * (size_t)frame->nx + (size_t)i] - frame->terrain[(size_t)back * (size_t)frame->nx + (size_t)i]) /
      fmaxf((float)(front - back), 1);
  return sqrtf(dx * dx + dz * dz) / frame->cell;
}

float rock_slope(const FrameView *frame) {
  const int longer = frame->nx > frame->nz ? frame->nx : frame->nz, step = (longer + ACROSS - 1) / ACROSS;
  int counts[BINS] = {0}, all = 0;
  for (int k = 0; k < frame->nz; k += step)
    for (int i = 0; i < frame->nx; i += step) {
      const float slope = slope_at(frame, i, k) / bin;
      counts[slope < BINS - 1 ? (int)slope : BINS - 1]++;
      all++;
    }
  int steeper = 0, n = BINS;
  while (n > 0 && steeper + counts[n - 1] <= (int)(rock_share * (float)all)) steeper += counts[--n];
  return fminf(fmaxf(bin * (float)n, ROCK_SLOPE), steepest);
}
