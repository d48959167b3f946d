/* Sides that absorb waves: strips that draw the water towards the level that it had, and towards rest (WEIR_SPONGE), both at the same
 * rate sigma. Waves then enter the strip without a step in impedance, as on a telegraph line without distortion (Heaviside 1887):
 *   dh/dt = -d(u*dep)/dx - sigma*(h - level),   du/dt = -g*dh/dx - sigma*u
 * The membrane knows no flow. In its strips one is kept for the purpose, q on faces, of which the vertical velocity is the divergence:
 *   dq/dt = -c^2*d(eta)/dx - sigma*q,   dv/dt = c^2*L(eta) + div(sigma*q),   d(eta)/dt = v - sigma*(eta - level)
 * Friction on v alone, which also holds the volume, is another medium to long waves: it sent 36 % of a pulse of 10 m back from 20 m. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/boundary/boundary.h"
#include "weir/boundary/tuned.h"
#include "weir/grid/budget.h"
#include "weir/grid/dye.h"
#include "weir/grid/flow_bodies.h"
#include "weir/grid/sleeping.h"

/* 1/s at a distance from the side: sigma = SPONGE_STRENGTH*c/width*(1 - x/width)^2, so that a wave there and back is
 * damped by exp(-2/3*SPONGE_STRENGTH) whatever the width. */
static float sponge_strength(const WeirWater *w, WeirSide side, int i, int k, float speed) {
  const int cells = side == WEIR_WEST ? i : side == WEIR_EAST ? w->nx - 1 - i : side == WEIR_NORTH ? k : w->nz - 1 - k;
  const float width = max_float(w->tuning.sponge_width, w->cell), x = ((float)cells + 0.5f) * w->cell / width;
  return x < 1.0f ? SPONGE_STRENGTH * speed / width * (1.0f - x) * (1.0f - x) : 0.0f;
}

/* Draws one cell of pipe or swe towards the level that it had and towards rest. Returns the metres that went in. */
static double sponge_cell(WeirWater *w, int i, int k, float share) {
  const ptrdiff_t at = water_index(w, i, k);
  const ptrdiff_t faces[4] = {at, at - 1, at, at - w->stride};
  for (int n = 0; n < 4; n++) {
    float *const speed = (n < 2 ? w->flow.speed_x.cells : w->flow.speed_z.cells) + faces[n];
    *speed -= 0.5f * share * *speed; /* each face has two cells */
  }
  const float before = w->depth.cells[at];
  const float due = w->boundary.sponge_level.cells[at] - (w->terrain.cells[at] + before);
  const FlowBodies *const bodies = flow_bodies(w);
  const float more = bodies && bodies->side_water ? bodies->side_water(w, i, k, share * due) : share * due;
  w->depth.cells[at] = max_float(0.0f, before + more);
  dye_remove(w, i, k, before);
  return (double)w->depth.cells[at] - (double)before;
}

static int sponge_reach(const WeirWater *w) {
  return (int)ceilf(max_float(w->tuning.sponge_width, w->cell) / w->cell);
}

/* --- membrane ----------------------------------------------------------------------------------------------------------- */

/* The cells of a row that lie in strips: two ranges from..to, of which the second may be empty. On the stack of membrane_sponge. */
typedef struct StripRow {
  int from[2], to[2];
} StripRow;

static bool is_sponge(const WeirWater *w, WeirSide side) {
  return w->boundary.sides[side].kind == WEIR_SPONGE;
}

static StripRow strip_row(const WeirWater *w, int k, int reach) {
  const bool whole = (is_sponge(w, WEIR_NORTH) && k < reach) || (is_sponge(w, WEIR_SOUTH) && k >= w->nz - reach);
  const int west = is_sponge(w, WEIR_WEST) ? reach : 0, east = is_sponge(w, WEIR_EAST) ? w->nx - reach : w->nx;
  if (whole || west >= east) return (StripRow){{0, 0}, {w->nx, 0}};
  return (StripRow){{0, east}, {west, w->nx}};
}

