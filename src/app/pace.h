#ifndef APP_PACE_H
#define APP_PACE_H

/* Keeps simulated time in step with the clock: fixed ticks, a backlog that is capped, and a measure of how well it went.
 * What the machine cannot keep up with is left out: the water slows rather than the program falling ever further behind. */

#include <stdbool.h>

typedef struct Pace {
  double backlog; /* s of simulated time still owed */
  /* Of the last closed second: */
  double fps, frame_ms;
  double ratio; /* simulated seconds a second */
  bool slowed;  /* time was left out */
  /* The open one: */
  double since, simulated, left_out;
  int frames;
} Pace;

/* `elapsed` seconds have gone by on the clock, and the world runs at `time_scale` of it. */
void pace_owe(Pace *pace, double elapsed, double time_scale);

/* True when a tick is owed: it is taken off. */
bool pace_take(Pace *pace, double tick);

/* Leaves out whole ticks that are owed. */
void pace_forgive(Pace *pace, double tick);

/* Closes a frame. */
void pace_frame(Pace *pace, double now);

/* How far between the last two ticks the picture is, 0 to 1. */
float pace_alpha(const Pace *pace, double tick);

#endif
