#ifndef APP_STATS_H
#define APP_STATS_H

/* The figures of a run, and the JSON that --stats writes of them. */

#include <stdbool.h>
#include <stdint.h>

#include "cli/json.h"
#include "render/renderer.h"
#include "session/session.h"
#include "world/world.h"

/* How long frames took, from one picture shown to the next. */
typedef struct FrameLengths {
  int64_t count, late; /* late: of those, longer than STATS_LATE_FRAME_S */
  double sum_s, longest_s;
} FrameLengths;

#define STATS_LATE_FRAME_S 0.1 /* s; at ten pictures a second a hand still sees what it moves */

/* The figures of a run's pictures, counted by the thread that draws. */
typedef struct Stats {
  double start, begun;  /* clock: of the program, and of the first tick or frame */
  double first_shown_s; /* from the program's start to the first thing shown in the window; -1: none */
  double first_frame_s; /* from the program's start to the first picture shown; -1: none */
  int64_t frames;
  double frame_at;                              /* clock: when the last picture was shown; 0: none yet */
  FrameLengths all, past;                       /* but the first; those before which the past was looked at */
  RendererPassTime passes[RENDERER_PASSES_MAX]; /* sums over the frames whose passes were timed, ms */
  int pass_count;
  int64_t frames_timed;
  float share;      /* of each side of the picture, in the last frame; 0: none was drawn */
  double share_sum; /* over all frames */
} Stats;

/* Begins the figures; `start`: clock of the program's start. stats_begin: the run begins now. */
void stats_init(Stats *stats, double start);
void stats_begin(Stats *stats);
/* Notes that something stands in the window, if no picture yet. */
void stats_shown(Stats *stats);

/* Notes that a picture was shown, of which this share of each side was drawn. `past`: it is of the past, or the simulation is asked to hold
 * for it. */
void stats_frame(Stats *stats, bool past, float share);

/* Adds what the passes of a frame took. */
void stats_passes(Stats *stats, const RendererPassTime *passes, int count);

/* The figures of the picture and the sound at the end of a run; borrowed for a call. */
typedef struct StatsDrawing {
  const char *device;    /* the drawing device's name */
  int64_t triangles_max; /* of any frame; -1: none was drawn */
  int64_t sound_buffers; /* rendered for the sound device; 0: there was none */
  int64_t sound_late;    /* of those, too late to be heard without a gap */
  int past_positions;    /* worlds of the past that were shown */
} StatsDrawing;

/* Returns the report that --stats writes; the caller writes and frees it. */
Json stats_json(const Stats *stats, const StepStats *steps, const World *world, const StatsDrawing *drawing);

#endif
