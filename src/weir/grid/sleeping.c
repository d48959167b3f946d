#include "weir/grid/sleeping.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

enum { QUIET = 2 };

bool tiles_create(WeirWater *w) {
  if (w->sleeping.tiles) return true;
  Tiles *const t = w->sleeping.tiles = memory_create(1, sizeof *t);
  if (!t) return false;
  t->across = (w->nx + TILE_COLUMNS - 1) / TILE_COLUMNS;
  t->down = (w->nz + TILE_ROWS - 1) / TILE_ROWS;
  const size_t count = (size_t)t->across * (size_t)t->down;
  t->still = memory_create(count, 1);
  t->apart = memory_create(count, 1);
  t->works = memory_create(count, 1);
  t->tally = memory_create(count, sizeof *t->tally);
  t->most = memory_create(count, sizeof *t->most);
  return t->still && t->apart && t->works && t->tally && t->most;
}

void tiles_destroy(WeirWater *w) {
  if (!w->sleeping.tiles) return;
  memory_free(w->sleeping.tiles->still);
  memory_free(w->sleeping.tiles->apart);
  memory_free(w->sleeping.tiles->works);
  memory_free(w->sleeping.tiles->tally);
  memory_free(w->sleeping.tiles->most);
  memory_free(w->sleeping.tiles);
}

static int clamp_int(int value, int low, int high) {
  return value < low ? low : value > high ? high : value;
}

void tiles_wake(WeirWater *w, int i0, int k0, int i1, int k1) {
  w->bodies.depths_changed = true;
  tiles_stir(w, i0, k0, i1, k1);
}

void tiles_stir(WeirWater *w, int i0, int k0, int i1, int k1) {
  Tiles *const t = w->sleeping.tiles;
  if (!t) return;
  t->measured = false;
  t->changes++;
  const int a0 = clamp_int(i0 / TILE_COLUMNS, 0, t->across), a1 = clamp_int((i1 - 1) / TILE_COLUMNS + 1, 0, t->across);
  const int b0 = clamp_int(k0 / TILE_ROWS, 0, t->down), b1 = clamp_int((k1 - 1) / TILE_ROWS + 1, 0, t->down);
  for (int b = b0; b < b1; b++)
    for (int a = a0; a < a1; a++) {
      t->still[b * t->across + a] = 0;
      t->apart[b * t->across + a] = 1;
    }
}

void tiles_wake_all(WeirWater *w) {
  tiles_wake(w, 0, 0, w->nx, w->nz);
}

/* Whether a tile is quiet under this substep's numbers too. Where nothing moves, `high` and `fastest` bound nothing. */
static bool same_numbers(const FlowStep *a, const FlowStep *b) {
  FlowStep x = *a, y = *b;
  x.high = y.high = x.fastest = y.fastest = x.brisk = y.brisk = x.thick = y.thick = x.dither = y.dither = 0.0f;
  return memcmp(&x, &y, sizeof x) == 0;
}

static bool quiet_around(const Tiles *t, int a, int b) {
  for (int n = b > 0 ? b - 1 : 0; n <= b + 1 && n < t->down; n++)
    for (int m = a > 0 ? a - 1 : 0; m <= a + 1 && m < t->across; m++)
      if (t->still[n * t->across + m] < QUIET) return false;
  return true;
}

bool tiles_begin(WeirWater *w, const FlowStep *step, bool fresh) {
  Tiles *const t = w->sleeping.tiles;
  if (!w->sleeping.enabled || !same_numbers(step, &t->step)) tiles_stir(w, 0, 0, w->nx, w->nz);
  t->step = *step;
  const uint64_t before = t->changes;
  for (int b = 0; b < t->down; b++)
    for (int a = 0; a < t->across; a++) {
      const int n = b * t->across + a;
      t->works[n] = !quiet_around(t, a, b) || (fresh && t->apart[n]);
      if (!t->works[n]) continue;
      t->changes++;
      memset(&t->tally[n], 0, sizeof t->tally[n]);
      for (int lane = 0; lane < FLOW_GROUP; lane++) {
        t->tally[n].surface[lane] = -WALL_HEIGHT;
        t->tally[n].low[lane] = WALL_HEIGHT;
      }
    }
  return t->changes != before;
}

static void tile_close(Tiles *t, int n, bool fresh) {
  static const FlowTally none;
  const FlowTally *const tally = &t->tally[n];
  TileMost most = {.surface = -WALL_HEIGHT};
  for (int lane = 0; lane < FLOW_GROUP; lane++) {
    most.depth = max_float(most.depth, tally->depth[lane]);
    most.surface = max_float(most.surface, tally->surface[lane]);
    most.speed = max_float(most.speed, tally->speed[lane]);
    most.bad = most.bad || !isfinite(tally->sum[lane]) || tally->low[lane] < 0.0f || tally->depth[lane] > WALL_HEIGHT ||
               tally->speed[lane] > WALL_HEIGHT;
  }
  t->most[n] = most;
  const bool stirred = memcmp(tally->stir, none.stir, sizeof tally->stir) != 0;
  t->still[n] = stirred ? 0 : t->still[n] < QUIET ? t->still[n] + 1 : QUIET;
  if (stirred) {
    t->apart[n] = 1;
  } else if (fresh && t->still[n] >= QUIET) {
    t->apart[n] = 0; /* quiet for a second time, on the way from one set of fields to the other: both hold the same */
  }
}

void tiles_close_row(WeirWater *w, int tile_row, bool fresh) {
  Tiles *const t = w->sleeping.tiles;
  for (int a = 0; a < t->across; a++)
    if (t->works[tile_row * t->across + a]) tile_close(t, tile_row * t->across + a, fresh);
}

bool tiles_stretch(const WeirWater *w, int a, int b, int *i0, int *i1) {
  const Tiles *const t = w->sleeping.tiles;
  const uint8_t *const one = t->works + a * t->across, *const other = t->works + b * t->across;
  int n = (*i1 + TILE_COLUMNS - 1) / TILE_COLUMNS;
  while (n < t->across && !(one[n] | other[n])) n++;
  if (n >= t->across) return false;
  *i0 = n * TILE_COLUMNS;
  while (n < t->across && (one[n] | other[n])) n++;
  const int end = (w->nx + FLOW_GROUP - 1) / FLOW_GROUP * FLOW_GROUP;
  *i1 = n * TILE_COLUMNS < end ? n * TILE_COLUMNS : end;
  return true;
}

void weir_water_set_sleeping(WeirWater *w, bool sleeping) {
  w->sleeping.enabled = sleeping;
}

double tiles_working(const WeirWater *w) {
  const Tiles *const t = w->sleeping.tiles;
  if (!t) return 1;
  int works = 0;
  for (int n = 0; n < t->across * t->down; n++) works += t->works[n];
  return (double)works / (t->across * t->down);
}
