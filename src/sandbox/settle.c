#include "sandbox/settle.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

static const float calm = 2.0f;        /* noises: the largest deviation of sand at rest */
static const float arrived = 0.125f;   /* noises from the mean at which what is shown stops: beyond what is seen, and it stays there */
static const float far_off = 16;       /* noises: sand that is pushed differs by less from what is shown, a hand above it by more */
static const float patience_s = 2.5f;  /* that a mean far off has to be still for */
static const float begins = 5;         /* of `seconds`, in which a value that is new is followed: the first one has noise */
static const float shown_share = 0.5f; /* of `seconds`, in which what is shown goes after the mean: no step in the ground makes a wave */

void settle_free(Settle *s) {
  memory_free(s->mean);
  memory_free(s->variance);
  memory_free(s->shown);
  memory_free(s->waited);
  memory_free(s->follows);
  s->mean = s->variance = s->shown = s->waited = NULL;
  s->follows = NULL;
  s->nx = s->nz = 0;
}

static bool begin(Settle *s, int nx, int nz) {
  const size_t count = (size_t)nx * (size_t)nz;
  settle_free(s);
  s->mean = memory_create(count, sizeof *s->mean);
  s->variance = memory_create(count, sizeof *s->variance);
  s->shown = memory_create(count, sizeof *s->shown);
  s->waited = memory_create(count, sizeof *s->waited);
  s->follows = memory_create(count, sizeof *s->follows);
  if (!s->mean || !s->variance || !s->shown || !s->waited || !s->follows) {
    settle_free(s);
    return false;
  }
  s->nx = nx, s->nz = nz;
  for (size_t n = 0; n < count; n++) s->shown[n] = NAN;
  return true;
}

/* Adds one value: `forget` and `go` are the shares by which the mean and what is shown go on in `elapsed` s. */
static inline void add(Settle *s, size_t n, float height, float elapsed, float forget, float go) {
  const bool first = isnan(s->shown[n]);
  const float off = height - s->mean[n], mean = first ? height : s->mean[n] + forget * off;
  const float variance = first ? 0 : (1 - forget) * (s->variance[n] + forget * off * off);
  const float shown = first ? height : s->shown[n], gone = fabsf(mean - shown), limit = calm * s->noise;
  const float waited = first ? -begins * s->seconds : s->waited[n];
  const bool still = variance < limit * limit, is_new = waited<0, is_far = gone> far_off * s->noise && !s->follows[n];
  const bool moves = is_far ? waited >= patience_s : gone > s->noise || (s->follows[n] && gone > arrived * s->noise);
  const bool follows = is_new || (still && moves);
  s->mean[n] = mean;
  s->variance[n] = variance;
  s->waited[n] = is_new || (still && is_far) ? waited + elapsed : 0;
  s->shown[n] = follows ? shown + go * (mean - shown) : shown;
  s->follows[n] = follows;
}

bool settle_add(Settle *s, const float *heights, int nx, int nz, float elapsed) {
  if ((nx != s->nx || nz != s->nz) && !begin(s, nx, nz)) return false;
  const size_t count = (size_t)nx * (size_t)nz;
  if (!(s->seconds > 0)) {
    for (size_t n = 0; n < count; n++) s->shown[n] = isnan(heights[n]) ? s->shown[n] : heights[n];
    return true;
  }
  const float forget = 1 - expf(-elapsed / s->seconds), go = 1 - expf(-elapsed / (shown_share * s->seconds));
  for (size_t n = 0; n < count; n++)
    if (!isnan(heights[n])) add(s, n, heights[n], elapsed, forget, go);
  return true;
}
