/* Bodies far below the surface. Water gives way around what moves down there, and its surface hardly feels it: the waves would
 * be short ones, which fade as exp(-depth/length), where shallow ones do not. So the deeper and faster a body, the less of it
 * takes part; what does not is filled with water for as long, and the account knows of it: the level stays. */
#include "base/maths.h"
#include "weir/grid/budget.h"
#include "weir/grid/sources.h"
#include "weir/bodies/state.h"
#include "weir/shapes/vertical_spans.h"

#define DEEP_SIZES 1.0f    /* of its own height, by which a body may lie below the surface and still move all of it */
#define DEEP_FADE 0.35f    /* heights: the length above, of waves two to three times as long as the body (1/k) */
#define DEEP_SPEED 0.01f   /* m/s; what stands or creeps at the bottom blocks there whatever the depth */

float coupling_weight(const WeirWater *w, const WeirBody *body, const BodyMotion *motion, float dt) {
  const float up[3] = {0, 1, 0}, tall = spans_reach(body, body->rotation, up), per = dt > 1e-6f ? 1.0f / dt : 0.0f;
  const float deep = weir_water_surface_at(w, body->position[0], body->position[2]) - (body->position[1] + tall);
  const float felt = maths_expf(-max_float(deep / (2.0f * max_float(tall, 1e-6f)) - DEEP_SIZES, 0.0f) / DEEP_FADE);
  float square = 0.0f; /* of the speed */
  for (int n = 0; n < 3; n++) {
    const float v = per * (motion->to.position[n] - motion->from.position[n]);
    square += v * v;
  }
  return 1.0f - (1.0f - felt) / (1.0f + DEEP_SPEED * DEEP_SPEED / square); /* for a speed of 0 and one beyond all floats, too */
}

/* m of a cell that a body has under water by one of its slabs. */
static float drowned(const WeirWater *w, const BodyInterval *one) {
  const CutCell *const cell = &w->bodies.subgrid->cells.cells[one->cut_cell];
  const float h = w->bodies.subgrid->cells.bed[one->cut_cell] + w->depth.cells[water_index(w, cell->i, cell->k)];
  return one->interval.cover * (clamp_float(h, one->interval.low, one->interval.high) - one->interval.low);
}

/* Each of its cells takes `share` of what the body has under water there, or gives it back; m^3 that they took. */
static double cells_fill(WeirWater *w, const BodySums *sums, double share) {
  double taken = 0;
  for (int n = 0; n < sums->interval_count; n++) {
    float *const water = &w->bodies.subgrid->cells.water[sums->intervals[n].cut_cell];
    const float before = *water, after = before + (float)(share * (double)drowned(w, &sums->intervals[n]));
    if (!(after < WALL_HEIGHT)) continue; /* what is no number never becomes the state */
    *water = max_float(0.0f, after);
    taken += (double)*water - (double)before;
  }
  return taken * (double)w->cell * (double)w->cell;
}

static double volume_drowned(const WeirWater *w, const BodySums *sums) {
  double metres = 0;
  for (int n = 0; n < sums->interval_count; n++) metres += (double)drowned(w, &sums->intervals[n]);
  return metres * (double)w->cell * (double)w->cell;
}

void deep_fill(WeirWater *w, BodyMotion *motion) {
  const double from = (double)motion->from.coupling_weight, to = (double)motion->to.coupling_weight;
  if (from == to) return;
  double share = (double)SOLID_FRACTION * (from - to);
  if (to > from) {
    const double volume = volume_drowned(w, motion->sums);
    share = volume > 0 ? -motion->to.filled * (to - from) / ((1 - from) * volume) : 0;
  }
  const double taken = cells_fill(w, motion->sums, share);
  motion->to.filled += taken;
  w->bodies.subgrid->filled += taken;
}

void deep_empty(WeirWater *w, BodyMotion *motion) {
  Subgrid *const s = w->bodies.subgrid;
  if (motion->to.filled == 0) return;
  const double volume = motion->sums ? volume_drowned(w, motion->sums) : 0, filled = motion->to.filled;
  const double left = volume > 0 ? filled + cells_fill(w, motion->sums, -filled / volume) : filled;
  s->filled -= filled;
  budget_add(w, left); /* where it cannot be taken, it stays and is water like any other */
  motion->to.filled = 0;
}
