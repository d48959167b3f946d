#ifndef SANDBOX_SANDBOX_H
#define SANDBOX_SANDBOX_H

/* A box of sand under a sensor: its heights come as a stream of grids (docs/projector.md), are smoothed in time, and become the ground of a
 * world.
 *
 *   grids    bytes to grids, past whatever is not one
 *   settle   each value over time: noise and hands are left out
 *   fit      a grid on the cells of a world
 *   source   the file, pipe or standard input, and the waiting for it
 *   feed     the thread that does all that, and the newest grid for the simulation */

#include "base/error.h"

enum { SAND_SIDE_MIN = 16, SAND_SIDE_MAX = 2048 };

/* The default time over which heights are smoothed, s: a hand that moves on is not seen, and sand is still soon after it. */
#define SAND_SECONDS 0.2f

/* A request for a feed; a plain value, its text borrowed for the call. */
typedef struct SandDef {
  const char *path; /* a pipe (mkfifo), a file that was recorded, or "-": standard input */
  float noise;      /* m of the world: a value that moves by less than this about a mean stands still; above 0 */
  float seconds;    /* that heights are smoothed over; 0: they are taken as they come */
} SandDef;

/* The counts of a feed so far; a plain value. */
typedef struct SandCounts {
  int64_t grids;   /* whole ones that came */
  int64_t taken;   /* of these, those that a world got; the others were passed by newer ones */
  int64_t skipped; /* bytes that were no part of a grid */
  int nx, nz;      /* values of the last grid across and down; 0: none has come */
} SandCounts;

/* A stream of grids that is read in a thread of its own; made by sand_feed_open, owned by the caller. */
typedef struct SandFeed SandFeed;

/* Opens the stream; a pipe may have no producer yet. Returns NULL and sets *error if there is no such file, this system reads none, or memory
 * runs out. */
SandFeed *sand_feed_open(const SandDef *def, Error *error);
/* Writes the newest grid to `heights` as nx*nz cells, m, NaN where the sensor has seen nothing yet. Returns false if there is none newer than
 * the last that was taken; `again`: that one may be taken once more, for another world. For one thread at a time. */
bool sand_feed_take(SandFeed *feed, int nx, int nz, bool again, float *heights);
SandCounts sand_feed_counts(SandFeed *feed);
/* Copies a line that there is to be said about the stream. Returns false if there is none. */
bool sand_feed_said(SandFeed *feed, Error *line);
/* Returns true if nothing more can come: a file or standard input has ended. */
bool sand_feed_ended(SandFeed *feed);
void sand_feed_close(SandFeed *feed);

#endif
