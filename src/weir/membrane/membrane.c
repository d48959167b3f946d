/* The substeps of a membrane (membrane.h). */
#include <math.h>
#include <string.h>

#include "base/float_mode.h"
#include "base/maths.h"
#include "base/team.h"
#include "weir/boundary/boundary.h"
#include "weir/grid/budget.h"
#include "weir/grid/depths.h"
#include "weir/grid/dirty_mask.h"
#include "weir/membrane/membrane.h"

/* Writes limited displacements to the scratch field. */
static void slope_rows(void *data, int k0, int k1) {
  WeirWater *const w = data;
  const FloatMode mode = float_mode_flush();
  for (int k = k0; k < k1; k++) {
    const ptrdiff_t r = k * w->stride;
    kernels()->membrane->slope(w->membrane.displacement.cells + r, w->membrane.openness.cells + r, w->membrane.scratch.cells + r, w->stride,
                               w->nx, w->tuning.slope_max * w->cell);
  }
  float_mode_restore(mode);
}

/* Takes them, and leaves in the scratch field what each cell has lost. */
static void taken_rows(void *data, int k0, int k1) {
  WeirWater *const w = data;
  float *const u = w->membrane.displacement.cells, *const scratch = w->membrane.scratch.cells;
  const FloatMode mode = float_mode_flush();
  for (int k = k0; k < k1; k++) {
    const ptrdiff_t r = k * w->stride;
    for (int i = 0; i < w->nx; i++) {
      const float taken = u[r + i] - scratch[r + i];
      u[r + i] = scratch[r + i];
      scratch[r + i] = taken;
    }
  }
  float_mode_restore(mode);
}

static void membrane_limit_slopes(WeirWater *w) {
  team_rows(w->threads, 0, w->nz, slope_rows, w);
  team_rows(w->threads, 0, w->nz, taken_rows, w);
  lakes_repair_taken(w);
}

/* A measuring of the whole grid. On the stack. */
typedef struct Measuring {
  const WeirWater *water;
  _Atomic(float) depth, velocity; /* the greatest, m and m/s */
  _Atomic(int) bad;               /* cells that are not finite, or out of all bounds */
} Measuring;

static void measure_rows(void *data, int k0, int k1) {
  Measuring *const m = data;
  const WeirWater *const w = m->water;
  float depth = 0.0f, velocity = 0.0f;
  int bad = 0;
  for (int k = k0; k < k1; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const float d = w->depth.cells[at], v = fabsf(w->membrane.vertical_velocity.cells[at]), u = fabsf(w->membrane.displacement.cells[at]);
      depth = max_float(depth, d);
      velocity = max_float(velocity, v);
      bad += !(d >= 0.0f && d < WALL_HEIGHT && v < WALL_HEIGHT && u < WALL_HEIGHT);
    }
  team_raise(&m->depth, depth);
  team_raise(&m->velocity, velocity);
  atomic_fetch_add(&m->bad, bad);
}

static int membrane_measure(WeirWater *w) {
  const bool measured = w->membrane.measured;
  w->membrane.measured = false;
  if (measured) return w->membrane.bad;
  if (atomic_load(&w->membrane.depths) != DEPTHS_CURRENT) depths_compute(w);
  Measuring measuring = {.water = w};
  team_rows(w->threads, 0, w->nz, measure_rows, &measuring);
  w->extremes = (ExtremesPart){measuring.depth, w->extremes.surface, measuring.velocity};
  return measuring.bad;
}

/* A pass of land_apply. On the stack. */
typedef struct LandPass {
  WeirWater *water;
  float dt; /* s */
  int pass;
} LandPass;

static void land_rows(void *data, int k0, int k1) {
  const LandPass *const p = data;
  const WeirWater *const w = p->water;
  float *const v = w->membrane.vertical_velocity.cells, *const u = w->membrane.displacement.cells, *const taken = w->membrane.scratch.cells;
  for (int k = k0; k < k1; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      if (p->pass == 0) {
        v[at] += taken[at];
        u[at] += p->dt * taken[at];
        taken[at] = v[at];
      } else {
        u[at] += p->dt * (v[at] - taken[at]); /* what removing the lakes' mean velocity changed */
      }
    }
}

