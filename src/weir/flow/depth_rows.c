/* Limits, depths and dye of a row of cells, once its flows are known, and the table of all kernels of pipe and swe. Compiled for each vector
 * width (src/CMakeLists.txt). */
#include <string.h>

#include "weir/flow/row_parts.h"
#include "weir/grid/flow_formulas_lanes.h"
#include "weir/grid/water.h"

/* A cell gives no more than this share of its depth: a margin that keeps d >= 0 exactly in floats, 8 roundings, and one for the dither. */
#define GIVEN_SHARE (1.0f - 10.0f / 16777216.0f)

static void limit_row(const FlowStep *p, const FlowCells *cells, float *limit, uint8_t *tight, int i0, int i1) {
  const Lanes zero = lanes_all(0.0f);
  const FlowCells rows = *cells, *const f = &rows;
  for (int g = i0; g < i1; g += FLOW_GROUP) {
    int any = 0;
    for (int i = g; i < g + FLOW_GROUP; i += LANES) {
      const Lanes east = lanes_max(lanes_load(f->east + i), zero), west = lanes_min(lanes_load(f->west + i), zero);
      const Lanes south = lanes_max(lanes_load(f->south + i), zero), north = lanes_min(lanes_load(f->north + i), zero);
      const Lanes out = p->dt_over_dx * ((east - west) + (south - north));
      const Lanes depth = lanes_load(f->depth + i), have = GIVEN_SHARE * depth;
      Lanes share = lanes_all(1.0f);
      if (mask_any(lanes_greater(out, have))) {
        any = 1;
        share = cell_limit_lanes(out, have, depth);
      }
      lanes_store(limit + i, share);
    }
    tight[g / FLOW_GROUP] = (uint8_t)any;
  }
}

/* Flows through the four faces of a vector of cells, after limits. */
typedef struct Flows {
  Lanes east, west, south, north; /* m^2/s */
} Flows;

INLINE Lanes flow_limited(Lanes flow, const float *limit_behind, const float *limit_ahead) {
  return limited_flow_lanes(flow, lanes_load(limit_behind), lanes_load(limit_ahead));
}

INLINE Flows flows_limited(const FlowCells *f, int i, bool tight) {
  Flows q = {lanes_load(f->east + i), lanes_load(f->west + i), lanes_load(f->south + i), lanes_load(f->north + i)};
  if (!tight) return q;
  q.east = flow_limited(q.east, f->limit + i, f->limit + i + 1);
  q.west = flow_limited(q.west, f->limit + i - 1, f->limit + i);
  q.south = flow_limited(q.south, f->limit + i, f->limit_south + i);
  q.north = flow_limited(q.north, f->limit_north + i, f->limit + i);
  return q;
}

/* `a` in its first `count` lanes, 0 in the others: the end of the grid is rarely within a vector. */
INLINE Lanes first_lanes(Lanes a, int count) {
  static const unsigned int all = 0xffffffffu;
  float mask[LANES];
  for (int n = 0; n < LANES; n++) {
    mask[n] = 0.0f;
    if (n < count) memcpy(&mask[n], &all, sizeof all);
  }
  return lanes_and(a, lanes_load(mask));
}

/* A TileReduction in registers, while a row is added to it. */
typedef struct LaneReduction {
  Lanes depth, surface, speed, low, sum, changed;
} LaneReduction;

INLINE void reduction_add(LaneReduction *t, Lanes bound_depth, Lanes bed, Lanes depth, Lanes before, Lanes ux, Lanes uz) {
  const LaneMask wet = lanes_greater(depth, lanes_all(DEPTH_TINY)), thick = lanes_greater(depth, bound_depth);
  const Lanes surface = lanes_select(wet, bed + depth, lanes_all(-WALL_HEIGHT));
  t->depth = lanes_max(depth, t->depth);
  t->surface = lanes_max(surface, t->surface);
  t->speed = lanes_max(lanes_where(thick, lanes_size_max(ux, uz)), t->speed);
  t->low = lanes_min(depth, t->low);
  t->sum = (depth + (ux + uz)) + t->sum;
  t->changed = lanes_or(t->changed, lanes_or(lanes_xor(depth, before), lanes_or(ux, uz)));
}

/* A value may lie in any lane, so the first lanes of the arrays serve every width. */
INLINE LaneReduction reduction_open(const TileReduction *t) {
  return (LaneReduction){lanes_load(t->depth), lanes_load(t->surface), lanes_load(t->speed),
                         lanes_load(t->low),   lanes_load(t->sum),     lanes_load(t->changed)};
}

