#include "weir/flow/dye_sweep.h"

#include <string.h>

#include "weir/boundary/boundary.h"
#include "weir/grid/dye.h"
#include "weir/grid/flow_formulas.h"
#include "weir/grid/sleeping.h"

/* Writes the dye's concentration in row k before the substep. Cells beyond the sides have none or, where sides are joined, that of the
 * cells there. */
static void sweep_concentration(const Band *b, int k) {
  float *const c = ring(b, CONCENTRATION, k);
  const int nx = b->w->nx, row = grid_row(b, k);
  if (row < 0) {
    memset(c - FLOW_GROUP, 0, sizeof(float) * (size_t)(nx + 2 * FLOW_GROUP));
    return;
  }
  for (int n = 0; n < band_stretches_around(b, k)->count; n++)
    flow_rows()->concentration(row_from(b, DYE, k), row_from(b, DEPTH, k), c, b->around->at[n][0] - FLOW_GROUP,
                               b->around->at[n][1] + FLOW_GROUP);
  if (bodies_row(b, k) >= 0 && b->bodies->concentration) b->bodies->concentration(b->w, row, row_from(b, DYE, k), c);
  const bool joined = side_is_joined(b->w, WEIR_WEST);
  c[-1] = joined ? c[nx - 1] : 0.0f;
  c[nx] = joined ? c[0] : 0.0f;
}

/* Returns the dye that a flow takes out of the grid, unit/(m s); `sign` of the flow that leads out. */
static double dye_through(float flow, float sign, float concentration) {
  return sign * flow > 0.0f ? (double)(sign * flow * concentration) : 0.0;
}

/* Returns the dye that leaves through the sides of row k, unit/(m s): none through joined sides. */
static double dye_through_sides(const Band *b, int k, const FlowCells *f) {
  const float *const c = ring(b, CONCENTRATION, k);
  const int last = b->w->nx - 1;
  double sum = 0;
  if (!side_is_joined(b->w, WEIR_WEST)) {
    sum += dye_through(limited_flow(f->west[0], f->limit[-1], f->limit[0]), -1.0f, c[0]);
    sum += dye_through(limited_flow(f->east[last], f->limit[last], f->limit[last + 1]), 1.0f, c[last]);
  }
  for (int i = 0; i <= last && k == 0 && !b->joined_z; i++)
    sum += dye_through(limited_flow(f->north[i], f->limit_north[i], f->limit[i]), -1.0f, c[i]);
  for (int i = 0; i <= last && k == b->w->nz - 1 && !b->joined_z; i++)
    sum += dye_through(limited_flow(f->south[i], f->limit[i], f->limit_south[i]), 1.0f, c[i]);
  return sum;
}

void dye_sweep_concentrations(const Band *b, int k) {
  if (k == b->k0) sweep_concentration(b, k - 1), sweep_concentration(b, k);
  sweep_concentration(b, k + 1);
}

void dye_sweep_row(const Band *b, int k, const FlowCells *cells) {
  const Tiles *const tiles = b->w->sleeping.tiles;
  const int nx = b->w->nx;
  float *const out = row_to(b, DYE, k);
  const DyeCells dye = {.here = ring(b, CONCENTRATION, k),
                        .south = ring(b, CONCENTRATION, k + 1),
                        .north = ring(b, CONCENTRATION, k - 1),
                        .before = row_from(b, DYE, k),
                        .depth = cells->out,
                        .after = out,
                        .left = &b->w->dye.row_left[k]};
  const Stretches *const s = band_stretches_wanted(b, k);
  for (int n = 0; n < s->count; n++)
    for (int i = s->at[n][0]; i < s->at[n][1]; i += TILE_COLUMNS) {
      const int tile = k / TILE_ROWS * tiles->across + i / TILE_COLUMNS;
      const int end = i + TILE_COLUMNS < s->at[n][1] ? i + TILE_COLUMNS : s->at[n][1];
      flow_rows()->dye(b->step, cells, &dye, &tiles->reductions[tile], i, end, nx);
    }
  memset(out + nx, 0, sizeof(float) * (size_t)((FLOW_GROUP - nx % FLOW_GROUP) % FLOW_GROUP)); /* the kernels write whole groups */
  if (b->has_sides) dye_leaves(b->w, k, (double)b->step->dt_over_dx * dye_through_sides(b, k, cells));
}
