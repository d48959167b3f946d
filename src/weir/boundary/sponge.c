/* Sides that absorb waves: strips that draw the water towards the level that it had (WEIR_SPONGE). */
#include <math.h>

#include "base/memory.h"
#include "weir/boundary/boundary.h"
#include "weir/boundary/tuned.h"
#include "weir/grid/budget.h"
#include "weir/grid/dye.h"
#include "weir/grid/flow_bodies.h"
#include "weir/grid/sleeping.h"
#include "weir/grid/sources.h"

/* 1/s at a distance from the side: sigma = SPONGE_STRENGTH*c/width*(1 - x/width)^2, so that a wave there and back is
 * damped by exp(-2/3*SPONGE_STRENGTH) whatever the width. */
static float sponge_strength(const WeirWater *w, WeirSide side, int i, int k, float speed) {
  const int cells = side == WEIR_WEST ? i : side == WEIR_EAST ? w->nx - 1 - i : side == WEIR_NORTH ? k : w->nz - 1 - k;
  const float width = max_float(w->tuning.sponge_width, w->cell), x = ((float)cells + 0.5f) * w->cell / width;
  return x < 1.0f ? SPONGE_STRENGTH * speed / width * (1.0f - x) * (1.0f - x) : 0.0f;
}

/* Draws one cell towards the level that it had and towards rest, by the same share: a wave then enters the strip without a step in
 * impedance. Returns the metres that went in. The membrane's velocity is vertical; there the strip is friction alone, which holds the
 * volume and reflects more of long waves. */
static double sponge_cell(WeirWater *w, int i, int k, float share) {
  const ptrdiff_t at = water_index(w, i, k);
  if (w->solver == WEIR_MEMBRANE) {
    w->membrane.vertical_velocity.cells[at] -= share * w->membrane.vertical_velocity.cells[at];
    return 0;
  }
  const ptrdiff_t faces[4] = {at, at - 1, at, at - w->stride};
  for (int n = 0; n < 4; n++) {
    float *const speed = (n < 2 ? w->flow.speed_x.cells : w->flow.speed_z.cells) + faces[n];
    *speed -= 0.5f * share * *speed; /* each face has two cells */
  }
  const float before = w->depth.cells[at];
  const float due = w->boundary.sponge_level.cells[at] - (w->terrain.cells[at] + before);
  const FlowBodies *const bodies = flow_bodies(w);
  const float more = bodies ? bodies->side_water(w, i, k, share * due) : share * due;
  w->depth.cells[at] = max_float(0.0f, before + more);
  dye_remove(w, i, k, before);
  return (double)w->depth.cells[at] - (double)before;
}

void boundary_sponge(WeirWater *w, float dt) {
  if (!w->boundary.sponge_level.block) return;
  const float speed = w->solver == WEIR_MEMBRANE ? w->tuning.wave_speed : sqrtf(w->tuning.gravity * w->extremes.depth);
  const int reach = (int)ceilf(max_float(w->tuning.sponge_width, w->cell) / w->cell);
  double sum = 0;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    if (w->boundary.sides[side].kind != WEIR_SPONGE) continue;
    const int i0 = side == WEIR_EAST ? w->nx - reach : 0, i1 = side == WEIR_WEST ? reach : w->nx;
    const int k0 = side == WEIR_SOUTH ? w->nz - reach : 0, k1 = side == WEIR_NORTH ? reach : w->nz;
    tiles_wake(w, i0 - 1, k0 - 1, i1 + 1, k1 + 1);
    for (int k = k0 < 0 ? 0 : k0; k < k1 && k < w->nz; k++)
      for (int i = i0 < 0 ? 0 : i0; i < i1 && i < w->nx; i++) {
        const float rate = sponge_strength(w, (WeirSide)side, i, k, speed) * dt;
        if (rate > 0.0f) sum += sponge_cell(w, i, k, rate / (1.0f + rate));
      }
  }
  budget_add(w, sum * (double)w->cell * (double)w->cell);
}

static bool has_kind(const WeirBoundary *sides, WeirEdge kind) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (sides[side].kind == kind) return true;
  return false;
}

bool boundary_reserve_sponge(WeirWater *w, const WeirBoundary boundary[WEIR_SIDE_COUNT]) {
  if (!has_kind(boundary, WEIR_SPONGE)) {
    memory_free(w->boundary.sponge_level.block);
    w->boundary.sponge_level = (Field){0};
    return true;
  }
  if (w->boundary.sponge_level.block) return true; /* the level stays that at which the sponge was set */
  if (!field_create(w, &w->boundary.sponge_level)) return false;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      w->boundary.sponge_level.cells[at] = w->terrain.cells[at] + w->depth.cells[at];
    }
  return true;
}
