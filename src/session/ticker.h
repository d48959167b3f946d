#ifndef SESSION_TICKER_H
#define SESSION_TICKER_H

/* Keeps simulated time in step with the clock: fixed ticks, a backlog that is capped, and a measure of how well it
 * went. What the machine cannot keep up with is left out: the water slows rather than the program falling ever further
 * behind. */

#include <stdbool.h>

/* The clock of the simulation's thread: how much simulated time is due, and how well it keeps up. */
typedef struct Ticker {
  double backlog; /* s of simulated time still due */
  double at;      /* clock up to which the backlog counts; 0: begin again */
  /* The last tick that began: */
  double due;  /* clock at which it was due in full */
  double rate; /* simulated seconds a second between it and the one before, smoothed */
  double late; /* s after it was due that it was there, at the most of late */
  /* The last closed second: */
  double ratio; /* simulated seconds a second */
  bool slowed;  /* time was left out */
  /* The open second: */
  double since, simulated, left_out;
} Ticker;

/* Advances the clock to `now`, while the world runs at `time_scale` of it. */
void ticker_advance(Ticker *ticker, double now, double time_scale);

/* Returns true if a tick is due, whose time is then subtracted from the backlog. */
bool ticker_begin_tick(Ticker *ticker, double tick, double time_scale);

/* Returns the seconds until a tick is due. */
double ticker_wait(const Ticker *ticker, double tick, double time_scale);

/* Notes that the tick that began is done and handed over. */
void ticker_end_tick(Ticker *ticker, double tick, double now);

/* Empties the backlog: the clock has stood still or the world is another. */
void ticker_reset(Ticker *ticker);

/* Returns the simulated time to draw after a tick that ended at `time`: it runs behind by a tick and by as long as ticks come late, so that
 * there is always a later state to draw towards. */
double ticker_shown(const Ticker *ticker, double time, double tick, double now);

/* The drawing thread's count of pictures a second. */
typedef struct FrameRate {
  double fps, frame_ms; /* of the last closed second */
  double since;
  int frames;
} FrameRate;

void frame_rate_add(FrameRate *rate, double now);

#endif
