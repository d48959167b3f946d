#ifndef SESSION_STEP_STATS_H
#define SESSION_STEP_STATS_H

/* The figures of a run's steps and pictures. */

#include <stdbool.h>
#include <stdint.h>

#include "world/world.h"

/* Step times are counted in bins a fiftieth apart, from 0.1 us to hours: no allocation while running, and any share of
 * them is known to 1 %. */
enum { STEP_STATS_BINS = 1280 };

/* Sums over the steps of a run, written by the thread that takes them; zeroed at the start. */
typedef struct StepStats {
  uint64_t bins[STEP_STATS_BINS];
  int64_t steps;
  double sum_s, max_s; /* of the clock */
  double simulated;    /* s, over all worlds of the run */
  double cells;        /* cell seconds: sum of cells * tick */
} StepStats;

/* Adds a step of the world that took so many seconds of the clock. */
void step_stats_add(StepStats *stats, double seconds, const World *world);

/* Returns true if a run of so many steps or simulated seconds is over; -1: it has no such end. */
bool step_stats_at_end(const StepStats *stats, int64_t steps, double seconds, double tick);

/* Returns the step time in seconds that this share (0 to 1) of the steps stayed within; 0 when there were none. */
double step_stats_percentile(const StepStats *stats, double share);

/* Returns real-time kilocells (Kellomaki 2015): thousands of cells that the steps' time would have kept in real time. */
double step_stats_rtkc(const StepStats *stats);

/* The drawing thread's count of pictures a second. */
typedef struct FrameRate {
  double fps, frame_ms; /* of the last closed second */
  double since;
  int frames;
} FrameRate;

void frame_rate_add(FrameRate *rate, double now);

#endif
