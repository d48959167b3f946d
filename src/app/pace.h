#ifndef APP_PACE_H
#define APP_PACE_H

/* Keeps simulated time in step with the clock: fixed ticks, a backlog that is capped, and a measure of how well it
 * went. What the machine cannot keep up with is left out: the water slows rather than the program falling ever further
 * behind. */

#include <stdbool.h>

/* The simulation's side. */
typedef struct Pace {
  double backlog; /* s of simulated time still owed */
  double at;      /* clock up to which time is owed; 0: begin anew */
  /* Of the last tick taken: */
  double due;  /* clock at which it was owed in full */
  double rate; /* simulated seconds a second between it and the one before, smoothed */
  double late; /* s after it was due that it was there, at the most of late */
  /* Of the last closed second: */
  double ratio; /* simulated seconds a second */
  bool slowed;  /* time was left out */
  /* The open one: */
  double since, simulated, left_out;
} Pace;

/* The clock goes on to `now`, and the world runs at `time_scale` of it. */
void pace_owe(Pace *pace, double now, double time_scale);

/* True when a tick is owed: it is taken off. */
bool pace_take(Pace *pace, double tick, double time_scale);

/* Seconds until a tick is owed. */
double pace_wait(const Pace *pace, double tick, double time_scale);

/* The tick that was taken is done and handed over. */
void pace_done(Pace *pace, double tick, double now);

/* The clock has stood still or the world is another: nothing is owed. */
void pace_rest(Pace *pace);

/* What the picture shows of a tick of which `time` is the end: it runs behind by a tick and by as long as ticks come
 * late, so that there is always a later state to draw towards. */
double pace_shown(const Pace *pace, double time, double tick, double now);

/* The drawing side: pictures a second. */
typedef struct FrameRate {
  double fps, frame_ms; /* of the last closed second */
  double since;
  int frames;
} FrameRate;

void frame_rate_add(FrameRate *rate, double now);

#endif
