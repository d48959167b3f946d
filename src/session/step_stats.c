#include "session/step_stats.h"

#include <math.h>

static const double bin_least = 1e-7;         /* s */
static const double bin_log = 0.019802627296; /* ln 1.02: each bin is 2 % wide */
static const double measured_s = 1.0;         /* that pictures are counted over */

void step_stats_add(StepStats *stats, double seconds, const World *world) {
  const double bin = seconds > bin_least ? floor(log(seconds / bin_least) / bin_log) : 0;
  stats->bins[bin < STEP_STATS_BINS ? (int)bin : STEP_STATS_BINS - 1]++;
  stats->steps++;
  stats->sum_s += seconds;
  stats->max_s = fmax(stats->max_s, seconds);
  stats->simulated += (double)world->params.tick;
  stats->cells += (double)world->nx * world->nz * (double)world->params.tick;
}

bool step_stats_at_end(const StepStats *stats, int64_t steps, double seconds, double tick) {
  return (steps >= 0 && stats->steps >= steps) || (seconds >= 0 && stats->simulated > seconds - 0.5 * tick);
}

double step_stats_percentile(const StepStats *stats, double share) {
  const double rank = share * (double)stats->steps;
  uint64_t seen = 0;
  for (int n = 0; n < STEP_STATS_BINS && stats->steps > 0; n++) {
    seen += stats->bins[n];
    if ((double)seen >= rank) return fmin(bin_least * exp(((double)n + 0.5) * bin_log), stats->max_s);
  }
  return stats->max_s;
}

double step_stats_rtkc(const StepStats *stats) {
  return stats->sum_s > 0 ? stats->cells / stats->sum_s / 1000 : 0;
}

void frame_rate_add(FrameRate *rate, double now) {
  if (rate->since <= 0) {
    rate->since = now;
    return;
  }
  rate->frames++;
  const double wall = now - rate->since;
  if (wall < measured_s) return;
  rate->fps = rate->frames / wall;
  rate->frame_ms = 1e3 * wall / rate->frames;
  rate->since = now;
  rate->frames = 0;
}
