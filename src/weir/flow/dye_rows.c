/* The dye of a row of cells, once its flows are known: equation in grid/dye.h. Compiled for each vector width (src/CMakeLists.txt). */
#include "weir/flow/row_parts.h"
#include "weir/grid/flow_formulas_lanes.h"
#include "weir/grid/water.h"

#define INLINE static inline __attribute__((always_inline))

/* c = m_d/V; 0 where there is no water, from which nothing flows. */
void WIDTH(concentration_row)(const float *amount, const float *depth, float *concentration, int i0, int i1) {
  for (int i = i0; i < i1; i += LANES) {
    const Lanes dye = lanes_load(amount + i);
    __builtin_prefetch(amount + i + PREFETCH_AHEAD);
    if (!lanes_bits(dye)) {
      lanes_store(concentration + i, dye);
      continue;
    }
    const Lanes d = lanes_load(depth + i);
    lanes_store(concentration + i, lanes_where(lanes_greater(d, lanes_all(DEPTH_TINY)), dye / d));
  }
}

/* q*c of the cell that a flow leaves. */
INLINE Lanes carried(Lanes flow, Lanes behind, Lanes ahead) {
  return flow * lanes_select(lanes_greater(flow, lanes_all(0.0f)), behind, ahead);
}

INLINE Lanes flow_at(const float *flow, const float *limit_behind, const float *limit_ahead, bool tight) {
  const Lanes q = lanes_load(flow);
  return tight ? limited_flow_lanes(q, lanes_load(limit_behind), lanes_load(limit_ahead)) : q;
}

/* Removes what lies on dry land, and adds it to what has left: cells that have just dried are rare. */
static void leave_land(const DyeCells *d, int i, int end) {
  for (int n = i; n < i + LANES && n < end; n++) {
    if (d->depth[n] > DEPTH_TINY) continue;
    *d->left += (double)d->after[n]; /* cell by cell: the same sum for any width */
    d->after[n] = 0.0f;
  }
}

INLINE void dye_vector(const FlowStep *p, const FlowCells *f, const DyeCells *d, Lanes *changed, int i, int end, bool tight) {
  const Lanes here = lanes_load(d->here + i), east = lanes_load(d->here + i + 1), west = lanes_load(d->here + i - 1);
  const Lanes south = lanes_load(d->south + i), north = lanes_load(d->north + i), before = lanes_load(d->before + i);
  if (!lanes_bits(lanes_or(lanes_or(lanes_or(here, before), lanes_or(east, west)), lanes_or(south, north)))) {
    lanes_store(d->after + i, before);
    return;
  }
  const Lanes to_east = carried(flow_at(f->east + i, f->limit + i, f->limit + i + 1, tight), here, east);
  const Lanes from_west = carried(flow_at(f->west + i, f->limit + i - 1, f->limit + i, tight), west, here);
  const Lanes to_south = carried(flow_at(f->south + i, f->limit + i, f->limit_south + i, tight), here, south);
  const Lanes from_north = carried(flow_at(f->north + i, f->limit_north + i, f->limit + i, tight), north, here);
  const Lanes net = (to_east - from_west) + (to_south - from_north);
  const Lanes after = lanes_max(before - p->dt_over_dx * net, lanes_all(0.0f));
  *changed = lanes_or(*changed, lanes_xor(after, before));
  lanes_store(d->after + i, after);
  const LaneMask wet = lanes_greater(lanes_load(d->depth + i), lanes_all(DEPTH_TINY));
  if (lanes_bits(lanes_select(wet, lanes_all(0.0f), after))) leave_land(d, i, end);
}

void WIDTH(dye_row)(const FlowStep *p, const FlowCells *cells, const DyeCells *dye, TileReduction *tile, int i0, int i1, int end) {
  const FlowCells rows = *cells, *const f = &rows;
  const DyeCells dyes = *dye, *const d = &dyes;
  Lanes changed = lanes_load(tile->changed);
  for (int g = i0; g < i1; g += FLOW_GROUP) {
    const int n = g / FLOW_GROUP;
    if (f->tight[n] | f->tight[n - 1] | f->tight[n + 1] | f->tight_south[n] | f->tight_north[n]) {
      for (int i = g; i < g + FLOW_GROUP; i += LANES) dye_vector(p, f, d, &changed, i, end, true);
    } else {
      for (int i = g; i < g + FLOW_GROUP; i += LANES) dye_vector(p, f, d, &changed, i, end, false);
    }
  }
  lanes_store(tile->changed, changed);
}
