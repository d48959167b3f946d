/* Bodies far below the surface. Water gives way around what moves down there, and the surface hardly feels it: the waves would be short
 * ones, which fade as exp(-depth/length), where shallow-water waves do not fade. So the deeper and faster a body, the less of it takes
 * part (its coupling weight); the rest is filled with water meanwhile, which the volume budget counts: the level stays. */
#include "base/maths.h"
#include "weir/bodies/state.h"
#include "weir/grid/budget.h"
#include "weir/grid/sources.h"
#include "weir/shapes/shape.h"

float coupling_weight(const WeirWater *w, const WeirBody *body, const BodyMotion *motion, float dt) {
  const float up[3] = {0, 1, 0}, half_height = spans_reach(body, body->rotation, up), per = dt > 1e-6f ? 1.0f / dt : 0.0f;
  const float depth = weir_water_surface_at(w, body->position[0], body->position[2]) - (body->position[1] + half_height);
  const float near_share = maths_expf(-max_float(depth / (2.0f * max_float(half_height, 1e-6f)) - DEEP_HEIGHTS, 0.0f) / DEEP_FADE);
  float square = 0.0f; /* of the speed */
  for (int n = 0; n < 3; n++) {
    const float v = per * (motion->to.position[n] - motion->from.position[n]);
    square += v * v;
  }
  return 1.0f -
         (1.0f - near_share) / (1.0f + DEEP_SPEED * DEEP_SPEED / square); /* holds for a speed of 0 and for one beyond all floats, too */
}

/* m of a cell that one interval of a body has under water. */
static float submerged_depth(const WeirWater *w, const BodyInterval *one) {
  const CutCell *const cell = &w->bodies.subgrid->cells.cells[one->cut_cell];
  const float h = w->bodies.subgrid->cells.bed[one->cut_cell] + w->depth.cells[water_index(w, cell->i, cell->k)];
  return one->interval.cover * (clamp_float(h, one->interval.low, one->interval.high) - one->interval.low);
}

/* Each of a body's cells gets `share` of what the body has under water there (negative: loses it). Returns the m^3 that they got. */
static double cells_fill(WeirWater *w, const BodySums *sums, double share) {
  double added = 0;
  for (int n = 0; n < sums->interval_count; n++) {
    float *const water = &w->bodies.subgrid->cells.water[sums->intervals[n].cut_cell];
    const float before = *water, after = before + (float)(share * (double)submerged_depth(w, &sums->intervals[n]));
    if (!(after < WALL_HEIGHT)) continue; /* a NaN never becomes the state */
    *water = max_float(0.0f, after);
    added += (double)*water - (double)before;
  }
  return added * (double)w->cell * (double)w->cell;
}

static double submerged_volume(const WeirWater *w, const BodySums *sums) {
  double metres = 0;
  for (int n = 0; n < sums->interval_count; n++) metres += (double)submerged_depth(w, &sums->intervals[n]);
  return metres * (double)w->cell * (double)w->cell;
}

void deep_fill(WeirWater *w, BodyMotion *motion) {
  const double from = (double)motion->from.coupling_weight, to = (double)motion->to.coupling_weight;
  if (from == to) return;
  double share = (double)SOLID_FRACTION * (from - to);
  if (to > from) {
    const double volume = submerged_volume(w, motion->sums);
    share = volume > 0 ? -motion->to.filled * (to - from) / ((1 - from) * volume) : 0;
  }
  const double added = cells_fill(w, motion->sums, share);
  motion->to.filled += added;
  w->bodies.subgrid->filled += added;
}

void deep_empty(WeirWater *w, BodyMotion *motion) {
  Subgrid *const s = w->bodies.subgrid;
  if (motion->to.filled == 0) return;
  const double volume = motion->sums ? submerged_volume(w, motion->sums) : 0, filled = motion->to.filled;
  const double remaining = volume > 0 ? filled + cells_fill(w, motion->sums, -filled / volume) : filled;
  s->filled -= filled;
  budget_add(w, remaining); /* what cannot be removed stays, as water like any other */
  motion->to.filled = 0;
}
