#include "base/shares.h"

#include "base/clock.h"
#include "base/maths.h"

/* Each job moves the shares by `step_share` of the way to those with which all parts would have ended together, since a thread that lost its
 * processor for a while says little about the next job; for the same reason a part counts as at most `pace_most` times as slow or as fast as
 * the mean. Every part keeps `share_least` of an equal share: without work it would never be timed again. */
static const float step_share = 0.125f, pace_most = 4.0f, share_least = 1.0f / 16.0f;

float shares_before(const Shares *s, int n, int parts) {
  if (n >= parts) return 1.0f;
  if (s->parts != parts) return (float)n / (float)parts;
  float before = 0.0f;
  for (int m = 0; m < n; m++) before += s->share[m];
  return before;
}

static void make_equal(Shares *s, int parts) {
  s->parts = parts;
  for (int n = 0; n < parts; n++) s->share[n] = 1.0f / (float)parts;
}

void shares_adjust(Shares *s, int parts) {
  if (s->parts != parts) make_equal(s, parts);
  float all = 0.0f, sum = 0.0f, wanted[TEAM_TASKS_MAX];
  for (int n = 0; n < parts; n++) all += s->took[n];
  if (!(all > 0.0f)) return;
  for (int n = 0; n < parts; n++) {
    const float slowness = s->took[n] * (float)parts / all;
    wanted[n] = s->share[n] / maths_clampf(slowness, 1.0f / pace_most, pace_most);
    if (wanted[n] < share_least / (float)parts) wanted[n] = share_least / (float)parts;
    sum += wanted[n];
  }
  for (int n = 0; n < parts; n++) s->share[n] += step_share * (wanted[n] / sum - s->share[n]);
}

/* A job whose parts are timed. On the stack. */
typedef struct TimedJob {
  Shares *shares;
  TeamTask *task;
  void *data;
} TimedJob;

static void run_timed(void *data, int n) {
  const TimedJob *const job = data;
  const double began = clock_seconds();
  job->task(job->data, n);
  job->shares->took[n] = (float)(clock_seconds() - began);
}

void shares_run(Shares *s, int parts, TeamTask *task, void *data) {
  if (parts < 2) {
    team_run(parts, parts, task, data);
    return;
  }
  TimedJob job = {s, task, data};
  team_run(parts, parts, run_timed, &job);
  shares_adjust(s, parts);
}
