/* One step of the water: as many substeps as stability requires, each with sources, solver and sides; repeated with smaller ones when the
 * state becomes unstable. */
#include <math.h>

#include "base/clock.h"
#include "base/float_mode.h"
#include "weir/boundary/boundary.h"
#include "weir/flow/flow.h"
#include "weir/grid/budget.h"
#include "weir/grid/dye.h"
#include "weir/grid/flow_bodies.h"
#include "weir/grid/scheme.h"
#include "weir/grid/step_threads.h"
#include "weir/membrane/membrane.h"
#include "weir/readers/readers.h"
#include "weir/roof.h"
#include "weir/waves/sea.h"

/* Takes `count` equal substeps of dt together, of which the first `with_sources` have had their share of sources and rain already. */
static void water_advance(WeirWater *w, float dt, int count, int with_sources) {
  const float part = dt / (float)count;
  const Scheme *const scheme = scheme_of(w->solver);
  if (w->flow.watch) watch_begin_step(w);
  for (int n = 0; n < count;) {
    if (n >= with_sources) sources_apply(w, part), sea_apply(w, part * w->clock.slowed);
    if (n == 0 && flow_bodies(w)) flow_bodies(w)->begin_step(w, count, with_sources > 0);
    if (n == 0 && with_sources == 0) rollback_save(w);
    const int most = scheme->batch && !sources_any(w) ? min_int(scheme->batch(w), w->membrane.batch_max) : 1;
    const int batch = min_int(most, count - n);
    scheme->substeps(w, part * w->clock.slowed, batch, n + batch == count);
    for (int m = 0; m < batch; m++) w->clock.time += (double)part;
    w->clock.substeps += batch;
    n += batch;
  }
  if (count > w->clock.substeps_max) w->clock.substeps_max = count;
}

/* Before the first step of a new water: what seas and currents that have run before have made of it. */
static void water_begin(WeirWater *w, const Scheme *scheme) {
  const bool flows = current_begin(w), waves = sea_begin(w);
  if (flows || waves) scheme->measure(w);
}

static void step_take(WeirWater *w, float dt) {
  if (dt > WEIR_STEP_MAX) {
    dt = WEIR_STEP_MAX;
    w->clock.clamped_steps++;
  }
  const FloatMode mode = float_mode_flush();
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    w->boundary.volume[side] += w->boundary.step_volume[side], w->boundary.step_volume[side] = 0.0;
  w->clock.step_seconds = (double)dt;
  const Scheme *const scheme = scheme_of(w->solver);
  if (w->clock.time == 0.0) water_begin(w, scheme);
  const float largest = STEP_MARGIN * scheme->largest_step(w), wanted = ceilf(dt / largest); /* equal substeps that stability requires */
  const bool in_time = wanted <= (float)w->tuning.substeps_max; /* past the limit the water's own time runs slower instead */
  w->clock.slowed = in_time ? 1.0f : min_float(1.0f, largest * (float)w->tuning.substeps_max / dt);
  w->clock.clamped_steps += !in_time;
  int count = !in_time ? w->tuning.substeps_max : wanted < 1.0f ? 1 : (int)wanted, with_sources = 0;
  water_advance(w, dt, count, with_sources);
  for (int tries = 0; !rollback_is_sound(w, scheme->measure(w)) && tries < ROLLBACK_TRIES; tries++) {
    w->clock.repeated_steps += tries == 0;
    if (tries + 1 < ROLLBACK_TRIES && w->rollback.has_previous) { /* else there is nothing to go back to: only a broken state comes here */
      rollback_restore(w, scheme);
      count *= 2;
      with_sources = with_sources == 0 ? 2 : 2 * with_sources;
      water_advance(w, dt, count, with_sources);
    } else {
      rollback_mend(w, scheme);
      if (w->flow.watch) watch_begin_step(w); /* nothing of the step has happened */
    }
  }
  if (w->solver == WEIR_MEMBRANE) lakes_flatten_absurd(w);
  if (flow_bodies(w) && flow_bodies(w)->end_step) flow_bodies(w)->end_step(w);
  dye_count(w);
  budget_compensate(w);
  boundary_after_step(w);
  highest_after(w);
  w->clock.steps++;
  readers_after_step(w);
  float_mode_restore(mode);
}

void weir_water_step(WeirWater *w, float dt) {
  if (!(dt > 0.0f)) return;
  const int threads = step_threads_begin(w, &w->clock.step_threads);
  const double began = threads > 1 ? clock_seconds() : 0;
  step_take(w, dt);
  step_threads_end(w, &w->clock.step_threads, threads, threads > 1 ? clock_seconds() - began : 0);
}