INLINE void reduction_close(TileReduction *out, const LaneReduction *t) {
  lanes_store(out->depth, t->depth);
  lanes_store(out->surface, t->surface);
  lanes_store(out->speed, t->speed);
  lanes_store(out->low, t->low);
  lanes_store(out->sum, t->sum);
  lanes_store(out->changed, t->changed);
}

/* d <- d - dt/dx*((q_east - q_west) + (q_south - q_north)) */
INLINE void depth_vector(const FlowStep *p, const FlowCells *f, LaneReduction *reduction, int i, int end, bool tight) {
  const Flows q = flows_limited(f, i, tight);
  const Lanes before = lanes_load(f->depth + i), bed = lanes_load(f->terrain + i);
  const Lanes ux = lanes_load(f->speed_x + i), uz = lanes_load(f->speed_z + i);
  const Lanes net = (q.east - q.west) + (q.south - q.north);
  const LaneMask moves = lanes_greater(lanes_size_max(ux, uz), lanes_all(p->dither_speed));
  const Lanes after = depth_after_lanes(before, p->dt_over_dx * net, moves, p->dither);
  const Lanes bound_depth = lanes_all(p->bound_depth);
  lanes_store(f->out + i, after);
  if (f->flow_x) {
    lanes_store(f->flow_x + i, q.east);
    lanes_store(f->flow_z + i, q.south);
  }
  if (end - i >= LANES) {
    reduction_add(reduction, bound_depth, bed, after, before, ux, uz);
  } else if (end > i) {
    const int count = end - i;
    reduction_add(reduction, bound_depth, bed, first_lanes(after, count), first_lanes(before, count), first_lanes(ux, count),
                  first_lanes(uz, count));
  }
}

static void depth_row(const FlowStep *p, const FlowCells *cells, TileReduction *tile, int i0, int i1, int end) {
  const FlowCells rows = *cells, *const f = &rows;
  LaneReduction reduction = reduction_open(tile);
  for (int g = i0; g < i1; g += FLOW_GROUP) {
    const int n = g / FLOW_GROUP;
    if (f->tight[n] | f->tight[n - 1] | f->tight[n + 1] | f->tight_south[n] | f->tight_north[n])
      for (int i = g; i < g + FLOW_GROUP; i += LANES) depth_vector(p, f, &reduction, i, end, true);
    else
      for (int i = g; i < g + FLOW_GROUP; i += LANES) depth_vector(p, f, &reduction, i, end, false);
  }
  reduction_close(tile, &reduction);
}

/* --- dye: equation in grid/dye.h ------------------------------------------------------------------------------------- */

/* c = m_d/V; 0 where there is no water, from which nothing flows. */
static void concentration_row(const float *amount, const float *depth, float *concentration, int i0, int i1) {
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
  return tight ? flow_limited(lanes_load(flow), limit_behind, limit_ahead) : lanes_load(flow);
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

static void dye_row(const FlowStep *p, const FlowCells *cells, const DyeCells *dye, TileReduction *tile, int i0, int i1, int end) {
  const FlowCells rows = *cells, *const f = &rows;
  const DyeCells dyes = *dye, *const d = &dyes;
  Lanes changed = lanes_load(tile->changed);
  for (int g = i0; g < i1; g += FLOW_GROUP) {
    const int n = g / FLOW_GROUP;
    if (f->tight[n] | f->tight[n - 1] | f->tight[n + 1] | f->tight_south[n] | f->tight_north[n])
      for (int i = g; i < g + FLOW_GROUP; i += LANES) dye_vector(p, f, d, &changed, i, end, true);
    else
      for (int i = g; i < g + FLOW_GROUP; i += LANES) dye_vector(p, f, d, &changed, i, end, false);
  }
  lanes_store(tile->changed, changed);
}

extern const FlowRows WIDTH(flow_rows);
const FlowRows WIDTH(flow_rows) = {.front_pipe = WIDTH(front_pipe),
                                   .front_swe = WIDTH(front_swe),
                                   .slopes = WIDTH(speed_slopes),
                                   .update_swe = WIDTH(update_swe),
                                   .limit = limit_row,
                                   .depth = depth_row,
                                   .concentration = concentration_row,
                                   .dye = dye_row};
