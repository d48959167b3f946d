#include "base/shares.h"

#include "base/clock.h"

/* A job moves shares by this part of the way to where all would have ended together: a thread that lost its processor for a while says little
 * of the next job, nor does a part that was more than so many times as slow or as fast as the others. A part keeps so much of an equal
 * share: with none it would never be timed again. */
static const float way_at_once = 0.125f, pace_most = 4.0f, share_least = 1.0f / 16.0f;

float shares_before(const Shares *s, int n, int parts) {
  if (n >= parts) return 1.0f;
  if (s->parts != parts) return (float)n / (float)parts;
  float before = 0.0f;
  for (int m = 0; m < n; m++) before += s->share[m];
  return before;
}

/* Returns the slowness, or the nearest that counts. */
static float within(float slowness) {
  return slowness > pace_most ? pace_most : slowness < 1.0f / pace_most ? 1.0f / pace_most : slowness;
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
    wanted[n] = s->share[n] / within(slowness);
    if (wanted[n] < share_least / (float)parts) wanted[n] = share_least / (float)parts;
    sum += wanted[n];
  }
  for (int n = 0; n < parts; n++) s->share[n] += way_at_once * (wanted[n] / sum - s->share[n]);
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
