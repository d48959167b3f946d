#include "weir/grid/highest.h"

#include "base/memory.h"
#include "weir/grid/sleeping.h"

static void highest_row(WeirWater *w, int k, int i0, int i1) {
  float *const most = w->highest.cells + water_index(w, 0, k);
  const float *const bed = w->terrain.cells + water_index(w, 0, k), *const depth = w->depth.cells + water_index(w, 0, k);
  for (int i = i0; i < i1; i++) {
    const float surface = depth[i] > DEPTH_WET ? bed[i] + depth[i] : bed[i];
    most[i] = max_float(most[i], surface);
  }
}

/* Sleeping tiles have not risen since the last call: a tile stays active for two substeps after its last change. */
void highest_after(WeirWater *w) {
  if (!w->highest.block) return;
  const bool flows = w->solver != WEIR_MEMBRANE;
#pragma omp parallel for schedule(static) num_threads(w->threads)
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i += TILE_COLUMNS)
      if (!flows || tile_is_active(w, i, k)) highest_row(w, k, i, i + TILE_COLUMNS < w->nx ? i + TILE_COLUMNS : w->nx);
}

void highest_destroy(WeirWater *w) {
  memory_free(w->highest.block);
  w->highest = (Field){0};
}

bool weir_water_keep_highest(WeirWater *w, bool keep) {
  if (!keep) highest_destroy(w);
  if (!keep) return true;
  if (!w->highest.block && !field_create(w, &w->highest)) return false;
  for (int k = 0; k < w->nz; k++)
    for (int i = 0; i < w->nx; i++) w->highest.cells[water_index(w, i, k)] = w->terrain.cells[water_index(w, i, k)];
  for (int k = 0; k < w->nz; k++) highest_row(w, k, 0, w->nx);
  return true;
}

WeirView weir_water_highest(const WeirWater *w) {
  return (WeirView){w->highest.block ? w->highest.cells : NULL, w->nx, w->nz, w->stride};
}
