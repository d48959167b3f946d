#include "session/ticker.h"

#include <math.h>

static const double backlog_cap = 0.16; /* s: what is due beyond that is left out */
static const double measured_s = 1.0;   /* s that the measures are taken over */
static const double late_cap = 0.25;    /* s that the picture waits for late ticks */
static const double late_decay = 0.98;  /* of the lateness, from tick to tick: a second or so */
static const double rate_share = 0.2;   /* of the newest spacing in the rate */

void ticker_advance(Ticker *ticker, double now, double time_scale) {
  const double cap = backlog_cap * fmax(time_scale, 1);
  if (ticker->at <= 0) {
    ticker->at = ticker->since = now;
    ticker->ratio = ticker->rate = time_scale;
    ticker->simulated = ticker->left_out = ticker->due = 0;
  }
  ticker->backlog += (now - ticker->at) * time_scale;
  ticker->at = now;
  const double wall = now - ticker->since;
  if (wall >= measured_s) {
    ticker->ratio = ticker->simulated / wall;
    ticker->slowed = ticker->left_out > 0.03 * wall;
    ticker->since = now;
    ticker->simulated = ticker->left_out = 0;
  }
  if (ticker->backlog <= cap) return;
  ticker->left_out += ticker->backlog - cap;
  ticker->backlog = cap;
}

bool ticker_begin_tick(Ticker *ticker, double tick, double time_scale) {
  if (ticker->backlog < tick) return false;
  ticker->backlog -= tick;
  ticker->simulated += tick;
  const double due = ticker->at - ticker->backlog / time_scale;
  if (ticker->due > 0 && due > ticker->due) ticker->rate += rate_share * (tick / (due - ticker->due) - ticker->rate);
  ticker->due = due;
  return true;
}

double ticker_wait(const Ticker *ticker, double tick, double time_scale) {
  return time_scale > 0 ? (tick - ticker->backlog) / time_scale : measured_s;
}

void ticker_end_tick(Ticker *ticker, double tick, double now) {
  const double late = fmin(now - ticker->due, fmax(late_cap, tick));
  ticker->late = fmax(late, late_decay * ticker->late);
}

void ticker_reset(Ticker *ticker) {
  ticker->backlog = ticker->at = 0;
}

double ticker_shown(const Ticker *ticker, double time, double tick, double now) {
  return fmin(time, time - tick + (now - ticker->due - ticker->late) * ticker->rate);
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
