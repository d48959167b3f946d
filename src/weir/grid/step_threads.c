#include "weir/grid/step_threads.h"

#include "base/team.h"

enum { HOLD_LEAST = 64, HOLD_MOST = 1024 /* steps from one comparison to the next */ };
static const double long_step_s = 1e-3; /* beyond which threads gain whatever else the machine does */
/* The share of one thread's time that all together may take: what gains less is not worth a second processor. */
#define WORTH 0.95

static bool always_all;

void step_threads_use_all(bool all) {
  always_all = all;
}

void step_threads_forget(WeirWater *w) {
  w->clock.step_threads = w->clock.displace_threads = (StepThreads){.hold = HOLD_LEAST};
}

/* Returns true if the number of threads is to be chosen: there are some, and they are the library's own. */
static bool is_chosen(int threads) {
  return threads > 1 && !always_all && !team_has_runner();
}

int step_threads_begin(WeirWater *w, const StepThreads *p) {
  const int threads = w->threads;
  const bool one = p->left > 0 ? p->one : p->taken % 2 == 1;
  if (is_chosen(threads) && one) w->threads = 1;
  return threads;
}

/* Returns the sum of the times but the longest, which may be another program's. */
static double sum_without_longest(const double seconds[STEP_SAMPLES]) {
  double sum = 0, longest = 0;
  for (int n = 0; n < STEP_SAMPLES; n++) {
    sum += seconds[n];
    if (seconds[n] > longest) longest = seconds[n];
  }
  return sum - longest;
}

static void choose(StepThreads *p, bool one) {
  p->hold = one != p->one ? HOLD_LEAST : 2 * p->hold < HOLD_MOST ? 2 * p->hold : HOLD_MOST;
  p->one = one;
  p->left = p->hold;
  p->taken = 0;
}

void step_threads_end(WeirWater *w, StepThreads *p, int threads, double seconds) {
  w->threads = threads;
  if (!is_chosen(threads)) return;
  if (p->left > 0) {
    p->left--;
    if (p->one && seconds > long_step_s) choose(p, false); /* it has grown since they were compared */
    return;
  }
  p->seconds[p->taken % 2][p->taken / 2] = seconds;
  p->taken++;
  if (seconds > long_step_s)
    choose(p, false);
  else if (p->taken == 2 * STEP_SAMPLES)
    choose(p, sum_without_longest(p->seconds[0]) > WORTH * sum_without_longest(p->seconds[1]));
}
