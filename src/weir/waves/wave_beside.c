/* Water beside bodies, where steep water is slowed and the filter has other faces from substep to substep. */
#include <string.h>

#include "weir/boundary/boundary.h"
#include "weir/grid/flow_bodies.h"
#include "weir/waves/tuned.h"
#include "weir/waves/wave_grids.h"

/* Sets what lies within BESIDE_CELLS of columns [i0, i1) of row k. */
static void mark_beside(const WeirWater *w, int i0, int i1, int k) {
  const int from = i0 > BESIDE_CELLS ? i0 - BESIDE_CELLS : 0, end = min_int(i1 + BESIDE_CELLS, w->nx);
  for (int m = k > BESIDE_CELLS ? k - BESIDE_CELLS : 0; m <= min_int(k + BESIDE_CELLS, w->nz - 1); m++)
    for (int i = from; i < end; i++) w->waves->beside.cells[m * w->stride + i] = 1.0f;
  wave_tiles_forget(&w->waves->tiles, from, end, k > BESIDE_CELLS ? k - BESIDE_CELLS : 0, min_int(k + BESIDE_CELLS, w->nz - 1) + 1);
}

/* Moves to the next stretch of columns of row k in which bodies displace water, from *i1 on; returns false after the last. */
static bool displaced_stretch(const WeirWater *w, int k, int *i0, int *i1) {
  const float *const metres = w->bodies.displacement.cells + k * w->stride;
  int i = *i1;
  while (i < w->nx && metres[i] == 0.0f) i++;
  for (*i0 = i; i < w->nx && metres[i] != 0.0f;) i++;
  *i1 = i;
  return *i0 < i;
}

void wave_beside_update(WeirWater *w, const FlowBodies *bodies) {
  Waves *const waves = w->waves;
  const bool had_bodies = waves->has_bodies;
  if (had_bodies) memset(waves->beside.block, 0, field_bytes(w));
  waves->has_bodies = waves->has_displaced = false;
  for (int k = 0; k < w->nz; k++) {
    int i0, i1 = 0;
    while (bodies && bodies->cut_stretch && bodies->cut_stretch(w, k, &i0, &i1)) mark_beside(w, i0, i1, k), waves->has_bodies = true;
    i1 = 0;
    while (!bodies && w->bodies.displacement.block && displaced_stretch(w, k, &i0, &i1))
      mark_beside(w, i0, i1, k), waves->has_bodies = waves->has_displaced = true;
  }
  if (waves->has_bodies) boundary_fill_halo(w, &waves->beside);
  if (waves->has_bodies != had_bodies) wave_tiles_forget(&waves->tiles, 0, w->nx, 0, w->nz); /* the coarser grids are others */
}

void wave_beside_lessen(const WeirWater *w, int k, int i0, int i1, float *weights) {
  const float *const row = w->bodies.displacement.cells + k * w->stride; /* beyond the sides it is 0 */
  const float *const north = k > 0 ? row - w->stride : row, *const south = k + 1 < w->nz ? row + w->stride : row;
  for (int i = i0; i < i1; i++) {
    bool beside = false;
    for (int m = i - 1; m <= i + 1; m++) beside |= (north[m] != 0.0f) | (row[m] != 0.0f) | (south[m] != 0.0f);
    weights[i] *= row[i] != 0.0f ? DISPLACED_SHARE : beside ? BESIDE_DISPLACED_SHARE : 1.0f;
  }
}
