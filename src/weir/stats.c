/* Reductions over the fields: by rows in parallel, then over the rows in order, so that any number of threads gives the
 * same bits. */
#include <math.h>

#include "base/hash.h"
#include "weir/bodies/state.h"
#include "weir/grid/dye.h"
#include "weir/layers/layers.h"
#include "weir/point_queries.h"

void weir_water_stats(const WeirWater *w, WeirStats *stats) {
  double sum = 0;
  for (int k = 0; k < w->nz; k++) {
    double row = 0;
    for (int i = 0; i < w->nx; i++) row += (double)w->depth.cells[water_index(w, i, k)];
    sum += row;
  }
  *stats = (WeirStats){.volume_start = w->budget.start,
                       .volume_added = w->budget.added,
                       .volume_removed = w->budget.removed,
                       .volume_displaced = w->budget.displaced,
                       .substeps_max = w->clock.substeps_max,
                       .steps = w->clock.steps,
                       .substeps = w->clock.substeps,
                       .clamped_steps = w->clock.clamped_steps,
                       .clamped_cells = w->clock.clamped_cells,
                       .guarded_steps = w->clock.repeated_steps,
                       .bodies_refused = w->bodies.refused};
  stats->volume_now = sum * (double)w->cell * (double)w->cell - w->budget.displaced;
  const double due = w->budget.start + w->budget.added - w->budget.removed;
  stats->volume_error = w->budget.peak > 0 ? fabs(stats->volume_now - due) / w->budget.peak : 0;
  const bool membrane = w->solver == WEIR_MEMBRANE;
  bool any = false;
  stats->depth_min = INFINITY;
  stats->finite = true;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) {
      const ptrdiff_t at = water_index(w, i, k);
      const float d = w->depth.cells[at], surface = w->terrain.cells[at] + d;
      const float flow = membrane ? w->membrane.vertical_velocity.cells[at] + w->membrane.displacement.cells[at]
                                  : w->flow.speed_x.cells[at] + w->flow.speed_z.cells[at];
      if (!isfinite(d) || !isfinite(flow)) stats->finite = false;
      stats->depth_min = min_float(stats->depth_min, d);
      stats->depth_max = max_float(stats->depth_max, d);
      if (!(d > DEPTH_WET)) continue;
      const Velocity v = velocity_at(w, i, k);
      const float speed = membrane ? fabsf(v.y) : sqrtf(v.x * v.x + v.z * v.z);
      stats->speed_max = max_float(stats->speed_max, speed);
      stats->surface_min = any ? min_float(stats->surface_min, surface) : surface;
      stats->surface_max = any ? max_float(stats->surface_max, surface) : surface;
      any = true;
    }
}

static uint64_t hash_field(const WeirWater *w, const Field *field, uint64_t hash) {
  for (int k = 0; k < w->nz; k++) hash = hash_bytes(hash, field->cells + water_index(w, 0, k), sizeof(float) * (size_t)w->nx);
  return hash;
}

/* Numbers that only bodies need are 0 before the first body, whether there is memory for them or not. */
static uint64_t hash_bodies(const WeirWater *w, const Field *field, uint64_t hash) {
  static const float zeros[WEIR_GRID_MAX];
  if (field->block) return hash_field(w, field, hash);
  for (int k = 0; k < w->nz; k++) hash = hash_bytes(hash, zeros, sizeof(float) * (size_t)w->nx);
  return hash;
}

uint64_t weir_water_hash(const WeirWater *w) {
  uint64_t hash = hash_field(w, &w->terrain, HASH_START);
  hash = hash_field(w, &w->depth, hash);
  if (w->solver == WEIR_MEMBRANE) {
    hash = hash_field(w, &w->membrane.displacement, hash);
    hash = hash_field(w, &w->membrane.vertical_velocity, hash);
  } else {
    hash = hash_field(w, &w->flow.speed_x, hash);
    hash = hash_field(w, &w->flow.speed_z, hash);
    if (w->solver == WEIR_SWE) hash = hash_field(w, &w->flow.discharge_z, hash_field(w, &w->flow.discharge_x, hash));
  }
  if (subgrid_any(w)) {
    const CutCells *const cells = &w->bodies.subgrid->cells;
    hash = hash_bytes(hash, cells->water, sizeof *cells->water * (size_t)w->bodies.subgrid->count);
    hash = hash_bytes(hash, cells->deck, sizeof *cells->deck * (size_t)w->bodies.subgrid->count);
  }
  if (w->bodies.layers) hash = layers_hash(w, hash);
  hash = hash_bodies(w, &w->bodies.undistributed, hash);
  hash = hash_bodies(w, &w->bodies.displaced, hash);
  hash = hash_bodies(w, &w->bodies.reference_surface, hash);
  if (dye_any(w)) {
    const double dye[2] = {w->dye.added, w->dye.left};
    hash = hash_bytes(hash_field(w, &w->dye.amount, hash), dye, sizeof dye);
  }
  const double totals[6] = {w->budget.added,          w->budget.removed,        w->budget.displaced,
                            w->sources.rain_residual, w->sources.soak_residual, w->clock.time};
  return hash_bytes(hash, totals, sizeof totals);
}
