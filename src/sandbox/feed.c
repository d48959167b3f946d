/* The thread that reads the stream, and the newest grid between it and the simulation. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/thread.h"
#include "sandbox/fit.h"
#include "sandbox/grids.h"
#include "sandbox/sandbox.h"
#include "sandbox/settle.h"
#include "sandbox/source.h"

enum { WAIT_MS = 50, BYTES = 1 << 18, LINES = 4 };

static const float elapsed_least = 1e-3f, elapsed_most = 1; /* s from grid to grid, whatever the producer's clock says */

/* A settled grid. */
typedef struct Settled {
  float *heights; /* m */
  int nx, nz, room;
  int64_t number; /* of the grid, from 1 */
} Settled;

struct SandFeed {
  Thread thread;
  Lock lock;
  atomic_bool quit;
  char path[512];

  /* Under the lock. */
  Settled ready;
  SandCounts counts;
  Error lines[LINES]; /* to be said, the oldest first; what is more is not */
  int line_count;
  bool ended;

  /* The reader's own. */
  Source source;
  SandGrids grids;
  Settle settle;
  Settled next;
  float *heights;
  int heights_room;
  uint8_t *bytes;
  uint64_t first_us, last_us;
  double first_at; /* clock of the first grid of a file */
  int64_t before;  /* grids of earlier producers */
  bool told;       /* that bytes were skipped, since the last grid */

  /* The taker's own. */
  Settled taken;
  Fit fit;
};

static void say(SandFeed *feed, const char *text, long long number) {
  lock_take(&feed->lock);
  if (feed->line_count < LINES) error_set(&feed->lines[feed->line_count++], text, feed->path, number);
  lock_give(&feed->lock);
}

/* Waits until the time comes at which a recorded grid was made. */
static void keep_time(SandFeed *feed, uint64_t time_us) {
  if (!feed->source.is_file) return;
  if (feed->first_at <= 0 || time_us < feed->last_us) feed->first_at = clock_seconds(), feed->first_us = time_us;
  const double due = feed->first_at + 1e-6 * (double)(time_us - feed->first_us);
  for (double left = due - clock_seconds(); left > 0 && !feed->quit; left = due - clock_seconds())
    source_rest((int)fmin(1e3 * left + 1, WAIT_MS));
}

/* Hands the settled grid over. */
static bool hand_over(SandFeed *feed) {
  const Settle *const settle = &feed->settle;
  Settled *const next = &feed->next;
  const int count = settle->nx * settle->nz;
  next->heights = memory_reserve(next->heights, &next->room, count, sizeof *next->heights);
  if (!next->heights) return false;
  memcpy(next->heights, settle->shown, sizeof *next->heights * (size_t)count);
  next->nx = settle->nx, next->nz = settle->nz;
  lock_take(&feed->lock);
  next->number = ++feed->counts.grids;
  feed->counts.nx = next->nx, feed->counts.nz = next->nz;
  const Settled before = feed->ready;
  feed->ready = *next;
  *next = before;
  lock_give(&feed->lock);
  return true;
}

/* Takes the grid that has come. */
static bool take_grid(SandFeed *feed) {
  const SandHead *const head = &feed->grids.now;
  const float since = 1e-6f * (float)(head->time_us > feed->last_us ? head->time_us - feed->last_us : 0);
  keep_time(feed, head->time_us);
  feed->last_us = head->time_us;
  feed->heights = memory_reserve(feed->heights, &feed->heights_room, head->nx * head->nz, sizeof *feed->heights);
  if (!feed->heights) return false;
  sand_grids_heights(&feed->grids, feed->heights);
  feed->told = false;
  return settle_add(&feed->settle, feed->heights, head->nx, head->nz, fminf(fmaxf(since, elapsed_least), elapsed_most)) && hand_over(feed);
}

static void take_bytes(SandFeed *feed, size_t count) {
  for (size_t at = 0; at < count && !feed->quit;) {
    bool whole;
    at += sand_grids_read(&feed->grids, feed->bytes + at, count - at, &whole);
    if (whole && !take_grid(feed)) say(feed, "%s: not enough memory for a grid; the ground stays", 0);
  }
  lock_take(&feed->lock);
  const bool more = feed->grids.skipped > feed->counts.skipped;
  feed->counts.skipped = feed->grids.skipped;
  lock_give(&feed->lock);
  if (more && !feed->told) say(feed, "%s: bytes that are no grid of heights (docs/projector.md); the ground stays until the next one", 0);
  feed->told = feed->told || more;
}