/* Land as fixed points (Bressler 2007, 4.3) changes the velocities as neighbours that never move would: the change is computed before the
 * sweep and applied after it, to the displacements too. */
static void land_apply(WeirWater *w, const MembraneStep *m) {
  for (int pass = 0; pass < 2; pass++) {
    LandPass land = {w, m->dt, pass};
    team_rows(w->threads, 0, w->nz, land_rows, &land);
    if (pass == 0 && !sides_any(w)) lakes_remove_mean_velocity(w);
  }
  membrane_depths(w);
}

static void sum_rows(void *data, int k0, int k1) {
  WeirWater *const w = data;
  for (int k = k0; k < k1; k++) w->row_sums[k] = kernels()->membrane->sum(w->membrane.displacement.cells + water_index(w, 0, k), w->nx);
}

/* m: the sum of all cells' displacements. */
static double displacement_sum(WeirWater *w) {
  double sum = 0;
  team_rows(w->threads, 0, w->nz, sum_rows, w);
  for (int k = 0; k < w->nz; k++) sum += w->row_sums[k];
  return sum;
}

/* Fixed land over some rows. On the stack. */
typedef struct FixedLand {
  WeirWater *water;
  const MembraneStep *step;
} FixedLand;

static void fixed_land_rows(void *data, int k0, int k1) {
  const FixedLand *const f = data;
  const WeirWater *const w = f->water;
  const MembranePart *const p = &w->membrane;
  for (int k = k0; k < k1; k++) {
    const ptrdiff_t r = k * w->stride;
    kernels()->membrane->land(f->step, p->displacement.cells + r, p->openness.cells + r, w->terrain.cells + r, p->scratch.cells + r, w->nx);
  }
}

/* One substep with all that the sweep itself does not know: sides, fixed land, the slope clamp. The budget gets what came through the
 * sides from the change of the displacements: dt*v differs from it by their rounding, which below a sea of 10 km is a millimetre a cell
 * and a step. */
static void membrane_substep_apart(WeirWater *w, const MembraneStep *m, bool nine, bool bodies) {
  const bool land = w->tuning.land_fixed != 0, sides = sides_any(w), sponge = w->boundary.sponge_level.block != NULL;
  if (sides) openness_changed_all(w);
  boundary_membrane_before(w, m->dt);
  const double before = sides ? displacement_sum(w) : 0;
  if (land) {
    FixedLand fixed = {w, m};
    memset(w->membrane.scratch.block, 0, field_bytes(w));
    team_rows(w->threads, 0, w->nz, fixed_land_rows, &fixed);
  }
  const SpongeStep absorb = {m->dt, m->drag, m->damping_factor};
  sponge_before_membrane(w, &absorb);
  const bool below = membrane_sweep(w, m, 1, nine, bodies, w->rollback.save_next, MEMBRANE_WITH_DEPTHS);
  w->rollback.save_next = false;
  if (land) land_apply(w, m);
  if (sides) budget_add(w, (displacement_sum(w) - before) * (double)w->cell * (double)w->cell);
  boundary_membrane_after(w, m->dt);
  if (sponge) { /* the budget gets the change of the displacements, as with sides */
    const double unabsorbed = displacement_sum(w);
    sponge_after_membrane(w, &absorb);
    budget_add(w, (displacement_sum(w) - unabsorbed) * (double)w->cell * (double)w->cell);
    membrane_depths(w);
  }
  if (w->tuning.slope_max > 0.0f) membrane_limit_slopes(w);
  if (below || land || sponge || w->tuning.slope_max > 0.0f) lakes_repair_bed(w);
}

/* More than one where the sweep itself knows all that happens. */
static int membrane_batch(const WeirWater *w) {
  const bool plain = w->tuning.land_fixed == 0 && w->tuning.slope_max <= 0.0f && !sides_any(w) && !w->boundary.sponge_level.block;
  return plain ? MEMBRANE_BATCH_MAX : 1;
}

/* Returns true if `count` substeps without bodies can make no number so large that the step would be taken back: then the state before need
 * not be kept. A substep adds to a velocity at most 12 times the spring's force of the greatest displacement, next to walls, where faces
 * count twice. */
