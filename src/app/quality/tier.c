#include "app/quality/tier.h"

#include <math.h>

static const double smooth_s = 0.5;
static const double dear_ms = 13; /* of the 16.7 ms at 60 Hz; the rest is the panel's, the driver's and the desktop's */
static const double counted_most_ms = 39,
                    counted_most_s = 0.1;    /* a single frame counts no more, or a hitch would look like a slow device */
static const double step_factor = 2.5;       /* cost of the next tier at most, times this one's */
static const double dear_s = 1, cheap_s = 3; /* before the tier changes */
static const double bar_s = 60;

static int change(TierChooser *chooser, int tier, bool down) {
  *chooser = (TierChooser){.barred_s = down ? bar_s : chooser->barred_s};
  return tier;
}

int tier_choose(TierChooser *chooser, int now, int most, double ms, double elapsed) {
  if (!(ms > 0) || !(elapsed > 0)) return now;
  elapsed = fmin(elapsed, counted_most_s);
  const double share = chooser->mean_ms > 0 ? 1 - exp(-elapsed / smooth_s) : 1;
  chooser->mean_ms += share * (fmin(ms, counted_most_ms) - chooser->mean_ms);
  chooser->barred_s = fmax(chooser->barred_s - elapsed, 0);
  chooser->over_s = chooser->mean_ms > dear_ms ? chooser->over_s + elapsed : 0;
  chooser->under_s = step_factor * chooser->mean_ms < dear_ms ? chooser->under_s + elapsed : 0;
  if (chooser->over_s > dear_s && now > 0) return change(chooser, now - 1, true);
  if (chooser->under_s > cheap_s && now < most && chooser->barred_s <= 0) return change(chooser, now + 1, false);
  return now;
}
