#include "app/pace.h"

#include <math.h>

static const double backlog_most = 0.16; /* s: what is owed beyond that is left out */
static const double window = 1.0;        /* s that the measures are taken over */
static const double late_most = 0.25;    /* s that the picture waits for late ticks */
static const double late_kept = 0.98;    /* of the lateness, from tick to tick: a second or so */
static const double rate_share = 0.2;    /* of the newest spacing in the rate */

static void close_window(Pace *pace, double now) {
  const double wall = now - pace->since;
  if (wall < window) return;
  pace->ratio = pace->simulated / wall;
  pace->slowed = pace->left_out > 0.03 * wall;
  pace->since = now;
  pace->simulated = pace->left_out = 0;
}

void pace_owe(Pace *pace, double now, double time_scale) {
  const double most = backlog_most * fmax(time_scale, 1);
  if (pace->at <= 0) {
    pace->at = pace->since = now;
    pace->ratio = pace->rate = time_scale;
    pace->simulated = pace->left_out = pace->due = 0;
  }
  pace->backlog += (now - pace->at) * time_scale;
  pace->at = now;
  close_window(pace, now);
  if (pace->backlog <= most) return;
  pace->left_out += pace->backlog - most;
  pace->backlog = most;
}

bool pace_take(Pace *pace, double tick, double time_scale) {
  if (pace->backlog < tick) return false;
  pace->backlog -= tick;
  pace->simulated += tick;
  const double due = pace->at - pace->backlog / time_scale;
  if (pace->due > 0 && due > pace->due) pace->rate += rate_share * (tick / (due - pace->due) - pace->rate);
  pace->due = due;
  return true;
}

double pace_wait(const Pace *pace, double tick, double time_scale) {
  return time_scale > 0 ? (tick - pace->backlog) / time_scale : window;
}

void pace_done(Pace *pace, double tick, double now) {
  const double late = fmin(now - pace->due, fmax(late_most, tick));
  pace->late = fmax(late, late_kept * pace->late);
}

void pace_rest(Pace *pace) {
  pace->backlog = pace->at = 0;
}

double pace_shown(const Pace *pace, double time, double tick, double now) {
  return fmin(time, time - tick + (now - pace->due - pace->late) * pace->rate);
}

void frame_rate_add(FrameRate *rate, double now) {
  if (rate->since <= 0) {
    rate->since = now;
    return;
  }
  rate->frames++;
  const double wall = now - rate->since;
  if (wall < window) return;
  rate->fps = rate->frames / wall;
  rate->frame_ms = 1e3 * wall / rate->frames;
  rate->since = now;
  rate->frames = 0;
}