static bool stays_bounded(const WeirWater *w, const MembraneStep *m, int count) {
  double displacement = (double)w->membrane.displacement_max, velocity = (double)w->extremes.speed;
  for (int n = 0; n < count; n++) {
    velocity += 12 * (double)m->spring * displacement;
    displacement += (double)m->dt * velocity;
  }
  return w->membrane.bounded && displacement < 0.5 * (double)WALL_HEIGHT && velocity < 0.5 * (double)WALL_HEIGHT;
}

/* Returns true if the step is to write depths: they will be read, within the step or, as far as can be told, after it. */
static bool depths_wanted(WeirWater *w) {
  const ReadersPart *const r = &w->readers;
  const bool read = sources_any(w) || budget_is_due(w) || r->highest.block || r->ticks || r->events;
  return depths_due(w) || read;
}

static void membrane_substeps(WeirWater *w, float dt, int count, bool last) {
  const float speed = w->tuning.wave_speed;
  const MembraneStep m = {.spring = dt * speed * speed / (w->cell * w->cell),
                          .drag = max_float(0.0f, 1.0f - w->tuning.drag * dt),
                          .damping_factor = maths_expf(-w->tuning.damping * dt),
                          .dt = dt,
                          .damping = w->tuning.block_damping * dt,
                          .s = w->stride};
  const bool nine = w->tuning.stencil == 9, bodies = bodies_any(w) && w->tuning.block_damping > 0.0f;
  if (membrane_batch(w) == 1) {
    for (int n = 0; n < count; n++) membrane_substep_apart(w, &m, nine, bodies);
    return;
  }
  /* sources must find no cell below its bed in the next substep: adding water there would lift it to the bed out of nothing */
  const MembraneEnd end = !last && !sources_any(w) ? MEMBRANE_GOES_ON : depths_wanted(w) ? MEMBRANE_WITH_DEPTHS : MEMBRANE_WITHOUT_DEPTHS;
  const bool gains = end == MEMBRANE_WITHOUT_DEPTHS || count == 1; /* in place; several with depths take 1.1 times as long there */
  if (w->rollback.save_next && last && gains && !bodies_any(w)) w->rollback.has_previous = !stays_bounded(w, &m, count);
  const bool below = membrane_sweep(w, &m, count, nine, bodies, w->rollback.save_next && w->rollback.has_previous, end);
  w->rollback.save_next = false;
  if (end == MEMBRANE_WITHOUT_DEPTHS) atomic_store_explicit(&w->membrane.depths, DEPTHS_STALE, memory_order_relaxed);
  if (!below || (w->membrane.bad > 0 && !w->rollback.has_previous)) return; /* NaN in one cell would make the whole lake NaN */
  depths_compute(w);
  lakes_repair_bed(w);
}

static void membrane_restore(WeirWater *w) {
  sponge_forget_membrane(w);
  if (!w->rollback.save_next && w->rollback.has_previous) membrane_swap(w);
  w->rollback.save_next = true;
  membrane_depths(w);
}

/* Undamped: c*dt/dx <= 1/sqrt(2) with 5 points, <= 1 with 9. With a drag force k the roots of the update stay within the
 * unit circle while a*dt^2 + 2*k*dt <= 4, a = 8c^2/dx^2 or 4c^2/dx^2: Bressler's k*dt + 4c^2dt^2/dx^2 <= 2 for 5 points. */
static float membrane_largest_step(const WeirWater *w) {
  const float c = w->tuning.wave_speed / w->cell, k = w->tuning.drag;
  const float a = (w->tuning.stencil == 9 ? 4.0f : 8.0f) * c * c;
  if (a <= 0.0f) return k > 0.0f ? 1.0f / k : 1.0f;
  return 4.0f / (k + sqrtf(k * k + 4.0f * a));
}

static void membrane_enter(WeirWater *w) {
  memset(w->membrane.vertical_velocity.block, 0, field_bytes(w));
  sponge_forget_membrane(w);
  lakes_find(w);
}

const Scheme scheme_membrane = {"membrane",        membrane_enter,   membrane_largest_step, membrane_batch,
                                membrane_substeps, membrane_restore, membrane_measure};