/* Returns the rate in a cell, 1/s, of all strips that it lies in. */
static float strips_strength(const WeirWater *w, int i, int k) {
  float sum = 0.0f;
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++)
    if (is_sponge(w, side)) sum += sponge_strength(w, side, i, k, w->tuning.wave_speed);
  return sum;
}

/* Takes its share of the flow through one face, and gives the two cells what the vertical velocity is to have of it: without the strip the
 * sweep has let all of the flow change it. */
static void membrane_face(WeirWater *w, int i, int k, int axis, const SpongeStep *step) {
  const float dt = step->dt;
  const ptrdiff_t at = water_index(w, i, k), on = at + (axis == 0 ? 1 : w->stride);
  float *const flow = &w->boundary.sponge_flow[axis].cells[at];
  const float rate = 0.5f * dt * (strips_strength(w, i, k) + strips_strength(w, axis == 0 ? i + 1 : i, axis == 0 ? k : k + 1));
  const float taken = rate / (1.0f + rate) * *flow, change = taken / w->cell;
  *flow -= taken;
  w->membrane.vertical_velocity.cells[at] += change;
  w->membrane.vertical_velocity.cells[on] -= change;
  w->membrane.displacement.cells[at] += dt * change;
  w->membrane.displacement.cells[on] -= dt * change;
}

/* Returns the rise of the displacement across a face, m, times how open the less open of its cells is. */
static float membrane_rise(const WeirWater *w, int i, int k, int axis) {
  const ptrdiff_t at = water_index(w, i, k), on = at + (axis == 0 ? 1 : w->stride);
  const float *const eta = w->membrane.displacement.cells, *const open = w->membrane.openness.cells;
  return min_float(open[at], open[on]) * (eta[on] - eta[at]);
}

/* Returns that rise spread over a face and the two beside it, mirrored at the sides of the grid, by 1/8, 3/4, 1/8: the divergence of these
 * is the Laplacian of nine points. Beside land the sweep weighs corners by what they lead to, and half of the slope is surely less. */
static float membrane_rise_of_nine(const WeirWater *w, int i, int k, int axis) {
  const int across = axis == 0 ? k : i, last = (axis == 0 ? w->nz : w->nx) - 1;
  const float *const open = w->membrane.openness.cells;
  float sum = 0.0f, least = 1.0f;
  for (int beside = -1; beside <= 1; beside++) {
    const int place = across + beside < 0 || across + beside > last ? across : across + beside;
    const int row = axis == 0 ? place : k, column = axis == 0 ? i : place;
    const ptrdiff_t at = water_index(w, column, row), on = at + (axis == 0 ? 1 : w->stride);
    least = min_float(least, min_float(open[at], open[on]));
    sum += (beside == 0 ? 0.75f : 0.125f) * membrane_rise(w, column, row, axis);
  }
  return least < 1.0f ? 0.5f * membrane_rise(w, i, k, axis) : sum;
}

/* Finds the flow of a substep before its share is taken, by the slope that the sweep will see and the damping that it will apply. Slopes
 * that the sweep has and the flow has not do no harm; the other way round waves would grow at the rate sigma, so the flow has a little less
 * of all, and there is none beside land and bodies. */
static void membrane_face_ahead(WeirWater *w, int i, int k, int axis, const SpongeStep *step) {
  const ptrdiff_t at = water_index(w, i, k), on = at + (axis == 0 ? 1 : w->stride);
  const float *const open = w->membrane.openness.cells;
  float *const flow = &w->boundary.sponge_flow[axis].cells[at];
  if (!(open[at] >= 1.0f && open[on] >= 1.0f)) {
    *flow = 0.0f;
    return;
  }
  const float square = w->tuning.wave_speed * w->tuning.wave_speed;
  const float rise = w->tuning.stencil == 9 ? membrane_rise_of_nine(w, i, k, axis) : membrane_rise(w, i, k, axis);
  *flow = step->damping * (step->drag * *flow - SPONGE_FLOW_SHARE * step->dt * square * rise / w->cell);
}

typedef void (*MembraneFace)(WeirWater *water, int i, int k, int axis, const SpongeStep *step);