static void *read_all(void *data) {
  SandFeed *const feed = data;
  SourceRead read = SOURCE_NOTHING;
  while (!feed->quit && read != SOURCE_ENDED) {
    size_t count;
    read = source_read(&feed->source, feed->bytes, BYTES, &count, WAIT_MS);
    if (read == SOURCE_BYTES) take_bytes(feed, count);
    if (read == SOURCE_LEFT || read == SOURCE_ENDED) {
      sand_grids_restart(&feed->grids);
      feed->told = false;
      say(feed,
          read == SOURCE_LEFT ? "%s: its producer is gone after %lld grids; the ground stays, and another may begin"
                              : "%s: has ended after %lld grids; the ground stays",
          (long long)(sand_feed_counts(feed).grids - feed->before));
      feed->before = sand_feed_counts(feed).grids;
    }
  }
  lock_take(&feed->lock);
  feed->ended = read == SOURCE_ENDED;
  lock_give(&feed->lock);
  return NULL;
}

SandFeed *sand_feed_open(const SandDef *def, Error *error) {
  SandFeed *const feed = memory_create(1, sizeof *feed);
  if (feed) feed->bytes = memory_create(BYTES, 1);
  if (!feed || !feed->bytes || !lock_init(&feed->lock)) {
    if (feed) memory_free(feed->bytes);
    memory_free(feed);
    error_set(error, "%s: not enough memory", def->path);
    return NULL;
  }
  const size_t size = strlen(def->path);
  memcpy(feed->path, def->path, size < sizeof feed->path ? size : sizeof feed->path - 1);
  feed->settle.noise = def->noise, feed->settle.seconds = def->seconds;
  if (source_open(&feed->source, def->path, error)) {
    if (strcmp(feed->path, "-") == 0) memcpy(feed->path, "standard input", sizeof "standard input");
    if (thread_start(&feed->thread, read_all, feed)) return feed;
    error_set(error, "%s: no thread to be had", def->path);
  }
  sand_feed_close(feed);
  return NULL;
}

bool sand_feed_take(SandFeed *feed, int nx, int nz, bool again, float *heights) {
  lock_take(&feed->lock);
  const bool newer = feed->ready.number > feed->taken.number;
  if (newer) {
    const Settled before = feed->taken;
    feed->taken = feed->ready;
    feed->ready = before; /* older: it is not taken again */
    feed->counts.taken++;
  }
  lock_give(&feed->lock);
  return (newer || (again && feed->taken.number > 0)) &&
         fit_run(&feed->fit, feed->taken.heights, feed->taken.nx, feed->taken.nz, heights, nx, nz);
}

SandCounts sand_feed_counts(SandFeed *feed) {
  lock_take(&feed->lock);
  const SandCounts counts = feed->counts;
  lock_give(&feed->lock);
  return counts;
}

bool sand_feed_said(SandFeed *feed, Error *line) {
  lock_take(&feed->lock);
  const bool said = feed->line_count > 0;
  if (said) {
    *line = feed->lines[0];
    memmove(feed->lines, feed->lines + 1, sizeof *feed->lines * (size_t)--feed->line_count);
  }
  lock_give(&feed->lock);
  return said;
}

bool sand_feed_ended(SandFeed *feed) {
  lock_take(&feed->lock);
  const bool ended = feed->ended;
  lock_give(&feed->lock);
  return ended;
}

void sand_feed_close(SandFeed *feed) {
  if (!feed) return;
  feed->quit = true;
  thread_join(&feed->thread);
  source_close(&feed->source);
  sand_grids_free(&feed->grids);
  settle_free(&feed->settle);
  fit_free(&feed->fit);
  memory_free(feed->ready.heights);
  memory_free(feed->next.heights);
  memory_free(feed->taken.heights);
  memory_free(feed->heights);
  memory_free(feed->bytes);
  lock_shutdown(&feed->lock);
  memory_free(feed);
}
