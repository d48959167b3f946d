/* Why the water at a place flows as it does: what drives its velocity and what holds it back. */
#include <math.h>

#include "base/float_mode.h"
#include "weir/flow/flow.h"
#include "weir/flow/watch.h"
#include "weir/point_queries.h"
#include "weir/roof.h"

/* The cell of a place along one axis; the grid's edge for places outside. */
static int cell_of(float place, float cell, int count) {
  return (int)clamp_float(floorf(place / cell), 0.0f, (float)(count - 1));
}

bool weir_water_watch(WeirWater *w, float x, float z) {
  if (isfinite(x) && isfinite(z)) return watch_create(w, cell_of(x, w->cell, w->nx), cell_of(z, w->cell, w->nz));
  watch_destroy(w);
  return true;
}

/* In the float mode of a step, for the same bits; in a substep of the next step, were that as long as the last one, or of one at 60 Hz
 * before the first. */
static WatchResult predicted(const WeirWater *w, int i, int k) {
  const FloatMode mode = float_mode_flush();
  const float seconds = w->clock.step_seconds > 0.0 ? (float)w->clock.step_seconds : 1.0f / 60.0f;
  const FlowStep step = flow_step_numbers(w, seconds / ceilf(seconds / step_largest(w)));
  const WatchResult result = watch_predicted(w, &step, i, k);
  float_mode_restore(mode);
  return result;
}

WeirWhy weir_water_why(const WeirWater *w, float x, float z) {
  WeirWhy why = {.predicted = true};
  if (!isfinite(x) || !isfinite(z)) return why;
  const int i = cell_of(x, w->cell, w->nx), k = cell_of(z, w->cell, w->nz);
  why.depth = w->depth.cells[water_index(w, i, k)];
  if (w->solver == WEIR_MEMBRANE) return why;
  const Velocity velocity = velocity_at(w, i, k);
  why.velocity[0] = velocity.x;
  why.velocity[1] = velocity.z;
  why.speed = sqrtf(velocity.x * velocity.x + velocity.z * velocity.z);
  if (!(why.depth >= DEPTH_WET)) return why;
  why.froude = why.speed / sqrtf(w->tuning.gravity * why.depth);
  const WatchResult *const watched = watch_result(w, i, k);
  const WatchResult result = watched ? *watched : predicted(w, i, k);
  why.predicted = !watched;
  why.seconds = (float)result.seconds;
  for (int axis = 0; axis < WATCH_AXES && result.seconds > 0.0; axis++) {
    const FlowTerms *const t = &result.terms[axis];
    why.slope[axis] = (float)(t->slope / result.seconds);
    why.pressure[axis] = (float)(t->pressure / result.seconds);
    why.advection[axis] = (float)(t->advection / result.seconds);
    why.drag[axis] = (float)(t->drag / result.seconds);
    why.limiter[axis] = (float)(t->limiter / result.seconds);
    why.body[axis] = (float)(t->body / result.seconds);
    why.other[axis] = (float)(t->other / result.seconds);
    why.change[axis] = (float)(result.change[axis] / result.seconds);
  }
  return why;
}
