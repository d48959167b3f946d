#ifndef APP_STATS_H
#define APP_STATS_H

/* The figures of a run, and the JSON that --stats writes of them. */

#include <stdbool.h>
#include <stdint.h>

#include "cli/json.h"
#include "render/renderer.h"
#include "world/world.h"

/* Step times are counted in bins a fiftieth apart, from 0.1 us to hours: no allocation while running, and any share of
 * them is known to 1 %. */
enum { STATS_BINS = 1280 };

/* How long frames took, from one picture shown to the next. */
typedef struct FrameLengths {
  int64_t count, late; /* late: of those, longer than STATS_LATE_FRAME_S */
  double sum_s, longest_s;
} FrameLengths;

#define STATS_LATE_FRAME_S 0.1 /* s; at ten pictures a second a hand still sees what it moves */

/* Steps are counted by the thread that takes them, frames by the one that draws. */
typedef struct Stats {
  uint64_t bins[STATS_BINS];
  int64_t steps;
  double step_sum_s, step_max_s;
  double start, begun;  /* clock: of the program, and of the first tick or frame */
  double first_shown_s; /* from the program's start to the first thing shown in the window; -1: none */
  double first_frame_s; /* from the program's start to the first picture shown; -1: none */
  int64_t frames;
  double frame_at;                              /* clock: when the last picture was shown; 0: none yet */
  FrameLengths all, past;                       /* but the first; those before which the past was looked at */
  int64_t past_positions;                       /* worlds of the past that were shown */
  RendererPassTime passes[RENDERER_PASSES_MAX]; /* sums over the frames whose passes were timed, ms */
  int pass_count;
  int64_t frames_timed;
  float share;      /* of each side of the picture, in the last frame; 0: none was drawn */
  double share_sum; /* over all frames */
  double simulated; /* s, over all worlds of the run */
  double cells;     /* cell seconds: sum of cells * tick */
} Stats;

/* Begins the figures; `start`: clock of the program's start. stats_begin: the run begins now. */
void stats_init(Stats *stats, double start);
void stats_begin(Stats *stats);
/* Notes that something stands in the window, if no picture yet. */
void stats_shown(Stats *stats);

void stats_step(Stats *stats, double seconds, const World *world);

/* Notes that a picture was shown, of which this share of each side was drawn. `past`: it is of the past, or the simulation is asked to hold
 * for it. */
void stats_frame(Stats *stats, bool past, float share);

/* Adds what the passes of a frame took. */
void stats_passes(Stats *stats, const RendererPassTime *passes, int count);

/* Returns true if a run of so many steps or simulated seconds is over; -1: it has no such end. */
bool stats_at_end(const Stats *stats, int64_t steps, double seconds, double tick);

/* Returns the step time in seconds that this share (0 to 1) of the steps stayed within; 0 when there were none. */
double stats_percentile(const Stats *stats, double share);

/* Returns real-time kilocells (Kellomaki 2015): thousands of cells that the steps' time would have kept in real time. */
double stats_rtkc(const Stats *stats);

/* The figures of the picture and the sound at the end of a run; borrowed for a call. */
typedef struct StatsDrawing {
  const char *device;    /* the drawing device's name */
  int64_t triangles_max; /* of any frame; -1: none was drawn */
  int64_t sound_buffers; /* rendered for the sound device; 0: there was none */
  int64_t sound_late;    /* of those, too late to be heard without a gap */
} StatsDrawing;

/* Returns the report that --stats writes; the caller writes and frees it. */
Json stats_json(const Stats *stats, const World *world, const StatsDrawing *drawing);

#endif
