/* Chooses the quality of the picture by the time that frames take. */
#include "app/quality.h"

#include <math.h>

/* --- the tier --------------------------------------------------------------------------------------------------------------- */

static const double tier_smooth_s = 0.5;
static const double dear_ms = 13; /* of the 16.7 ms at 60 Hz; the rest is the panel's, the driver's and the desktop's */
static const double tier_most_ms = 39, tier_most_s = 0.1; /* a single frame counts no more, or a hitch would look like a slow device */
static const double step_factor = 2.5;                    /* cost of the next tier at most, times this one's */
static const double dear_s = 1, cheap_s = 3;              /* before the tier changes */
static const double tier_bar_s = 60;

static int change(TierChooser *chooser, int tier, bool down) {
  *chooser = (TierChooser){.barred_s = down ? tier_bar_s : chooser->barred_s};
  return tier;
}

int tier_choose(TierChooser *chooser, int now, int most, double ms, double elapsed) {
  if (!(ms > 0) || !(elapsed > 0)) return now;
  elapsed = fmin(elapsed, tier_most_s);
  const double share = chooser->mean_ms > 0 ? 1 - exp(-elapsed / tier_smooth_s) : 1;
  chooser->mean_ms += share * (fmin(ms, tier_most_ms) - chooser->mean_ms);
  chooser->barred_s = fmax(chooser->barred_s - elapsed, 0);
  chooser->over_s = chooser->mean_ms > dear_ms ? chooser->over_s + elapsed : 0;
  chooser->under_s = step_factor * chooser->mean_ms < dear_ms ? chooser->under_s + elapsed : 0;
  if (chooser->over_s > dear_s && now > 0) return change(chooser, now - 1, true);
  if (chooser->under_s > cheap_s && now < most && chooser->barred_s <= 0) return change(chooser, now + 1, false);
  return now;
}

/* --- the resolution --------------------------------------------------------------------------------------------------------- */

const ResolutionLimits resolution_software = {45, 38}, resolution_gpu = {22, 15};

static const float shares[RESOLUTION_STEPS] = {1, 0.85f, 0.7f, 0.6f, 0.5f, 0.4f};

enum { BEGIN_FRAMES = 3 };

static const double smooth_s = 0.35;
static const double hitch_factor = 2;     /* of the mean: a frame counts no more, or a hitch would look like a slow device */
static const double counted_most_s = 0.1; /* nor for longer */
static const double down_s = 0.3, up_s = 3;
static const double settled_s = 0.4;
static const double trial_s = 10;                         /* a step down so soon after one up: the trial has failed */
static const double bar_first_s = 5, bar_longest_s = 300; /* the first is doubled by each failure */

float resolution_share(int step) {
  return shares[step < 0 ? 0 : step >= RESOLUTION_STEPS ? RESOLUTION_STEPS - 1 : step];
}

/* ms that a frame of another step takes if all of it goes by pixels: not less, downwards; not more, upwards. */
static double expected_ms(const ResolutionChooser *chooser, int step) {
  const double sides = (double)(shares[step] / shares[chooser->step]);
  return chooser->mean_ms * sides * sides;
}

void resolution_settle(ResolutionChooser *chooser) {
  chooser->mean_ms = chooser->over_s = chooser->under_s = 0;
  chooser->counted = 0;
  chooser->settles_s = settled_s;
}

bool resolution_count(ResolutionChooser *chooser, const ResolutionLimits *limits, double ms, double elapsed) {
  if (!(ms > 0) || !(elapsed > 0)) return false;
  elapsed = fmin(elapsed, counted_most_s);
  chooser->barred_s = fmax(chooser->barred_s - elapsed, 0);
  if (chooser->since_up_s > 0) chooser->since_up_s += elapsed;
  if (chooser->settles_s > 0) {
    chooser->settles_s -= elapsed;
    return false;
  }
  if (chooser->counted < BEGIN_FRAMES) { /* begins with the least of a few frames, so that a hitch among them does not count */
    chooser->mean_ms = chooser->counted++ > 0 ? fmin(chooser->mean_ms, ms) : ms;
    if (chooser->counted < BEGIN_FRAMES) return false;
  } else {
    chooser->mean_ms += (1 - exp(-elapsed / smooth_s)) * (fmin(ms, hitch_factor * chooser->mean_ms) - chooser->mean_ms);
  }
  const int step = chooser->step;
  const bool over = chooser->mean_ms > limits->longest;
  const bool under = step > 0 && expected_ms(chooser, step - 1) < limits->expected;
  chooser->over_s = over ? chooser->over_s + elapsed : 0;
  chooser->under_s = under ? chooser->under_s + elapsed : 0;
  int next = step;
  if (chooser->over_s > down_s && step < RESOLUTION_STEPS - 1) {
    next = step + 1;
    while (next < RESOLUTION_STEPS - 1 && expected_ms(chooser, next) > limits->expected) next++;
  } else if (chooser->under_s > up_s && chooser->barred_s <= 0) {
    next = step - 1;
  }
  if (next == step) return false;
  if (next > step) {
    const bool failed = chooser->since_up_s > 0 && chooser->since_up_s < trial_s;
    chooser->bar_s = failed ? fmin(2 * fmax(chooser->bar_s, bar_first_s), bar_longest_s) : bar_first_s;
    chooser->barred_s = chooser->bar_s;
  }
  chooser->since_up_s = next < step ? 1e-9 : 0;
  chooser->step = next;
  resolution_settle(chooser);
  return true;
}
