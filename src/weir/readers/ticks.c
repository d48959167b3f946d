/* Fixed ticks under frames of any length, and the water between two ticks. */
#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "base/team.h"
#include "weir/grid/depths.h"
#include "weir/readers/readers.h"

/* Depths after the last two steps. Owned by ReadersPart. */
typedef struct Ticks {
  Field before, now;
} Ticks;

void ticks_destroy(WeirWater *w) {
  Ticks *const t = w->readers.ticks;
  if (!t) return;
  void *const blocks[] = {t->before.block, t->now.block, t};
  blocks_free(blocks, sizeof blocks / sizeof *blocks);
  w->readers.ticks = NULL;
}

bool weir_water_keep_ticks(WeirWater *w, bool keep) {
  depths_update(w);
  ticks_destroy(w);
  if (!keep) return true;
  Ticks *const t = w->readers.ticks = memory_create(1, sizeof *t);
  if (!t || !field_create(w, &t->before) || !field_create(w, &t->now)) {
    ticks_destroy(w);
    return false;
  }
  memcpy(t->now.block, w->depth.block, field_bytes(w));
  memcpy(t->before.block, w->depth.block, field_bytes(w));
  return true;
}

static void keep_rows(void *data, int k0, int k1) {
  WeirWater *const w = data;
  const size_t row = sizeof(float) * (size_t)w->nx;
  for (int k = k0; k < k1; k++) memcpy(w->readers.ticks->now.cells + water_index(w, 0, k), w->depth.cells + water_index(w, 0, k), row);
}

void ticks_after_step(WeirWater *w) {
  Ticks *const t = w->readers.ticks;
  if (!t) return;
  field_swap(&t->before, &t->now);
  team_rows(w->threads, 0, w->nz, keep_rows, w);
}

/* Where the surface between two ticks goes. On the stack. */
typedef struct Between {
  const WeirWater *water;
  const Field *before, *now;
  float share, *surface;
} Between;

static void between_rows(void *data, int k0, int k1) {
  const Between *const to = data;
  const WeirWater *const w = to->water;
  for (int k = k0; k < k1; k++) {
    const ptrdiff_t row = water_index(w, 0, k);
    const float *const bed = w->terrain.cells + row, *const before = to->before->cells + row, *const now = to->now->cells + row;
    float *const surface = to->surface + (ptrdiff_t)k * w->nx;
    for (int i = 0; i < w->nx; i++) surface[i] = bed[i] + ((1.0f - to->share) * before[i] + to->share * now[i]);
  }
}

void weir_water_surface_between(const WeirWater *w, float share, float *surface) {
  depths_update(w);
  const Ticks *const t = w->readers.ticks;
  const float within = share >= 0.0f ? min_float(share, 1.0f) : 0.0f;
  Between to = {w, t ? &t->before : &w->depth, t ? &t->now : &w->depth, t ? within : 1.0f, surface};
  team_rows(w->threads, 0, w->nz, between_rows, &to);
}

enum { TICKS_A_FRAME = 8 };
#define TICK_DEFAULT (1.0 / 60.0) /* s */

static double tick_of(const WeirTicker *ticker) {
  return ticker->tick > 0.0 && isfinite(ticker->tick) ? ticker->tick : TICK_DEFAULT;
}

int weir_ticker_frame(WeirTicker *ticker, double seconds) {
  const double tick = tick_of(ticker);
  const int most = ticker->most > 0 ? ticker->most : TICKS_A_FRAME;
  if (!(ticker->waiting >= 0.0 && ticker->waiting < tick)) ticker->waiting = 0.0;
  if (seconds > 0.0) ticker->waiting += seconds;
  if (!(ticker->waiting < tick * ((double)most + 1.0))) { /* the game cannot keep up: it runs slower */
    ticker->waiting = 0.0;
    return most;
  }
  const int due = (int)maths_min(floor(ticker->waiting / tick), most); /* the quotient may be rounded up */
  ticker->waiting = maths_max(ticker->waiting - due * tick, 0.0);
  return due;
}

float weir_ticker_share(const WeirTicker *ticker) {
  const double share = ticker->waiting / tick_of(ticker);
  return share > 0.0 && share < 1.0 ? (float)share : share >= 1.0 ? 1.0f : 0.0f;
}
