#include "weir/grid/depths.h"

#include <limits.h>

#include "base/team.h"
#include "base/thread.h"

/* A computing of depths. On the stack. */
typedef struct Computing {
  WeirWater *water;
  _Atomic(float) greatest; /* m */
} Computing;

static void depth_rows(void *data, int k0, int k1) {
  Computing *const c = data;
  WeirWater *const w = c->water;
  const MembranePart *const m = &w->membrane;
  float greatest = 0.0f;
  for (int k = k0; k < k1; k++) {
    const ptrdiff_t row = water_index(w, 0, k);
    const float *restrict const rest = m->rest_level.cells + row, *restrict const bed = w->terrain.cells + row;
    const float *restrict const open = m->openness.cells + row, *restrict const moved = m->displacement.cells + row;
    float *restrict const depth = w->depth.cells + row;
    for (int i = 0; i < w->nx; i++) {
      const float water = (rest[i] - bed[i]) + moved[i], d = open[i] > 0.0f ? water : depth[i];
      depth[i] = d;
      greatest = max_float(greatest, d);
    }
  }
  team_raise(&c->greatest, greatest);
}

static float depths_all(WeirWater *w, int threads) {
  Computing computing = {.water = w};
  team_rows(threads, 0, w->nz, depth_rows, &computing);
  return computing.greatest;
}

void depths_compute(WeirWater *w) {
  depths_all(w, w->threads);
  atomic_store(&w->membrane.depths, DEPTHS_CURRENT);
}

/* Depths follow from displacements, so a call that only reads may write them: the first of several threads does, and the others wait. Where a
 * job system of the program's own runs the threads, one of them could come to wait here for what it is to compute: there this thread does it
 * all. */
void depths_update(const WeirWater *water) {
  if (water->solver != WEIR_MEMBRANE) return;
  WeirWater *const w = (WeirWater *)water;
  MembranePart *const m = &w->membrane;
  if (!atomic_load_explicit(&m->depths_asked, memory_order_relaxed)) atomic_store_explicit(&m->depths_asked, true, memory_order_relaxed);
  int state = DEPTHS_STALE;
  if (atomic_load_explicit(&m->depths, memory_order_acquire) == DEPTHS_CURRENT) return;
  if (atomic_compare_exchange_strong(&m->depths, &state, DEPTHS_UPDATING)) {
    w->extremes.depth = depths_all(w, team_has_runner() ? 1 : w->threads);
    atomic_store_explicit(&m->depths, DEPTHS_CURRENT, memory_order_release);
  }
  while (atomic_load_explicit(&m->depths, memory_order_acquire) != DEPTHS_CURRENT) thread_give_way();
}

void depths_change(WeirWater *w) {
  depths_update(w);
  w->membrane.bounded = false;
}

bool depths_due(WeirWater *w) {
  MembranePart *const m = &w->membrane;
  if (atomic_exchange_explicit(&m->depths_asked, false, memory_order_relaxed)) {
    m->steps_between = m->steps_since;
    m->steps_since = 0;
  }
  if (m->steps_since < INT_MAX) m->steps_since++;
  return m->steps_since == m->steps_between;
}