static void membrane_faces(WeirWater *w, int reach, const SpongeStep *step, MembraneFace face) {
  for (int k = 0; k < w->nz; k++) {
    const StripRow row = strip_row(w, k, reach);
    for (int range = 0; range < 2; range++)
      for (int i = row.from[range]; i < row.to[range]; i++)
        for (int axis = 0; axis < 2; axis++)
          if ((axis == 0 ? i + 1 : k + 1) < (axis == 0 ? w->nx : w->nz)) face(w, i, k, axis, step);
  }
}

void sponge_before_membrane(WeirWater *w, const SpongeStep *step) {
  if (w->boundary.sponge_level.block) membrane_faces(w, sponge_reach(w), step, membrane_face_ahead);
}

void sponge_after_membrane(WeirWater *w, const SpongeStep *step) {
  const int reach = sponge_reach(w);
  membrane_faces(w, reach, step, membrane_face);
  for (int k = 0; k < w->nz; k++) {
    const StripRow row = strip_row(w, k, reach);
    for (int range = 0; range < 2; range++)
      for (int i = row.from[range]; i < row.to[range]; i++) {
        const ptrdiff_t at = water_index(w, i, k);
        if (!(w->membrane.openness.cells[at] > 0.0f)) continue;
        const float rate = step->dt * strips_strength(w, i, k), share = rate / (1.0f + rate);
        float *const eta = &w->membrane.displacement.cells[at];
        *eta -= share * (*eta - (w->boundary.sponge_level.cells[at] - w->membrane.rest_level.cells[at]));
      }
  }
}

void sponge_forget_membrane(WeirWater *w) {
  for (int axis = 0; axis < 2; axis++)
    if (w->boundary.sponge_flow[axis].block) memset(w->boundary.sponge_flow[axis].block, 0, field_bytes(w));
}

void boundary_sponge(WeirWater *w, float dt) {
  if (!w->boundary.sponge_level.block) return;
  const float speed = sqrtf(w->tuning.gravity * w->extremes.depth);
  const int reach = sponge_reach(w);
  double sum = 0;
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) {
    if (w->boundary.sides[side].kind != WEIR_SPONGE) continue;
    const int i0 = side == WEIR_EAST ? w->nx - reach : 0, i1 = side == WEIR_WEST ? reach : w->nx;
    const int k0 = side == WEIR_SOUTH ? w->nz - reach : 0, k1 = side == WEIR_NORTH ? reach : w->nz;
    tiles_wake(w, i0 - 1, k0 - 1, i1 + 1, k1 + 1);
    for (int k = k0 < 0 ? 0 : k0; k < k1 && k < w->nz; k++)
      for (int i = i0 < 0 ? 0 : i0; i < i1 && i < w->nx; i++) {
        const float rate = sponge_strength(w, side, i, k, speed) * dt;
        if (rate > 0.0f) sum += sponge_cell(w, i, k, rate / (1.0f + rate));
      }
  }
  budget_add(w, sum * (double)w->cell * (double)w->cell);
}

bool boundary_create_sponge(WeirWater *w) {
  bool ok = field_create(w, &w->boundary.sponge_level);
  for (int axis = 0; axis < 2; axis++) ok = ok && field_create(w, &w->boundary.sponge_flow[axis]);
  if (!ok) boundary_free_sponge(w);
  return ok;
}

void boundary_free_sponge(WeirWater *w) {
  Field *const all[] = {&w->boundary.sponge_level, &w->boundary.sponge_flow[0], &w->boundary.sponge_flow[1]};
  for (int n = 0; n < 3; n++) {
    memory_free(all[n]->block);
    *all[n] = (Field){0};
  }
}

bool boundary_reserve_sponge(WeirWater *w, const WeirBoundary boundary[WEIR_SIDE_COUNT]) {
  bool any = false;
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) any = any || boundary[side].kind == WEIR_SPONGE;
  if (!any) {
    boundary_free_sponge(w);
    return true;
  }
  if (w->boundary.sponge_level.block) return true; /* the level stays that at which the sponge was set */
  if (!boundary_create_sponge(w)) return false;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      w->boundary.sponge_level.cells[at] = w->terrain.cells[at] + w->depth.cells[at];
    }
  return true;
}
